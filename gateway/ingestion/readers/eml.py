"""Mails (.eml): what was written, and what came with it where it can be read; who wrote it when is metadata."""

from __future__ import annotations

import email
import importlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from email.message import Message
from email.policy import compat32
from email.utils import parsedate_to_datetime
from itertools import count
from pathlib import PurePath
from typing import Any

from gateway.ingestion.readers.shared.mail_texts import added, fuller, invitation, joined_lines, may_say_more
from gateway.ingestion.readers.shared.markdown_parts import lowered
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.encodings import text_of
from gateway.knowledge.documents.header_values import header_text, sent_file_name
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
DEEPEST_PART = 50
"""Parts inside each other that are read as text."""
CALENDAR = "text/calendar"
SIGNATURES = ("application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature")
LONGEST_HEAD = 20_000
"""Characters of one line of a head, as of many addresses; the time to read it grows with its square."""
_STATED = {"from": "from", "to": "to", "cc": "cc", "message-id": "message_id"}
_FAILS = (ValueError, LookupError, AttributeError, TypeError)
"""What the library raises for heads that are none."""


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns subject, text and attachments as Markdown. Raises `Unreadable`."""
    return _Mail([MOST_PARTS], omissions).read(data, DEEPEST)


class _Mail:
    """Reads one mail, and the mails that came with it. `room`: parts that may still be read."""

    def __init__(self, room: list[int], omissions: Omissions) -> None:
        self._room, self._omissions = room, omissions
        self._attached: list[Message] = []
        self._unreadable: Unreadable | None = None
        self._text_before = self._rival = ""

    def read(self, data: bytes, levels: int) -> Content:
        pieces = count(1)

        def piece(**fields: Any) -> Message:
            if next(pieces) > MOST_PIECES:
                raise Unreadable(f"has more than {MOST_PIECES:,} parts; save the parts that matter as files.")
            return Message(**fields)

        message = email.message_from_bytes(data, piece, policy=compat32)
        for part in message.walk():
            for name in {name for name, value in part.raw_items() if len(value) > LONGEST_HEAD}:
                del part[name]
        if not message.keys():
            raise Unreadable("is damaged: it cannot be opened as a mail (.eml); it has no head.")
        if message.get_content_type() in ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"):
            raise Unreadable("is encrypted; save it in the mail program as a text that others can read.")
        subject, metadata = clean_title(_head(message, "subject")), _metadata(message)
        text = self._text_before = self._body(message, 0)
        words = file_parts(language_of(text))
        parts = [f"# {subject}"] * bool(subject) + [lowered(text)] * bool(text)
        for name, attachment in self._attachments(levels):
            if attachment:
                parts.append(f"## {words.attachment.format(name)}\n\n{lowered(attachment, 2)}")
        if len(parts) == bool(subject):
            raise self._unreadable or Unreadable("holds no text.")
        written = origin("mail", [_head(message, "date")], _head(message, "from"))
        return Content(subject or None, "\n\n".join(parts), metadata=metadata, origin=written)

    def _body(self, part: Message, depth: int) -> str:
        """Returns the text of a part and of the parts within it; what is attached there waits for `_attachments`."""
        kind = part.get_content_type()
        inner = part.get_payload()
        if kind.startswith("multipart/") and isinstance(inner, list) and depth < DEEPEST_PART:
            if kind == "multipart/alternative":
                return self._alternative(inner, depth + 1)
            found = [self._body(each, depth + 1) for each in inner if isinstance(each, Message)]
            return "\n\n".join(filter(None, found))
        is_attached = part.get_content_disposition() == "attachment" or (_file_name(part) and kind != "text/calendar")
        if is_attached or kind not in (PLAIN_TEXT, HTML, CALENDAR):
            self._attached.append(part)
            return ""
        return self._written(part, kind)

    def _alternative(self, versions: Sequence[object], depth: int) -> str:
        """Returns the fullest of several versions of one text, and what an invitation says beside it."""
        texts = {PLAIN_TEXT: "", HTML: "", CALENDAR: ""}
        before = self._omissions
        counted: dict[str, Omissions] = {}
        for version in versions:
            if isinstance(version, Message):
                self._omissions = Omissions(read_hidden=before.read_hidden)
                self._rival = texts[PLAIN_TEXT]
                text = self._body(version, depth)
                kind = version.get_content_type()
                kind = kind if kind in texts else PLAIN_TEXT if kind.startswith("text/") else HTML
                texts[kind] = texts[kind] or text
                counted[kind] = self._omissions
        self._omissions, self._rival = before, ""
        plain, page, dates = texts.values()
        found = fuller(plain, page)
        if page and HTML in counted and found != plain:
            before.take(counted[HTML])
        return "\n\n".join(filter(None, (found, added(found, dates))))

    def _written(self, part: Message, kind: str) -> str:
        """Returns the text of one part."""
        data = _payload(part)
        try:
            if kind == CALENDAR:
                return invitation(text_of(data, _charset(part)))
            if kind == PLAIN_TEXT and str(part.get_param("format", "")).lower() == "flowed":
                is_tight = str(part.get_param("delsp", "")).lower() == "yes"
                data = joined_lines(text_of(data, _charset(part)), without_space=is_tight).encode()
            if kind == HTML and self._rival and not may_say_more(text_of(data, _charset(part)), self._rival):
                return ""
            return self._opened(data, "mail", kind if kind == HTML else PLAIN_TEXT, part)
        except Unreadable as error:
            self._unreadable = Unreadable(str(error).removeprefix("mail "))
        except _FAILS:
            pass
        return ""

    def _opened(self, data: bytes, name: str, kind: str, part: Message) -> str:
        omissions = Omissions(read_hidden=self._omissions.read_hidden)
        text = opened(data, name, f"{kind}; charset={_charset(part)}", omissions).text.strip()
        self._omissions.take(omissions)
        return text

    def _attachments(self, levels: int) -> Iterator[tuple[str, str]]:
        """Yields names and texts of what can be read, and counts everything else."""
        for part in self._attached:
            name, kind = clean_title(_file_name(part)), part.get_content_type()
            if kind in SIGNATURES or (kind.startswith("image/") and not _file_name(part)):
                continue
            if kind.startswith("image/"):
                self._omissions.lost("picture", name)
                continue
            self._room[0] -= 1
            shown = name or kind
            if self._room[0] < 0:
                self._omissions.lost("attachment", shown)
                continue
            try:
                yield shown, self._text(part, name, kind, levels)
            except Unreadable as error:
                self._omissions.lost("attachment", f"{shown}: {str(error).removeprefix(name).strip(' .')}")
            except (ModuleNotFoundError, *_FAILS):
                self._omissions.lost("attachment", shown)

    def _text(self, part: Message, name: str, kind: str, levels: int) -> str:
        """Returns the text of one part, by the reader of its own format."""
        if kind == EML:
            data, known = _inner(part), EML
        else:
            data = _payload(part)
            given = None if PurePath(name).suffix.lower() in MEDIA_TYPES else kind
            known = kind_of(data, name, given)
            if kind == CALENDAR or name.lower().endswith(".ics"):
                return added(self._text_before, invitation(text_of(data, _charset(part))))
            if not known and kind not in (PLAIN_TEXT, HTML):
                raise Unreadable(f"{name} is of another kind")
        if known == EML:
            if not levels:
                raise Unreadable(f"{name} is too deep in other mails")
            return _Mail(self._room, self._omissions).read(data, levels - 1).text
        if reader := READERS.get(known):
            omissions = Omissions(read_hidden=self._omissions.read_hidden)
            module = importlib.import_module(f"gateway.ingestion.readers.{reader}")
            read_part: Content = module.read(data, omissions)
            self._omissions.take(omissions)
            return read_part.text
        return self._opened(data, name, known, part)


def _payload(part: Message) -> bytes:
    with suppress(*_FAILS):
        content = part.get_payload(decode=True)
        return content if isinstance(content, bytes) else b""
    return b""


def _inner(part: Message) -> bytes:
    """Returns the mail that a part of a mail is."""
    content = part.get_payload()
    inner = content[0] if isinstance(content, list) and content else None
    return inner.as_bytes() if isinstance(inner, Message) else _payload(part)


def _charset(part: Message) -> str:
    with suppress(*_FAILS):
        return part.get_content_charset("") or ""
    return ""


def _metadata(message: Message) -> dict[str, str]:
    """Returns who wrote to whom and when, in ISO 8601."""
    found = {ours: _head(message, name) for name, ours in _STATED.items()}
    with suppress(*_FAILS):
        found["date"] = parsedate_to_datetime(_head(message, "date")).isoformat()
    return {"subject": _head(message, "subject"), **found}


def _raw(message: Message, name: str) -> bytes:
    """Returns the value of a head as it came."""
    return next((str(value) for key, value in message.raw_items() if key.lower() == name), "").encode(
        "utf-8", "surrogateescape"
    )


def _head(message: Message, name: str) -> str:
    return " ".join(header_text(b" ".join(_raw(message, name).split()), _charset(message)).split())


def _file_name(part: Message) -> str:
    name = sent_file_name(_raw(part, "content-disposition")) or sent_file_name(_raw(part, "content-type"), "name")
    return PurePath(name.replace("\\", "/")).name
