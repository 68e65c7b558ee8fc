"""Mails (.eml): what was written, and what came with it where it can be read; who wrote it when is metadata."""

from __future__ import annotations

import email
import importlib
from collections.abc import Iterator
from contextlib import suppress
from email.message import EmailMessage, MIMEPart
from email.policy import default
from email.utils import parsedate_to_datetime
from itertools import count
from pathlib import PurePath
from typing import Any

from gateway.ingestion.readers.shared.markdown_parts import lowered
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.documents.origin import origin
from gateway.knowledge.extraction import Unreadable, clean_title, opened
from gateway.knowledge.format_table import EML, HTML, MEDIA_TYPES, PLAIN_TEXT, READERS, kind_of
from gateway.knowledge.splitting.prose import language_of
from gateway.words.languages.subjects.file_parts import file_parts

MOST_PARTS, DEEPEST = 100, 3
"""Attachments of a mail and of those in it together, and mails inside each other."""
MOST_PIECES = 2_000
"""Parts of one mail, those inside of others too. To take a mail apart costs time for each, even if none is read."""
MOST_NAMED = 12
LONGEST_HEAD = 20_000
"""Characters of one line of a head, as of many addresses; the time to read it grows with its square."""
_STATED = {"from": "from", "to": "to", "cc": "cc", "message-id": "message_id"}
_FAILS = (ValueError, LookupError, AttributeError, TypeError)
"""What the library raises for heads that are none."""


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns subject, text and attachments as Markdown. Raises `Unreadable`."""
    return _Mail([MOST_PARTS], omissions).read(data, DEEPEST)


class _Mail:
    """Reads one mail, and those that came with it. `room`: parts that may still be read."""

    def __init__(self, room: list[int], omissions: Omissions) -> None:
        self._room, self._omissions = room, omissions
        self._left_out: list[str] = []

    def read(self, data: bytes, levels: int) -> Content:
        pieces = count(1)

        def piece(**fields: Any) -> EmailMessage:
            if next(pieces) > MOST_PIECES:
                raise Unreadable(f"has more than {MOST_PIECES:,} parts; save the parts that matter as files.")
            return EmailMessage(**fields)

        message = email.message_from_bytes(data, piece, policy=default)
        for part in message.walk():
            for name in {name for name, value in part.raw_items() if len(value) > LONGEST_HEAD}:
                del part[name]
        if not message.keys() or not isinstance(message, EmailMessage):
            raise Unreadable("is damaged: it cannot be opened as a mail (.eml); it has no head.")
        if message.get_content_type() in ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"):
            raise Unreadable("is encrypted; save it in the mail program as a text that others can read.")
        subject, metadata = clean_title(_head(message, "subject")), _metadata(message)
        text = _body(message, self._omissions)
        words = file_parts(language_of(text))
        parts = [f"# {subject}"] * bool(subject) + [lowered(text)] * bool(text)
        for name, attachment in self._attachments(message, levels):
            parts.append(f"## {words.attachment.format(name)}\n\n{lowered(attachment, 2)}")
        if len(parts) == bool(subject):
            raise Unreadable("holds no text.")
        written = origin("mail", [_head(message, "date")], _head(message, "from"))
        return Content(subject or None, "\n\n".join(parts), note=self._note(), metadata=metadata, origin=written)

    def _note(self) -> str:
        if not self._left_out:
            return ""
        shown = ", ".join(self._left_out[:MOST_NAMED]) + ", …" * (len(self._left_out) > MOST_NAMED)
        return f"came with what was left out: {shown}."

    def _attachments(self, message: EmailMessage, levels: int) -> Iterator[tuple[str, str]]:
        """Yields names and texts of what can be read; the names of everything else are noted."""
        for part in _attached(message):
            name, kind = clean_title(_file_name(part)), part.get_content_type()
            if kind.startswith("image/") and not _file_name(part):
                continue
            self._room[0] -= 1
            shown = name or kind
            if self._room[0] < 0:
                self._left_out.append(shown)
                continue
            try:
                yield shown, self._text(part, name, kind, levels)
            except Unreadable as error:
                self._left_out.append(f"{shown} ({str(error).removeprefix(name).strip(' .')})")
            except (ModuleNotFoundError, *_FAILS):
                self._left_out.append(shown)

    def _text(self, part: EmailMessage, name: str, kind: str, levels: int) -> str:
        """Returns what one part says, by the reader of its own format."""
        if kind == "message/rfc822":
            data, known = _inner(part), EML
        else:
            content = part.get_payload(decode=True)
            data = content if isinstance(content, bytes) else b""
            given = None if PurePath(name).suffix.lower() in MEDIA_TYPES else kind
            known = kind_of(data, name, given)
            if not known and kind not in (PLAIN_TEXT, HTML):
                raise Unreadable(f"{name} is of another kind")
        if known == EML:
            if not levels:
                raise Unreadable(f"{name} lies too deep in other mails")
            found = _Mail(self._room, self._omissions).read(data, levels - 1)
            return found.text
        if reader := READERS.get(known):
            module = importlib.import_module(f"gateway.ingestion.readers.{reader}")
            read_part: Content = module.read(data, self._omissions)
            return read_part.text
        return opened(data, name, known, self._omissions).text


def _attached(message: EmailMessage) -> Iterator[EmailMessage]:
    with suppress(*_FAILS):
        yield from message.iter_attachments()


def _inner(part: EmailMessage) -> bytes:
    """Returns the mail that a part of a mail is."""
    content = part.get_payload()
    inner = content[0] if isinstance(content, list) and content else None
    return inner.as_bytes() if isinstance(inner, EmailMessage) else b""


def _body(message: EmailMessage, omissions: Omissions) -> str:
    """Returns what was written: the plain text, where there is one, else the page."""
    for kind, media_type in (("plain", PLAIN_TEXT), ("html", HTML)):
        with suppress(*_FAILS, Unreadable):
            if part := message.get_body((kind,)):
                return opened(_content(part), "mail", media_type, omissions).text.strip()
    return ""


def _content(part: MIMEPart) -> bytes:
    """Returns a text in UTF-8; where it is in letters that nobody knows, as it came."""
    try:
        return str(part.get_content()).encode("utf-8", "replace")
    except _FAILS:
        content = part.get_payload(decode=True)
        return content if isinstance(content, bytes) else b""


def _metadata(message: EmailMessage) -> dict[str, str]:
    """Returns who wrote to whom and when, in ISO 8601."""
    found = {ours: _head(message, name) for name, ours in _STATED.items()}
    with suppress(*_FAILS):
        found["date"] = parsedate_to_datetime(_head(message, "date")).isoformat()
    return {"subject": _head(message, "subject"), **found}


def _head(message: EmailMessage, name: str) -> str:
    with suppress(*_FAILS):
        return str(message.get(name, ""))
    return ""


def _file_name(part: EmailMessage) -> str:
    with suppress(*_FAILS):
        return PurePath((part.get_filename() or "").replace("\\", "/")).name
    return ""
