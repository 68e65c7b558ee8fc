"""A service that writes down recordings behind `POST …/audio/transcriptions`, as OpenAI and many local servers have
it."""

from __future__ import annotations

import uuid
from typing import Any

from gateway.models.ports import SUFFIXES, Ear
from gateway.models.services import json_service
from gateway.models.services.json_service import Endpoint
from gateway.settings import Settings

LARGEST = 64 * json_service.KB
"""Bytes of an answer that are read; a question has eight thousand characters at most."""


def create(settings: Settings) -> Ear:
    """Makes the ear behind `GATEWAY_TRANSCRIPTION_URL`."""
    service = json_service.configured(
        "transcription service",
        "GATEWAY_TRANSCRIPTION_URL",
        settings.transcription_url,
        timeout_s=settings.service_timeouts.transcription,
        largest=LARGEST,
    )
    return HttpEar(service, settings.transcription_model)


class HttpEar:
    """See `ports.Ear`."""

    def __init__(self, service: Endpoint, model: str) -> None:
        self._service, self._model = service, model

    async def heard(self, data: bytes, media_type: str) -> str:
        """See `ports.Ear`. `media_type`: a key of `ports.SUFFIXES`."""
        fields = {"model": self._model, "response_format": "json"}
        border, body = _form(fields, data, f"question.{SUFFIXES[media_type]}", media_type)
        return await self._service.send(body, _text, {"Content-Type": f"multipart/form-data; boundary={border}"})

    async def aclose(self) -> None:
        await self._service.aclose()


def _form(fields: dict[str, str], data: bytes, name: str, media_type: str) -> tuple[str, bytes]:
    """Returns the border and the body of a form with one file (RFC 7578)."""
    border = uuid.uuid4().hex
    texts = [
        f'--{border}\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{value}\r\n'
        for field, value in fields.items()
    ]
    head = f'--{border}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
    head += f"Content-Type: {media_type}\r\n\r\n"
    return border, "".join([*texts, head]).encode() + data + f"\r\n--{border}--\r\n".encode()


def _text(content: bytes) -> str:
    answer: Any = json_service.parsed(content)
    text = answer.get("text") if isinstance(answer, dict) else None
    if not isinstance(text, str):
        raise ValueError("something that holds no text")
    return " ".join(text.replace("\0", " ").split())
