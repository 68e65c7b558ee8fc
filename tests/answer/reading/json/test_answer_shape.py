"""Our schema over parser events."""

import ijson
import pytest

from gateway.answer.reading.json.answer_shape import DEEPEST, MOST_IDS, MOST_STRINGS, Shape, Unlike
from gateway.answer.reading.parts import End, Ids, Note, Title
from tests.support.every import every


def shaped(text):
    """Everything but texts, which the scanner says."""
    out = []
    shape = Shape(out)
    for name, value in ijson.basic_parse(text.encode()):
        if name == "string" and shape.expects() in ("text", "item"):
            kind = shape.expects()
            shape.text_opens(kind)
            shape.event(name, "")
            shape.text_closes(kind)
        else:
            shape.event(name, value)
    shape.settle(more=False)
    return shape, out


@pytest.mark.parametrize(
    ("ids", "claimed"),
    [
        ('["E1","E2"]', ["E1", "E2"]),
        ('"E1,E2; E3"', ["E1", "E2", " E3"]),
        ('[{"id":"E1","quote":"x"}]', ["E1"]),
        ("null", []),
        ('{"ref":"E1"}', ["E1"]),
        ("[1,true]", []),
        ('[["E1"]]', ["E1"]),
    ],
)
def test_ids_in_every_tolerated_form(ids, claimed):
    _, out = shaped('{"paragraphs":[{"text":"a","citationIds":' + ids + "}]}")
    assert [part.raw for part in out if isinstance(part, Ids)] == claimed


def test_a_paragraph_ends_once():
    _, out = shaped('{"paragraphs":[{"text":"a"},{"text":"b","citationIds":[]},"c"]}')
    assert [part.more for part in out if isinstance(part, End)] == [True, True, False]


def test_titles_come_from_objects_and_strings():
    _, out = shaped('{"outline":[{"id":"S1","title":"One"},{"id":"S2"},"Two"]}')
    assert out == [Title("One"), Title("Two")]


def test_nesting_has_an_end():
    with pytest.raises(Unlike):
        shaped("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1))


def test_ids_have_an_end():
    _, out = shaped('{"citationIds":[' + ",".join(['"E1"'] * (MOST_IDS + 2)) + "]}")
    assert len([part for part in out if isinstance(part, Ids)]) == MOST_IDS
    assert [part for part in out if isinstance(part, Note)] == [Note("too_many_ids", {"cap": MOST_IDS})]


def test_strings_outside_the_schema_are_kept_up_to_a_cap():
    shape, _ = shaped('{"x":"' + "a" * MOST_STRINGS + '","y":"b"}')
    assert [len(string) for string in shape.strings] == [MOST_STRINGS]


@every(
    ("before", "role", "brace", "ends", "prefix"),
    [
        ('{"paragraphs":[{"text":"a"', "text", False, 1, '{"paragraphs":[{'),
        ('{"paragraphs":[{"text":"a"', "ids", False, 0, '{"paragraphs":[{'),
        ('{"paragraphs":[{"text":"a"', "ids", True, 0, '{"paragraphs":[{'),
        ('{"paragraphs":[{"text":"a"},', "ids", False, 0, '{"paragraphs":[{'),
        ('{"paragraphs":[{"citationIds":[],"text":"b"},{"text":"a"', "ids", True, 2, '{"paragraphs":[{'),
        ('{"paragraphs":[{"citationIds":[],"text":"b"},{"text":"a"},', "ids", False, 2, '{"paragraphs":[{'),
        ('{"paragraphs":[{"citationIds":[],"text":"b"},{"text":"a"', "ids", False, 1, '{"paragraphs":[{'),
        ('{"paragraphs":[{"citationIds":[]', "text", False, 0, '{"paragraphs":[{'),
        ('{"paragraphs":[{"citationIds":[]', "ids", False, 1, '{"paragraphs":[{'),
        ('{"paragraphs":[{"text":"a"', "outline", False, 1, "{"),
        ("{", "paragraphs", False, 0, "{"),
    ],
)
def test_after_damage_reading_goes_on_at_a_key(before, role, brace, ends, prefix):
    out = []
    shape = Shape(out)
    events = ijson.sendable_list()
    ijson.basic_parse_coro(events).send(before.encode())
    for name, value in events:
        if name == "string":
            shape.text_opens("text")
        shape.event(name, value)
    assert shape.restart(role, brace) == prefix
    assert len([part for part in out if isinstance(part, End)]) == ends
