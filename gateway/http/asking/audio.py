"""Sound: of an answer that was read aloud, and of a question that was spoken (docs/speech.md)."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from gateway.answer.events import AudioAdded, Finished
from gateway.answer.json_types import Uuid
from gateway.answer.sound import MEDIA_TYPES, SoundForm, whole
from gateway.conversation.question import LONGEST_QUESTION
from gateway.errors import InvalidField, NotFound, UnsupportedType
from gateway.http.asking import messages
from gateway.http.asking.questions import Asked, Speaking, understood
from gateway.http.asking.stored_answers import UUID_IN_PATH, UUID_SCHEMA, about_answer, known
from gateway.http.door.bodies import FILLED_LINE, media_type, queried, read_bytes, text_schema
from gateway.http.door.endpoint import EVERYBODY, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.knowledge.original_files import FILE_HEADERS, asked_part
from gateway.http.openapi.json_schema import object_of, or_empty
from gateway.http.openapi.operation import Body, Operation, created, header, parameter, response
from gateway.http.openapi.tags import ANSWERS
from gateway.http.replies import fresh
from gateway.models.ports import SUFFIXES

LARGEST = 4 * 1024 * 1024
"""Bytes of a spoken question: half an hour as browsers record it, twenty seconds as bare samples."""
VOICE_UUID = re.compile(r"[0-9a-f]{32}", re.ASCII)
NO_EAR = "This gateway has no transcription service (GATEWAY_TRANSCRIPTION_URL)."


async def send(visit: Visit) -> Response:
    """Takes a spoken question: it is written down at once, and asked with its uuid."""
    asker = queried(visit, Speaking)
    kind = media_type(visit)
    if kind not in SUFFIXES:
        raise UnsupportedType(f"Send the recording itself, as one of {', '.join(SUFFIXES)}.")
    data = await read_bytes(visit, LARGEST)
    uuid, text = await taken(visit, visit.caller.subject_for(asker.user_ref), kind, data)
    return fresh({"uuid": uuid, "text": text, "url": address(uuid)}, 201)


async def taken(visit: Visit, subject: str, kind: str, data: bytes) -> tuple[str, str]:
    """Stores a recording with the words in it, and returns its uuid and the words. Raises `NotFound` without a
    service, `Unavailable` where that does not answer, and `InvalidField` for a recording without words."""
    parts = visit.services
    if parts.ear is None:
        raise NotFound(NO_EAR)
    text = (await parts.ear.heard(data, kind))[:LONGEST_QUESTION] if data else ""
    if not text:
        raise InvalidField.named("body", "no words were understood in this recording")
    return await parts.voice_questions.add(visit.caller.tenant, subject, kind, data, text), text


async def read_question(visit: Visit) -> Response:
    """Returns a spoken question as it was sent, to whoever sent it."""
    asker = queried(visit, Speaking)
    voice, found = str(visit.path_params["uuid"]), None
    if VOICE_UUID.fullmatch(voice):
        subject = visit.caller.subject_for(asker.user_ref)
        found = await visit.services.voice_questions.recording(visit.caller.tenant, subject, voice)
    if found is None:
        raise NotFound(f"There is no recording {voice} of yours.")
    return _sound(visit, voice, *found)


async def read_answer(visit: Visit) -> Response:
    """Returns what was read aloud of an answer that has ended."""
    tenant, answer_uuid, _ = await known(visit)
    events = [numbered.event for numbered in await visit.services.following.stored(tenant, answer_uuid)]
    end = events[-1] if events else None
    told = end.meta.get("audioInfo", {}).get("mediaType") if isinstance(end, Finished) else None
    form: SoundForm | None = next((form for form, kind in MEDIA_TYPES.items() if kind == told), None)
    if form is None:
        raise NotFound("This answer has not been read aloud, or has not ended.")
    frames = [b64decode(event.frame) for event in events if isinstance(event, AudioAdded)]
    return _sound(visit, answer_uuid, MEDIA_TYPES[form], whole(frames, form))


def address(voice: str) -> str:
    """Returns where a spoken question can be listened to."""
    return f"/v1/audio/{voice}"


def _sound(visit: Visit, uuid: str, kind: str, data: bytes) -> Response:
    """Returns a sound or the part of it that is asked for, to be played and never to be run."""
    tag = f'"{uuid}"'
    headers = {**FILE_HEADERS, "ETag": tag}
    part = asked_part(visit, tag, len(data))
    if part is None:
        return Response(data, media_type=kind, headers=headers)
    headers["Content-Range"] = f"bytes {part[0]}-{part[1] - 1}/{len(data)}"
    return Response(data[slice(*part)], 206, headers, kind)


# In a question --------------------------------------------------------------------------------------------------------


async def asked(visit: Visit, given: Mapping[str, Any], model: type[Asked]) -> Asked:
    """Returns the typed request, with the words of its recording; see `with_words`."""
    return understood(await with_words(visit, given), model)


async def with_words(visit: Visit, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Returns a body whose question are the words of its recording, where it names one and has no words of its own.
    Raises `InvalidField` for a recording that the caller does not have."""
    voice = voice_of(given)
    if voice is None:
        return given
    text = await visit.in_time(visit.services.voice_questions.text(*_owner(visit, given), voice))
    if text is None:
        raise InvalidField.named("audio_uuid", "must be the uuid of a recording of yours")
    if any(given.get(name) is not None for name in (*messages.NAMES, "messages")):
        return given
    return {**given, "question": text}


