"""Over two hundred hostile documents through the real upload, then searched, asked about and read at every door."""

import asyncio
import json
import re
from uuid import uuid4

import httpx2
import pytest
from mcp import Client

from tests.support import sse
from tests.support.folding import DIALECTS, reader
from tests.support.hostile_documents import kinds, question_about
from tests.support.hostile_gateway import hostile_gateway, plain, stored
from tests.support.legacy import Page

KINDS = kinds()
ID = re.compile(r"(?<![0-9A-Za-z\u00c0-\u024f])[EGＥＧ]\d{1,3}(?![0-9A-Za-z\u00c0-\u024f])")
TAG = re.compile(
    r"[<＜][\s\u200b-\u200f]*/?[\s\u200b-\u200f]*(?:passages?|question|accepted|paragraph)\b", re.IGNORECASE
)
OURS = re.compile(
    r'^(?:<passage id="[EG]\d+">|</passage>|</?(?:passages|question|accepted)>|<paragraph ids="[EG\d,]+">|</paragraph>)$'
    r"|^- [EG]\d+(?: \(\d{4}(?:-\d\d){0,2}\))?: ",
    re.MULTILINE,
)
"""What the prompts themselves have of both: tags on lines of their own, and the sides of a disagreement."""
PARTS = range(4)
"""The table is tried in parts, so that each has its own time limit."""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture
async def echoing(database_url):
    async with hostile_gateway(database_url) as found:
        yield found


@pytest.mark.parametrize("part", PARTS)
async def test_each_is_inert_at_every_door_or_refused_with_a_sentence(echoing, part):
    server, upstream = echoing
    assert len(KINDS) > 200
    for number, kind in list(enumerate(KINDS))[part :: len(PARTS)]:
        identifier = await stored(server.client, kind, number)
        if identifier is None:
            continue
        await read_document(server.client, identifier, kind)
        question = question_about(kind, number)
        await search(server.client, question)
        await ask(server, question, kind)
    for request in upstream.requests:
        sent = "\n".join(message["content"] for message in request.body["messages"])
        inside = OURS.sub("", sent)
        assert not ID.search(inside), ID.findall(inside)
        assert not TAG.search(inside), TAG.findall(inside)


async def read_document(client, identifier, kind):
    """The document, its list, its passages and its file."""
    for path in (f"/v1/documents/{identifier}", f"/v1/documents/{identifier}/passages", "/v1/documents?limit=5"):
        answer = await client.get(path)
        assert answer.status_code == 200, f"{kind.name} {path}: {answer.text[:300]}"
        plain(answer)
        well(answer.json())
    for disposition in ("attachment", "inline"):
        answer = await client.get(f"/v1/documents/{identifier}/content?disposition={disposition}")
        assert answer.status_code == 200 and answer.headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in answer.headers
        policy, shown = answer.headers["content-security-policy"], answer.headers["content-disposition"]
        if shown.startswith("inline"):
            assert answer.headers["content-type"] == "application/pdf" and "default-src 'none'" in policy, policy
        else:
            assert shown.startswith("attachment; filename*=UTF-8''") and "sandbox" in policy
        assert re.fullmatch(r"[\x20-\x7e]+", shown)


def well(value):
    """No NUL and no half of a pair in any text of a JSON value."""
    text = json.dumps(value, ensure_ascii=False)
    assert "\\u0000" not in text.replace("\\\\", "")
    text.encode("utf-8")


async def search(client, question):
    answer = await client.post("/v1/search", json={"query": question, "workspace": "hostile"})
    assert answer.status_code == 200, answer.text[:300]
    well(answer.json())


