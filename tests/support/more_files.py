"""Files of further formats, made on the spot: presentations and workbooks by the libraries that people use, books and
texts of OpenDocument by hand.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from typing import Any

import openpyxl
from pptx import Presentation
from pptx.util import Inches

ODT = "application/vnd.oasis.opendocument.text"
OPEN_DOCUMENT = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" '
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" '
    'xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0" '
    'xmlns:field="urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0" '
    'xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0" '
    'xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" '
    'xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0" '
    'xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"'
)
CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)


def zipped(parts: dict[str, str | bytes]) -> bytes:
    """A ZIP file; a part called `mimetype` is stored as it is."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data, zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED)
    return out.getvalue()


def presentation(
    slides: Sequence[tuple[str, Sequence[str], str]],
    *,
    title: str = "",
    table: Sequence[Sequence[str]] = (),
    hidden: Sequence[int] = (),
) -> bytes:
    """A presentation: of each slide its title, its points (a tab in front: one level down) and its notes. The table
    stands on the last one.
    """
    show = Presentation()
    show.core_properties.title = title
    for heading, points, notes in slides:
        slide = show.slides.add_slide(show.slide_layouts[1])
        slide.shapes.title.text = heading
        frame = slide.placeholders[1].text_frame
        for number, point in enumerate(points):
            paragraph = frame.paragraphs[0] if number == 0 else frame.add_paragraph()
            paragraph.text, paragraph.level = point.lstrip("\t"), point.count("\t")
        if notes:
            slide.notes_slide.notes_text_frame.text = notes
        if len(show.slides) in hidden:
            slide._element.set("show", "0")
    if table:
        place = show.slides[len(slides) - 1].shapes
        grid = place.add_table(len(table), len(table[0]), Inches(1), Inches(1), Inches(4), Inches(1)).table
        for at, row in enumerate(table):
            for column, text in enumerate(row):
                grid.cell(at, column).text = text
    out = io.BytesIO()
    show.save(out)
    return out.getvalue()


def workbook(
    sheets: dict[str, Sequence[Sequence[Any]]],
    *,
    formats: dict[str, str] | None = None,
    hidden: Sequence[str] = (),
    title: str = "",
) -> bytes:
    """A workbook; `formats` by the name of the cell on the first sheet."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    book.properties.title = title
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
        if name in hidden:
            sheet.sheet_state = "hidden"
    for cell, pattern in (formats or {}).items():
        book.worksheets[0][cell].number_format = pattern
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def odt(body: str, *, title: str = "", automatic: str = "", **parts: str | bytes) -> bytes:
    """A text of OpenDocument; `automatic`: its automatic styles; `parts` are further files in it, `__` for `/`."""
    return open_document(ODT, f"<office:text>{body}</office:text>", title=title, automatic=automatic, **parts)


def open_document(media_type: str, body: str, *, title: str = "", automatic: str = "", **parts: str | bytes) -> bytes:
    """A file of OpenDocument, as `odt`."""
    content = (
        f"<office:document-content {OPEN_DOCUMENT}><office:automatic-styles>{automatic}</office:automatic-styles>"
        f"<office:body>{body}</office:body></office:document-content>"
    )
    meta = f"<office:document-meta {OPEN_DOCUMENT}><office:meta><dc:title>{title}</dc:title></office:meta></office:document-meta>"
    named = {f"{name.replace('__', '/')}.xml": data for name, data in parts.items()}
    return zipped({"mimetype": media_type, "content.xml": content, "meta.xml": meta, **named})


def sheet(name: str, rows: Sequence[Sequence[str]], style: str = "") -> str:
    """A sheet of OpenDocument; a cell that begins with `<` is written as it is, another one as text."""

    def cell(text: str) -> str:
        if text.startswith("<"):
            return text
        return f"<table:table-cell><text:p>{text}</text:p></table:table-cell>" if text else "<table:table-cell/>"

    made = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    return f'<table:table table:name="{name}" table:style-name="{style}">{made}</table:table>'


def epub(
    chapters: dict[str, str],
    *,
    title: str = "",
    stated: str = "",
    contents: dict[str, str] | None = None,
    spine: Sequence[str] | None = None,
    **parts: str | bytes,
) -> bytes:
    """A book; chapters by the name of their file, as what stands in their body. `contents`: what the table of contents
    calls them; `spine`: their order, where it is not that of the chapters.
    """
    items = "".join(f'<item id="{name}" href="{name}.xhtml" media-type="application/xhtml+xml"/>' for name in chapters)
    order = "".join(f'<itemref idref="{name}"/>' for name in (spine or chapters))
    links = "".join(f'<li><a href="{name}.xhtml#top">{label}</a></li>' for name, label in (contents or {}).items())
    book = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{title}</dc:title>{stated}</metadata><manifest>'
        f'<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>{items}</manifest>'
        f'<spine><itemref idref="nav"/>{order}</spine></package>'
    )
    page = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>{}</body></html>'
    return zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": CONTAINER,
            "OPS/book.opf": book,
            "OPS/nav.xhtml": page.format(f"<nav><ol>{links}</ol></nav>"),
            **{f"OPS/{name}.xhtml": page.format(text) for name, text in chapters.items()},
            **{f"{name.replace('__', '/')}.xml": data for name, data in parts.items()},
        }
    )


def notebook(*cells: dict[str, Any], **metadata: Any) -> bytes:
    return json.dumps({"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}).encode()
