"""An embedder whose model runs in the encoder process: requests go over a local socket, as many at once as come."""

from __future__ import annotations

import asyncio
import importlib.util
import itertools
from array import array
from collections.abc import Sequence
from typing import Any

import orjson

from gateway.errors import UpstreamError, WrongUse
from gateway.limits.thresholds import cosine_range
from gateway.models.encoding.encoder_process import EncoderProcess
from gateway.models.encoding.encoder_requests import REQUEST, RESPONSE

LONGEST_TEXT = 8000
"""Characters of a text that are encoded."""
MOST_WAITING = 64
"""Requests of one server process that wait for the encoder. The next question is answered by full text alone."""
SHORT, SHORT_S, LONG_S = 4000, 3.0, 300.0
"""Seconds that a request waits: up to `SHORT` characters, as a question has, and longer ones."""
START_S = 20.0
"""Seconds that a short one waits for an encoder that has not answered yet: loading takes a second on an idle machine.
Search waits less (`retrieval.retrievers.passages`)."""


class LocalEmbedder:
    """Raises `errors.UpstreamError` if the encoder does not answer."""

    def __init__(
        self,
        name: str,
        process: EncoderProcess,
        *,
        dimensions: int = 0,
        calibration: tuple[float, float] | None = None,
        languages: frozenset[str] | None = None,
        a_passage_s: float | None = None,
    ) -> None:
        """`a_passage_s`: the processor time that a passage of 900 characters takes, if it is known."""
        self.name, self.dimensions, self.languages = name, dimensions, languages
        self.calibration, self.a_passage_s = calibration, a_passage_s
        self.process = process
        self._address: str | int | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._connecting = asyncio.Lock()
        self._has_answered = False
        self._reading: asyncio.Task[None] | None = None
        self._waiting: dict[int, asyncio.Future[bytes]] = {}
        self._numbers = itertools.count()

    def attach(self, address: str) -> None:
        """Uses the encoder of another process, which listens at a path."""
        self._address = address

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if not texts:
            return []
        if len(self._waiting) >= MOST_WAITING:
            raise UpstreamError("The encoder is busy.")
        sent = [text[:LONGEST_TEXT].encode("utf-8", "replace").decode() for text in texts]  # without lone surrogates
        is_short = sum(map(len, sent)) <= SHORT
        try:
            async with asyncio.timeout(LONG_S if not is_short else SHORT_S if self._has_answered else START_S):
                content = await self._request(sent)
        except TimeoutError:
            raise UpstreamError("The encoder did not answer in time.") from None
        except OSError as error:
            raise UpstreamError(f"The encoder cannot be reached ({error}).") from None
        numbers = array("f", content).tolist()
        self.dimensions = length = len(numbers) // len(sent)
        return [numbers[start : start + length] for start in range(0, len(numbers), length)]

    async def aclose(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        await self.process.close()

    async def _request(self, texts: list[str]) -> bytes:
        async with self._connecting:
            writer = self._writer or await self._connected()
        number, content = next(self._numbers) % (1 << 32), orjson.dumps(texts)
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            writer.write(REQUEST.pack(len(content), number) + content)
            await writer.drain()
            return await answer
        finally:
            del self._waiting[number]

    async def _connected(self) -> asyncio.StreamWriter:
        address = self.process.start() if self._address is None else self._address
        if isinstance(address, str):
            reader, writer = await asyncio.open_unix_connection(address)
        else:
            reader, writer = await asyncio.open_connection("127.0.0.1", address)
        self._writer = writer
        self._reading = asyncio.create_task(self._read(reader, writer), name="encoder's responses")
        return writer

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hands responses to the requests that wait. When the encoder ends, all of them fail."""
        try:
            while True:
                length, number, worked = RESPONSE.unpack(await reader.readexactly(RESPONSE.size))
                content = await reader.readexactly(length)
                self._has_answered = True
                if (answer := self._waiting.get(number)) is None or answer.done():
                    continue
                if worked:
                    answer.set_result(content)
                else:
                    answer.set_exception(UpstreamError(f"The encoder fails: {content.decode()}"))
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            self._writer, self._has_answered = None, False
            writer.close()
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(UpstreamError("The encoder process has ended; it is started again."))


def require(package: str, embedder: str) -> None:
    """Raises `WrongUse` if an embedder's package is not installed."""
    if importlib.util.find_spec(package) is None:
        raise WrongUse(f"GATEWAY_EMBEDDER={embedder} needs a package: run `pip install 'citestream[{embedder}]'`.")


def of_package(
    module: str, package: str, settings: Any, name: str, calibration: tuple[float, float], **facts: Any
) -> LocalEmbedder:
    """Returns the embedder of a module whose one model comes with a package; `facts`: see `LocalEmbedder`."""
    require(package, module.rpartition(".")[2])
    return LocalEmbedder(name, EncoderProcess(module), calibration=calibrated(settings, calibration), **facts)


def calibrated(settings: Any, usual: tuple[float, float]) -> tuple[float, float]:
    """Returns the range of cosines that is set, else the usual one of the model."""
    given = settings.embedder_calibration
    return usual if given is None else cosine_range(given)
