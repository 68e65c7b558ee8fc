"""Reads everything that is stored at every endpoint, and compares what two versions say of it."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any
from urllib.parse import quote

import httpx2

from tests.golden.filling import USER, Known

DIALECTS = ("bracket", "document", "jsonl", "openai", "openai-responses", "ai-sdk", "ag-ui", "legacy")
OF_AN_ANSWER = ("", "/recording", "/sources", "/feedback", "/audio")
OF_A_DOCUMENT = ("", "/passages", "/content", "/citations")
UNORDERED = "/admin/privacy/export"
"""An export, whose lines have no order."""
UNSTABLE = {
    "last_used_at": "the time of a key's last use, which this reading changes",
    "expires_at": "of a session or a cookie, counted from now",
    "created": "of OpenAI's list of models, the time of the start",
}
LEFT_OUT = {
    "/": "a page",
    "/favicon.ico": "a picture",
    "/healthz": "says nothing of the database",
    "/readyz": "says nothing of the database",
    "/metrics": "figures of the process",
    "/openapi.json": "of the version",
    "/docs": "of the version",
    "/docs/style.css": "of the version",
    "/v1/status": "of the version",
    "/v1/ai-sdk/{id}/stream": "only while an answer runs",
    "/v1/stream-probe": "says nothing of the database",
    "/v1/usage": "of the last days",
    "/admin/usage": "of the last days",
    "/admin/limits/used": "of this moment",
    "/staff/memory/figures": "of the last days",
    "/v1/models": "of the settings",
    "/v1/models/{id}": "of the settings",
    "/model/llms": "of the settings",
    "/model/imageModels": "of the settings",
    "/auth/search-engine/list": "of the settings",
    "/sys/config/public/info": "of the settings",
    "/answers/{uuid}": "a page",
    "/c/{thread}": "a page",
    "/qa": "a page",
    "/qa/{uuid}": "a page",
    "/sources": "a page",
    "/sources/{id}": "a page",
    "/staff": "a page",
    "/staff/{part}": "a page",
}
"""Paths that are not compared, with the reason."""


def requests(known: Known, *, whole: bool = True) -> Iterator[tuple[str, str, str]]:
    """Yields client, path template and path of everything that can be read. Not `whole`: of each answer's paths the
    first and every fourth, which differ from answer to answer."""
    yield "admin", "/admin/audit", f"/admin/audit?limit=100&until={quote(known.filled_at)}"
    for number, (who, uuid) in enumerate(known.answers.values()):
        every = list(_of_answer(who, uuid))
        yield from every if whole else {every[0], *every[number % 4 :: 4]}
    for who, app, thread in known.threads:
        yield who, "/v1/threads/{id}", f"/v1/threads/{thread}?caller_app={app}"
        yield who, "/v1/ai-sdk/{id}", f"/v1/ai-sdk/{thread}?caller_app={app}"
    for document in known.documents.values():
        for part in OF_A_DOCUMENT:
            yield "staff", f"/v1/documents/{{id}}{part}", f"/v1/documents/{document}{part}"
    for session in known.sessions:
        yield USER, "/context/{session_id}", f"/context/{session}"
    for entry in known.memories:
        yield "staff", "/staff/memory/entries/{id}", f"/staff/memory/entries/{entry}"
        yield "staff", "/staff/memory/entries/{id}/similar", f"/staff/memory/entries/{entry}/similar"
    for key in known.key_ids:
        yield "admin", "/admin/keys/{id}", f"/admin/keys/{key}"
    for voice in known.voices:
        yield "user", "/v1/audio/{uuid}", f"/v1/audio/{voice}"
    for conversation in known.conversations:
        yield "user", "/conversation/{uuid}", f"/conversation/{conversation}"
    for path in ("/v1/threads", "/v1/workspaces", "/v1/documents", "/conversation/list"):
        yield "user", path, path
    for path in ("/v1/feedback", "/v1/unanswered", "/staff/memory/entries"):
        yield "staff", path, path
    yield "qa", "/v1/answers", "/v1/answers?limit=100"
    for path in ("/admin/keys", "/admin/limits", "/admin/retention", "/context/policies"):
        yield "admin", path, path
    for path in ("/admin/privacy", "/admin/privacy/export"):
        yield "admin", path, f"{path}?user_ref={USER}"


def _of_answer(who: str, uuid: str) -> Iterator[tuple[str, str, str]]:
    for part in OF_AN_ANSWER:
        reader = "qa" if part == "/recording" else who
        yield reader, f"/v1/answers/{{uuid}}{part}", f"/v1/answers/{uuid}{part}"
    for dialect in DIALECTS:
        yield who, "/v1/answers/{uuid}/events", f"/v1/answers/{uuid}/events?dialect={dialect}"
    yield who, "/v1/responses/{id}", f"/v1/responses/resp_{uuid}"
    for path in ("embedding-ref", "graph-ref", "text"):
        yield who, f"/conversation/message/{path}/{{uuid}}", f"/conversation/message/{path}/{uuid}"


async def read(url: str, known: Known, *, whole: bool = True) -> dict[str, list[Any]]:
    """Returns status, media type and body of every request, by client and path. The server's address is left out."""
    told = {}
    async with _clients(url, known) as clients:
        for who, _, path in requests(known, whole=whole):
            reply = await clients[who].get(path)
            media_type = reply.headers.get("content-type", "").split(";")[0]
            body = _body(media_type, reply.content).replace(url, "http://gateway")
            if path.startswith(UNORDERED):
                body = "\n".join(sorted(body.split("\n")))
            told[f"{who} {path}"] = [reply.status_code, media_type, body]
    return told


