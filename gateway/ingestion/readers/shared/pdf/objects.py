"""The objects of a PDF page: lines that rule tables, pictures, and text objects that nobody can see."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
from pypdfium2 import raw

from gateway.ingestion.readers.shared.pdf.layers import Box, is_on_layer, undrawn
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.pdf_layout.runs import Rule

MOST_OBJECTS, MOST_SEGMENTS = 20_000, 20_000
"""Looked at on one page; more are a drawing."""
MOST_AREAS = 2000
_LEAST_DASHES, _THICK_DASHES = 8, 2.5
"""Segments of a dashed or dotted line, and points of its width."""
MOST_PIXELS = 10_000_000
"""Of the pictures of a page that is drawn to find out which of its layers are off."""
SHORTEST_RULE = 8.0
"""Points."""
_DEEPEST = 5
"""Forms in forms."""
_BROAD = 4.0
"""Points; some programs draw an area as a broad line."""
_SAME_COLOUR = 8
"""Largest difference of a colour component, of 255, between text and background that no eye sees."""
_WHOLE_PAGE = 0.7
"""Share of a page that a scan covers."""
_INVISIBLE = 3
"""The text rendering mode of PDF that draws nothing."""
_WHITE = 255, 255, 255
Colour = tuple[int, int, int]


@dataclass(slots=True)
class _Drawn:
    """An object with its rectangle on the page. `colour` is None for a picture or a pattern."""

    order: int
    handle: Any
    box: Box
    colour: Colour | None = None
    is_invisible: bool = False
    is_off: bool = False
    """Its layer is not shown."""

    @property
    def middle(self) -> tuple[float, float]:
        left, bottom, right, top = self.box
        return (left + right) / 2, (bottom + top) / 2

    @property
    def area(self) -> float:
        left, bottom, right, top = self.box
        return (right - left) * (top - bottom)

    def covers(self, other: _Drawn) -> bool:
        (left, bottom, right, top), (x, y) = self.box, other.middle
        return left <= x <= right and bottom <= y <= top


@dataclass(slots=True)
class PageObjects:
    """What the reader needs to know of the objects of a page."""

    handles: list[tuple[int, Any, pypdfium2.PdfMatrix]]
    """Kind, object, and the matrix of the form that contains it."""

    @property
    def has_picture(self) -> bool:
        return any(kind == raw.FPDF_PAGEOBJ_IMAGE for kind, _, _ in self.handles)

    def rules(self) -> Iterator[Rule]:
        """Yields level and upright lines, and the edges of areas; of a drawing, the first ones."""
        segments = 0
        for kind, drawn, outer in self.handles:
            if kind == raw.FPDF_PAGEOBJ_PATH:
                count = raw.FPDFPath_CountSegments(drawn)
                segments += count
                if segments > MOST_SEGMENTS:
                    return
                box = Rule(*_box(drawn, outer)) if count >= _LEAST_DASHES else None
                if box and min(box.right - box.left, box.top - box.bottom) < _THICK_DASHES:
                    yield box
                else:
                    yield from _rules_of(drawn, outer)

    def hidden(self, page: pypdfium2.PdfPage, omissions: Omissions) -> frozenset[int]:
        """Returns the addresses of text objects that cannot be seen and that are to be left out."""
        texts = [self._text(order) for order, (kind, _, _) in enumerate(self.handles) if kind == raw.FPDF_PAGEOBJ_TEXT]
        layered = [text for text in texts if is_on_layer(text.handle)] if self._pixels() < MOST_PIXELS else []
        if not (layered or any(text.is_invisible or text.colour for text in texts)):
            return frozenset()
        for text in texts:
            text.box = _box(text.handle, self.handles[text.order][2])
        off = undrawn(page, [(text.handle, text.box) for text in layered]) if layered else []
        for text, is_off in zip(layered, off, strict=True):
            text.is_off = is_off
        left, bottom, right, top = page.get_bbox()
        areas = list(self._areas())
        layer = _is_scan(texts, areas, (right - left) * (top - bottom))
        backgrounds = {area.colour for area in areas} | {_WHITE}
        for text in texts:
            if text.colour and not any(_is_same(text.colour, background) for background in backgrounds):
                text.colour = None
        found: set[int] = set()
        for why, group in groupby(texts, lambda text: _why_unseen(text, areas, layer)):
            if why and omissions.hides(why):
                found.update(ctypes.addressof(text.handle.contents) for text in group)
        return frozenset(found)

    def _pixels(self) -> int:
        """Returns the size of the pictures, which a drawing of the page would unpack."""
        width, height, pixels = ctypes.c_uint(), ctypes.c_uint(), 0
        for kind, handle, _ in self.handles:
            if kind == raw.FPDF_PAGEOBJ_IMAGE and raw.FPDFImageObj_GetImagePixelSize(handle, width, height):
                pixels += width.value * height.value
        return pixels

    def _text(self, order: int) -> _Drawn:
        """Returns a text object without its rectangle; its colour only if it may be hidden."""
        handle = self.handles[order][1]
        mode = raw.FPDFTextObj_GetTextRenderMode(handle)
        colour = _colour(handle) if mode == 0 else None
        is_invisible = mode == _INVISIBLE
        if colour == (0, 0, 0):
            colour = None
        return _Drawn(order, handle, (0.0, 0.0, 0.0, 0.0), colour, is_invisible)

    def _areas(self) -> Iterator[_Drawn]:
        """Yields pictures, filled areas and broad lines in the order in which they are drawn."""
        mode, stroke, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
        count = 0
        for order, (kind, handle, outer) in enumerate(self.handles):
            colour = None
            if kind == raw.FPDF_PAGEOBJ_PATH:
                raw.FPDFPath_GetDrawMode(handle, mode, stroke)
                is_filled = mode.value != raw.FPDF_FILLMODE_NONE
                raw.FPDFPageObj_GetStrokeWidth(handle, width)
                if not is_filled and not (stroke.value and width.value >= _BROAD):
                    continue
                colour = _colour(handle, raw.FPDFPageObj_GetFillColor if is_filled else raw.FPDFPageObj_GetStrokeColor)
            elif kind not in (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_SHADING):
                continue
            count += 1
            if count > MOST_AREAS:
                return
            yield _Drawn(order, handle, _box(handle, outer), colour)


def objects_of(page: Any) -> PageObjects:
    """Returns the objects of a page and of its forms in the order in which they are drawn."""
    found: list[tuple[int, Any, pypdfium2.PdfMatrix]] = []

    def walk(count: int, at: Any, outer: pypdfium2.PdfMatrix, depth: int) -> None:
        for index in range(min(count, MOST_OBJECTS - len(found))):
            if len(found) >= MOST_OBJECTS:
                return
            handle = at(index)
            kind = raw.FPDFPageObj_GetType(handle)
            if kind == raw.FPDF_PAGEOBJ_FORM and depth < _DEEPEST:
                inner = raw.FPDFFormObj_CountObjects(handle)
                matrix = _matrix(handle, outer) or outer
                walk(inner, lambda i, form=handle: raw.FPDFFormObj_GetObject(form, i), matrix, depth + 1)
            else:
                found.append((kind, handle, outer))

    count = raw.FPDFPage_CountObjects(page)
    walk(count, lambda index: raw.FPDFPage_GetObject(page, index), pypdfium2.PdfMatrix(), 0)
    return PageObjects(found)


def _is_scan(texts: Sequence[_Drawn], areas: Sequence[_Drawn], page_area: float) -> bool:
    """Returns whether the invisible text of a page is what a program recognised in the picture of the whole page. A
    page with more visible text has a picture as its background.
    """
    widths = [0.0, 0.0]
    for text in texts:
        widths[text.is_invisible] += text.box[2] - text.box[0]
    pictures = [area.area for area in areas if area.colour is None]
    return widths[1] >= widths[0] or max(pictures, default=0.0) < _WHOLE_PAGE * page_area


def _why_unseen(text: _Drawn, areas: Sequence[_Drawn], layer: bool) -> str:
    """Returns the kind of hidden text that a text object is; "" if it can be seen, or is only a space."""
    if not text.area or not (text.is_off or text.is_invisible or text.colour):
        return ""
    if text.is_off:
        return "hidden_text"
    if text.is_invisible:
        is_read = layer and any(area.colour is None and area.covers(text) for area in areas)
        return "" if is_read else "invisible_text"
    below = (area.colour for area in reversed(areas) if area.order < text.order and area.covers(text))
    return "white_text" if _is_same(text.colour, next(below, _WHITE)) else ""


def _is_same(colour: Colour | None, background: Colour | None) -> bool:
    """Returns whether nobody can tell two colours apart; None is a picture or a pattern."""
    if colour is None or background is None:
        return False
    return all(abs(a - b) <= _SAME_COLOUR for a, b in zip(colour, background, strict=True))


def _colour(handle: Any, read: Callable[..., int] = raw.FPDFPageObj_GetFillColor) -> Colour | None:
    """Returns the colour that fills an object; None for a pattern or if the object is transparent."""
    parts = [ctypes.c_uint() for _ in range(4)]
    if not read(handle, *parts) or parts[3].value < 128:
        return None
    return parts[0].value, parts[1].value, parts[2].value


def _box(handle: Any, outer: pypdfium2.PdfMatrix) -> Box:
    edges = [ctypes.c_float() for _ in range(4)]
    raw.FPDFPageObj_GetBounds(handle, *edges)
    left, bottom, right, top = outer.on_rect(*(edge.value for edge in edges))
    return left, bottom, right, top


def _matrix(handle: Any, outer: pypdfium2.PdfMatrix) -> pypdfium2.PdfMatrix | None:
    """Returns the matrix of an object on its page, if it has one."""
    own = raw.FS_MATRIX()
    if not raw.FPDFPageObj_GetMatrix(handle, own):
        return None
    return pypdfium2.PdfMatrix.from_raw(own).multiply(outer)


def _rules_of(drawn: Any, outer: pypdfium2.PdfMatrix) -> Iterator[Rule]:
    x, y, matrix = ctypes.c_float(), ctypes.c_float(), _matrix(drawn, outer)
    start = last = 0.0, 0.0
    if matrix is None:
        return
    for number in range(raw.FPDFPath_CountSegments(drawn)):
        segment = raw.FPDFPath_GetPathSegment(drawn, number)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        point = matrix.on_point(x.value, y.value)
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