async def ask(server, question, kind):
    """Asks once and reads the answer in every dialect; then once at each door that answers in a shape of its own."""
    document = await server.document(question, workspace="hostile")
    uuid = document["answer_uuid"]
    well(document)
    for dialect in DIALECTS:
        answer = await server.client.get(f"/v1/answers/{uuid}/events?dialect={dialect}")
        assert answer.status_code == 200, f"{kind.name} {dialect}: {answer.text[:300]}"
        raw = answer.content
        assert b"\r" not in raw and b"\0" not in raw, f"{kind.name} {dialect}"
        reading = reader(dialect).read(raw.replace(uuid.encode(), b"a" * 32))  # the readers' own answer
        assert (reading.ends, reading.last, reading.failed) == (1, True, False), f"{kind.name} {dialect}"
        assert reading.text.rstrip("\n") == document["answer"].rstrip("\n"), f"{kind.name} {dialect}"
    frames = sse.parse((await server.client.get(f"/v1/answers/{uuid}/events")).content)
    assert [frame.name for frame in frames].count("[DONE]") == 1
    legacy = await server.client.post("/conversation/message/process", json={"prompt": question})
    page = Page().read(legacy.content, legacy.headers["content-type"])
    assert page.started and not page.failed, kind.name
    references = await server.client.get(f"/conversation/message/embedding-ref/{page.answer['uuid']}")
    well(references.json())
    await ask_others(server, question, document["answer"])


async def ask_others(server, question, text):
    """Asks as a console, OpenAI clients, chats of frameworks and an agent do; all of them are told the same text."""
    asked = {"question": question, "workspace": "hostile"}
    for path in ("/query", "/api/query"):
        told = (await server.client.post(path, json={**asked, "stream": False})).json()
        well(told)
        assert told["answer"] == text, path
    request = {"model": "citestream", "messages": [{"role": "user", "content": question}]}
    where = {"workspace": "hostile"}
    completion = await server.client.post("/v1/chat/completions", json={**request, "citestream": where})
    well(completion.json())
    assert completion.json()["choices"][0]["message"]["content"].rstrip("\n") == text.rstrip("\n")
    said = (await server.client.post("/v1/responses", json={"input": question, "citestream": where})).json()
    well(said)
    [spoken] = [item for item in said["output"] if item["type"] == "message"]
    assert spoken["content"][0]["text"].rstrip("\n") == text.rstrip("\n")
    await chat(server.client, question, text)
    async with asyncio.timeout(60), Client(f"{server.url}/mcp") as client:
        result = await client.call_tool("query_knowledge_base", {"question": question, "workspace": "hostile"})
    well(result.structured_content)
    assert not result.is_error and result.structured_content["answer"] == text


async def chat(client, question, text):
    """Asks as `useChat` and `HttpAgent` do, and opens the chats anew."""
    where = {"workspace": "hostile"}
    named = uuid4().hex
    told = {"id": "1", "role": "user", "parts": [{"type": "text", "text": question}]}
    answer = await client.post("/v1/ai-sdk", json={"id": named, "messages": [told], **where})
    first = json.loads(sse.parse(answer.content)[0].data)
    reading = reader("ai_sdk").read(answer.content.replace(first["messageId"].encode(), b"a" * 32))
    assert (reading.ends, reading.last, reading.failed) == (1, True, False)
    assert reading.text.rstrip("\n") == text.rstrip("\n")
    again = await client.get(f"/v1/ai-sdk/{named}")
    well(again.json())
    parts = [part for message in again.json()["messages"] for part in message["parts"] if part["type"] == "text"]
    assert "".join(part["text"] for part in parts[1:]).rstrip("\n") == text.rstrip("\n")
    run = {"threadId": uuid4().hex, **where, "runId": "r", "state": {}, "tools": [], "context": []}
    said = {"id": "2", "role": "user", "content": question}
    answer = await client.post("/v1/ag-ui", json={**run, "messages": [said]})
    deltas = [json.loads(event.data) for event in sse.parse(answer.content)]
    assert [event["type"] for event in deltas].count("RUN_FINISHED") == 1, deltas[-1]
    heard = "".join(event["delta"] for event in deltas if event["type"] == "TEXT_MESSAGE_CONTENT")
    assert heard.rstrip("\n") == text.rstrip("\n")


async def test_a_form_whose_file_name_breaks_its_own_head_forms_no_other_field(echoing):
    server, _ = echoing
    body = (
        b'--B\r\nContent-Disposition: form-data; name="file"; filename="a\r\nX-Injected: 1.md"\r\n\r\nBooks come back.'
        b"\r\n--B--\r\n"
    )
    headers = {"content-type": "multipart/form-data; boundary=B"}
    answer = await server.client.post("/v1/documents", content=body, headers=headers)
    assert isinstance(answer, httpx2.Response) and answer.status_code < 500 and "x-injected" not in answer.headers
