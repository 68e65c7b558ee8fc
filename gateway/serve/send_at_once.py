"""Sends parts of a response without a task that waits."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from uvicorn.protocols.http.flow_control import FlowControl


class ConnectionSend:
    """Sends parts of the body of one response, whoever calls it (`http.streams.SendAtOnce`)."""

    __slots__ = ("_flow", "_send")

    def __init__(self, flow: FlowControl, send: Callable[[Any], Coroutine[Any, Any, None]]) -> None:
        """Takes a connection of uvicorn's and the `send` of a response that has begun on it."""
        self._flow, self._send = flow, send

    @property
    def is_ready(self) -> bool:
        """Whether the connection takes more; else uvicorn's `send` waits, and for nothing else."""
        return not self._flow.write_paused

    def __call__(self, body: bytes) -> None:
        """Makes the one step that uvicorn's `send` has where it does not wait. Raises `RuntimeError` where it does."""
        sending = self._send({"type": "http.response.body", "body": body, "more_body": True})
        try:
            sending.send(None)
        except StopIteration:
            return
        sending.close()
        raise RuntimeError("the connection had to be waited for; a part of a response is lost")
