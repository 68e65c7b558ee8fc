from __future__ import annotations

import json
from typing import Any

import pytest

from gateway.conversation.usage import Usage
from gateway.models.bodies.body import LONGEST_DOCUMENT
from gateway.models.bodies.chunks import Reply
from gateway.models.ports import ModelPiece
from tests.fakes.upstream import chunk, usage_chunk
from tests.support.every import every


def frame(value: Any) -> bytes:
    return b"data: " + (value if isinstance(value, bytes) else json.dumps(value).encode()) + b"\n\n"


def read(*data: bytes) -> tuple[list[ModelPiece], Reply]:
    reply = Reply()
    pieces = [reply.receive(part) for part in data if reply.failure is None]
    if reply.failure is None:
        pieces.append(reply.close())
    return [piece for piece in pieces if piece is not None], reply


SAID = frame(chunk({"content": "said"}))
END = frame(chunk(finish="stop"))


def test_the_frames_of_one_read_make_one_piece() -> None:
    pieces, reply = read(SAID + frame(chunk({"content": " and done"})) + END + frame(usage_chunk()) + frame(b"[DONE]"))
    assert pieces == [ModelPiece("said and done", usage=Usage(11, 7)), ModelPiece(finish_reason="stop")]
    assert reply.failure is None


@pytest.mark.parametrize("choices", [None, [], [None], "x"])
def test_a_frame_without_choices_says_nothing(choices: Any) -> None:
    pieces, reply = read(frame({"choices": choices}), SAID, END)
    assert [piece.text for piece in pieces] == ["said", ""]
    assert reply.failure is None


def choice(index: Any, text: str, finish: str | None = None) -> dict[str, Any]:
    delta = {"content": text, "reasoning_content": text.upper()} if text else {}
    return {"index": index, "delta": delta, "finish_reason": finish}


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("first", [0, None, "0"])
def test_of_several_choices_only_the_first_one_is_read(first: Any, together: bool) -> None:
    said = [[choice(2, "You"), choice(first, "I"), choice(1, "We")], [choice(first, "'m"), choice(1, "'re")]]
    ends = [[choice(1, "", "content_filter"), choice(2, "", "error")], [choice(first, "", "stop")]]
    rows = [*said, *ends] if together else [[each] for row in (*said, *ends) for each in row]
    pieces, reply = read(*(frame({"choices": row}) for row in rows))
    assert "".join(piece.text for piece in pieces) == "I'm"
    assert "".join(piece.thinking for piece in pieces) == "I'M"
    assert [piece.finish_reason for piece in pieces if piece.finish_reason] == ["stop"] and reply.failure is None


def test_of_plain_frames_only_the_first_choice_is_read() -> None:
    reply = Reply()
    reply.receive(SAID)
    for choices, said in (([choice(1, "")], None), ([choice(0, ""), choice(1, "")], ModelPiece("said"))):
        for each in choices:
            each["delta"] = {"content": "other" if each["index"] else "said"}
        assert reply.receive(frame({"choices": choices})) == said


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_reasoning_is_thought_and_not_text(field: str) -> None:
    pieces, _ = read(frame(chunk({field: "hm"})), END)
    assert [(piece.text, piece.thinking) for piece in pieces] == [("", "hm"), ("", "")]


def test_content_in_typed_parts_is_read() -> None:
    parts = [{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}, {"type": "text", "text": "said"}, None]
    pieces, _ = read(frame(chunk({"content": parts})), END)
    assert (pieces[0].text, pieces[0].thinking) == ("said", "hm")


def test_a_refusal_is_text_with_its_own_finish_reason() -> None:
    pieces, _ = read(frame(chunk({"refusal": "I cannot."})), END)
    assert [(piece.text, piece.finish_reason) for piece in pieces] == [("I cannot.", None), ("", "refusal")]


def test_a_tool_call_that_nobody_offered_is_a_failure() -> None:
    _, reply = read(SAID, frame(chunk({"tool_calls": [{"index": 0}]})))
    assert "tool" in str(reply.failure)


def test_an_answer_in_one_document_is_read_too() -> None:
    document = {"choices": [{"message": {"content": "said"}, "finish_reason": "stop"}], "usage": usage_chunk()["usage"]}
    data = json.dumps(document).encode()
    assert read(data[:9], data[9:])[0] == [ModelPiece("said", finish_reason="stop", usage=Usage(11, 7))]


