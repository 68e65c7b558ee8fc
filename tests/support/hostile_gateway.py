"""A gateway that is sent hostile documents, with a model that repeats what stands in them."""

from __future__ import annotations

import contextlib
import re

from gateway.ingestion.processes.isolation import LONGEST_S
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.support.hostile_documents import upload
from tests.support.server import running

PASSAGE = re.compile(r'<passage id="(E\d+)">\n(.*?)\n</passage>', re.DOTALL)
NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f]")
"""Signs that no text has: a file with them may be refused as one that is none."""


def echo(request):
    """A model that says what the first passage says, as it stands in the prompt."""
    user = request.body["messages"][-1]["content"]
    found = PASSAGE.search(user)
    return answer_json([([found[1]], found[2])] if found else [([], "Nothing.")], chunk=400)


@contextlib.asynccontextmanager
async def hostile_gateway(database_url):
    """The server and its model. It remembers answers, but serves none again: every door has its own written."""
    async with FakeUpstream(echo) as upstream:
        model = {"provider": "openai", "openai_base_url": upstream.url, "openai_model": "scripted", "retries": 0}
        async with running(database_url, memory_auto_validate=0, **model) as server:
            server.client.timeout = LONGEST_S  # a reader may take its time for a bomb; what is refused is told after it
            yield server, upstream


async def stored(client, kind, number):
    """Returns the id of the document that an upload became, None where it was refused with a sentence. A text is sent
    in every field; refused so, in its file alone."""
    identifier = await _stored(client, kind, number, everywhere=True)
    if identifier is None and kind.text is not None:
        identifier = await _stored(client, kind, number, everywhere=False)
        assert identifier or NO_TEXT.search(kind.text), f"{kind.name}: a text alone was refused"
    return identifier


async def _stored(client, kind, number, everywhere):
    answer = await client.post("/v1/documents", **upload(kind, number, everywhere))
    assert answer.status_code in (201, 200, 400, 422), f"{kind.name}: {answer.status_code} {answer.text[:300]}"
    plain(answer)
    if answer.status_code in (400, 422):
        problem = answer.json()
        assert (problem.get("detail") or problem.get("title", "")).strip(), kind.name
        return None
    [document] = answer.json()["documents"]
    if document["status"] == "failed":
        assert len(document["error"].split()) > 2, document
        return None
    return document["document_id"]


def plain(answer):
    """The head is ours alone, and no browser takes the body for a page."""
    names = {name.lower() for name in answer.headers}
    assert "set-cookie" not in names, answer.headers
    assert "html" not in answer.headers.get("content-type", "")
