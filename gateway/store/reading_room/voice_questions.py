"""Spoken questions as rows: a recording, and the words that were understood. They belong to whoever sent them."""

from __future__ import annotations

import uuid

from gateway.store.database.statements import Rows, load

SQL = load("reading_room/voice_questions.sql")
MOST_UNASKED = 20
"""Recordings that nothing was asked with yet; of one owner, older ones go when another comes."""
UNASKED_S = 24 * 3600.0
"""Seconds for which such a recording is there."""


class VoiceQuestions(Rows):
    """Raises `errors.Unavailable` when the database is away. A uuid has 32 hex digits."""

    async def add(self, tenant: str, subject: str, media_type: str, data: bytes, text: str) -> str:
        """Stores a recording, and returns its uuid."""
        voice = uuid.uuid4()
        async with self._database.transaction(tenant) as connection:
            await connection.execute(SQL["add"], tenant, voice, subject, media_type, data, text)
            await connection.execute(SQL["forget_more"], tenant, subject, MOST_UNASKED)
        return voice.hex

    async def text(self, tenant: str, subject: str, voice: str) -> str | None:
        """Returns what was said; None where the owner has no such recording."""
        text: str | None = await self._database.fetchval(tenant, SQL["text"], tenant, uuid.UUID(voice), subject)
        return text

    async def recording(self, tenant: str, subject: str, voice: str) -> tuple[str, bytes] | None:
        """Returns media type and bytes of a recording; None where the owner has no such one."""
        row = await self._database.fetchrow(tenant, SQL["recording"], tenant, uuid.UUID(voice), subject)
        return (row["media_type"], row["data"]) if row else None

    async def asked(self, tenant: str, subject: str, voice: str, answer_uuid: str) -> None:
        """Notes that an answer was asked with a recording, which goes with that answer from now on."""
        named = uuid.UUID(voice), subject, uuid.UUID(answer_uuid)
        await self._database.execute(tenant, SQL["asked"], tenant, *named)
