"""The answer that a path names, for callers who may read or change it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from gateway.errors import NotFound
from gateway.http.door.caller import Caller
from gateway.http.door.visit import Visit
from gateway.http.openapi.operation import Operation, parameter
from gateway.live.ports import StoredAnswer

ANSWER_UUID = re.compile(r"[0-9a-f]{32}", re.ASCII)
EXAMPLE_UUID = "5b0d6b1c0f6e4f0fa3c1d2e4f5061728"
UUID_SCHEMA = {"type": "string", "pattern": f"^{ANSWER_UUID.pattern}$", "examples": [EXAMPLE_UUID]}
UUID_IN_PATH = (parameter("uuid", UUID_SCHEMA, "The answer's uuid."),)
about_answer = partial(Operation, parameters=UUID_IN_PATH)
"""Describes an endpoint for the answer of the path."""


def known_uuid(visit: Visit) -> str:
    """Returns the answer uuid of the path. Raises `NotFound` for anything that is no uuid."""
    answer_uuid = str(visit.path_params["uuid"])
    if not ANSWER_UUID.fullmatch(answer_uuid):
        raise NotFound("An answer is named by 32 lower-case hex digits.")
    return answer_uuid


async def known(visit: Visit) -> tuple[str, str, StoredAnswer]:
    """Returns tenant, uuid and stored answer of the path. An answer that the caller may not read is unknown."""
    return await answer_named(visit, known_uuid(visit))


async def changeable(visit: Visit) -> tuple[str, str, StoredAnswer]:
    """Returns the same for those who may stop and delete the answer; to others it is unknown."""
    return await answer_named(visit, known_uuid(visit), Caller.may_change)


async def answer_named(
    visit: Visit, answer_uuid: str, may: Callable[[Caller, StoredAnswer], bool] = Caller.may_read
) -> tuple[str, str, StoredAnswer]:
    """Returns the same for an answer of any uuid. Raises `NotFound`."""
    found = visit.caller
    stored = await visit.services.answers.answer(found.tenant, answer_uuid)
    if stored is None or not may(found, stored):
        raise NotFound(f"There is no answer {answer_uuid}.")
    return found.tenant, answer_uuid, stored