async def uncovered(url: str) -> list[str]:
    """Returns the paths of the server's description that are neither read nor left out with a reason."""
    async with httpx2.AsyncClient(base_url=url, timeout=60, verify=False) as client:
        paths = (await client.get("/openapi.json")).json()["paths"]
    one = [""]
    known = Known({}, one, {"": ("", "")}, {"": ""}, [("", "", "")], one, [0], one, one, one)
    told = {_bare(template) for _, template, _ in requests(known)} | set(map(_bare, LEFT_OUT))
    return [path for path, methods in paths.items() if "get" in methods and _bare(path) not in told]


def _bare(template: str) -> str:
    return re.sub(r"{[^}]*}", "{}", template)


async def searched(url: str, known: Known, query: str, **fields: Any) -> list[str]:
    """Returns the documents that a search finds."""
    async with _clients(url, known) as clients:
        reply = await clients["user"].post("/v1/search", json={"query": query, **fields})
        assert reply.status_code == 200, reply.text
        return [passage["document_id"] for passage in reply.json()["passages"]]


async def asked(url: str, known: Known, question: str, **fields: Any) -> dict[str, Any]:
    """Returns the document of a new answer."""
    async with _clients(url, known) as clients:
        headers = {"Accept": "application/json"}
        reply = await clients["user"].post("/v1/answers", json={"question": question, **fields}, headers=headers)
        assert reply.status_code == 200, reply.text
        told: dict[str, Any] = reply.json()
        return told


@contextlib.asynccontextmanager
async def _clients(url: str, known: Known) -> AsyncIterator[dict[str, httpx2.AsyncClient]]:
    async with contextlib.AsyncExitStack() as stack:
        yield {who: await stack.enter_async_context(known.client(url, who)) for who in known.keys}


def _body(media_type: str, content: bytes) -> str:
    """Returns text as it is, and a digest of anything else."""
    if media_type.startswith("text/") or "json" in media_type:
        with contextlib.suppress(UnicodeDecodeError):
            return content.decode()
    return f"sha256 {hashlib.sha256(content).hexdigest()}"


def differences(before: dict[str, list[Any]], after: dict[str, list[Any]]) -> list[str]:
    """Returns what does not read the same. A later version may add members to objects, and nothing else."""
    found = []
    for request, (status, media_type, body) in before.items():
        now = after.get(request, [0, "", ""])
        if [status, media_type] != now[:2]:
            found.append(f"{request}: {status} {media_type} before, {now[0]} {now[1]} {str(now[2])[:200]} now")
        else:
            found += [f"{request}: {difference}" for difference in _texts(body, now[2])]
    return found


def _texts(before: str, after: str) -> Iterator[str]:
    """Compares two bodies: JSON, streams of events and lines of JSON by their values, everything else as text."""
    if before == after:
        return
    old, new = _parsed(before), _parsed(after)
    yield from _values(old, new, "")


def _parsed(body: str) -> Any:
    with contextlib.suppress(ValueError):
        return json.loads(body)
    return [_line(line) for line in body.split("\n")]


def _line(line: str) -> Any:
    """Returns a line of a stream as what stands before its JSON, and the JSON."""
    begins = re.match(r"(?:data: )?(?:\[META\])?(?=[{\[])", line)
    if begins:
        with contextlib.suppress(ValueError):
            return [begins[0], json.loads(line[begins.end() :])]
    return line


def _values(before: Any, after: Any, path: str) -> Iterator[str]:
    if isinstance(before, dict) and isinstance(after, dict):
        for name in before.keys() - UNSTABLE:
            if name not in after:
                yield f"{path}.{name} is missing"
            else:
                yield from _values(before[name], after[name], f"{path}.{name}")
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _values(old, new, f"{path}[{place}]")
    elif before != after:
        yield f"{path}: {str(before)[:200]!r} before, {str(after)[:200]!r} now"
