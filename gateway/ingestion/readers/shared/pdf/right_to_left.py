"""Runs of a PDF page that has text from right to left, in the order in which the letters appear on the page.

Programs store such letters in any order, and pdfium guesses another one. Only their places are certain.
"""

from __future__ import annotations

import ctypes
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from pypdfium2 import raw  # type: ignore[import-untyped]

from gateway.ingestion.readers.shared.pdf.glyph_runs import BOXES, Closely, letter_size, right_angle
from gateway.knowledge.formats.inline_marks import struck
from gateway.knowledge.pdf_layout.bidi import RIGHT_TO_LEFT, reads_right_to_left
from gateway.knowledge.pdf_layout.runs import Run, turned

_BLANK, _BLANK_BESIDE_SPACES = 0.15, 0.22
"""Sizes of the letters; a wider gap is a space without a space character, in lines without and with such characters.
Arabic letters touch or overlap.
"""
_SAME_LINE = 0.3
"""Sizes between the baselines of letters of one line."""
_LAM = "\u0644"
_NEAR = 12
"""Characters between a mark and its letter in the order of the file."""
_CONTROL = frozenset((*range(2), *range(3, 32), 0xAD, 0x200E, 0x200F, 0xFEFF, *range(0x202A, 0x202F)))


@dataclass(slots=True)
class _Letter:
    """A letter with its marks; `left` and `right` are turned so that the text reads from left to right."""

    text: str
    left: float
    right: float
    base: float
    at: float
    """The pen's position, by which letters follow each other."""
    size: float
    angle: int
    index: int
    is_struck: bool


def right_to_left_runs(handle: Any, text: str, closely: Closely) -> list[Run]:
    """Returns the runs of a page. If most letters of its `text` read from right to left, the page is mirrored."""
    is_mirrored = reads_right_to_left(text)
    letters = _clusters(list(_letters(handle, is_mirrored, closely)), is_mirrored)
    found: list[Run] = []
    for line in _lines(letters):
        line.sort(key=lambda letter: letter.at)
        for is_struck, group in groupby(line, lambda letter: letter.is_struck):
            part = list(_runs(list(group), is_mirrored, closely))
            found += [replace(run, text=struck(run.text)) for run in part] if is_struck else part
    return found


def _letters(handle: Any, is_mirrored: bool, closely: Closely) -> Iterator[_Letter]:
    edges, x, y = raw.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    half = ""
    for index in range(raw.FPDFText_CountChars(handle)):
        code = raw.FPDFText_GetUnicode(handle, index)
        if code in _CONTROL or raw.FPDFText_IsGenerated(handle, index) == 1:
            continue
        if not raw.FPDFText_GetLooseCharBox(handle, index, edges) or (closely.hidden and closely.hides(handle, index)):
            continue
        raw.FPDFText_GetCharOrigin(handle, index, x, y)
        if 0xD800 <= code < 0xDC00:
            half = chr(code)
            continue
        letter = (half + chr(code)).encode("utf-16", "surrogatepass").decode("utf-16", "replace")[-1]
        half = ""
        angle = right_angle(raw.FPDFText_GetCharAngle(handle, index))
        if unicodedata.combining(letter):
            _tight(handle, index, edges)
        left, _, right, _ = corners = turned(edges.left, edges.bottom, edges.right, edges.top, angle)
        is_struck = bool(closely.strikes) and closely.strikes_out(corners, angle)
        at, base, _, _ = turned(x.value, y.value, x.value, y.value, angle)
        if letter.isspace() and left == right:
            continue  # a guess of pdfium
        # The boxes of some fonts fit tightly, but the pen moves from letter to letter.
        left = min(left, at) if not unicodedata.combining(letter) else left
        if is_mirrored:
            left, right, at = -right, -left, -at
        size = letter_size(handle, index) or right - left
        yield _Letter(BOXES.get(ord(letter), letter), left, right, base, at, size, angle, index, is_struck)


def _tight(handle: Any, index: int, box: raw.FS_RECTF) -> None:
    """Sets a box to what a mark draws: its pen can be elsewhere."""
    edges = [ctypes.c_double() for _ in range(4)]
    if raw.FPDFText_GetCharBox(handle, index, *edges):
        box.left, box.right, box.bottom, box.top = (edge.value for edge in edges)


