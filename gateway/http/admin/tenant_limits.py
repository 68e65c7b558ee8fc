"""The limits of a tenant as a whole, for its administrators: what the operator gives, and what they tighten."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import Response
from typing_extensions import TypedDict

from gateway.http.admin.keys import KeyLimits, LimitsByName, SomeLimits
from gateway.http.door.bodies import received
from gateway.http.door.endpoint import ADMIN, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.openapi.json_schema import object_of
from gateway.http.openapi.operation import Operation, body, ok
from gateway.http.openapi.tags import ADMINISTRATION
from gateway.http.replies import fresh
from gateway.limits.access_key import LIMITS, NAMED


class TenantLimits(TypedDict):
    own: SomeLimits
    """The tenant's own limits."""
    given: LimitsByName
    """The limits that the operator gives the tenant as a whole."""
    effective: LimitsByName
    """The tighter of both; 0: no limit."""
    each_key: LimitsByName
    """For each key without its own limits."""


async def read(visit: Visit) -> Response:
    """Returns the limits of the tenant: its own ones, what the operator gives it, and what holds."""
    parts, tenant = visit.services, visit.caller.tenant
    allowance, own = await parts.keys.tenant_limits(tenant)
    given = parts.settings.tenant_limits.but(allowance)
    return fresh(
        TenantLimits(
            own={name: own[name] for name in LIMITS if name in own},
            given=given.by_name,
            effective=given.tightened(own).by_name,
            each_key=parts.settings.key_limits.by_name,
        )
    )


async def change(visit: Visit) -> Response:
    """Sets the tenant's own limits, which only tighten what the operator gives it."""
    wanted = await received(visit, KeyLimits)
    await visit.services.keys.limit_tenant(visit.caller.whole_tenant(), wanted.named)
    return await read(visit)


async def used(visit: Visit) -> Response:
    """Returns what the tenant and its keys use of their limits now."""
    found = await visit.services.allowances.used(visit.caller.whole_tenant())
    keys = [{"key": key[:NAMED] or None, **_each(counts)} for key, counts in sorted(found.by_key.items())]
    return fresh({"tenant": _each(found.whole), "keys": keys})


def _each(counts: Mapping[str, int]) -> dict[str, int]:
    return {name: counts.get(name, 0) for name in LIMITS}


SHOWN = ok(TenantLimits, "The limits.")
READ = Operation("readLimits: Read the tenant's limits.", SHOWN)
SET = Operation(
    "setLimits: Set the tenant's own limits. These instead of all that are there; they only tighten what is given.",
    SHOWN,
    body(KeyLimits, {"requests_per_minute": 600}),
)
NUMBERS = dict.fromkeys(LIMITS, float)
KEYS = {
    "type": "array",
    "items": object_of({"key": str | None, **NUMBERS}),
    "description": "Keys that use something; null for commands.",
}
USED = Operation(
    "usedOfLimits: What is used of limits now. Requests of the last minute and open streams, where they are limited; "
    "running answers; tokens since midnight UTC; stored bytes.",
    ok(object_of({"tenant": object_of(NUMBERS), "keys": KEYS}), "By limit."),
)
ENDPOINTS = endpoints_of(
    ADMINISTRATION,
    ("GET", "/admin/limits", ADMIN, read, READ),
    ("PUT", "/admin/limits", ADMIN, change, SET),
    ("GET", "/admin/limits/used", ADMIN, used, USED),
)
