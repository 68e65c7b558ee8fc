"""Our keys in every spelling, and with one character wrong."""

import pytest

from gateway.answer.reading.schema_keys import ASKED, ROLES, key_at, near, role_of
from tests.support.every import every


@every(
    ("key", "role"),
    [
        ("citationIds", "ids"),
        ("citation_ids", "ids"),
        ("CITATIONS", "ids"),
        ("content", "text"),
        ("Paragraph", "text"),
        ("paragraphs", "paragraphs"),
        ("outline", "outline"),
        ("etxt", "text"),
        ("contnet", "text"),
        ("citaitons", "ids"),
        ("context", ""),
        ("title", ""),
        ("test", ""),
        ("next", ""),
        ("name", ""),
    ],
)
def test_keys_are_known_in_tolerated_spellings(key, role):
    assert role_of(key) == role


@pytest.mark.parametrize("role", ASKED)
def test_a_key_of_ours_is_known_with_one_character_wrong(role):
    key = ASKED[role]
    for position in range(len(key)):
        for damaged in (
            key[:position] + key[position + 1 :],
            f"{key[:position]}x{key[position:]}",
            f"{key[:position]}7{key[position + 1 :]}",
        ):
            assert damaged in ROLES or role_of(damaged) == role, damaged
    assert role_of(f"xx{key}") == ""


@every(
    ("text", "size"),
    [
        ('"text":"a', 8),
        ('"txt":"a', 7),
        ('"teext":"a', 9),
        ('"te"t":"a', 8),
        ('"text""a', 7),
        ('"tex', None),
        ("", None),
        ('"etxt":"', 8),
        ('"texrq', 0),
        ('"text:"', None),
        ('"etx', None),
        ('"exz', 0),
        ('"x', None),
        ("xy", 0),
        ('"title":"', 0),
        ('"text: a', 0),
    ],
)
def test_a_target_is_near_with_one_character_added_changed_or_lost_or_two_in_the_wrong_order(text, size):
    assert near(text, '"text":"') == size


def test_a_key_is_found_with_its_colon():
    assert key_at('"citationIds" : [', 0, False) == ("ids", 15)
    assert key_at("text:", 0, False) == ("text", 5)
    assert key_at('"title":', 0, False) == ("", 8)
    assert key_at('"text', 0, False) is None
    assert key_at('"text', 0, True) == ("", 0)
    assert key_at('"text" x', 0, False) is None
    assert key_at('"text" x y', 0, False) == ("", 0)
    assert key_at('"text" =', 0, False) is None
    assert key_at('"text"=>"', 0, False) == ("text", 8)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ('"text" "a', 6),
        ('"te"xt" : "a', 9),
        ('text": "a', 6),
        ('"text: "a', 6),
        ('"tex\n": "a', 7),
    ],
)
def test_a_damaged_key_ends_before_the_opening_quote_of_its_value(text, position):
    assert key_at(text, 0, False) == ("text", position)
