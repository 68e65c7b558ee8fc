"""Brackets of a document, behind damage too."""

import pytest

from gateway.answer.reading.brackets import Brackets
from tests.support.every import every


@every(
    ("signs", "closed"),
    [
        ("", True),
        ('{"paragraphs" : [ { [ ] } ] }', True),
        ("{[{[]}]", False),
        ("{[{[]}", False),
        ("}]", True),
        ("{[{[}]}", True),
        ("{[{]}", True),
        ("{[{}}", True),
    ],
)
def test_a_bracket_closes_what_was_left_open_inside_of_it(signs, closed):
    brackets = Brackets()
    brackets.read(signs)
    assert brackets.closed is closed


@pytest.mark.parametrize("around", ["{[", "[", "", "{{["])
def test_behind_damage_a_key_of_a_paragraph_is_in_an_object_like_that_of_the_first_one(around):
    brackets = Brackets()
    brackets.read(around + "{")
    brackets.key("ids", damaged=False)
    brackets.read("[]}}")
    brackets.key("text", damaged=True)
    brackets.read("}")
    assert brackets.closed is (around == "")
    brackets.read("".join({"{": "}", "[": "]"}[sign] for sign in reversed(around)))
    assert brackets.closed


def test_behind_damage_the_keys_of_a_document_are_in_one_object():
    brackets = Brackets()
    brackets.read("{{{")
    brackets.key("paragraphs", damaged=True)
    brackets.read("[]")
    assert not brackets.closed
    brackets.read("}")
    assert brackets.closed


def test_another_document_may_have_other_brackets():
    brackets = Brackets()
    for around, closing in (("{[", "]}"), ("", "")):
        brackets.begin()
        brackets.read(around + "{")
        brackets.key("ids", damaged=False)
        brackets.key("text", damaged=True)
        brackets.read("}" + closing)
        assert brackets.closed


def test_another_document_inside_of_brackets_that_are_open_has_the_same_around_its_paragraphs():
    brackets = Brackets()
    brackets.read("{[{")
    brackets.key("ids", damaged=False)
    brackets.read("}]")
    brackets.begin()
    brackets.key("text", damaged=True)
    brackets.read("}")
    assert not brackets.closed
    brackets.read("]}")
    assert brackets.closed
