"""A real gateway for tests that run in the environment of a framework, as a program: it prints its address.

Its model is the fake upstream, which does what a word of the question says: FAIL, STALL, THINK, WRONG (a figure), COUNT
(the messages that it was sent); else it gives one answer of two paragraphs.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from tests.fakes.upstream import Behaviour, FakeUpstream, Request, answer_json, stall_after, status
from tests.support.server import Server, running

FIRST = "A borrowed book may stay at home for three weeks 😀."
SECOND = "Nothing else is known.\nNothing at all."
PARAGRAPHS = [(["E1"], FIRST), ([], SECOND)]
OTHERS = ("A borrowed film may stay at home for one week.", "A borrowed game may stay at home for two days.")


def chosen(request: Request) -> Behaviour:
    messages = request.body["messages"]
    question = str(messages[-1]["content"])
    if "FAIL" in question:
        return status(400, {"message": "no"})
    if "STALL" in question:
        return stall_after(0)
    if "THINK" in question:
        return answer_json(PARAGRAPHS, thought="Books are lent.")
    if "WRONG" in question:
        return answer_json([(["E1"], FIRST.replace("three", "nine"))])
    if "COUNT" in question:
        return answer_json([([], f"There are {len(messages)} messages.")])
    return answer_json(PARAGRAPHS)


@contextlib.asynccontextmanager
async def library(database_url: str) -> AsyncIterator[Server]:
    """A gateway with three small documents in the workspace `library`."""
    async with FakeUpstream(chosen) as upstream:
        fields = {"openai_base_url": upstream.url, "openai_model": "scripted", "gate_threshold": 0, "retries": 0}
        async with running(database_url, provider="openai", **fields) as server:
            for number, text in enumerate((FIRST, *OTHERS)):
                document = {"title": "Rules" if not number else f"Rules {number}", "text": text}
                await server.client.post("/v1/documents", json={**document, "workspace": "library"})
            yield server
