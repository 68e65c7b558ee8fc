"""Dialect ai-sdk: the chunks of one answer. tests/clients/test_node.py reads them with the SDK itself."""

import json
from dataclasses import replace

from gateway.answer.answer import Citation, Evidence
from gateway.answer.events import (
    AudioAdded,
    CitationsFinished,
    Failed,
    Finished,
    ParagraphFinished,
    ReferenceShown,
    Started,
    StateChanged,
    TextAdded,
    Thinking,
    data,
)
from gateway.wire.ai_sdk import HEADERS, Encoder, finish_reason, message, units
from tests.support import sse
from tests.support.event_lists import ABOUT, CANDIDATES, meta, numbered
from tests.support.every import every


def chunks(*events):
    encoder = Encoder(ABOUT)
    sent = sse.parse(b"".join(map(encoder.encode, numbered(events))))
    return [event.data if event.data == "[DONE]" else json.loads(event.data) for event in sent]


def types(sent):
    return [chunk if isinstance(chunk, str) else chunk["type"] for chunk in sent]


START, END = Started("a" * 32, "b" * 32, "en"), Finished(meta())


def shown(citation_id):
    candidate = CANDIDATES.get(citation_id)
    return ReferenceShown(citation_id, candidate.type, candidate.reference)


def test_the_header_is_the_one_its_clients_look_for():
    assert HEADERS == {"x-vercel-ai-ui-message-stream": "v1"}


def test_a_paragraph_is_a_text_part_between_its_thoughts_and_its_data():
    cited = ParagraphFinished(0, "One.", (Citation("E1", "ok", 0.9, (Evidence(0, 4),)),))
    sent = chunks(
        START, StateChanged("responding", "…"), Thinking("We"), TextAdded("One.\n\n"), shown("E1"), cited, END
    )
    assert types(sent) == [
        "start",
        "start-step",
        "data-state",
        "reasoning-start",
        "reasoning-delta",
        "reasoning-end",
        "text-start",
        "text-delta",
        "source-document",
        "text-end",
        "data-citation-paragraph",
        "finish-step",
        "finish",
        "[DONE]",
    ]
    [citation] = sent[9]["citations"]
    assert (citation["startIndex"], citation["endIndex"], citation["citedText"]) == (0, 4, "One.")
    assert citation["source"]["providerMetadata"] == {"citestream": {"status": "ok", "score": 0.9}}
    assert sent[-2]["messageMetadata"] == meta() and sent[0]["messageId"] == "a" * 32


def test_a_source_tells_its_media_type_and_a_citation_its_page():
    def told(payload, *evidence):
        cited = ParagraphFinished(0, "One.", (Citation("E1", "ok", 0.9, evidence),))
        found = chunks(START, TextAdded("One."), ReferenceShown("E1", "embedding", payload), cited)
        (source,) = [chunk for chunk in found if chunk["type"] == "source-document"]
        ((citation,),) = [chunk["citations"] for chunk in found if chunk["type"] == "text-end"]
        assert citation["source"]["mediaType"] == source["mediaType"]
        return source["mediaType"], citation["source"]["providerMetadata"]["citestream"].get("page")

    paper = {"title": "Wine", "source": "wine.pdf", "mediaType": "application/pdf", "text": "One. Two."}
    assert told(paper, Evidence(0, 4, 7), Evidence(5, 9, 8)) == ("application/pdf", 7)
    assert told({**paper, "mediaType": "application/rtf"}, Evidence(0, 4)) == ("application/rtf", None)
    assert told({"title": "of an older gateway", "text": "One."}, Evidence(0, 4)) == ("text/plain", None)


