"""A service that writes down recordings behind `POST …/audio/transcriptions`, as OpenAI and many local servers have
it."""

from __future__ import annotations

import uuid
from typing import Any

from gateway.models.ports import SUFFIXES
from gateway.models.services.json_service import KB, JsonService, parsed


class HttpEar(JsonService):
    """See `ports.Ear`."""

    service, title = "transcription", "transcription service"
    largest = 64 * KB
    """A question has eight thousand characters at most."""

    async def heard(self, data: bytes, media_type: str) -> str:
        """See `ports.Ear`. `media_type`: a key of `ports.SUFFIXES`."""
        fields = {"model": self._settings.transcription_model, "response_format": "json"}
        border, body = _form(fields, data, f"question.{SUFFIXES[media_type]}", media_type)
        return await self._endpoint.send(body, _text, {"Content-Type": f"multipart/form-data; boundary={border}"})


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
    answer: Any = parsed(content)
    text = answer.get("text") if isinstance(answer, dict) else None
    if not isinstance(text, str):
        raise ValueError("something that holds no text")
    return " ".join(text.replace("\0", " ").split())
