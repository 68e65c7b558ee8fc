"""No text of questions, answers or documents is logged, at any level: a marked word goes through every door, and all
that was logged meanwhile is read."""

import contextlib
import io
import json
import logging

import pytest

from gateway.serve.logs import QUIET, start_logging
from gateway.settings import Settings
from tests.fakes.upstream import FakeUpstream, answer_json, body, chunk, frames, html, reset_after, status, text
from tests.support import retriever_service
from tests.support.server import running

CANARY = "zanzibarcanary"
ASKED = f"What does the {CANARY} rule say about citations?"
SAID = f"The {CANARY} rule says that each citation is a link between a paragraph and a passage."
ANSWERS = {
    "cited": answer_json([(["E1"], SAID), (["E1", f"E9{CANARY}", CANARY, "E77"], f"More of {CANARY}.")]),
    "repeated": answer_json([(["E1"], SAID), (["E1"], SAID), ([], SAID)]),
    "no JSON": text(f"{CANARY} is no JSON { {'a': CANARY} }"),
    "another shape": text(json.dumps({CANARY: [CANARY], "paragraphs": [{"text": {CANARY: 1}}, CANARY, 7]})),
    "sections": text(
        json.dumps(
            {
                "paragraphs": [{"citationIds": ["E1"], "text": SAID}],
                "outline": [{"title": CANARY, "paragraphs": [0, 9]}, {"title": CANARY, "paragraphs": [CANARY]}],
            }
        )
    ),
    "broken off": reset_after(3, json.dumps({"paragraphs": [{"citationIds": [CANARY], "text": SAID}]})),
    "refused with the prompt": status(400, detail=f"Your prompt was: {ASKED}"),
    "failed with the prompt": status(500, detail=f"Your prompt was: {ASKED}"),
    "a page": html(),
    "half a frame": body(f'data: {{"choices": "{CANARY}'.encode(), content_type="text/event-stream"),
    "an odd frame": frames([{"error": {"message": CANARY, "code": CANARY}}, chunk({"content": CANARY}), CANARY]),
    "an odd end": frames([chunk({"content": SAID}), chunk({}, CANARY)]),
}


@contextlib.contextmanager
def everything_logged():
    """Yields what is logged at every level, as the command line logs it."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in QUIET}
    found = io.StringIO()
    start_logging(Settings(_env_file=None, log_level="DEBUG", log_format="json"), found)
    httpx2 = logging.getLogger("httpx2")  # the tests' own client, in the same process as the server
    httpx2.setLevel(logging.ERROR)
    try:
        yield found
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        for name, was in levels.items():
            logging.getLogger(name).setLevel(was)


def leaks(found):
    lines = found.getvalue().splitlines()
    assert lines and all(json.loads(line)["message"] for line in lines)
    return [line[:1500] for line in lines if CANARY in line.lower()]


@pytest.mark.parametrize("answer", ANSWERS)
async def test_whatever_a_model_does_its_text_is_not_logged(database_url, answer):
    with everything_logged() as found:
        async with FakeUpstream([ANSWERS[answer]]) as model:
            settings = {"provider": "openai", "openai_base_url": model.url, "openai_model": "small", "retries": 0}
            async with running(database_url, **settings) as server:
                await server.client.post("/v1/documents", json={"text": f"# {CANARY}\n\n{SAID}", "title": CANARY})
                for more in ({}, {"strict": True}, {"rollback": True}):
                    await server.client.post("/v1/answers", json={"question": ASKED, "memory": "skip", **more})
    assert leaks(found) == []
    assert '"message": "turn"' in found.getvalue()


async def test_whatever_a_caller_sends_its_text_is_not_logged(database_url):
    wrong = [{"question": {CANARY: 1}}, {"question": ASKED, CANARY: CANARY}, {"question": ASKED, "language": CANARY}]
    with everything_logged() as found:
        async with running(database_url, access_log="on", sample=True) as server:
            client = server.client
            made = await client.post("/v1/documents", json={"text": f"# {CANARY}\n\n{SAID}", "title": CANARY})
            assert made.status_code < 300, made.text
            upload = {"file": (f"{CANARY}.pdf", f"%PDF-1.7 {CANARY}".encode(), "application/pdf")}
            await client.post("/v1/documents", files=upload)
            for question in (ASKED, f"And what about {CANARY}?", f"Summarise {CANARY}", CANARY):
                asked = {"question": question, "thread_id": f"thread of {CANARY}", "user_ref": f"user {CANARY}"}
                await client.post("/v1/answers", json=asked, headers={"Idempotency-Key": f"{CANARY}-{len(question)}"})
            for sent in wrong:
                await client.post("/v1/answers", json=sent)
            await client.post("/v1/answers", content=f'{{"question": "{CANARY}'.encode(), headers=JSON)
            await client.post("/v1/chat/completions", json={"messages": [{"role": "user", "content": ASKED}]})
            await client.post("/v1/chat/completions", json={"messages": CANARY, "model": CANARY})
            for path in PATHS:
                await client.get(path)
            await client.post("/api/query", json={"question": ASKED, "query": ASKED})
            headers = {"Last-Event-ID": CANARY, "X-Request-ID": f"no id {CANARY}", "traceparent": CANARY}
            await client.get("/v1/answers/unknown/events", headers=headers | {"Authorization": f"Bearer {CANARY}"})
            await client.get(
                "/healthz", headers={"Cookie": f"citestream_session={CANARY}", "Origin": f"http://{CANARY}"}
            )
    assert leaks(found) == []
    assert found.getvalue().count('"message": "request"') > 15


JSON = {"Content-Type": "application/json"}
PATHS = (
    f"/v1/search?q={CANARY}",
    f"/v1/search?query={CANARY}&limit={CANARY}",
    f"/v1/answers/{CANARY}",
    f"/v1/documents/{CANARY}",
    f"/v1/threads/{CANARY}/messages",
    f"/{CANARY}?question={CANARY}",
    f"/v1/status?dialect={CANARY}",
)


async def test_whatever_services_answer_it_is_not_logged(database_url):
    odd = [
        retriever_service.results({CANARY: 1}, retriever_service.passage(CANARY, 0.5, title=[CANARY])),
        status(500, detail=CANARY),
        retriever_service.answer({"results": CANARY}),
        body(CANARY.encode(), content_type="application/json"),
        retriever_service.results(retriever_service.passage(SAID, 0.9)),
    ]
    with everything_logged() as found:
        async with FakeUpstream(odd) as service:
            settings = {"retriever_url": service.url, "reranker_url": service.url}
            async with running(database_url, **settings, verifier_url=service.url) as server:
                for _ in odd:
                    await server.client.post("/v1/answers", json={"question": ASKED, "memory": "skip"})
    assert leaks(found) == []


def test_the_marked_word_is_found_where_it_is_logged():
    with everything_logged() as found:
        logging.getLogger("gateway").debug("%s", CANARY)
    assert len(leaks(found)) == 1
