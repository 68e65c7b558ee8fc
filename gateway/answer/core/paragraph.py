"""The paragraph that is being written: its text as it is shown, and the ids it claims."""

from __future__ import annotations

import re

from gateway.answer.answer import Candidates
from gateway.answer.events import CoreDecision
from gateway.answer.evidence.citation_ids import ClaimedIds, normalised
from gateway.answer.reading.characters import MOST_PIECES, fitting, gather, size

MAX_PARAGRAPH_BYTES = 16_384
"""A longer paragraph is split at the first space or full stop in its last sixteenth."""
MAX_PARAGRAPHS = 200
"""The most paragraphs of one answer."""
ELLIPSIS = "…"
"""Ends a paragraph that was cut off and cannot be withdrawn (protocol)."""
_CUT_FROM = MAX_PARAGRAPH_BYTES - MAX_PARAGRAPH_BYTES // 16
_BORDER = re.compile(r"\s|[。！？；]")
"""Where a paragraph may be cut: a blank goes, a full stop of a script without blanks stays."""


class OpenParagraph:
    """Text never begins with a newline; a paragraph of blanks alone has no text."""

    __slots__ = ("_claimed", "_lead", "_parts", "_pieces", "_size", "claims", "quoted")

    def __init__(self, candidates: Candidates) -> None:
        self._claimed = ClaimedIds(candidates)
        self._lead = ""
        self._pieces: list[str] = []
        self._parts: list[str] = []
        self._size = 0
        self.claims = 0
        self.quoted: dict[str, list[tuple[int, int]]] = {}
        """Ranges of the candidates' texts that a service says it cites, by id; not checked yet."""

    @property
    def empty(self) -> bool:
        return not self._pieces and not self._parts

    @property
    def ids(self) -> list[str]:
        return self._claimed.ids

    @property
    def dropped(self) -> int:
        return self._claimed.dropped

    @property
    def text(self) -> str:
        return "\n\n".join(self.texts)

    @property
    def texts(self) -> list[str]:
        """The text; several where the cap cut it."""
        last = "".join(self._pieces).strip("\n")
        return [*self._parts, last] if last else self._parts

    def claim(self, raw: str, whole: bool = True, marked: bool = False) -> CoreDecision | None:
        self.claims += 1
        return self._claimed.add(raw, whole, marked)

    def cite(self, raw: str, quoted: tuple[int, int] | None) -> CoreDecision | None:
        """Claims an id that its service may tell several times, once for each place."""
        citation_id = normalised(raw) or ""
        if quoted is not None:
            self.quoted.setdefault(citation_id, []).append(quoted)
        return None if citation_id in self.ids else self.claim(raw)

    def disclaim(self) -> list[CoreDecision]:
        """Drops the ids of a paragraph that has no text."""
        return self._claimed.clear("no_text")

    def add(self, text: str, cut: bool) -> tuple[str, str, bool]:
        """Adds text. Returns what of it is shown now, what is left to add, and whether the cap ended this part. `cut`:
        the cap holds."""
        if not self._pieces:
            body = self._begun(text)
            if not body:
                return "", "", False
            text = body
        if not cut or self._size + size(text) <= _CUT_FROM:
            return self._append(text), "", False
        most = fitting(text, MAX_PARAGRAPH_BYTES - self._size)
        border = _BORDER.search(text, fitting(text, _CUT_FROM - self._size), most)
        if border is not None:
            shown, rest = text[: border.start()] + border.group().strip(), text[border.end() :]
        elif most < len(text):
            shown, rest = text[:most], text[most:]
        else:
            return self._append(text), "", False
        shown = self._append(shown)
        self._parts.append("".join(self._pieces).strip("\n"))
        self._pieces.clear()
        self._size = 0
        return shown, rest, True

    def break_off(self) -> None:
        """Marks that the text goes no further."""
        last = "".join(self._pieces).rstrip("\n") + ELLIPSIS
        self._pieces[:] = [last]

    def _begun(self, text: str) -> str:
        """Returns the text without blank lines before it, once there is any; indentation of the first line stays."""
        text = self._lead + text
        if not text.strip():
            self._lead = text[text.rfind("\n") + 1 :][-64:]
            return ""
        self._lead = ""
        blank = len(text) - len(text.lstrip())
        return text[text.rfind("\n", 0, blank) + 1 :]

    def _append(self, text: str) -> str:
        if text:
            self._pieces.append(text)
            self._size += size(text)
            if len(self._pieces) >= MOST_PIECES:
                gather(self._pieces)
        return text
