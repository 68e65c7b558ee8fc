"""Asks the cases of a set at a running gateway, over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Self

import aiohttp
import orjson

from gateway.cli.evaluating.running.answer_facts import Observed
from gateway.cli.evaluating.running.ask_here import CaseQuestion
from gateway.conversation.question import spoken_in
from gateway.errors import WrongUse
from gateway.evaluation.gold import GoldEntry, is_wording
from gateway.models.services.retries import retry_after
from gateway.models.services.service_address import shown

ANSWERS = "/v1/answers"
PAUSE_S = 0.5
"""Between two attempts while the gateway is unavailable."""
LONGEST_ANSWER_S = 600.0
"""A gateway ends each answer within its own time limits, which are shorter."""
AWAY = (429, 502, 503, 504)
"""Statuses of a gateway that is unavailable or busy, unless the body says that its model failed."""
REFUSING = (401, 403, 404, 405, 421)
"""Statuses that every question of the run would get."""


class TargetAway(Exception):
    """The gateway was unavailable for longer than the run waits."""


class AskTarget:
    """See `CaseAsker`. Raises `TargetAway`, and `WrongUse` if the gateway refuses the key or the address."""

    def __init__(self, url: str, key: str | None, run: str, wait_s: float) -> None:
        self._url, self._run, self._wait_s = url.rstrip("/"), run, wait_s
        self._headers = {"Accept": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        timeout = aiohttp.ClientTimeout(total=LONGEST_ANSWER_S, connect=self._wait_s or None)
        self._session = aiohttp.ClientSession(headers=self._headers, timeout=timeout)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._session is not None
        await self._session.close()

    async def ask(self, question: CaseQuestion) -> Observed:
        stated = question.stated
        history = [
            {"role": message.role, "content": message.content}
            | ({"answer_uuid": message.answer_uuid} if message.answer_uuid else {})
            for message in question.history
        ]
        fields = {
            "question": question.text,
            "memory": "skip",
            "workspace": question.workspace,
            "document_ids": list(stated.document_ids),
            "languages": list(stated.languages),
            "language": stated.answer_language,
            "conversation_history": history,
        }
        body = {name: value for name, value in fields.items() if value}
        status, answer = await self._request("POST", ANSWERS, body)
        if status != 200:
            return Observed({}, failure=str(answer.get("code") or f"status_{status}"))
        found, whole = await self._request("GET", f"{ANSWERS}/{answer['answer_uuid']}")
        return Observed(
            whole if found == 200 else answer,
            stated.language or spoken_in("\n".join(each["text"] for each in answer["paragraphs"])) or "",
            is_elsewhere=True,
        )

    async def gold(
        self, tenant: str, entries: Collection[str], workspaces: Sequence[str] | None = None
    ) -> dict[str, GoldEntry]:
        """Returns what entries name there, where passages cannot be searched: a wording counts as found."""
        sources = dict[str, set[str]]()
        cursor = ""
        while entries:
            _, page = await self._request("GET", f"/v1/documents?limit=100{cursor}")
            for each in page.get("documents", ()):
                for name in {each["source"], each["document_id"]}:
                    sources.setdefault(name, set()).add(each["document_id"])
            if not page.get("next_cursor"):
                break
            cursor = f"&cursor={page['next_cursor']}"
        return {
            entry: GoldEntry(
                frozenset([entry] if is_wording(entry) else []), documents=frozenset(sources.get(entry, ()))
            )
            for entry in entries
        }

    async def _request(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> tuple[int, Any]:
        """Returns the status and the JSON body of a response. Waits while the gateway is unavailable."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self._wait_s
        while True:
            pause_s = PAUSE_S
            try:
                status, after_s, content = await self._once(method, path, body)
                found = self._read(status, content)
                if status not in AWAY or str(found.get("code", "")).startswith(("upstream", "content_filter")):
                    return status, found
                why, pause_s = f"answered {status}", PAUSE_S if after_s is None else after_s
            except (aiohttp.ClientError, TimeoutError, OSError) as error:
                why = f"cannot be reached ({type(error).__name__})"
            if loop.time() + pause_s > until:
                raise TargetAway(f"The gateway at {shown(self._url)} {why}; the run waited {self._wait_s:g} s.")
            await asyncio.sleep(pause_s)

    async def _once(self, method: str, path: str, body: Mapping[str, Any] | None) -> tuple[int, float | None, bytes]:
        assert self._session is not None
        data = None if body is None else orjson.dumps(body)
        headers = {"Content-Type": "application/json", "Citestream-Evaluation": self._run}
        async with self._session.request(
            method, self._url + path, data=data, headers=headers, allow_redirects=False
        ) as response:
            return response.status, retry_after(response.headers, datetime.now(UTC)), await response.read()

    def _read(self, status: int, content: bytes) -> dict[str, Any]:
        """Returns the object of a body. Raises `WrongUse` for an answer that the run cannot use."""
        try:
            told = orjson.loads(content)
        except ValueError:
            told = {} if status in AWAY else None
        if isinstance(told, dict) and status not in REFUSING:
            return told
        why = told.get("detail") if isinstance(told, dict) else "something that is not JSON"
        raise WrongUse(f"The gateway at {shown(self._url)} answered {status}: {why}")
