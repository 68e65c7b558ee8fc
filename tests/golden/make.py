"""Makes the golden recordings anew, from a scripted model through the whole gateway:

    python -m tests.golden.make

A recording is a fact about the version that made it. Make them anew only when a difference that `citestream replay
--again tests/golden/recordings` shows is meant.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from gateway import slots
from gateway.store.database.migrations import migrate
from gateway.store.database.tenancy import ALL_TENANTS
from tests.fakes.upstream import (
    Behaviour,
    FakeUpstream,
    answer_json,
    chunk,
    cut,
    frames,
    paragraphs_json,
    reasoning,
    stall_after,
    status,
    text,
)
from tests.support import postgres
from tests.support.server import Server, running

FOLDER = Path(__file__).with_name("recordings")

EN = (
    "The loan period for a book is three weeks and can be renewed once.",
    "Late fees are ten cents per day for each overdue item in the library.",
    "Members may borrow up to ten books at the same time from any branch.",
)
FR = (
    "Le prêt d'un livre dure trois semaines et peut être renouvelé une fois.",
    "Les frais de retard sont de dix centimes par jour pour chaque document en retard.",
    "Les membres peuvent emprunter jusqu'à dix livres à la fois dans toutes les bibliothèques.",
)
ZH = (
    "图书的借阅期为三个星期，可以续借一次。",
    "每件逾期资料的滞纳金为每天十分钱。",
    "会员最多可以同时从任何分馆借阅十本书。",
)
QUESTIONS = {
    "en": "How long may a book be borrowed, and what are the late fees of the library?",
    "fr": "Combien de temps dure le prêt d'un livre, et quels sont les frais de retard ?",
    "zh": "图书的借阅期是多久？逾期资料的滞纳金是多少？",
}
TEXTS = {"en": EN, "fr": FR, "zh": ZH}


@dataclass(frozen=True)
class Scene:
    """One recording: what the model says, request by request, and what is special about the turn."""

    script: Sequence[Behaviour]
    language: str = "en"
    settings: dict[str, Any] = field(default_factory=dict)
    fields: dict[str, Any] = field(default_factory=dict)
    ends: str = ""
    """`stop`: by a request, `takeover`: in another process; both after the first paragraph."""


def broken_off(content: str, at: int) -> Behaviour:
    """The connection breaks in the middle of the text."""

    async def reset(exchange: Any) -> None:
        exchange.reset()

    return frames([chunk({"content": piece}) for piece in cut(content[:at], 7)], then=reset)


def scenes(ids: dict[str, list[str]]) -> dict[str, Scene]:
    """`ids`: by language, the citation id that each text has for its question."""

    def paragraphs(language: str) -> list[tuple[list[str], str]]:
        return [([one], said) for one, said in zip(ids[language], TEXTS[language], strict=True)]

    en, fr, zh = (paragraphs(language) for language in ("en", "fr", "zh"))
    whole = paragraphs_json(en)
    tags = "\n".join(f'<p c="{one[0]}">{said}</p>' for one, said in en)
    inline = "\n\n".join(f"{said} [{one[0]}]" for one, said in fr)
    damaged = whole.replace('","text":"Late', '","txt:"Late', 1).replace("]}", "]", 1)
    return {
        "en-ids-first": Scene([answer_json(en)]),
        "fr-ids-first": Scene([answer_json(fr)], "fr"),
        "zh-ids-first": Scene([answer_json(zh, 2)], "zh"),
        "en-wrong-ids": Scene([answer_json([(["E99", *en[0][0]], en[0][1]), (en[0][0], en[1][1]), en[2]])]),
        "en-tags": Scene([text(tags, 5)], settings={"answer_format": "tag"}),
        "fr-inline": Scene([text(inline, 3)], "fr", settings={"answer_format": "inline"}),
        "zh-plain-text": Scene([text("\n\n".join(ZH), 3)], "zh"),
        "en-damaged-json": Scene([text(damaged, 6), answer_json(en[1:2])]),
        "en-cut-and-continued": Scene([broken_off(whole, whole.index("Members") + 20), answer_json(en[2:])]),
        "en-withdrawn-and-continued": Scene(
            [broken_off(whole, whole.index("Members") + 20), answer_json(en[2:])], fields={"rollback": True}
        ),
        "fr-regenerated": Scene(
            [
                text(f'{paragraphs_json(fr[:1])[:-1]},"x":}} Rien de tout cela.'),
                answer_json(fr[1:2]),
                answer_json(fr[2:]),
            ],
            "fr",
            fields={"rollback": True},
        ),
        "en-thinking": Scene([reasoning("The question has two parts. First the period, then the fees.", whole)]),
        "zh-strict": Scene(
            [answer_json([zh[0], ([], "月亮上有一座图书馆。"), zh[1]]), answer_json(zh[2:])],
            "zh",
            fields={"strict": True},
        ),
        "en-outline": Scene(
            [text(whole[:-1] + ',"outline":[{"id":"S1","title":"Loan period"},{"id":"S2","title":"Late fees"}]}', 9)],
            fields={"deliverable": True},
        ),
        "en-stopped": Scene([stall_after(60, whole)], ends="stop"),
        "en-taken-over": Scene([stall_after(60, whole), answer_json(en[1:])], ends="takeover"),
        "en-not-found": Scene([answer_json(en)], fields={"question": "Who won the football championship in Brazil?"}),
        "en-model-away": Scene([status(500)]),
    }


async def make(folder: Path = FOLDER) -> list[str]:
    """Write all recordings into a folder; returns their names."""
    folder.mkdir(parents=True, exist_ok=True)
    ids = await _recorded({}, Path())
    for file in folder.glob("*.jsonl"):
        file.unlink()
    await _recorded(ids, folder)
    return sorted(scenes(ids))


async def _recorded(ids: dict[str, list[str]], folder: Path) -> dict[str, list[str]]:
    """With no ids: find them out. Else write the recordings."""

    async def prepared(url: str) -> None:
        await migrate(url, slots.resource("migrations"))

    async with postgres.fresh_database(prepared) as url, FakeUpstream() as upstream:
        model = {"provider": "openai", "openai_base_url": upstream.url, "openai_model": "scripted", "retries": 0}
        if not ids:
            async with running(url) as server:
                await _documents(server)
                return {language: await _ids(server, language) for language in TEXTS}
        async with running(url) as server:
            await _documents(server)
        for name, scene in scenes(ids).items():
            upstream.script[:], upstream.requests[:] = scene.script, []
            (folder / f"{name}.jsonl").write_bytes(await _played(url, scene, {**model, **scene.settings}))
    return ids


async def _played(url: str, scene: Scene, settings: dict[str, Any]) -> bytes:
    """The recording of a scene."""
    asked = {"question": QUESTIONS[scene.language], "language": scene.language, "workspace": scene.language}
    async with (
        running(url, **settings) as server,
        server.client.stream("POST", "/v1/answers?dialect=jsonl", json={**asked, **scene.fields}) as begun,
    ):
        place = begun.headers["location"]
        async for line in begun.aiter_lines():
            if scene.ends and '"type":"paragraph_finished"' in line:
                break
        if scene.ends == "stop":
            (await server.client.post(f"{place}/stop")).raise_for_status()
        if scene.ends != "takeover":
            return (await server.client.get(f"{place}/recording")).content
    async with running(url, **settings) as server:
        await server.client.get(f"{place}/events")
        return (await server.client.get(f"{place}/recording")).content


async def _documents(server: Server) -> None:
    for language, texts in TEXTS.items():
        for number, said in enumerate(texts, start=1):
            body = {"title": f"{language} {number}", "text": said, "workspace": language, "language": language}
            (await server.client.post("/v1/documents", json=body)).raise_for_status()


async def _ids(server: Server, language: str) -> list[str]:
    """The ids that the passages get when the question is asked."""
    begun = await server.client.post("/v1/answers", json={"question": QUESTIONS[language], "workspace": language})
    uuid = begun.headers["location"].rsplit("/", 1)[1]
    async with server.gateway.database.connection(ALL_TENANTS) as connection:
        rows = await connection.fetch(
            "select citation_id, payload from answer_candidate where answer_id = $1", UUID(uuid)
        )
    named = {row["payload"]["text"]: row["citation_id"] for row in rows}
    return [named[said] for said in TEXTS[language]]


if __name__ == "__main__":
    sys.stdout.write("\n".join(asyncio.run(make())) + "\n")
