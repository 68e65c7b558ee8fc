"""Names are seen by their capitals, quotes and a list of known ones, and recognised in other spellings."""

import pytest

from gateway.memory.comparing.proper_names import is_named, names
from gateway.memory.comparing.question_words import read


@pytest.mark.parametrize(
    ("language", "question", "found"),
    [
        ("en", "Who is Anna Schmidt?", {"anna", "schmidt"}),
        ("en", "Where is Acme's office in paris?", {"acme", "paris"}),
        ("en", "How Do I Reset My Password?", set()),
        ("en", "HOW DO I RESET MY PASSWORD?", set()),
        ("en", "What may I do on Monday in June?", set()),
        ("en", 'What does "blue moon" mean?', {"blue", "moon"}),
        ("en", "Is it nice?", set()),
        ("en", "How do I connect to the VPN?", {"vpn"}),
        ("fr", "Où est l'agence de Londres ?", {"london"}),
        ("zh", "北京到上海", {"北京", "上海"}),
        ("zh", "张经理负责Excel吗？", {"张经理", "excel"}),
    ],
)
def test_names_of_a_question(language, question, found):
    assert names(read(question, language)) == found


@pytest.mark.parametrize(
    ("name", "question", "named"),
    [
        ("vpn", "How do I connect to the vpn?", True),
        ("vpn", "the virtual private network", True),
        ("wifi", "the Wi-Fi password", True),
        ("marieclaire", "Is Marie Claire in?", True),
        ("ups", "user groups", False),
        ("acme", "the contract", False),
    ],
)
def test_a_name_in_another_question(name, question, named):
    assert is_named(name, read(question, "en")) is named
