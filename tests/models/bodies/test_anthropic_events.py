"""The events of Anthropic's streams, each in the place where its documentation has it, and everywhere else."""

import pytest

from gateway.answer.reading.cited_text import Mark, SpanCitation
from gateway.conversation.usage import Usage
from gateway.models.bodies.anthropic_events import AnthropicEvents
from gateway.models.citable import documents
from tests.fakes import anthropic as fake
from tests.fakes.wires import Frame
from tests.support.prompts import TEA
from tests.support.streamed import joined, read

SHOWN = documents(TEA.candidates)
TEXT = "Green tea steeps for two minutes."


def heard(frames, cites=True):
    reader = AnthropicEvents(SHOWN if cites else None)
    return reader, read(reader, frames)


def cited(pieces):
    return [mark for piece in pieces for mark in piece.marks]


@pytest.mark.parametrize("before", [False, True])
def test_citations_of_a_block_are_told_when_it_is_over(before):
    frames = fake.message([*fake.block(0, "So: "), *fake.block(1, TEXT, [fake.location(0, 0, 2)], before)])
    _, found = heard(frames)
    start, end = 4, 4 + len(TEXT)
    quoted = (0, len(TEA.candidates[0].text))
    assert cited(found) == [
        Mark(start, (), start),
        Mark(end, (SpanCitation("E1", start, end, quoted),), end),
        Mark(end, (), end),
    ]
    assert joined(found) == f"So: {TEXT}"


def test_citations_and_text_that_come_with_the_beginning_of_a_block_count():
    begin = fake.named(
        "content_block_start",
        index=0,
        content_block={"type": "text", "text": "Two ", "citations": [fake.location(1)]},
    )
    frames = [Frame(fake.BEGIN), begin, *fake.block(0, "minutes.")[1:], *fake.ends("end_turn")]
    _, found = heard(frames)
    assert joined(found) == "Two minutes." and cited(found)[0].citations[0][:3] == ("E2", 0, 12)


@pytest.mark.parametrize(
    "citation",
    [fake.location(7), fake.location(-1), {"type": "web_search_result_location", "url": "https://x.example"}, "text"],
)
def test_a_citation_of_no_document_of_ours_is_told_by_no_id_of_ours(citation):
    _, found = heard(fake.message(fake.block(0, TEXT, [citation])))
    (told,) = cited(found)[0].citations
    assert told.citation_id.startswith("document ") and told.quoted is None


def test_places_that_are_none_are_no_quotation():
    odd = [fake.location(0, 5, 9), fake.location(0, "a", 1), fake.location(0, start_char_index=0)]
    _, found = heard(fake.message(fake.block(0, TEXT, odd)))
    assert [told.quoted for told in cited(found)[0].citations] == [None, None, (0, 33)]


def test_thoughts_are_no_text_and_unknown_events_are_none():
    frames = [
        fake.PING,
        fake.named("heartbeat", of="tomorrow"),
        *fake.thought("Let me see"),
        fake.delta(0, type="another_delta"),
        fake.delta(0, type="input_json_delta", partial_json="{"),
        *fake.block(1, TEXT),
    ]
    _, found = heard(fake.message(frames))
    assert "".join(piece.thinking for piece in found) == "Let me see" and joined(found) == TEXT


def test_all_that_was_read_is_counted():
    _, found = heard(fake.message(fake.block(0, TEXT)))
    assert [piece.usage for piece in found if piece.usage] == [Usage(11, 7)]


@pytest.mark.parametrize(
    ("reason", "ours"),
    [
        ("end_turn", "stop"),
        ("stop_sequence", "stop"),
        ("max_tokens", "length"),
        ("model_context_window_exceeded", "length"),
        ("pause_turn", "length"),
        ("refusal", "refusal"),
        ("of_tomorrow", "of_tomorrow"),
    ],
)
def test_the_reason_of_the_end_is_told_in_our_words(reason, ours):
    reader, found = heard(fake.message(fake.block(0, TEXT), reason))
    assert found[-1].finish_reason == ours and reader.failure is None and reader.done


def test_an_end_is_the_reason_not_the_last_event():
    frames = fake.message(fake.block(0, TEXT))
    assert heard(frames[:-1])[0].failure is None
    stop = [frames[0], *frames[1:-2], frames[-1]]
    assert "broke off" in str(heard(stop)[0].failure), "a stop without a reason"
    none = fake.named("message_delta", delta={"stop_reason": None}, usage={"output_tokens": 3})
    assert heard([*frames[:-2], none])[0].failure is not None


@pytest.mark.parametrize(
    ("kind", "passing"), [("overloaded_error", True), ("api_error", True), ("invalid_request_error", False)]
)
def test_an_error_in_the_stream_may_pass(kind, passing):
    reader, _found = heard([fake.BEGIN, fake.error(kind, "sk-ant-secret")])
    assert "reported an error" in str(reader.failure) and reader.passing is passing
    assert "secret" not in str(reader.failure)


@pytest.mark.parametrize("kind", ["tool_use", "server_tool_use"])
def test_a_tool_that_nobody_offered_is_a_failure(kind):
    begin = fake.named("content_block_start", index=0, content_block={"type": kind, "name": "rm", "input": {}})
    assert "asked for a tool" in str(heard([fake.BEGIN, begin])[0].failure)
    assert "asked for a tool" in str(heard(fake.message([], "tool_use"))[0].failure)


def test_without_documents_nothing_is_marked():
    _, found = heard(fake.message(fake.block(0, TEXT, [fake.location(0)])), cites=False)
    assert {piece.marks for piece in found} == {None}


def test_a_broken_stream_keeps_its_text():
    frames = fake.message(fake.block(0, TEXT, [fake.location(0)]))[:3]
    reader, found = heard(frames)
    assert joined(found) == frames[2].text != "" and reader.finish_reason is None and "broke off" in str(reader.failure)
