"""The events of Cohere's streams: citations within the text and behind it, and everything that may stand there."""

import pytest

from gateway.answer.reading.cited_text import SpanCitation
from gateway.conversation.usage import Usage
from gateway.models.bodies.cohere_events import CohereEvents
from tests.fakes import cohere as fake
from tests.fakes.wires import Frame, event
from tests.support.streamed import joined, read

TEXT = "Green tea steeps for two minutes."
NEXT = "It is kept in a tin."
PARAGRAPHS = [(["E1"], TEXT), (["E2", "G1"], NEXT), ([], "That is all.")]
AT = len(TEXT) + 2


def heard(frames, cites=True):
    reader = CohereEvents(cites)
    return reader, read(reader, frames)


def cited(pieces):
    return [citation for piece in pieces for mark in piece.marks for citation in mark.citations]


def settled(pieces):
    return [(mark.at, mark.settled) for piece in pieces for mark in piece.marks]


CITED = [SpanCitation("E1", 0, len(TEXT))] + [SpanCitation(each, AT, AT + len(NEXT)) for each in ("E2", "G1")]


def test_citations_within_the_text_settle_a_paragraph_when_the_next_one_begins():
    _, found = heard(fake.message(fake.said(PARAGRAPHS)))
    assert cited(found) == CITED and joined(found) == "\n\n".join(text for _, text in PARAGRAPHS)
    end = len(joined(found))
    assert len(TEXT) in [known for at, known in settled(found) if at < end] and settled(found)[-1] == (end, end)


def test_citations_behind_the_text_settle_what_stands_before_them():
    _, found = heard(fake.message(fake.said(PARAGRAPHS, behind=True)))
    end = len(joined(found))
    assert cited(found) == CITED and settled(found) == [(end, 0), (end, AT), (end, end)]


def one(citation, said=TEXT, cites=True):
    return heard(fake.message([Frame(fake.TEXT_BEGINS), *fake.text(said), *citation]), cites)[1]


@pytest.mark.parametrize(
    ("start", "end", "words", "span"),
    [
        (6, 9, "tea", (6, 9)),
        (60, 63, "tea", (6, 9)),
        (2, 5, "nothing of that", (2, 5)),
        (None, None, None, (len(TEXT) - 1, len(TEXT))),
        (None, None, "tea", (6, 9)),
    ],
)
def test_the_words_that_are_cited_say_where_they_stand(start, end, words, span):
    (citation,) = cited(one(fake.citation(0, start, end, words, ["E1"])))
    assert citation[1:3] == span


def test_words_that_stand_in_several_places_are_the_nearest():
    (citation,) = cited(one(fake.citation(0, 13, 16, "tea", ["E1"]), "tea and tea and tea"))
    assert citation[1:3] == (16, 19)


def test_places_are_those_of_the_text_that_is_handed_out():
    said = "A\r\nB\x00 tea"
    found = one(fake.citation(0, said.index("tea"), len(said), "tea", ["E1"]), said)
    assert joined(found) == "A\nB tea" and cited(found) == [SpanCitation("E1", 4, 7)]


def test_places_are_those_of_the_content_block():
    frames = [*fake.thought("Hm"), Frame(fake.message_delta("content-start", 1, content={"type": "text", "text": ""}))]
    frames += [*fake.text("So. ", 1), Frame(fake.message_delta("content-start", 2, content={"type": "text"}))]
    frames += [*fake.text(TEXT, 2), *fake.citation(0, 6, 9, "tea", ["E1"], content_index=2)]
    _, found = heard(fake.message(frames))
    assert cited(found) == [SpanCitation("E1", 10, 13)] and "".join(piece.thinking for piece in found) == "Hm"


def test_citations_of_thoughts_and_plans_are_none():
    assert cited(one(fake.citation(0, 0, 5, "Green", ["E1"], type="THINKING_CONTENT"))) == []
    assert cited(one(fake.citation(0, 0, 5, "Green", ["E1"], type="PLAN"))) == []


@pytest.mark.parametrize("sources", [None, "E1", [None, {"id": 7}]])
def test_sources_that_are_none_cite_nothing(sources):
    assert cited(one(fake.citation(0, 0, 5, "Green", [], sources=sources))) == []


def test_ids_are_told_once_and_as_they_were_given():
    assert [each[0] for each in cited(one(fake.citation(0, 0, 5, "Green", ["E1", "E1", "doc:E2"])))] == ["E1", "E2"]


def test_a_plan_is_a_thought_and_unknown_events_are_none():
    frames = [
        Frame(fake.message_delta("tool-plan-delta", tool_plan="I will look")),
        Frame(fake.typed("debug", prompt="secret")),
        *fake.said(PARAGRAPHS),
    ]
    _, found = heard([*fake.message(frames), b"data: [DONE]\n\n"])
    assert "".join(piece.thinking for piece in found) == "I will look" and "secret" not in joined(found)
    assert [piece.usage for piece in found if piece.usage] == [Usage(11, 7)]


@pytest.mark.parametrize(
    ("reason", "ours"),
    [
        ("COMPLETE", "stop"),
        ("STOP_SEQUENCE", "stop"),
        ("MAX_TOKENS", "length"),
        ("ERROR_TOXIC", "content_filter"),
        ("OF_TOMORROW", "of_tomorrow"),
    ],
)
def test_the_reason_of_the_end_is_told_in_our_words(reason, ours):
    reader, found = heard(fake.message(fake.said(PARAGRAPHS), reason))
    assert found[-1].finish_reason == ours and reader.failure is None


@pytest.mark.parametrize(
    ("last", "words", "passing"),
    [
        (fake.ends("ERROR", error="internal key sk-secret")[0].data, "reported an error", True),
        (fake.ends("TIMEOUT")[0].data, "reported an error", True),
        (event({"message": "too many tokens"}), "reported an error", False),
        (fake.typed("error", message="gone"), "reported an error", False),
        (fake.ends("TOOL_CALL")[0].data, "asked for a tool", False),
        (fake.WIRE.tool, "asked for a tool", False),
        (fake.typed("message-end", delta={}), "sent an empty answer", True),
    ],
)
def test_an_end_that_is_none_is_a_failure(last, words, passing):
    reader, _ = heard([fake.BEGIN, last])
    assert words in str(reader.failure) and reader.passing is passing and "secret" not in str(reader.failure)


def test_without_documents_nothing_is_marked():
    found = one(fake.citation(0, 0, 5, "Green", ["E1"]), cites=False)
    assert {piece.marks for piece in found} == {None}