async def note(visit: Visit, given: Mapping[str, Any], answer_uuid: str) -> None:
    """Lets the recording go with its answer from now on, where one was named."""
    if (voice := voice_of(given)) is not None:
        await visit.in_time(visit.services.voice_questions.asked(*_owner(visit, given), voice, answer_uuid))


def voice_of(given: Mapping[str, Any]) -> str | None:
    """Returns the uuid of a recording that a body names. Raises `InvalidField` for what is no uuid."""
    named = given.get("audio_uuid", given.get("audioUuid"))
    if named in (None, ""):
        return None
    if not isinstance(named, str) or not VOICE_UUID.fullmatch(named):
        raise InvalidField.named("audio_uuid", "must be 32 lower-case hex digits")
    return named


def _owner(visit: Visit, given: Mapping[str, Any]) -> tuple[str, str]:
    named = given.get("user_ref")
    return visit.caller.tenant, visit.caller.subject_for(named if isinstance(named, str) else None)


RANGE = parameter("Range", str, "One part, such as `bytes=0-65535`. Anything else gives the whole sound.")
WHOSE = parameter("user_ref", or_empty(text_schema(200, FILLED_LINE)), "For which user a key of the role `app` speaks.")
VOICE = parameter("uuid", UUID_SCHEMA, "The recording's uuid.")
PART = {"Content-Range": header(str, "Which part it is.")}
SOUND = {
    "200": response("The sound.", {"audio/*": {}}),
    "206": response("The part of it that was asked for.", {"audio/*": {}}, PART),
}
SEND = Operation(
    "speakQuestion: Send a spoken question. It is written down at once; `audio_uuid` asks it. What nothing was asked "
    "with goes after a day.",
    created(object_of({"uuid": Uuid, "text": str, "url": str}), "The words that were understood."),
    Body({kind: {"schema": {"type": "string", "contentMediaType": kind}} for kind in SUFFIXES}),
    (WHOSE,),
    (NotFound,),
)
READ_QUESTION = Operation(
    "listenToQuestion: Listen to a spoken question. As it was sent, and only for whoever sent it.",
    SOUND,
    parameters=(VOICE, WHOSE, RANGE),
)
READ_ANSWER = about_answer(
    "listenToAnswer: Listen to an answer. What was read aloud of it, once it has ended.",
    SOUND,
    parameters=(*UUID_IN_PATH, RANGE),
)
ENDPOINTS = endpoints_of(
    ANSWERS,
    ("POST", "/v1/audio", EVERYBODY, send, SEND),
    ("GET", "/v1/audio/{uuid}", EVERYBODY, read_question, READ_QUESTION),
    ("GET", "/v1/answers/{uuid}/audio", EVERYBODY, read_answer, READ_ANSWER),
)
