"""The message of a stream of chunks. tests/clients/test_chats.py compares it with what the SDK itself makes of one."""

from gateway.wire.shared.ui_message import message_of


def test_pieces_of_parts_become_parts_and_what_is_shown_for_a_moment_is_gone():
    citations = [{"startIndex": 0, "endIndex": 4}]
    message = message_of(
        [
            {"type": "start", "messageId": "a", "messageMetadata": {"language": "en"}},
            {"type": "start-step"},
            {"type": "data-state", "data": {}, "transient": True},
            {"type": "reasoning-start", "id": "thought-1"},
            {"type": "reasoning-delta", "id": "thought-1", "delta": "We"},
            {"type": "reasoning-end", "id": "thought-1"},
            {"type": "text-start", "id": "text-0"},
            {"type": "text-delta", "id": "text-0", "delta": "On"},
            {"type": "text-delta", "id": "text-0", "delta": "e."},
            {"type": "source-url", "sourceId": "E1", "url": "/sources/1"},
            {"type": "text-end", "id": "text-0", "citations": citations},
            {"type": "data-outline", "id": "outline", "data": {}},
            {"type": "finish-step"},
            {"type": "finish", "finishReason": "stop", "messageMetadata": {"answer": {}}},
        ]
    )
    assert message == {
        "id": "a",
        "role": "assistant",
        "metadata": {"language": "en", "answer": {}},
        "parts": [
            {"type": "step-start"},
            {"type": "reasoning", "id": "thought-1", "text": "We", "state": "done"},
            {"type": "text", "text": "One.", "state": "done", "citations": citations},
            {"type": "source-url", "sourceId": "E1", "url": "/sources/1"},
            {"type": "data-outline", "id": "outline", "data": {}},
        ],
    }


def test_a_failed_answer_has_what_came_before():
    chunks = [{"type": "start", "messageId": "a"}, {"type": "error", "errorText": "No."}]
    assert message_of(chunks) == {"id": "a", "role": "assistant", "metadata": {}, "parts": []}
