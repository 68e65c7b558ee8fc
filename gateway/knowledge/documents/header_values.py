"""Values in heads of mails and forms: encoded words (RFC 2047), file names (RFC 2231), letters as they came. Pure."""

from __future__ import annotations

from contextlib import suppress
from email.errors import MessageError
from email.header import decode_header
from email.message import Message

from gateway.knowledge.documents.encodings import text_of

_FAILS = (ValueError, LookupError, MessageError, TypeError, AttributeError)
"""What the library raises for values that are none."""


def header_text(raw: bytes, label: str = "") -> str:
    """Returns the value of a head with its encoded words decoded: `=?iso-8859-1?Q?=80?=` is `€`. `label`: names the
    encoding of letters that came as they are."""
    written = raw.decode("latin-1")
    if "=?" not in written:
        return text_of(raw, label)
    with suppress(*_FAILS):
        found = "".join(
            text_of(part.encode("latin-1") if isinstance(part, str) else part, (charset or "").partition("*")[0])
            for part, charset in decode_header(written)
        )
        return found or text_of(raw)
    return text_of(raw)


def sent_file_name(value: bytes, parameter: str = "filename") -> str:
    """Returns the file name of a `Content-Disposition`: that of `filename*`, else of `filename`, else nothing. Of a
    `Content-Type`, the parameter is `name`."""
    head = Message()
    head["content-disposition"] = b" ".join(value.split()).decode("latin-1")
    found = ""
    with suppress(*_FAILS):
        for name, written in head.get_params([], "content-disposition"):
            if name.lower() != parameter:
                continue
            if isinstance(written, tuple):
                return text_of(written[2].encode("latin-1"), written[0] or "")
            found = found or header_text(written.encode("latin-1"))
    return found