def _clusters(letters: Sequence[_Letter], is_mirrored: bool) -> list[_Letter]:
    """Returns the letters, each with what the same glyph draws and with the marks that are drawn on it."""
    glyphs: dict[tuple[int, float, float], list[_Letter]] = {}
    for letter in letters:
        glyphs.setdefault((letter.angle, letter.base, letter.at), []).append(letter)
    clusters = [_glyph(parts, is_mirrored) for parts in glyphs.values()]
    clusters.sort(key=lambda cluster: cluster.index)
    whole = [cluster for cluster in clusters if not unicodedata.combining(cluster.text[0])]
    position = 0
    for mark in clusters:
        if not unicodedata.combining(mark.text[0]):
            position += 1
            continue
        near = [
            letter
            for letter in whole[max(0, position - _NEAR) : position + _NEAR]
            if letter.angle == mark.angle and abs(letter.base - mark.base) < letter.size and not letter.text.isspace()
        ]
        if near:
            middle = (mark.left + mark.right) / 2
            host = min(near, key=lambda letter: _distance(letter, middle, mark.index))
            host.text = unicodedata.normalize("NFC", host.text + mark.text)
    return whole


def _glyph(parts: Sequence[_Letter], is_mirrored: bool) -> _Letter:
    """Returns the letters that one glyph draws as one, in the order in which the line is read."""
    if len(parts) == 1:
        return parts[0]
    marks = "".join(part.text for part in parts if unicodedata.combining(part.text[0]))
    drawn = [part for part in parts if not unicodedata.combining(part.text[0])]
    is_right_to_left = any(RIGHT_TO_LEFT.match(part.text) for part in drawn)
    # pdfium divides the box of the glyph among its letters, in their order. If it does not, it has turned some around.
    drawn.sort(key=lambda part: -part.left if is_mirrored else part.right, reverse=is_right_to_left)
    letters = [part.text for part in drawn]
    if is_right_to_left and letters[-1] == _LAM:
        letters.reverse()
    if is_right_to_left != is_mirrored:
        letters.reverse()
    left, right = min(part.left for part in parts), max(part.right for part in parts)
    return replace(parts[0], text=unicodedata.normalize("NFC", "".join(letters) + marks), left=left, right=right)


def _distance(letter: _Letter, middle: float, index: int) -> tuple[float, int]:
    return max(letter.left - middle, middle - letter.right, 0.0), abs(letter.index - index)


def _lines(letters: Sequence[_Letter]) -> Iterator[list[_Letter]]:
    """Yields the letters of each angle and baseline."""
    line: list[_Letter] = []
    for letter in sorted(letters, key=lambda letter: (letter.angle, -letter.base)):
        near = line and line[0].angle == letter.angle
        if line and not (near and line[0].base - letter.base <= _SAME_LINE * max(line[0].size, letter.size)):
            yield line
            line = []
        line.append(letter)
    if line:
        yield line


def _runs(line: Sequence[_Letter], is_mirrored: bool, closely: Closely) -> Iterator[Run]:
    """Yields the runs of a line, which end at a wide gap, another size or a script."""
    run: Run | None = None
    is_blank = False
    least = _BLANK_BESIDE_SPACES if any(letter.text.isspace() for letter in line) else _BLANK
    for letter in line:
        if letter.text.isspace():
            is_blank = True
            continue
        gap = letter.left - run.right if run else 0.0
        if run and (gap > closely.gap * run.size or _differs(letter, run) or _is_parted(letter, run, closely)):
            yield run
            run = None
        if run is None:
            bottom, top = letter.base - 0.24 * letter.size, letter.base + 0.93 * letter.size
            angle, size = letter.angle, letter.size
            run = Run("", letter.left, bottom, letter.right, top, angle, size, is_mirrored, letter.base)
        elif is_blank or gap > least * run.size:
            run.text += " "
        run.text += letter.text
        run.right = max(run.right, letter.right)
        is_blank = False
    if run:
        yield run


def _is_parted(letter: _Letter, run: Run, closely: Closely) -> bool:
    """Returns whether a line between two cells is drawn before a letter."""
    left, right = (-letter.left, -run.right) if run.is_mirrored else (run.right, letter.left)
    return bool(closely.walls) and not run.angle and closely.walls.part(left, right, run.bottom, run.top)


def _differs(letter: _Letter, run: Run) -> bool:
    """Returns whether a letter is clearly larger or smaller than a run, or a script of it."""
    ratio = letter.size / max(run.size, 0.1)
    is_script = abs(letter.base - (run.base or 0.0)) > 0.04 * run.size and not 0.93 < ratio < 1.07
    return is_script or not 0.7 < ratio < 1.5
