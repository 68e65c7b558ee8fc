"""Layers of a PDF page (optional content). pdfium does not say which of them are off, but it does not draw those."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
from pypdfium2 import raw

_LARGEST = 1000
"""Pixels of a side of the drawing that is compared."""
_NAME = (ctypes.c_ushort * 64)()
"""Room for the name of a mark, which most objects have."""
_LAYER = "OC\0".encode("utf-16-le")
Box = tuple[float, float, float, float]


def is_on_layer(handle: Any) -> bool:
    """Returns whether an object belongs to a layer."""
    size = ctypes.c_ulong()
    for at in range(min(raw.FPDFPageObj_CountMarks(handle), 8)):
        mark = raw.FPDFPageObj_GetMark(handle, at)
        if raw.FPDFPageObjMark_GetName(mark, _NAME, ctypes.sizeof(_NAME), size) and bytes(_NAME)[:6] == _LAYER:
            return True
    return False


def undrawn(page: pypdfium2.PdfPage, objects: Sequence[tuple[Any, Box]]) -> list[bool]:
    """Returns for each object whether the page looks the same without all of them in its rectangle."""
    width, height = page.get_size()
    scale = min(1.0, _LARGEST / max(width, height, 1.0))
    before = _drawing(page, scale)
    for handle, _ in objects:
        raw.FPDFPageObj_SetIsActive(handle, False)
    after = _drawing(page, scale)
    for handle, _ in objects:
        raw.FPDFPageObj_SetIsActive(handle, True)
    return [_is_same(page, box, before, after) for _, box in objects]


def _drawing(page: pypdfium2.PdfPage, scale: float) -> pypdfium2.PdfBitmap:
    return page.render(scale=scale, grayscale=True, may_draw_forms=False, draw_annots=False)


def _is_same(page: pypdfium2.PdfPage, box: Box, before: pypdfium2.PdfBitmap, after: pypdfium2.PdfBitmap) -> bool:
    x, y = ctypes.c_int(), ctypes.c_int()
    corners = []
    for across, up in ((box[0], box[1]), (box[2], box[3])):
        raw.FPDF_PageToDevice(page.raw, 0, 0, before.width, before.height, 0, across, up, x, y)
        corners.append((x.value, y.value))
    (left, right), (top, bottom) = (sorted(values) for values in zip(*corners, strict=True))
    columns = slice(max(left, 0), max(right + 1, 0))
    rows = range(max(top, 0), min(bottom + 1, before.height))
    views = [memoryview(bitmap.buffer).cast("B") for bitmap in (before, after)]
    starts = (row * before.stride for row in rows)
    return all(
        views[0][start : start + before.width][columns] == views[1][start : start + before.width][columns]
        for start in starts
    )
