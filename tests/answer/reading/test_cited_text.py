"""Text whose citations come beside it: blocks wait until theirs are known, wherever in the stream these stand."""

import pytest

from gateway.answer.reading.cited_text import CitedText, Mark, SpanCitation
from gateway.answer.reading.parts import AllKnown, End, FormatBegun, Ids, Note

TEXT = "First point.\n\nSecond [E2] point.\n\nThird."
SECOND = TEXT.index("Second")
THIRD = TEXT.index("Third")


def joined(parts):
    """The parts with text that follows text put together."""
    out = []
    for part in parts:
        if isinstance(part, str) and out and isinstance(out[-1], str):
            out[-1] += part
        else:
            out.append(part)
    return out


def citing(name, words, text=TEXT):
    start = text.index(words)
    return SpanCitation(name, start, start + len(words))


def test_a_block_is_settled_once_nothing_more_can_come_for_it():
    text = CitedText()
    assert text.feed("First point.") == [FormatBegun("cited"), "First point."]
    assert text.cite(Mark(12, (citing("E1", "First point."),), 12)) == []  # the block may go on
    assert joined(text.feed("\n\nSec")) == [End(True, "\n\n"), Ids("E1"), AllKnown(), "Sec"]
    assert text.cite(Mark(18, (), 17)) == []


def test_citations_behind_the_whole_text_find_their_blocks():
    text = CitedText()
    parts = joined(text.feed(TEXT))
    gap = End(True, "\n\n")
    assert parts == [FormatBegun("cited"), "First point.", gap, "Second [E2] point.", gap, "Third."]
    behind = (citing("E3", "Third"), citing("E1", "First"), citing("E2", "point.\n\nThird."))
    settled = text.cite(Mark(len(TEXT), behind, len(TEXT)))
    assert settled == [Ids("E1"), AllKnown(), Ids("E2"), AllKnown()]
    assert text.feed("", final=True) == [Ids("E3"), Ids("E2")]


def test_a_citation_before_its_text_waits_for_it():
    text = CitedText()
    text.cite(Mark(0, (citing("E2", "Second [E2] point."),), 0))
    parts = joined([*text.feed(TEXT), *text.cite(Mark(len(TEXT), (), THIRD))])
    assert parts[-3:] == [AllKnown(), Ids("E2"), AllKnown()]


def test_a_span_of_blanks_cites_nothing_and_a_late_one_is_told():
    text = CitedText()
    text.feed(TEXT)
    between = SpanCitation("E1", SECOND - 2, SECOND)
    assert text.cite(Mark(len(TEXT), (between,), SECOND)) == [AllKnown()]
    late = text.cite(Mark(len(TEXT), (citing("E1", "First"),), SECOND))
    assert late == [Note("citation_late", {"id": "E1"})]


def test_what_waits_in_vain_is_said_to():
    text = CitedText()
    text.feed(TEXT)
    text.cite(Mark(len(TEXT), (citing("E2", "Second"),)))
    assert text.feed("", final=True) == [AllKnown(surely=False), Ids("E2"), AllKnown(surely=False)]


@pytest.mark.parametrize("text", ['{"paragraphs":[]}', "<think>Hm</think>", "<p c='E1'>Tea</p>", "[E1] Tea"])
def test_nothing_in_the_text_is_another_format(text):
    read = CitedText()
    assert joined([*read.feed(text), *read.feed("", final=True)]) == [FormatBegun("cited"), text]


def test_a_list_with_blank_lines_and_a_fence_are_one_block_each():
    text = "- one\n\n- two\n\n```\na\n\nb\n```\n\nEnd."
    parts = joined(CitedText().feed(text, final=True))
    assert [part for part in parts if isinstance(part, str)] == ["- one\n\n- two", "```\na\n\nb\n```", "End."]
