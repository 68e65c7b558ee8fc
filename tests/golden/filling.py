"""Fills a database as its users do: over HTTP and by commands, so that any installed version can be filled.

Documents of every kind with originals, a graph, answers of every ending, threads, sessions, memory, keys and feedback.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2

from tests.fakes.speech import speaking, writing
from tests.fakes.upstream import (
    Behaviour,
    FakeUpstream,
    answer_json,
    chunk,
    cut,
    frames,
    paragraphs_json,
    reasoning,
    reset_after,
    stall_after,
    status,
    text,
)

FIRST_KEY = "cs_" + "frozendatabase0123456789" * 2
"""The first administrator's key. It opens nothing but databases that tests make."""
SETTINGS = {
    "OPENAI_MODEL": "scripted",
    "OPENAI_API_KEY": "none",
    "GATEWAY_EMBEDDER": "none",
    "GATEWAY_REQUIRE_KEYS": "on",
    "GATEWAY_BOOTSTRAP_KEY": FIRST_KEY,
    "GATEWAY_RETENTION_DAYS": "36500",
    "GATEWAY_RECORDING_DAYS": "36500",
    "MEMORY_MAX_AGE_DAYS": "36500",
    "MEMORY_AUTO_VALIDATE": "0",
    "MEMORY_SHADOW_SHARE": "0",
}
"""Nothing in the database may be too old for a later version's test."""
FORMATS = (
    "csv",
    "docx",
    "eml",
    "epub",
    "html",
    "ipynb",
    "md",
    "odt",
    "pdf",
    "pptx",
    "rst",
    "rtf",
    "tsv",
    "txt",
    "xlsx",
)
"""The formats that 0.1.0 reads; a later version's formats are not for its database."""
HEADING, SENTENCE = "Cellar", "The keeper counts all dusty bottles on every second Monday."
LOANS = "A book may be borrowed for three weeks. A loan can be renewed twice at the desk."
FEES = "Late fees are ten cents per day for each overdue item in the library."
FILMS = "A film may be borrowed for one week. Films cannot be renewed by anybody."
CARDS = "A reader card costs five euros per year. Students pay two euros for a reader card."
ROOMS = "The reading room of the annex opens at nine on weekdays. It closes at noon on Saturdays."
FRENCH = "Le prêt d'un livre dure trois semaines et peut être renouvelé une fois."
CHINESE = "图书的借阅期为三个星期，可以续借一次。"
TEXTS = {
    "loans": ("Loans", LOANS, "en"),
    "fees": ("Fees", FEES, "en"),
    "films": ("Films", FILMS, "en"),
    "cards": ("Reader cards", CARDS, "en"),
    "rooms": ("Rooms", ROOMS, "en"),
    "pret": ("Prêt", FRENCH, "fr"),
    "jieyue": ("借阅", CHINESE, "zh"),
}
CODE = "def loan_days(books: int) -> int:\n    # A member may hold ten books.\n    return 21 if books <= 10 else 14\n"
GRAPH = (
    {"type": "vertex", "id": "annex", "label": "place", "name": "Annex", "description": "A house with a reading room."},
    {"type": "vertex", "id": "moreau", "label": "person", "name": "Anna Moreau", "description": "She runs the annex."},
    {
        "type": "edge",
        "id": "runs",
        "label": "runs",
        "startId": "moreau",
        "endId": "annex",
        "description": "Anna Moreau has run the annex since 1998.",
    },
)
WAV = b"RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00@\x1f\x00\x00@\x1f\x00\x00\x01\x00\x08\x00data\x00\x00\x00\x00"
USER = "ann"
"""The user of a business system; the client of this name acts for her."""
LOANED, RENEWED = "A book may be borrowed for three weeks.", "A loan can be renewed twice at the desk."
Command = Callable[..., object]


