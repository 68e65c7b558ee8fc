"""The text of a paragraph inside its JSON string."""

import pytest

from gateway.answer.reading.json.json_text import JsonText
from tests.support.every import every


def body(text, quote='"', *, item=False, final=True):
    shown = []
    position, ended = JsonText(quote, item=item).read(text, 0, final, shown)
    return "".join(shown), text[position:], ended


@every(
    ("text", "shown", "left"),
    [
        ('one"},{"citationIds":["E1"]', "one", '},{"citationIds":["E1"]'),
        ('one},{"citationIds":[', "one", '},{"citationIds":['),
        ('one,"citationIds":["E1"]', "one", ',"citationIds":["E1"]'),
        ('a, "b" c"}]}', 'a, "b" c', "}]}"),
        ('a {b"} c"}]}', 'a {b"} c', "}]}"),
        ('one."x},{"text":"', "one.", 'x},{"text":"'),
        ('one.""}]}', 'one."', "}]}"),
        ('$5, $x$ \\"b\\"\n"}', '$5, $x$ "b"', "}"),
    ],
)
def test_a_text_ends_where_our_structure_follows(text, shown, left):
    assert body(text) == (shown, left, True)


def test_another_quote_ends_a_text_only_before_our_structure():
    assert body('a "b" c”},{"text":"', "”") == ('a "b" c', '},{"text":"', True)
    assert body('a "b", c"},{"text":"', "”") == ('a "b", c', '},{"text":"', True)


def test_an_element_of_a_list_ends_before_a_comma_or_a_bracket():
    assert body('a","b"]', item=True) == ("a", ',"b"]', True)
    assert body('a "b" c"]', item=True) == ('a "b" c', "]", True)


@pytest.mark.parametrize("text", ["a\\", 'a"', "a$", "a,", "a}"])
def test_what_may_mean_more_waits(text):
    shown, left, ended = body(text, final=False)
    assert (shown, ended) == ("a", False)
    assert left == text[1:]
