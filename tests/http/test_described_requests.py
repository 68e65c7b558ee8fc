"""Hostile values in every parameter and field that the description names: no endpoint answers with a fault of ours."""

import asyncio
import logging

import pytest

from tests.support import effort
from tests.support.described_requests import VALUES, Description
from tests.support.server import client_of, running

SKIPPED = frozenset({"/admin/limits"})
"""What it sets would refuse everything after it; `test_hostile.py` tries it."""
AT_ONCE = 4
PARTS, ONE_IN = 4, 197
"""Into how many tests all requests go with `--all`, and the share of each that is tried otherwise."""
LONGEST_S = 60


@pytest.mark.timeout(1800 if effort.whole else 300)
@pytest.mark.parametrize("part", range(PARTS) if effort.whole else [0])
async def test_no_hostile_value_of_any_field_is_a_fault_of_ours(database_url, caplog, part):
    async with running(database_url, sample=True) as server:
        answer = await server.document("How is the starter fed?", thread_id="t")
        listed = (await server.client.get("/v1/documents?limit=1")).json()["documents"]
        described = Description(
            (await server.client.get("/openapi.json")).json(),
            {"uuid": answer["answer_uuid"], "id": listed[0]["document_id"], "thread": "t"},
        )
        every = list(described.requests(SKIPPED))
        assert len(every) > 15_000 and len(VALUES) >= 55
        chosen = iter(every[part::PARTS] if effort.whole else every[::ONE_IN])
        key = await server.gateway.keys.create("default", "admin")
        async with client_of(server.url, Authorization=f"Bearer {key}") as client:
            await asyncio.gather(*(send_all(client, chosen) for _ in range(AT_ONCE)))
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def send_all(client, sent):
    for one in sent:
        request = client.build_request(one.method, "/", headers=one.headers, content=one.content)
        request.url = request.url.copy_with(raw_path=one.target.encode())
        shown = f"{one.method} {one.target[:200]} {one.headers} {(one.content or b'')[:300]!r}"
        try:
            async with asyncio.timeout(LONGEST_S):
                answer = await client.send(request)
        except Exception as error:
            pytest.fail(f"{type(error).__name__}: {shown}")
        assert answer.status_code < 500 and "Traceback" not in answer.text, (
            f"{shown}\n{answer.status_code} {answer.text[:500]}"
        )
        assert answer.headers["x-content-type-options"] == "nosniff", shown