@dataclass
class Known:
    """What a filled database contains, by the names that its endpoints take."""

    keys: dict[str, str] = field(default_factory=dict)
    """Secrets by the name of the client."""
    key_ids: list[str] = field(default_factory=list)
    answers: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Client and uuid, by what the answer shows."""
    documents: dict[str, str] = field(default_factory=dict)
    threads: list[tuple[str, str, str]] = field(default_factory=list)
    """Client, application and thread."""
    sessions: list[str] = field(default_factory=list)
    memories: list[int] = field(default_factory=list)
    feedback: list[str] = field(default_factory=list)
    voices: list[str] = field(default_factory=list)
    conversations: list[str] = field(default_factory=list)
    """Of the older system's page."""
    filled_at: str = ""

    def client(self, url: str, who: str) -> httpx2.AsyncClient:
        headers = {"Authorization": f"Bearer {self.keys[who]}", **({"X-User-Ref": USER} if who == USER else {})}
        return httpx2.AsyncClient(base_url=url, headers=headers, timeout=60, verify=False)


@dataclass
class Filler:
    """A running server, the stand-in for its model, and the command line of its version."""

    url: str
    upstream: FakeUpstream
    command: Command
    folder: Path
    halfway: Callable[[], Awaitable[object]] | None = None
    """Done in the middle, so that answers before and after it differ."""
    known: Known = field(default_factory=Known)
    clients: dict[str, httpx2.AsyncClient] = field(default_factory=dict)

    def __post_init__(self) -> None:
        said = self.upstream.script
        self.upstream.choose = lambda request: (
            speaking() if request.path.endswith("/speech") else said[0] if len(said) == 1 else said.pop(0)
        )

    async def fill(self) -> Known:
        async with contextlib.AsyncExitStack() as stack:
            await self._keys(stack)
            await self._documents()
            await self._answers()
            if self.halfway:
                await self.halfway()
            await self._conversations()
            await self._elsewhere()
            await self._sessions()
            await self._memory()
            await self._opinions()
            await self._changes()
        self.known.filled_at = datetime.now(UTC).isoformat()
        return self.known

    async def call(self, who: str, method: str, path: str, **options: Any) -> Any:
        """The JSON of a reply; fails the test for anything but success."""
        reply = await self.clients[who].request(method, path, **options)
        assert reply.is_success, f"{method} {path}: {reply.status_code} {reply.text}"
        return reply.json() if reply.content and "json" in reply.headers["content-type"] else reply.text

    async def _keys(self, stack: contextlib.AsyncExitStack) -> None:
        async def client(name: str, key: str) -> None:
            self.known.keys[name] = key
            self.clients[name] = await stack.enter_async_context(self.known.client(self.url, name))

        await client("admin", FIRST_KEY)
        for role in ("user", "app", "staff", "qa"):
            made = await self.call("admin", "POST", "/admin/keys", json={"role": role, "label": f"frozen {role}"})
            self.known.key_ids.append(made["id"])
            await client(role if role != "app" else USER, made["key"])
        ended = await self.call("admin", "POST", "/admin/keys", json={"role": "user", "label": "ended"})
        self.known.key_ids.append(ended["id"])
        await self.call("admin", "DELETE", f"/admin/keys/{ended['id']}")
        limits = {"limits": {"requests_per_minute": 6000}}
        await self.call("admin", "PATCH", f"/admin/keys/{self.known.key_ids[0]}", json=limits)

    async def _documents(self) -> None:
        def saved(reply: Any) -> str:
            return str(reply["documents"][0]["document_id"])

        for name, (title, said, language) in TEXTS.items():
            body = {"title": title, "text": said, "external_id": name, "language": language, "source_app": "frozen"}
            self.known.documents[name] = saved(await self.call("staff", "POST", "/v1/documents", json=body))
        files = {
            name: importlib.import_module(f"tests.support.formats.{name}").sample(HEADING, SENTENCE) for name in FORMATS
        }
        for name, data in {**files, "py": CODE.encode()}.items():
            form = {"workspace": "files", "metadata": json.dumps({"shelf": name})}
            part = {"file": (f"cellar.{name}", data)}
            self.known.documents[f".{name}"] = saved(
                await self.call("staff", "POST", "/v1/documents", files=part, data=form)
            )
        graph = self.folder / "graph.jsonl"
        graph.write_text("\n".join(map(json.dumps, GRAPH)), encoding="utf-8")
        self.command("ingest", "--graph", str(graph))

    async def ask(self, name: str, question: str, *script: Behaviour, who: str = "user", **fields: Any) -> None:
        """Asks, reads to the end, and keeps the answer under a name."""
        self._say(*script)
        body = {**({"question": question} if question else {}), **fields}
        reply = await self.clients[who].post("/v1/answers", json=body, headers={"Idempotency-Key": f"frozen {name}"})
        assert reply.status_code == 200, f"{name}: {reply.text}"
        self.known.answers[name] = who, reply.headers["location"].rsplit("/", 1)[1]

    def _say(self, *script: Behaviour) -> None:
        self.upstream.script[:] = script or [answer_json([(["E1"], LOANED)])]

    async def _answers(self) -> None:
        loans, fees = "How long may a book be borrowed?", "What are the late fees of the library?"
        both = paragraphs_json([(["E1"], LOANED), (["E1"], RENEWED)])
        await self.ask("cited", loans, text(both))
        await self.ask(
            "french", "Combien de temps dure le prêt d'un livre ?", answer_json([(["E1"], FRENCH)]), language="fr"
        )
        await self.ask("chinese", "图书的借阅期是多久？", answer_json([(["E1"], CHINESE)]), language="zh")
        await self.ask(
            "graph", "Who runs the annex?", answer_json([(["G1"], "Anna Moreau has run the annex since 1998.")])
        )
        await self.ask("file", "Who counts the dusty bottles?", answer_json([(["E1"], SENTENCE)]), workspace="files")
        await self.ask("refused", "Who won the football championship in Brazil?")
        await self.ask(
            "nothing cited",
            "What does a loan of the annex cost on Saturdays?",
            answer_json([([], "Nothing is known.")]),
        )
        await self.ask("about", "Which documents do you have?")
        await self.ask("plain", fees, text("Late fees are ten cents per day.\n\nThat is all."))
        await self.ask("wrong ids", fees, answer_json([(["E99", "E1"], FEES), (["E98"], "Nobody said this of fees.")]))
        await self.ask("truncated", loans, text(both[: both.index("renewed")]))
        await self.ask("length", loans, text(both[: both.index("renewed")], finish="length"))
        await self.ask("filtered", loans, text(both[: both.index("renewed")], finish="content_filter"))
        await self.ask("declined", loans, text("I'm sorry, but I can't help with that."))
        await self.ask("model away", loans, status(500))
        await self.ask("interrupted", loans, reset_after(20, both), reset_after(0))
        await self.ask("withdrawn", loans, self._broken(both), answer_json([(["E1"], RENEWED)]), rollback=True)
        await self.ask("strict", loans, answer_json([(["E1"], LOANED), ([], "The moon has a library.")]), strict=True)
        await self.ask("thinking", loans, reasoning("The question is about books.", both))
        outline = ',"outline":[{"id":"S1","title":"Loan period"},{"id":"S2","title":"Renewal"}]}'
        await self.ask("deliverable", "Write a report on loans of books.", text(both[:-1] + outline), deliverable=True)
        await self._broken_off("stopped", both, stops=True)
        await self._broken_off("cancelled", both, stops=False)

    @staticmethod
    def _broken(content: str) -> Behaviour:
        async def reset(exchange: Any) -> None:
            exchange.reset()

        said = content[: content.index("renewed")]
        return frames([chunk({"content": piece}) for piece in cut(said, 7)], then=reset)

    async def _broken_off(self, name: str, content: str, *, stops: bool) -> None:
        """An answer that ends after its first paragraph: stopped by a request, or cancelled with its connection."""
        self._say(stall_after(40, content))
        body = {"question": "How long may a book be borrowed?", "on_disconnect": "continue" if stops else "cancel"}
        async with self.clients["user"].stream("POST", "/v1/answers?dialect=jsonl", json=body) as reply:
            path = reply.headers["location"]
            async for line in reply.aiter_lines():
                if '"type":"paragraph_finished"' in line:
                    break
            if stops:
                await self.call("user", "POST", f"{path}/stop")
        await self.call("user", "GET", f"{path}/events")  # ends with the answer
        self.known.answers[name] = "user", path.rsplit("/", 1)[1]

    async def _conversations(self) -> None:
        desk: dict[str, Any] = {"caller_app": "desk", "thread_id": "frozen-1"}
        outline = ',"outline":[{"id":"S1","title":"Loan period"},{"id":"S2","title":"Renewal"}]}'
        both = paragraphs_json([(["E1"], LOANED), (["E1"], RENEWED)])
        await self.ask(
            "turn 1", "Write an overview of loans of books.", text(both[:-1] + outline), **desk, deliverable=True
        )
        await self.ask("turn 2", "Tell me more about section 2.", answer_json([(["E1"], RENEWED)]), **desk)
        await self.ask("unclear", "And the seventh section?", **desk)
        films = answer_json([(["E1"], "A film may be borrowed for one week.")])
        await self.ask("rewritten", "And what about a film?", text("How long may a film be borrowed?"), films, **desk)
        await self.ask("thanks", "Thank you!", **desk)
        await self.ask("other thread", "What does a reader card cost?", caller_app="desk", thread_id="frozen-2")
        await self.call("user", "PATCH", "/v1/threads/frozen-2?caller_app=desk", json={"title": "Cards"})
        await self.ask("deleted thread", "How long may a film be borrowed?", caller_app="desk", thread_id="frozen-3")
        await self.call("user", "DELETE", "/v1/threads/frozen-3?caller_app=desk")
        ann = {"who": USER, "caller_app": "shop", "thread_id": "frozen-4"}
        await self.ask(
            "for ann",
            "What does a reader card cost?",
            answer_json([(["E1"], "A reader card costs five euros per year.")]),
            **ann,
        )
        self.known.threads += [("user", "desk", f"frozen-{number}") for number in (1, 2, 3)]
        self.known.threads.append((USER, "shop", "frozen-4"))
        self._say(writing("How long may a book be borrowed?"))
        sent = await self.call("user", "POST", "/v1/audio", content=WAV, headers={"Content-Type": "audio/wav"})
        self.known.voices.append(sent["uuid"])
        await self.ask("spoken", "", audio_uuid=sent["uuid"], speech=True)

    async def _elsewhere(self) -> None:
        """Questions by the endpoints of other people's protocols."""
        question = "How long may a film be borrowed?"
        said = answer_json([(["E1"], "A film may be borrowed for one week.")])
        said_in = [{"role": "user", "content": question}]
        await self._asked("openai", "/v1/chat/completions", said, {"model": "citestream", "messages": said_in})
        await self._asked("responses", "/v1/responses", said, {"model": "citestream", "input": question})
        parts = [{"type": "text", "text": question}]
        chat = {"id": "frozen-chat", "messages": [{"id": "m1", "role": "user", "parts": parts}]}
        await self._asked("ai-sdk", "/v1/ai-sdk", said, {**chat, "trigger": "submit-message"})
        run = {"threadId": "frozen-agui", "runId": "r1", "state": {}, "tools": [], "context": [], "forwardedProps": {}}
        await self._asked("ag-ui", "/v1/ag-ui", said, {**run, "messages": [{**said_in[0], "id": "m1"}]})
        await self._asked("query", "/query", said, {"query": question})
        made = await self.call("user", "POST", "/conversation/add", json={"title": "Films"})
        conversation = made["data"]["uuid"]
        self.known.conversations.append(conversation)
        legacy = {"conversationUuid": conversation, "prompt": question}
        await self._asked("legacy", "/conversation/message/process", said, legacy)

    async def _asked(self, name: str, path: str, said: Behaviour, body: dict[str, Any]) -> None:
        self._say(said)
        reply = await self.clients["user"].post(path, json=body)
        assert reply.is_success, f"{path}: {reply.text}"
        if "location" in reply.headers:
            self.known.answers[name] = "user", reply.headers["location"].rsplit("/", 1)[1]

    async def _sessions(self) -> None:
        def of(made: Any) -> str:
            return str(made["session_id"])

        async def call(name: str, **body: Any) -> Any:
            return await self.call(USER, "POST", f"/context/{name}", json=body)

        await self.call(
            "admin", "PUT", "/context/policies", json={"policies": [{"caller_app": "shop", "max_rounds": 2}]}
        )
        for app in ("shop", "desk"):
            session = of(await call("create_session", caller_app=app, language="en"))
            self.known.sessions.append(session)
            await call("switch_workflow", session_id=session, new_workflow="loan", workflow_level="primary")
            await call("switch_workflow", session_id=session, new_workflow="renewal", workflow_level="secondary")
            patch = {"state_patch": {"step": 2}}
            await call(
                "update_context",
                session_id=session,
                request_id="frozen",
                user_message="Hello",
                AI_message="Hi.",
                workflow_changes=patch,
            )
            await call("end_current_workflow", session_id=session)
            await self.ask(f"session {app}", "How long may a book be borrowed?", who=USER, session_id=session)

    async def _memory(self) -> None:
        """An answer that a person validated is given again; another one waits."""
        question = "How much do students pay for a reader card?"
        said = answer_json([(["E1"], "Students pay two euros for a reader card.")])
        await self.ask("to be remembered", question, said)
        wanted = 0
        async with asyncio.timeout(30):
            while not wanted:  # an answer is remembered soon after its end
                listed = (await self.call("staff", "GET", "/staff/memory/entries?limit=100"))["entries"]
                wanted = next((entry["id"] for entry in listed if entry["question"] == question), 0)
        self.known.memories = [entry["id"] for entry in listed]
        await self.call("staff", "POST", f"/staff/memory/entries/{wanted}/validate")
        await self.ask("remembered", question, status(500))
        for entry in [entry for entry in self.known.memories if entry != wanted][:1]:
            await self.call("staff", "POST", f"/staff/memory/entries/{entry}/obsolete")

    async def _opinions(self) -> None:
        who, uuid = self.known.answers["cited"]
        for said in (
            {"verdict": "not_helpful", "comment": "It is longer now."},
            {"verdict": "wrong_citation", "paragraph_index": 0, "citation_id": "E1"},
        ):
            await self.call(who, "POST", f"/v1/answers/{uuid}/feedback", json=said)
        listed = (await self.call("staff", "GET", "/v1/feedback"))["feedback"]
        self.known.feedback = [entry["id"] for entry in listed]
        await self.call("staff", "PATCH", f"/v1/feedback/{listed[0]['id']}", json={"state": "handled"})

    async def _changes(self) -> None:
        """Sources that changed and went after they were cited, and an answer that was deleted."""
        changed = {"title": "Films", "text": FILMS.replace("one week", "two weeks"), "external_id": "films"}
        await self.call("staff", "POST", "/v1/documents", json={**changed, "source_app": "frozen", "language": "en"})
        await self.call("staff", "DELETE", f"/v1/documents/{self.known.documents['fees']}")
        await self.ask("deleted", "When does the reading room open?", answer_json([(["E1"], ROOMS)]))
        await self.call("user", "DELETE", f"/v1/answers/{self.known.answers['deleted'][1]}")
        broken = {"file": ("broken.pdf", b"%PDF-1.7\nnothing")}
        await self.clients["staff"].post("/v1/documents", files=broken, data={"workspace": "files"})
        await self.call("admin", "PUT", "/admin/retention", json={"memory": 36500})
        await self.call("user", "POST", "/sign-in", json={"key": self.known.keys["user"]})
        erased = {"question": "How long may a book be borrowed?", "user_ref": "bob"}
        await self.call(USER, "POST", "/v1/answers", json=erased)
        await self.call("admin", "POST", "/admin/privacy/erase", json={"user_ref": "bob"})
