"""Keys for administrators: make, list, change and revoke those of their own tenant (docs/access.md).

A key that is limited to workspaces sees, makes and changes only keys that are limited to these or fewer.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    Field,
    StrictInt,
    StringConstraints,
    WithJsonSchema,
)
from starlette.responses import JSONResponse, Response
from typing_extensions import TypedDict

from gateway.answer.json_types import Time
from gateway.errors import InvalidField, NotFound
from gateway.http.asking.questions import Name
from gateway.http.door.bodies import (
    ON_ONE_LINE,
    DescribedModel,
    Positive,
    checked,
    from_zero,
    plain,
    queried,
    read_json,
    received,
    text_schema,
    up_to,
)
from gateway.http.door.endpoint import ADMIN, endpoints_of
from gateway.http.door.paging import PAGE, Moment, Page, PageQuery, cut, micros, moment_of, numbers_at
from gateway.http.door.visit import Visit
from gateway.http.openapi.json_schema import object_of
from gateway.http.openapi.operation import Operation, body, created, no_content, ok, parameter
from gateway.http.openapi.tags import ADMINISTRATION
from gateway.http.replies import NO_STORE, fresh, shown_as
from gateway.limits.access_key import LIMITS, MOST, NAMED, Key, Role
from gateway.store.accounts.access_keys import KeyChange, NewKey

MOST_WORKSPACES = 100
LONGEST_LABEL = 200
MOST_DAYS = 36_500
_ID = re.compile(rf"[0-9a-f]{{{NAMED}}}", re.ASCII)
Label = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=LONGEST_LABEL),
    AfterValidator(plain),
    WithJsonSchema(text_schema(LONGEST_LABEL, ON_ONE_LINE)),
]
Most = Annotated[StrictInt, *from_zero(MOST)]


class KeyLimits(DescribedModel):
    """How much a key or a tenant may use, by name; 0: as much as it likes. What is not named follows the setting."""

    requests_per_minute: Most | None = None
    """Requests in any 60 seconds."""
    running_answers: Most | None = None
    """Answers that are being written at the same time."""
    viewers: Most | None = None
    """Open streams."""
    tokens_per_day: Most | None = None
    """Tokens that models read and write, from midnight to midnight UTC."""
    stored_bytes: Most | None = None
    """Bytes of documents."""

    @property
    def named(self) -> dict[str, int]:
        """Those that have a value."""
        return {name: value for name, value in self.model_dump().items() if value is not None}


class KeyRequest(DescribedModel):
    """The body of `POST /admin/keys`."""

    role: Role
    """What its bearer may do."""
    label: Label = ""
    """What it is for."""
    workspaces: Annotated[list[Name], Field(max_length=MOST_WORKSPACES)] = Field([])
    """The only workspaces it sees; none: all that you see."""
    expires_days: Annotated[Positive, *up_to(MOST_DAYS)] | None = None
    """Days until it ends; absent: it does not."""
    limits: KeyLimits = KeyLimits()
    """Its own limits, in the place of the settings'."""


class KeyPatch(DescribedModel):
    """The body of `PATCH /admin/keys/{id}`; what is absent stays as it is."""

    label: Label | None = None
    """What it is for."""
    expires_at: Moment | None = None
    """When it ends; null: never. A time that has passed ends it now."""
    limits: KeyLimits | None = None
    """These instead of all that it has."""


_COUNTS = {name: {"type": "integer", "minimum": 0} for name in LIMITS}
LimitsByName = Annotated[dict[str, int], WithJsonSchema(object_of(_COUNTS))]
SomeLimits = Annotated[dict[str, int], WithJsonSchema(object_of(_COUNTS, LIMITS))]


class KeyRecord(TypedDict):
    id: str
    """Names the key here, in the audit log and in the names of owners."""
    prefix: str
    """Its first characters, as `citestream keys list` shows them."""
    role: Role
    label: str
    workspaces: list[str]
    state: Literal["valid", "expired", "revoked"]
    created_at: Time
    expires_at: Time | None
    revoked_at: Time | None
    last_used_at: Time | None
    """To the minute."""
    limits: SomeLimits
    """Its own limits. Any other limit follows the setting."""


class NewKeyRecord(KeyRecord):
    key: str


class KeyPage(Page):
    keys: list[KeyRecord]


