"""The body of one of aiohttp's responses: it can be waited for, and looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aiohttp import ClientResponse


class AiohttpBody:
    """What is there of the body, part by part. To look whether something has come costs a comparison
    (`reader.total_bytes`), to be woken by it a step of the event loop and one through each layer below."""

    __slots__ = ("_response", "reader")

    def __init__(self, response: ClientResponse) -> None:
        self._response, self.reader = response, response.content

    async def aclose(self) -> None:
        """Closes the connection, unless the body was read to its end."""
        self._response.close()

    def __aiter__(self) -> AiohttpBody:
        return self

    async def __anext__(self) -> bytes:
        part = await self.reader.readany()
        if not part:
            raise StopAsyncIteration
        return part
