"""Word files (.docx) by mammoth: headings, lists, tables and footnotes, as HTML for our own reader of HTML."""

from __future__ import annotations

import re
import zipfile
import zlib
from io import BytesIO
from typing import Any
from xml.dom import minidom
from xml.parsers.expat import ExpatError

import mammoth  # type: ignore[import-untyped]

from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.html import read_html
from gateway.knowledge.formats.titles import telling

MOST_UNPACKED = 200 * 1024 * 1024
"""Bytes of all parts together: a small archive can hold a thousand times its size."""
MOST_PARTS = 10_000
_TEXT = "word/document.xml"
_STYLES = "p[style-name='Title'] => h1:fresh\np[style-name='Subtitle'] => p:fresh"
_BACK_TO_TEXT = re.compile(r'(?<!\s)\s*+<a href="#(?:footnote|endnote)-ref-[^"<]{0,200}">[^<]*+</a>')
_OLE = b"\xd0\xcf\x11\xe0"


def read(data: bytes) -> Content:
    """Returns the text as Markdown, without pictures. Raises `Unreadable`."""
    if data.startswith(_OLE):
        raise Unreadable("is encrypted, or of the old .doc format; save it as .docx without a password.")
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            _check(archive)
            title = _property(archive, "core", "title")
            names = [_property(archive, "app", name) for name in ("Application", "Template")]
        page = mammoth.convert_to_html(BytesIO(data), style_map=_STYLES, convert_image=_no_picture)
    except (zipfile.BadZipFile, zlib.error, ExpatError, EOFError, KeyError, IndexError, AttributeError, ValueError):
        raise Unreadable("is damaged: it cannot be opened as a Word file.") from None
    except RecursionError:
        raise Unreadable("is nested too deeply to be read.") from None
    found = read_html(f"<body>{_BACK_TO_TEXT.sub('', page.value)}</body>")
    programs = [name.rpartition(".")[0] or name for name in names]
    return Content(title if telling(title, found.text, *programs) else found.title, found.text)


def _check(archive: zipfile.ZipFile) -> None:
    parts = archive.infolist()
    if any(part.flag_bits & 1 for part in parts):
        raise Unreadable("is encrypted; save it without a password and send it again.")
    # A part never unpacks to more than it declares; what it declares can be checked before anything is unpacked.
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise Unreadable(f"unpacks to more than {MOST_UNPACKED // 1_048_576} MB; remove its pictures or split it.")
    if _TEXT not in archive.namelist():
        raise Unreadable("is a ZIP file, but not a Word file.")


def _property(archive: zipfile.ZipFile, part: str, name: str) -> str:
    """Returns one of the properties that `docProps/core.xml` or `docProps/app.xml` states; empty without it."""
    try:
        found = minidom.parseString(archive.read(f"docProps/{part}.xml")).getElementsByTagNameNS("*", name)
    except (KeyError, ExpatError):
        return ""
    return "".join(node.data for node in found[0].childNodes if hasattr(node, "data")).strip() if found else ""


def _no_picture(image: Any) -> list[Any]:
    del image
    return []