def test_a_source_is_a_link_to_where_its_passage_opens():
    payload = {
        "documentId": "1679091c-5a88-4faf-a0b4-2e7d9c3f5b10",
        "embeddingId": "p1",
        "title": "Rules",
        "text": "One.",
    }
    cited = ParagraphFinished(0, "One.", (Citation("E1", "ok"),))
    encoder = Encoder(replace(ABOUT, base="https://ask.example"))
    events = (START, TextAdded("One."), ReferenceShown("E1", "embedding", payload), cited)
    sent = [chunk for event in events for chunk in encoder.chunks(event)]
    url = "https://ask.example/sources/1679091c-5a88-4faf-a0b4-2e7d9c3f5b10#p1"
    [source] = [chunk for chunk in sent if chunk["type"] == "source-url"]
    [[citation]] = [chunk["citations"] for chunk in sent if chunk["type"] == "text-end"]
    assert (source["url"], source["title"], "filename" in source) == (url, "Rules", False)
    assert (citation["source"]["url"], citation["source"]["sourceType"]) == (url, "url")


def test_a_message_is_what_a_client_makes_of_the_stream_and_says_why_there_is_none():
    cited = ParagraphFinished(0, "One.", (Citation("E1"),))
    made = message([START, TextAdded("One."), shown("E1"), cited, END], ABOUT)
    assert (made["id"], made["metadata"]) == ("a" * 32, {**data(START), **meta()})
    assert [part["type"] for part in made["parts"]] == [
        "step-start",
        "text",
        "source-document",
        "data-citation-paragraph",
    ]
    failed = message([START, Failed("upstream_error", "No.", True)], ABOUT)
    assert failed["metadata"]["error"] == {"code": "upstream_error", "message": "No.", "retryable": True}


def test_only_an_http_address_is_a_link():
    sources = {source["sourceId"]: source for source in chunks(*map(shown, ("E1", "E2", "E3", "G1")))}
    assert {name: source["type"] for name, source in sources.items()} == {
        "E1": "source-document",
        "E2": "source-document",
        "E3": "source-url",
        "G1": "source-document",
    }
    assert sources["E1"]["filename"] == "rules.md" and "filename" not in sources["E2"]
    script = ReferenceShown("E4", "embedding", {"title": "x", "source": "javascript:alert(1)"})
    assert chunks(script)[0]["type"] == "source-document"


def test_text_whose_paragraphs_are_known_late_is_one_part_with_all_citations():
    first, second = ParagraphFinished(0, "One.", (Citation("E1"),)), ParagraphFinished(1, "Two.", (Citation("E2"),))
    sent = chunks(START, TextAdded("One.\n\nTwo."), shown("E1"), first, shown("E2"), second, END)
    [end] = [chunk for chunk in sent if chunk != "[DONE]" and chunk["type"] == "text-end"]
    assert [
        (citation["source"]["id"], citation["startIndex"], citation["endIndex"]) for citation in end["citations"]
    ] == [
        ("E1", 0, 4),
        ("E2", 6, 10),
    ]


def test_an_answer_without_paragraphs_is_one_closed_part():
    sent = chunks(START, TextAdded("One.\n\nTwo."), CitationsFinished(0, 0), END)
    assert types(sent)[2:5] == ["text-start", "text-delta", "text-end"] and "citations" not in sent[4]


def test_sound_and_states_do_not_stay_in_the_message():
    assert all(chunk["transient"] for chunk in chunks(AudioAdded("UklG", 0), StateChanged("responding", "…")))


def test_a_failure_is_an_error_and_its_code():
    sent = chunks(START, Thinking("We"), Failed("upstream_error", "No.", True))
    assert types(sent)[-4:] == ["reasoning-end", "data-error", "error", "[DONE]"]
    assert sent[-2]["errorText"] == "No." and sent[-3]["data"]["code"] == "upstream_error"


@every(
    ("complete", "reason", "expected"),
    [
        (True, None, "stop"),
        (True, "not_json", "stop"),
        (False, "stopped", "interrupted"),
        (False, "truncated", "length"),
        (False, "upstream_error", "error"),
        (False, "content_filter", "content-filter"),
        (False, "refusal", "other"),
        (False, None, "other"),
    ],
)
def test_finish_reasons_are_the_sdks(complete, reason, expected):
    assert finish_reason(meta(complete=complete, degradedReason=reason)) == expected


def test_lengths_are_javascripts():
    assert (units("é"), units("引"), units("😀")) == (1, 1, 2)