async def create(visit: Visit) -> Response:
    """Makes a key and shows it, once: only its hash is stored."""
    asker, wanted = visit.caller, await received(visit, KeyRequest)
    workspaces = list(dict.fromkeys(wanted.workspaces)) or list(asker.workspaces)
    if asker.workspaces and not set(workspaces) <= set(asker.workspaces):
        raise InvalidField.named("workspaces", f"may only be of {', '.join(asker.workspaces)}, as your own key's")
    limits = wanted.limits.named
    new = NewKey(asker.tenant, wanted.role, workspaces, wanted.label, wanted.expires_days, limits)
    secret, key_hash = await visit.services.keys.make(new)
    visit.services.keyring.look_anew()
    made = await _by_id(visit, key_hash[:NAMED])
    shown: NewKeyRecord = {"key": secret, **record(made)}
    return JSONResponse(shown, 201, NO_STORE)


async def index(visit: Visit) -> Response:
    """Lists keys in pages, newest first, revoked ones too."""
    asker, wanted = visit.caller, queried(visit, PageQuery)
    found = await visit.services.keys.page(asker.tenant, asker.within, _after(wanted.cursor), wanted.limit + 1)
    page, cursor = cut(found, wanted.limit, lambda key: (micros(key.created_at), int(key.key_hash, 16)))
    return fresh(KeyPage(keys=[record(key) for key in page], next_cursor=cursor))


async def show(visit: Visit) -> Response:
    """Returns what is known of a key."""
    return fresh(record(await _named(visit)))


async def change(visit: Visit) -> Response:
    """Changes when a key ends, its limits and its label. It is effective within five seconds."""
    key, given = await _named(visit), await read_json(visit)
    sent = checked(KeyPatch, given)
    limits = None if sent.limits is None else sent.limits.named
    wanted = KeyChange("expires_at" in given, sent.expires_at, limits, sent.label)
    if not await visit.services.keys.change(key, wanted):
        raise InvalidField.named("id", "this key is revoked; nothing of it can be changed")
    visit.services.keyring.look_anew()
    return fresh(record(await _named(visit)))


async def revoke(visit: Visit) -> Response:
    """Ends a key, within five seconds on every running server. It stays in the list. It may be called again."""
    await visit.services.keys.revoke(await _named(visit))
    visit.services.keyring.look_anew()
    return Response(status_code=204)


def record(key: Key) -> KeyRecord:
    """Returns a key with the fields of the protocol; nothing of it is a secret."""
    expired = key.expires_at is not None and key.expires_at <= datetime.now(UTC)
    return shown_as(
        KeyRecord,
        key,
        id=key.key_id,
        state="revoked" if key.revoked_at else "expired" if expired else "valid",
        last_used_at=key.last_used,
        limits={name: key.limits[name] for name in LIMITS if name in key.limits},
    )


async def _named(visit: Visit) -> Key:
    return await _by_id(visit, visit.path_id)


async def _by_id(visit: Visit, key_id: str) -> Key:
    asker = visit.caller
    found = None
    if _ID.fullmatch(key_id):
        found = await visit.services.keys.by_id(asker.tenant, key_id, asker.within)
    if found is None:
        raise NotFound(f"There is no key {key_id[:80]}.")
    return found


def _after(cursor: str | None) -> tuple[datetime, str] | None:
    """Returns time and hash of the last key of the page before."""
    numbers = numbers_at(cursor, 2)
    if numbers is None:
        return None
    return moment_of(numbers[0]), f"{numbers[1]:064x}"


_about_key = partial(Operation, parameters=(parameter("id", str, "The key's id."),))
CREATE = Operation(
    "createKey: Make a key. It is shown only now.",
    created(NewKeyRecord, "The key itself, and what is stored of it."),
    body(KeyRequest, {"role": "user", "label": "order desk", "expires_days": 90}),
)
LIST = Operation(
    "listKeys: List the tenant's keys. Newest first, revoked ones too.", ok(KeyPage, "One page."), parameters=PAGE
)
READ = _about_key("readKey: Read a key.", ok(KeyRecord, "What is stored of it."))
CHANGE = _about_key(
    "changeKey: Change a key's end, limits or label. Effective within five seconds.",
    ok(KeyRecord, "As it is now."),
    body(KeyPatch, {"expires_at": "2030-01-01T00:00:00Z", "limits": {"requests_per_minute": 60}}),
)
REVOKE = _about_key("revokeKey: Revoke a key. Within five seconds nobody calls with it.", no_content("It is revoked."))
ENDPOINTS = endpoints_of(
    ADMINISTRATION,
    ("POST", "/admin/keys", ADMIN, create, CREATE),
    ("GET", "/admin/keys", ADMIN, index, LIST),
    ("GET", "/admin/keys/{id}", ADMIN, show, READ),
    ("PATCH", "/admin/keys/{id}", ADMIN, change, CHANGE),
    ("DELETE", "/admin/keys/{id}", ADMIN, revoke, REVOKE),
)
