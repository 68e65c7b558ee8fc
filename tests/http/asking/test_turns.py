"""How every door begins and ends a turn; most of it is shown by `tests/live/test_readers.py` and the doors' own
tests."""

import asyncio
from collections import Counter
from itertools import chain

import pytest

from gateway.http.asking.turns import about
from gateway.live.ports import StoredAnswer
from gateway.settings import Settings
from tests.fakes.upstream import FakeUpstream, stall_after
from tests.support.server import partial_services, running
from tests.support.visits import visit
from tests.support.waiting import until

AT_ONCE = 6
SENTENCE = "A book may be borrowed for three weeks."
ENDPOINTS = {
    "/v1/answers": lambda question, thread: {"question": question, "thread_id": thread},
    "/v1/chat/completions": lambda question, thread: {
        "messages": [{"role": "user", "content": question}],
        "citestream": {"thread_id": thread},
    },
}


@pytest.mark.parametrize("path", ENDPOINTS)
@pytest.mark.parametrize("mode", ["reject", "interrupt"])
async def test_of_parallel_questions_in_one_thread_one_is_answered_at_a_time(database_url, mode, path):
    """Two processes; the model stalls, so that each answer runs until it is interrupted or stopped."""
    said = '{"paragraphs":[{"citationIds":["E1"],"text":"A book may be borrowed for'
    async with FakeUpstream([stall_after(20, said)]) as upstream:
        settings = {"provider": "openai", "openai_base_url": upstream.url, "double_text": mode}
        async with running(database_url, **settings) as here, running(database_url, **settings) as there:
            await here.client.post("/v1/documents", json={"title": "Rules", "text": SENTENCE})

            async def ask(number):
                body = ENDPOINTS[path](f"How long may a book be borrowed, reader {number} asks?", "t")
                client = (here, there)[number % 2].client
                return (await client.post(path, json=body, headers={"Accept": "application/json"})).status_code

            asked = [asyncio.create_task(ask(number)) for number in range(AT_ONCE)]
            live = here.services.live._answers, there.services.live._answers
            await until(lambda: sum(task.done() for task in asked) == AT_ONCE - 1 and any(live))
            [(_, lasting)] = chain(*live)
            assert (await here.client.post(f"/v1/answers/{lasting}/stop")).status_code == 200
            statuses = Counter(await asyncio.gather(*asked))
    assert statuses == ({200: 1, 409: AT_ONCE - 1} if mode == "reject" else {200: AT_ONCE})


def test_what_is_known_of_an_answer_at_its_start_is_all_that_an_encoder_is_told():
    stored = StoredAnswer("a" * 32, "Why?", "2026-01-01T00:00:00.000Z", False, "some-model", 0.7)
    parts = partial_services(settings=Settings(_env_file=None, public_url="https://ask.example"))
    told = about(visit(parts), stored)
    assert (told.answer_uuid, told.question, told.created_at, told.model) == (
        *("a" * 32, "Why?"),
        stored.created_at,
        None,
    )
    assert told.base == "https://ask.example"
