"""Questions that need all rows of a table, behind a real server: the answer says which rows it has seen."""

import csv
import io

import openpyxl
import pytest

from gateway.words.languages import ANSWERED
from tests.fakes.upstream import answer_json
from tests.support import sse
from tests.support.prompts import PROMPTS
from tests.support.server import running
from tests.support.totals import HEAD, LOOK_ALIKES, ROWS, SENTENCES, TOTALS, row

SURE = {"gate_threshold": "0.01", "gate_doubt": "0.01", "top_k": 2, "memory": "off"}
TABLE = [row(number) for number in range(1, ROWS + 1)]


def workbook():
    book, out = openpyxl.Workbook(), io.BytesIO()
    book.active.title = "Tickets"
    for cells in (HEAD, *TABLE):
        book.active.append(cells)
    book.save(out)
    return out.getvalue()


def delimited():
    out = io.StringIO()
    csv.writer(out).writerows([HEAD, *TABLE])
    return out.getvalue().encode()


def listed():
    lines = (
        f"- Ticket {', '.join(f'{name} {cell}' for name, cell in zip(HEAD, cells, strict=True))}" for cells in TABLE
    )
    return "\n".join(["# Tickets", "", *lines]).encode()


FILES = {"tickets.xlsx": workbook, "tickets.csv": delimited, "tickets.md": listed}


async def filled(server, name):
    answer = await server.client.post("/v1/documents", files={"file": (name, FILES[name]())}, timeout=60)
    assert answer.status_code == 201, answer.text


@pytest.mark.parametrize("name", FILES)
async def test_a_count_over_a_part_of_a_table_is_not_confident_and_says_what_was_seen(database_url, name):
    async with running(database_url, **SURE) as server:
        await filled(server, name)
        for language, question in TOTALS:
            answer = await server.document(question, language=language)
            first, *_ = answer["paragraphs"]
            assert answer["confidence"]["level"] == "doubtful", question
            assert answer["confidence"]["reason"] == "part", question
            assert first["own"] and not first["citation_ids"] and str(ROWS) in first["text"]
            assert answer["answer"].startswith(first["text"])
        for language, question in LOOK_ALIKES:
            answer = await server.document(question, language=language)
            assert answer["confidence"].get("level") == "confident", question
            assert not any(each.get("own") and str(ROWS) in each["text"] for each in answer["paragraphs"])


async def test_what_was_seen_is_a_paragraph_of_its_own_in_the_stream_and_is_not_said_of_a_whole_table(database_url):
    async with running(database_url, **SURE) as server:
        await filled(server, "tickets.csv")
        events = sse.parse(await server.ask("How many tickets are open?"))
        [first, *_] = [event.json for event in sse.named(events, "[CITATION_PARAGRAPH]")]
        assert first["own"] is True and f"of {ROWS} in" in first["text"] and first["paragraphIndex"] == 0
        strict = await server.document("How many tickets are open?", strict=True)
        assert strict["paragraphs"][0]["text"] == first["text"], "it is exempt"
        small = "\n".join(
            ["| Book | Loans |", "|---|---|", *(f"| Atlas {number} | {number} |" for number in range(20))]
        )
        await server.client.post("/v1/documents", json={"title": "Atlases", "text": small, "external_id": "a"})
        whole = await server.document("How many loans has each atlas?")
        assert whole["confidence"]["level"] == "confident" and "own" not in whole["paragraphs"][0]


async def test_a_question_that_one_sentence_answers_stays_confident(database_url):
    async with running(database_url, **SURE | {"top_k": 8}) as server:
        for name in FILES:
            await filled(server, name)
        for number, (_, _, sentence) in enumerate(SENTENCES):
            body = {"title": f"Note {number}", "text": sentence, "external_id": str(number)}
            assert (await server.client.post("/v1/documents", json=body)).status_code == 201
        for language, question, _ in SENTENCES:
            answer = await server.document(question, language=language)
            assert answer["confidence"]["level"] == "confident", question


async def test_a_figure_of_a_model_is_weak_because_it_saw_a_part(database_url, upstream):
    said = "The tickets with a broken printer that Anna Schmidt reported are 40 open ones."
    upstream.script[:] = [
        answer_json([(["E1"], said), (["E1"], "The printer is broken, and Anna Schmidt reported it.")])
    ]
    settings = {"openai_base_url": upstream.url, "openai_model": "scripted", **SURE}
    async with running(database_url, provider="openai", **settings) as server:
        await filled(server, "tickets.csv")
        answer = await server.document("How many tickets are open?")
        asked = await server.document("Where is the printer of ticket 1044?")
    own, figure, words = answer["paragraphs"]
    [citation] = figure["citations"]
    assert own["own"] and citation["status"] == "weak" and citation["reason"] in ("figure", "part")
    assert said[citation["ranges"][0]["start"] : citation["ranges"][0]["end"]] == "40"
    assert words["citations"][0]["status"] == "ok" and answer["confidence"]["reason"] == "part"
    assert "own" not in asked["paragraphs"][0] and asked["confidence"]["level"] == "confident"


def test_every_language_says_what_was_seen():
    for language in ANSWERED:
        told = PROMPTS.label("part_seen", language).format(rows="41", total=ROWS, title="Tickets")
        assert "41" in told and str(ROWS) in told and "Tickets" in told
        span = PROMPTS.label("part_range", language).format(first=41, last=80)
        assert span.index("41") < span.index("80")
