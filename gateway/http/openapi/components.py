"""The components of the description by name: problems, documents and policies, what lower layers publish, and the
messages of other people's protocols.

`foreign.json` has the messages of OpenAI and of the older system. They are plain JSON Schema, because their fields are
not ours: no code here checks them, and the tests of these endpoints read real messages with these schemas.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from gateway.answer.json_types import Count, Uuid
from gateway.conversation.session_data import ContextJson, Session
from gateway.http.openapi import event_schemas, json_schema
from gateway.http.openapi.json_schema import Schema, component
from gateway.knowledge.documents.omissions import LeftOut
from gateway.wire.document import Answer
from gateway.wire.shared.rest_json import OfferedJson, ParagraphJson, Reference

FOREIGN: dict[str, Schema] = json.loads((Path(__file__).parent / "foreign.json").read_bytes())
for published in (Answer, ParagraphJson, Reference, OfferedJson, ContextJson, Session, LeftOut):
    component(published)


@component
class SavedDocument(TypedDict):
    document_id: str | None
    title: str
    status: Literal["ready", "unchanged", "failed"]
    passages: Count
    error: NotRequired[str]
    note: NotRequired[str]
    """A sentence on what of the file could not be read."""
    left_out: list[LeftOut]


class WrongField(TypedDict):
    field: str
    message: str


@component
class ProblemJson(TypedDict):
    """A refusal (RFC 9457). Branch on `code`."""

    type: Annotated[str, Field(pattern="^urn:citestream:problem:", json_schema_extra={"format": "uri"})]
    title: str
    status: Annotated[int, Field(ge=400, le=599)]
    code: str
    detail: str
    """What happened, where, and how to fix it."""
    errors: NotRequired[list[WrongField]]
    answer_uuid: NotRequired[Uuid]
    """The answer that is still running (`turn_running`)."""
    new_session_id: NotRequired[str]
    """The session to continue in."""
    previous_session_id: NotRequired[str]
    """The session that was named and has ended."""
    version: NotRequired[Count]
    """The session's version (`version_conflict`)."""
    limit: NotRequired[str]
    """Which limit is reached, as `/admin/limits` names it (`limit_reached`)."""
    of: NotRequired[Literal["key", "tenant"]]
    """Whose limit that is."""
    documents: NotRequired[list[SavedDocument]]
    """Why each file could not be read (`unreadable_document`)."""


def schemas() -> dict[str, Schema]:
    """Returns the JSON Schemas of all components by name."""
    made = {**FOREIGN, **event_schemas.schemas(), **json_schema.components()}
    meta: dict[str, Any] = made["Answer"]["properties"]["meta"]
    made["Answer"]["properties"]["meta"] = {**made["Meta"], **meta, "required": []}
    return made
