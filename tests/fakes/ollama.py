"""What an Ollama server says, as behaviours of the scripted service (`tests.fakes.upstream`): JSON objects, one a
line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from tests.fakes.upstream import Behaviour, Exchange, Paragraphs, body, cut, paragraphs_json
from tests.fakes.wires import Frame, Wire, as_json


def lines(values: Iterable[Any], *, size: int = 0, ends: bool = True) -> Behaviour:
    """These objects, each one a read of its own; `size`: cut into reads of so many bytes instead. `ends` False:
    reset."""

    async def behave(exchange: Exchange) -> None:
        await exchange.head(headers={"content-type": "application/x-ndjson"})
        spelled = [json.dumps(value, ensure_ascii=False).encode() + b"\n" for value in values]
        whole = b"".join(spelled)
        for read in [whole[at : at + size] for at in range(0, len(whole), size)] if size else spelled:
            await exchange.send(read)
        await (exchange.end() if ends else _reset(exchange))

    return behave


async def _reset(exchange: Exchange) -> None:
    exchange.reset()


def chat(content: str, *, thought: str = "", reason: str = "stop") -> list[dict[str, Any]]:
    """An answer of `/api/chat`."""
    replies = [{"message": {"role": "assistant", "content": "", "thinking": piece}} for piece in cut(thought, 4)]
    replies += [{"message": {"role": "assistant", "content": piece}, "done": False} for piece in cut(content, 4)]
    last = {"message": {"role": "assistant", "content": ""}, "done": True, "done_reason": reason}
    return [*replies, {**last, "prompt_eval_count": 11, "eval_count": 7}]


def generated(content: str) -> list[dict[str, Any]]:
    """An answer of `/api/generate`."""
    return [*({"response": piece, "done": False} for piece in cut(content, 4)), {"response": "", "done": True}]


def answer_json(paragraphs: Paragraphs, **more: Any) -> Behaviour:
    return lines(chat(paragraphs_json(paragraphs)), **more)


def tags(*names: str) -> Behaviour:
    """The list of pulled models."""
    listed = json.dumps({"models": [{"name": name} for name in names]})
    return body(listed.encode(), content_type="application/json")


def wire(settings: Callable[[str], dict[str, Any]]) -> Wire:
    """Returns the wire of `/api/chat`."""

    def line(**row: Any) -> bytes:
        return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

    def message(**fields: Any) -> bytes:
        return line(message={"role": "assistant", "content": "", **fields}, done=False)

    def end(reason: str) -> list[Frame]:
        return [
            Frame(
                line(
                    message={"role": "assistant", "content": ""},
                    done=True,
                    done_reason=reason,
                    prompt_eval_count=11,
                    eval_count=7,
                )
            )
        ]

    return Wire(
        settings=settings,
        said=as_json(lambda piece: message(content=piece)),
        ends={reason: end(reason) for reason in ("stop", "length")},
        thought=lambda thought: message(thinking=thought),
        error=line(error="out of memory"),
        tool=message(tool_calls=[{"function": {"name": "rm", "arguments": {}}}]),
        ping=message(),
        media_type="application/x-ndjson",
    )
