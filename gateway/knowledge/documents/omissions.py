"""What the readers of files leave out, and the one question that all of them ask: is this text to be hidden?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from typing_extensions import TypedDict

from gateway.answer.json_types import Count

MOST_NAMED = 12

_CALLED: Mapping[str, tuple[str, str]] = {
    "hidden_text": ("hidden text", "hidden texts"),
    "hidden_row": ("hidden row", "hidden rows"),
    "hidden_column": ("hidden column", "hidden columns"),
    "hidden_sheet": ("hidden sheet", "hidden sheets"),
    "hidden_slide": ("hidden slide", "hidden slides"),
    "hidden_shape": ("hidden shape", "hidden shapes"),
    "off_slide_shape": ("shape outside its slide", "shapes outside their slides"),
    "off_page_text": ("text outside its page", "texts outside their pages"),
    "invisible_text": ("invisible text", "invisible texts"),
    "white_text": ("text in the colour of its background", "texts in the colour of their background"),
    "tiny_text": ("text of under half a point", "texts of under half a point"),
    "preheader": ("preheader", "preheaders"),
    "source_comment": ("comment in the source text", "comments in the source text"),
    "watermark": ("watermark", "watermarks"),
    "picture": ("picture", "pictures"),
    "chart": ("chart", "charts"),
    "formula": ("formula", "formulas"),
    "object": ("embedded object", "embedded objects"),
    "media": ("audio or video file", "audio or video files"),
    "form_field": ("form field", "form fields"),
    "attachment": ("attachment", "attachments"),
}
"""Each kind in the words that people read: one, and several."""


class LeftOut(TypedDict):
    """One kind of content that a reader left out of the text of a document."""

    kind: str
    """For programs: `hidden_row`, `picture`, …"""
    count: Count
    text: str
    """For people: `3 hidden rows`."""


class Omissions:
    """Counts what a reader leaves out of one file.

    read_hidden: whether text that its author hid is read all the same (GATEWAY_READ_HIDDEN).
    """

    def __init__(self, *, read_hidden: bool = False) -> None:
        self.read_hidden = read_hidden
        self._counts: dict[str, int] = {}
        self._names: dict[str, list[str]] = {}

    def hides(self, kind: str, name: str = "", *, count: int = 1) -> bool:
        """Tells whether to leave out a text that its author hid, and counts it if so. `name`: of a hidden sheet or
        slide, which people are told."""
        if not self.read_hidden:
            self.lost(kind, name, count=count)
        return not self.read_hidden

    def lost(self, kind: str, name: str = "", *, count: int = 1) -> None:
        """Counts content that is not in the text."""
        self._counts[kind] = self._counts.get(kind, 0) + count
        if name:
            self._names.setdefault(kind, []).append(" ".join(name.split()))

    def take(self, other: Omissions) -> None:
        """Counts the same of a part of the file."""
        for kind, count in other._counts.items():
            self._counts[kind] = self._counts.get(kind, 0) + count
            self._names.setdefault(kind, []).extend(other._names.get(kind, ()))

    def clear(self) -> None:
        """Forgets everything, because the file is read again from its beginning."""
        self._counts.clear()
        self._names.clear()

    @property
    def left_out(self) -> list[LeftOut]:
        return [{"kind": kind, "count": count, "text": self._said(kind, count)} for kind, count in self._counts.items()]

    def _said(self, kind: str, count: int) -> str:
        called = f"{count:,} {_CALLED[kind][count != 1]}"
        names = self._names.get(kind, ())
        return f"{called} ({', '.join(names[:MOST_NAMED])}{', …' * (len(names) > MOST_NAMED)})" if names else called


def sentence(label: str, note: str, left_out: Iterable[LeftOut]) -> str:
    """Returns what people read about a file that was read in part; empty for one that was read as a whole.

    note: what the reader says besides, after the name of the file.
    """
    listed = ", ".join(entry["text"] for entry in left_out)
    parts = [f"{label} {note}" if note else "", f"Left out of {label}: {listed}." if listed else ""]
    return " ".join(filter(None, parts))
