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

from gateway.ingestion.readers.shared.packages import Package
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.html import read_html
from gateway.knowledge.formats.titles import telling

_TEXT = "word/document.xml"
_STYLES = "p[style-name='Title'] => h1:fresh\np[style-name='Subtitle'] => p:fresh"
_BACK_TO_TEXT = re.compile(r'(?<!\s)\s*+<a href="#(?:footnote|endnote)-ref-[^"<]{0,200}">[^<]*+</a>')


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns the text as Markdown, without pictures. Raises `Unreadable`."""
    package = Package(data, "a Word file", _TEXT, "the old .doc format; save it as .docx")
    title = _property(package, "core", "title")
    names = [_property(package, "app", name) for name in ("Application", "Template")]
    try:
        page = mammoth.convert_to_html(BytesIO(data), style_map=_STYLES, convert_image=_no_picture)
    except (zipfile.BadZipFile, zlib.error, ExpatError, EOFError, KeyError, IndexError, AttributeError, ValueError):
        raise package.damaged() from None
    except RecursionError:
        raise Unreadable("is nested too deeply to be read.") from None
    found = read_html(f"<body>{_BACK_TO_TEXT.sub('', page.value)}</body>", omissions)
    programs = [name.rpartition(".")[0] or name for name in names]
    return Content(title if telling(title, found.text, *programs) else found.title, found.text)


def _property(package: Package, part: str, name: str) -> str:
    """Returns one of the properties that `docProps/core.xml` or `docProps/app.xml` states; empty without it."""
    try:
        found = minidom.parseString(package.read(f"docProps/{part}.xml")).getElementsByTagNameNS("*", name)
    except ExpatError:
        return ""
    return "".join(node.data for node in found[0].childNodes if hasattr(node, "data")).strip() if found else ""


def _no_picture(image: Any) -> list[Any]:
    del image
    return []
