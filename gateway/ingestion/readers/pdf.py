"""PDF by pdfium: characters and where they stand, page by page."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
from pypdfium2 import raw

from gateway.ingestion.processes.scans import Scanned
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.documents.origin import origin
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.titles import telling
from gateway.knowledge.pdf_layout.reading_order import lay_out
from gateway.knowledge.pdf_layout.runs import GAP, Rule, Run, turned

MOST_PAGES = 3000
MOST_CHARACTERS = 10_000_000
MOST_OBJECTS, MOST_SEGMENTS = 20_000, 20_000
"""Looked at on one page; more are a drawing."""
MOST_NAMED = 12
SHORTEST_RULE = 8.0
"""Points."""
_LEAST_READABLE = 0.7
"""Share of characters that must be known: a font can hide which letters it draws."""
_ADVICE = "recognise it first, or set GATEWAY_OCR_COMMAND"
_LINE_ENDS = frozenset((10, 13))
_BLANKS = _LINE_ENDS | {0, 32, 160}
_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns the text in reading order, and where every line stands. Raises `Unreadable`."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower() or "security" in str(error).lower():
            raise Unreadable("is encrypted; save it without a password and send it again.") from None
        raise Unreadable("is damaged or has no pages; no PDF reader can open it.") from None
    count = len(document)
    if count > MOST_PAGES:
        raise Unreadable(f"has {count} pages; split it into files of at most {MOST_PAGES}.")
    pages: list[list[Run]] = []
    rules: list[list[Rule]] = []
    pictures: list[int] = []
    characters = 0
    for number in range(count):
        runs, drawn, pictured = _page(document, number)
        pictures += [number + 1] * (pictured and not runs)
        characters += sum(len(run.text) for run in runs)
        if characters > MOST_CHARACTERS:
            raise Unreadable(f"has more than {MOST_CHARACTERS:,} characters; split it into several files.")
        pages.append(runs)
        rules.append(drawn)
    if not characters:
        raise Scanned(f"holds no text, only pictures; scanned pages need text recognition (OCR): {_ADVICE}.")
    _check_readable(pages)
    laid_out = lay_out(pages, rules)
    title, *programs = (document.get_metadata_value(name) for name in ("Title", "Creator", "Producer"))
    chosen = title if telling(title, laid_out.text, *programs) else laid_out.title
    dates = (document.get_metadata_value(name) for name in ("ModDate", "CreationDate"))
    stated = origin("properties", dates, document.get_metadata_value("Author"), programs)
    return replace(laid_out, title=chosen, note=_unread(pictures), pictures=tuple(pictures), origin=stated)


def _unread(pages: list[int]) -> str:
    if not pages:
        return ""
    numbers = ", ".join(map(str, pages[:MOST_NAMED])) + ", …" * (len(pages) > MOST_NAMED)
    return f"shows only pictures on page{'s' * (len(pages) > 1)} {numbers}; text recognition (OCR) would read them (GATEWAY_OCR_COMMAND)."


def _check_readable(pages: list[list[Run]]) -> None:
    text = "".join(run.text for runs in pages for run in runs)
    unknown = sum(c == "\ufffd" or "\ue000" <= c <= "\uf8ff" or (c < " " and c != "\x02") for c in text)
    if unknown > (1 - _LEAST_READABLE) * len(text):
        raise Scanned(f"does not say which letters its fonts draw; it needs text recognition (OCR): {_ADVICE}.")


def _page(document: pypdfium2.PdfDocument, number: int) -> tuple[list[Run], list[Rule], bool]:
    """Returns characters and straight lines of a page, and whether it has a picture; a damaged page is empty."""
    try:
        page = document[number]
        text_page = page.get_textpage()
    except pypdfium2.PdfiumError:
        return [], [], False
    kinds = (raw.FPDFPageObj_GetType(raw.FPDFPage_GetObject(page.raw, at)) for at in range(_objects(page.raw)))
    found = list(_runs(text_page.raw)), list(_rules(page.raw)), raw.FPDF_PAGEOBJ_IMAGE in kinds
    text_page.close()
    page.close()
    return found


def _objects(page: Any) -> int:
    return min(int(raw.FPDFPage_CountObjects(page)), MOST_OBJECTS)


def _rules(page: Any) -> Iterator[Rule]:
    """Yields level and upright lines, and the edges of areas; of a drawing, the first ones."""
    matrix, x, y = raw.FS_MATRIX(), ctypes.c_float(), ctypes.c_float()
    segments = 0
    for index in range(_objects(page)):
        drawn = raw.FPDFPage_GetObject(page, index)
        if raw.FPDFPageObj_GetType(drawn) != raw.FPDF_PAGEOBJ_PATH or not raw.FPDFPageObj_GetMatrix(drawn, matrix):
            continue
        count = raw.FPDFPath_CountSegments(drawn)
        segments += count
        if segments > MOST_SEGMENTS:
            return
        start = last = 0.0, 0.0
        for number in range(count):
            segment = raw.FPDFPath_GetPathSegment(drawn, number)
            raw.FPDFPathSegment_GetPoint(segment, x, y)
            point = (
                matrix.a * x.value + matrix.c * y.value + matrix.e,
                matrix.b * x.value + matrix.d * y.value + matrix.f,
            )
            kind = raw.FPDFPathSegment_GetType(segment)
            if kind == raw.FPDF_SEGMENT_MOVETO:
                start = point
            elif kind == raw.FPDF_SEGMENT_LINETO:
                yield from _rule(last, point)
            last = point
            if raw.FPDFPathSegment_GetClose(segment):
                yield from _rule(last, start)


def _rule(start: tuple[float, float], end: tuple[float, float]) -> Iterator[Rule]:
    """Yields a line, if it is level or upright and long enough to rule something."""
    (left, right), (bottom, top) = sorted((start[0], end[0])), sorted((start[1], end[1]))
    if min(right - left, top - bottom) < 1 and max(right - left, top - bottom) > SHORTEST_RULE:
        yield Rule(left, bottom, right, top)


def _runs(handle: Any) -> Iterator[Run]:
    """Yields the characters of a page, in runs that end at a line end, a jump, a gap or a turn."""
    box = raw.FS_RECTF()
    unicode_of, box_of, angle_of = raw.FPDFText_GetUnicode, raw.FPDFText_GetLooseCharBox, raw.FPDFText_GetCharAngle
    letters: list[str] = []
    run: Run | None = None
    for index in range(raw.FPDFText_CountChars(handle)):
        code = unicode_of(handle, index)
        if code in _BLANKS:
            if run and code in _LINE_ENDS:
                yield _closed(run, letters)
                run = None
            elif run:
                letters.append(" ")
            continue
        if not box_of(handle, index, box):
            continue
        corners = turned(box.left, box.bottom, box.right, box.top, run.angle) if run else None
        if run is None or corners is None or _breaks(run, corners):
            if run:
                yield _closed(run, letters)
            angle = _right_angle(angle_of(handle, index))
            corners = turned(box.left, box.bottom, box.right, box.top, angle)
            run = Run("", *corners, angle, _size(handle, index))
        letters.append(_LIGATURES.get(code) or chr(code))
        _, bottom, right, top = corners
        if right > run.right:
            run.right = right
        if bottom < run.bottom:
            run.bottom = bottom
        if top > run.top:
            run.top = top
    if run:
        yield _closed(run, letters)


def _closed(run: Run, letters: list[str]) -> Run:
    """Gives a run its text; letters above U+FFFF come as two halves."""
    run.text = "".join(letters).encode("utf-16", "surrogatepass").decode("utf-16", "replace").rstrip(" ")
    letters.clear()
    return run


def _breaks(run: Run, corners: tuple[float, float, float, float]) -> bool:
    """Tells whether a character stands on another line, in another column, or is turned another way."""
    left, bottom, _, top = corners
    height = max(top - bottom, 0.1)
    # Another size is another run: a heading that runs into its text, a raised figure.
    if not 0.7 < height / max(run.height, 0.1) < 1.5:
        return True
    if left - run.right > GAP * height or left < run.left - 0.5 * height:
        return True
    return abs((top + bottom) - (run.top + run.bottom)) > height


def _size(text_page: Any, index: int) -> float:
    """Returns the size of the letters in points, as they are drawn; 0 when it is unknown. Their boxes differ from font
    to font of one size.
    """
    matrix = raw.FS_MATRIX()
    if not raw.FPDFText_GetMatrix(text_page, index, matrix):
        return 0.0
    return float(raw.FPDFText_GetFontSize(text_page, index) * math.hypot(matrix.c, matrix.d))


def _right_angle(radians: float) -> int:
    """Returns the nearest of 0, 90, 180, 270, against the clock; pdfium counts with it, and -1 is its "unknown"."""
    return round(-math.degrees(radians) / 90) % 4 * 90 if radians >= 0 else 0
