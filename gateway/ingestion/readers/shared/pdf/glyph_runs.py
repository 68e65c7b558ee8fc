"""The characters of a PDF page as pdfium finds them, in runs."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pypdfium2 import raw  # type: ignore[import-untyped]

from gateway.knowledge.formats.inline_marks import box, struck
from gateway.knowledge.pdf_layout.runs import GAP, Rule, Run, Walls, turned

_LINE_ENDS = frozenset((10, 13))
_BLANKS = _LINE_ENDS | {0, 32, 160}
_LETTERS = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
BOXES = {0x2610: box(False), 0x2611: box(True), 0x2612: box(True)}
_LETTERS |= BOXES
_WINGDINGS = {0xA8: box(False), 0xFD: box(True), 0xFE: box(True)}
_AT_THE_START = {0x6F: box(False), 0x78: box(True)}
"""Boxes in Wingdings, whose letters pdfium gives as they are or moved to U+F000. The last two are `o` and `x`."""
_SIGNS = {start + code: sign for code, sign in _WINGDINGS.items() for start in (0, 0xF000)}
_SIGNS |= {0xF000 + code: sign for code, sign in _AT_THE_START.items()}
_SHIFT = 0.04
"""Sizes of the letters between two baselines of one line, if the letters differ in size too."""
_LOOKED_AT = 400
"""Characters of a page that are checked for a map to Unicode."""
_LEAST_LOOKED_AT = 20
_SLANTED = 5.0
"""Degrees off a right angle; below, a page was scanned at a slight slant."""
Corners = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Closely:
    """What to watch for in the characters of a page; most pages have none of it.

    hidden: addresses of text objects to leave out.
    walls: lines between the cells of tables.
    strikes: lines that are drawn through letters.
    gap: heights of the letters; a wider gap ends a run.
    """

    hidden: frozenset[int] = frozenset()
    walls: Walls = field(default_factory=lambda: Walls(()))
    strikes: Sequence[Rule] = ()
    gap: float = GAP

    def hides(self, handle: Any, index: int) -> bool:
        """Returns whether a character belongs to a hidden object."""
        owner = raw.FPDFText_GetTextObject(handle, index)
        return bool(owner) and ctypes.addressof(owner.contents) in self.hidden

    def strikes_out(self, corners: Corners, angle: int) -> bool:
        """Returns whether a line is drawn through the middle of a character."""
        if angle:
            return False
        left, bottom, right, top = corners
        middle, low, high = (left + right) / 2, bottom + 0.3 * (top - bottom), bottom + 0.65 * (top - bottom)
        return any(rule.left <= middle <= rule.right and low <= rule.bottom <= high for rule in self.strikes)


def runs_of(handle: Any, closely: Closely) -> Iterator[Run]:
    """Yields the characters of a page, in runs that end at a line end, a jump, a gap, a wall or a turn."""
    edges = raw.FS_RECTF()
    unicode_of, box_of, angle_of = raw.FPDFText_GetUnicode, raw.FPDFText_GetLooseCharBox, raw.FPDFText_GetCharAngle
    letters: list[str] = []
    run: Run | None = None
    is_struck, is_walled = False, bool(closely.walls)
    for index in range(raw.FPDFText_CountChars(handle)):
        code = unicode_of(handle, index)
        if code in _BLANKS:
            if run and code in _LINE_ENDS:
                yield _closed(run, letters, is_struck)
                run = None
            elif run:
                letters.append(" ")
            continue
        if not box_of(handle, index, edges) or (closely.hidden and closely.hides(handle, index)):
            continue
        ends = run is None
        corners = edges.left, edges.bottom, edges.right, edges.top
        if run:
            corners = turned(*corners, run.angle) if run.angle else corners
            left, bottom, right, top = corners
            if bottom == run.bottom and top == run.top:
                ends = left - run.right > closely.gap * (top - bottom) or left < run.left - 0.5 * (top - bottom)
            else:
                ends = _breaks(run, corners, closely.gap, handle, index)
            if is_walled and not run.angle:
                ends = ends or closely.walls.part(run.right, left, bottom, top)
            if closely.strikes:
                ends = ends or closely.strikes_out(corners, run.angle) != is_struck
        if ends or run is None:
            if run:
                yield _closed(run, letters, is_struck)
            angle = _angle(handle, index, angle_of(handle, index))
            size, base = letter_size(handle, index), _base(handle, index, angle)
            corners = _loose(turned(edges.left, edges.bottom, edges.right, edges.top, angle), size, base)
            run = Run("", *corners, angle, size, base=base)
            is_struck = bool(closely.strikes) and closely.strikes_out(corners, angle)
        letter = _LETTERS.get(code) or chr(code)
        if (code in _SIGNS or (ends and code in _AT_THE_START)) and _in_wingdings(handle, index):
            letter = _SIGNS.get(code) or _AT_THE_START[code]
        letters.append(letter)
        _, bottom, right, top = corners
        if right > run.right:
            run.right = right
        if bottom < run.bottom:
            run.bottom = bottom
        if top > run.top:
            run.top = top
    if run:
        yield _closed(run, letters, is_struck)


def lacks_map(handle: Any) -> bool:
    """Returns whether the fonts of a page do not say which letters most of its characters are."""
    count = raw.FPDFText_CountChars(handle)
    looked_at = range(0, count, max(1, count // _LOOKED_AT))
    drawn = [at for at in looked_at if not raw.FPDFText_IsGenerated(handle, at)]
    unknown = sum(raw.FPDFText_HasUnicodeMapError(handle, at) == 1 for at in drawn)
    return len(drawn) >= _LEAST_LOOKED_AT and unknown > 0.5 * len(drawn)


def letter_size(text_page: Any, index: int) -> float:
    """Returns the size of the letters in points, as they are drawn; 0 when it is unknown. Their boxes differ from font
    to font of one size.
    """
    matrix = raw.FS_MATRIX()
    if not raw.FPDFText_GetMatrix(text_page, index, matrix):
        return 0.0
    return float(raw.FPDFText_GetFontSize(text_page, index) * math.hypot(matrix.c, matrix.d))


def _angle(text_page: Any, index: int, radians: float) -> int:
    """Returns the angle of a letter in degrees: a right angle or, for slanted writing, the true one. To pdfium, sheared
    letters (italics) are slanted too.
    """
    matrix = raw.FS_MATRIX()
    degrees = math.degrees(radians)
    if _is_slanted(degrees) and radians > 0 and raw.FPDFText_GetMatrix(text_page, index, matrix):
        degrees = math.degrees(math.atan2(matrix.b, matrix.a))
        return round(degrees) % 360 if _is_slanted(degrees) else round(degrees / 90) % 4 * 90
    return right_angle(radians)


def _is_slanted(degrees: float) -> bool:
    return abs(degrees - round(degrees / 90) * 90) > _SLANTED


def right_angle(radians: float) -> int:
    """Returns the nearest of 0, 90, 180, 270, against the clock; pdfium counts with it, and -1 is its "unknown"."""
    return round(-math.degrees(radians) / 90) % 4 * 90 if radians >= 0 else 0


def _in_wingdings(handle: Any, index: int) -> bool:
    name = ctypes.create_string_buffer(100)
    size = raw.FPDFText_GetFontInfo(handle, index, name, len(name), None)
    return 0 < size <= len(name) and b"wingdings" in name.value.lower()


def _closed(run: Run, letters: list[str], is_struck: bool) -> Run:
    """Gives a run its text; letters above U+FFFF come as two halves."""
    run.text = "".join(letters).encode("utf-16", "surrogatepass").decode("utf-16", "replace").rstrip(" ")
    if is_struck:
        run.text = struck(run.text)
    letters.clear()
    return run


def _loose(corners: Corners, size: float, base: float) -> Corners:
    """Returns the box of a character with the height of its line; fonts that draw themselves have tight ones."""
    left, bottom, right, top = corners
    return corners if top - bottom > 0.6 * size else (left, base - 0.22 * size, right, base + 0.9 * size)


def _breaks(run: Run, corners: Corners, gap: float, handle: Any, index: int) -> bool:
    """Returns whether a character of another height is on another line, in another column, or a script."""
    left, bottom, _, top = corners
    height = max(top - bottom, 0.1)
    is_near = abs((top + bottom) - (run.top + run.bottom)) <= height and 0.7 < height / max(run.height, 0.1) < 1.5
    shift = abs(_base(handle, index, run.angle) - (run.base or 0.0))
    is_level = shift <= _SHIFT * max(run.size, 0.5 * run.height)
    is_as_large = (is_level and is_near) or not run.size or 0.93 < letter_size(handle, index) / run.size < 1.07
    if is_level and is_as_large:
        height = max(height, run.height)  # some fonts have tight boxes: that of a full stop is no line of its own
    # Another size is another run: a heading that runs into its text, a raised figure.
    elif not (is_level or is_as_large) or not is_near:
        return True
    return left - run.right > gap * height or left < run.left - 0.5 * height


def _base(handle: Any, index: int, angle: int) -> float:
    x, y = ctypes.c_double(), ctypes.c_double()
    raw.FPDFText_GetCharOrigin(handle, index, x, y)
    return turned(x.value, y.value, x.value, y.value, angle)[1] if angle else y.value
