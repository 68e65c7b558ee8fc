"""Citation ids as models spell them, against the candidates that exist. Wrong ids are ignored, counted and noted."""

from __future__ import annotations

import re
import unicodedata

from gateway.answer.answer import Candidates
from gateway.answer.events import Decision

MOST_IDS = 4
"""Citations of one paragraph; the model is asked for no more."""

_ID = re.compile(r"[\s\[(【{<\"'“”*#]*([EGeg])[\s_.-]?0{0,4}([1-9][0-9]{0,3})[\s\])】}>\"'“”*.:;]*")


def normalised(raw: str) -> str | None:
    """`e1`, `E01`, `[E1]`, `Ｅ１` → `E1`; None for what is no id. A bare number never is one."""
    found = _ID.fullmatch(unicodedata.normalize("NFKC", raw[:40]))
    return found.group(1).upper() + found.group(2) if found else None


class Claimed:
    """The ids of one paragraph, checked as they arrive: form, membership, duplicates, cap."""

    def __init__(self, candidates: Candidates) -> None:
        self._candidates = candidates
        self.ids: list[str] = []
        self.dropped = 0

    def add(self, raw: str) -> Decision | None:
        """Keep an id, or say why not."""
        citation_id = normalised(raw)
        if citation_id is None:
            reason = "not_an_id"
        elif self._candidates.get(citation_id) is None:
            reason = "unknown_id"
        elif citation_id in self.ids:
            reason = "duplicate_id"
        elif len(self.ids) >= MOST_IDS:
            reason = "too_many_ids"
        else:
            self.ids.append(citation_id)
            return None
        self.dropped += 1
        return Decision("id_dropped", {"id": raw[:40], "reason": reason})