def test_a_document_without_end_is_given_up() -> None:
    _, reply = read(b"{", *[b" " * (LONGEST_DOCUMENT // 4)] * 5)
    assert "more than any answer" in str(reply.failure)


def test_a_frame_without_end_is_given_up() -> None:
    _, reply = read(b"data: ", *[b"x" * 300_000] * 3)
    assert "one frame" in str(reply.failure)


@every(
    ("data", "words"),
    [
        (b"", "empty answer"),
        (b" \n\n", "empty answer"),
        (b": ping\n\n", "empty answer"),
        (b"data: [DONE]\n\n", "empty answer"),
        (b"<!doctype html>", "web page"),
        (b"\n <html>", "web page"),
        (b'{"error": {"message": "no"}}', "reported an error"),
        (b"[1, 2]", "empty answer"),
        (b'[{"error": {"code": 503}}]', "reported an error"),
        (frame([{"error": {"code": 503}}]), "reported an error"),
        (frame({"error": {"message": "no"}}), "reported an error"),
        (b"event: error\ndata: {}\n\n", "reported an error"),
        (frame(b'{"choices": [{"delta": {"con'), "not JSON"),
        (frame(b'{"choices": [{"delta": {"content": "\xff"}}]}'), "not JSON"),
    ],
)
def test_what_is_no_answer_is_a_named_failure(data: bytes, words: str) -> None:
    pieces, reply = read(data) if data else read()
    assert pieces == []
    assert words in str(reply.failure)


def test_what_came_before_a_failure_in_the_same_read_is_kept() -> None:
    pieces, reply = read(SAID + frame(b"{broken"))
    assert pieces == [ModelPiece("said")]
    assert reply.failure is not None


def test_a_cut_answer_is_never_complete_wherever_it_is_cut() -> None:
    body = b'data: {"choices":[{"delta":{"content":"\xe7\xab\xa0 \\u00e9"},"finish_reason":null}]}\n\n'
    for at in range(len(body)):
        pieces, reply = read(body[:at])
        assert reply.failure is not None, at
        assert not any(piece.finish_reason for piece in pieces)


def test_without_done_a_finish_reason_is_enough_and_without_that_done_is() -> None:
    assert read(SAID, END)[1].failure is None
    pieces, reply = read(SAID, frame(b"[DONE]"))
    assert reply.failure is None
    assert pieces[-1].finish_reason == "stop"
    assert "broke off" in str(read(SAID)[1].failure)


def test_a_frame_that_is_cut_behind_the_end_takes_nothing_away() -> None:
    pieces, reply = read(SAID, END, b'data: {"usage": {"prompt')
    assert reply.failure is None and pieces[-1].finish_reason == "stop"


def test_nothing_counts_after_done() -> None:
    late = frame(b"[DONE]") + frame(chunk({"content": "late"})) + frame({"error": "late"}) + frame(b"[DONE]")
    for parts in ([SAID + END + late], [SAID, END, *late.splitlines(keepends=True)]):
        pieces, reply = read(*parts)
        assert "".join(piece.text for piece in pieces) == "said"
        assert reply.failure is None


@pytest.mark.parametrize(
    ("reason", "told"), [("model_length", "length"), ("content_filter: RECITATION", "content_filter"), ("eos", "stop")]
)
def test_ends_that_only_some_servers_name_are_told_as_others_are(reason: str, told: str) -> None:
    pieces, reply = read(SAID, frame(chunk(finish=reason)))
    assert pieces[-1].finish_reason == told and reply.failure is None


@pytest.mark.parametrize("reason", ["error", "abort", "insufficient_system_resource"])
def test_an_end_by_failure_is_none(reason: str) -> None:
    pieces, reply = read(SAID, frame(chunk(finish=reason)), frame(b"[DONE]"))
    assert "gave up" in str(reply.failure) and reply.passing
    assert [(piece.text, piece.finish_reason) for piece in pieces] == [("said", None)]


def test_a_surrogate_pair_cut_in_two_is_put_together() -> None:
    halves = [rb'{"choices":[{"delta":{"content":"a\ud83d"}}]}', rb'{"choices":[{"delta":{"content":"\ude00b"}}]}']
    pieces, reply = read(*map(frame, halves), END)
    assert "".join(piece.text for piece in pieces) == "a\U0001f600b"
    assert reply.failure is None


def test_half_a_surrogate_pair_becomes_a_replacement_character() -> None:
    pieces, _ = read(frame(rb'{"choices":[{"delta":{"content":"a\ude00b"}}]}'), END)
    assert pieces[0].text == "a\ufffdb"
