"""A gateway, asked with or without `await`. Connections are made for each call, so that a client may be copied, put
away, and used from any thread or event loop."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import ssl
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any

import httpx2

from citestream_client.answer import Answer, Update, address
from citestream_client.asking import Asking
from citestream_client.errors import NotReached, TimedOut, refusal
from citestream_client.fields import ASKED, SEARCH, refuse_unknown

DEFAULT_URL = "http://127.0.0.1:8000"
STOP_S = 5.0
"""For the request that stops an answer which nobody reads any more."""


@functools.cache
def certificates() -> ssl.SSLContext:
    """Returns the authorities to trust. Reading them takes 35 ms, which no call shall cost but the first."""
    return httpx2.create_ssl_context()


class Citestream:
    """`base_url` and `api_key` are else those of `CITESTREAM_URL` and `CITESTREAM_KEY`. `public_url` is the address by
    which readers open sources, where that is another one. `timeout_s` is for a whole answer, or a search; `retries`
    are tries in a row that bring nothing new.

    Questions take the fields of `POST /v1/answers` (docs/protocol.md, section 2): `question` or `messages`,
    `workspace`, `document_ids`, `languages`, `language`, `thread_id`, …. A field that is None is not sent. A name that
    is no field is a `TypeError`.
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        public_url: str | None = None,
        timeout_s: float = 300.0,
        retries: int = 4,
    ) -> None:
        self.base_url = (base_url or os.environ.get("CITESTREAM_URL") or DEFAULT_URL).rstrip("/")
        self.api_key = api_key or os.environ.get("CITESTREAM_KEY") or None
        self.public_url = (public_url or self.base_url).rstrip("/")
        self.timeout_s, self.retries = timeout_s, retries

    def ask(self, question: str | None = None, **fields: Any) -> Iterator[Update]:
        """Yields the answer as it is written; a lost connection is taken up again where it broke. Leaving the loop
        stops the answer. Raises `CitestreamError`, and `TypeError` at once."""
        return self._ask(self._asking(question, fields))

    def _ask(self, asking: Asking) -> Iterator[Update]:
        with httpx2.Client(**self._options()) as http:
            try:
                while not asking.ended:
                    try:
                        with http.stream(**asking.request()) as response:
                            if response.is_error:
                                asking.refused(response.status_code, response.headers, response.read())
                            else:
                                asking.opened(response.headers)
                                for data in response.iter_bytes():
                                    yield from asking.take(data)
                                    if asking.ended:
                                        break
                                if not asking.ended:
                                    asking.lost(None)
                    except httpx2.TransportError as problem:
                        asking.lost(problem)
                    time.sleep(asking.pause_s())
                with self._reached():
                    document = whole(http.get(asking.to_read)) if asking.to_read else None
                yield asking.finished(document)
            finally:
                if path := asking.to_stop:
                    with contextlib.suppress(httpx2.HTTPError):
                        http.post(path, timeout=STOP_S)

    def ask_async(self, question: str | None = None, **fields: Any) -> AsyncIterator[Update]:
        """Yields what `ask` does."""
        return self._ask_async(self._asking(question, fields))

    async def _ask_async(self, asking: Asking) -> AsyncIterator[Update]:
        async with httpx2.AsyncClient(**self._options()) as http:
            try:
                while not asking.ended:
                    try:
                        async with http.stream(**asking.request()) as response:
                            if response.is_error:
                                asking.refused(response.status_code, response.headers, await response.aread())
                            else:
                                asking.opened(response.headers)
                                async for data in response.aiter_bytes():
                                    for update in asking.take(data):
                                        yield update
                                    if asking.ended:
                                        break
                                if not asking.ended:
                                    asking.lost(None)
                    except httpx2.TransportError as problem:
                        asking.lost(problem)
                    await asyncio.sleep(asking.pause_s())
                with self._reached():
                    document = whole(await http.get(asking.to_read)) if asking.to_read else None
                yield asking.finished(document)
            finally:
                if path := asking.to_stop:
                    with contextlib.suppress(httpx2.HTTPError):
                        await http.post(path, timeout=STOP_S)

    def answer(self, question: str | None = None, **fields: Any) -> Answer:
        """Returns the whole answer."""
        *_, last = self.ask(question, **fields)
        return last.answer

    async def answer_async(self, question: str | None = None, **fields: Any) -> Answer:
        """Returns the whole answer."""
        last = [update async for update in self.ask_async(question, **fields)][-1]
        return last.answer

    def search(self, query: str, **fields: Any) -> dict[str, Any]:
        """Returns what `POST /v1/search` does (docs/search.md), each passage with its `url`. Fields: `limit`,
        `workspace`, `document_ids`, `languages`, …. Raises `CitestreamError`, and `TypeError` for another name."""
        body = self._searched(query, fields)
        with httpx2.Client(**self._options()) as http:
            with self._reached():
                response = http.post("/v1/search", json=body, timeout=self.timeout_s)
            return self._found(response)

    async def search_async(self, query: str, **fields: Any) -> dict[str, Any]:
        """Returns what `search` does."""
        body = self._searched(query, fields)
        async with httpx2.AsyncClient(**self._options()) as http:
            with self._reached():
                response = await http.post("/v1/search", json=body, timeout=self.timeout_s)
            return self._found(response)

    def _searched(self, query: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        refuse_unknown(fields, SEARCH)
        return sent({"query": query, **fields})

    def _asking(self, question: str | None, fields: Mapping[str, Any]) -> Asking:
        refuse_unknown(fields, ASKED)
        body = sent({"question": question, **fields})
        return Asking(body, base=self.public_url, timeout_s=self.timeout_s, retries=self.retries)

    def _options(self) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.api_key}"} if self.api_key else {}
        return {"base_url": self.base_url, "headers": headers, "verify": certificates()}

    @contextlib.contextmanager
    def _reached(self) -> Iterator[None]:
        try:
            yield
        except httpx2.TimeoutException as problem:
            raise TimedOut(f"This took longer than {self.timeout_s:g} s.", code="timeout") from problem
        except httpx2.TransportError as problem:
            raise NotReached(f"No connection to the gateway: {problem}", retryable=True) from problem

    def _found(self, response: httpx2.Response) -> dict[str, Any]:
        found = whole(response)
        for passage in found["passages"]:
            passage["url"] = address(
                passage["document_id"], passage["passage_id"], passage.get("source"), self.public_url
            )
        return found


def sent(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}


def whole(response: httpx2.Response) -> dict[str, Any]:
    """Returns the document that was sent. Raises `Refused`, or `NotReached` where something else answers."""
    if response.is_error:
        raise refusal(response.status_code, response.headers, response.content)
    try:
        document: dict[str, Any] = response.json()
    except ValueError:
        raise NotReached("What answers is no Citestream gateway: it sent no JSON.") from None
    return document
