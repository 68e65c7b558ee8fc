"""Going on in a list that the last answers gave: the next one, the one before, the others, both. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from gateway import words
from gateway.answer.answer import RefType
from gateway.conversation.followups.leaned_on import JOINT
from gateway.conversation.followups.resolve import MOST, FollowUp
from gateway.conversation.followups.thread_state import OutlineEntry, ThreadState
from gateway.words.languages import language_of
from gateway.words.languages.subjects.dialogue.stepping import STEPPING

LONGEST = 120
"""Characters of a question that only goes on in a list."""
_APART = re.compile(r"['’‐‑-]")
_EDGES = " ?？!！.。…,，;；:：¿¡"


def steps(question: str) -> str:
    """Returns how a question goes on in a list: `next`, `previous`, `other`, `both`; "" where it does not, or asks more
    than that."""
    line = " ".join(_APART.sub(" ", words.fold(question)).split()).strip(_EDGES)
    if len(line) > LONGEST:
        return ""
    return next((match.lastgroup or "" for pattern in _patterns() if (match := pattern.fullmatch(line))), "")


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], ...]:
    made = []
    for code, table in STEPPING.items():
        blank = "" if not language_of(code).has_spaces else r"(?:\s|,)*"
        around = rf"(?:(?:{table.around})(?:[\s,，]+|\b|(?=\W)))*" if blank else f"(?:{table.around}|[，,])*"
        ways = "|".join(f"(?P<{name}>{pattern})" for name, pattern in zip(table._fields[:4], table[:4], strict=True))
        made.append(re.compile(f"{around}(?:{ways}){blank}{around}"))
    return tuple(made)


def stepped(question: str, state: ThreadState, last: str) -> FollowUp | None:
    """Returns what a question points at that goes on in the newest list of a thread; None where it does not, or there
    is no list.

    last: the question before it, as it was understood: it tells which item was spoken of.
    """
    pool = state.listed if state.listed and (state.listed_newer or not state.outline) else state.outline
    step = steps(question) if len(pool) > 1 else ""
    if not step:
        return None
    at = next((number for number, entry in enumerate(pool) if last.startswith(f"{entry.title}{JOINT}")), None)
    found = _chosen(step, pool, at)
    kind: RefType = "multi" if len(found) > 1 else "relative"
    return FollowUp(kind, tuple(found), (question,), dependent=True, choose=not found)


def _chosen(step: str, pool: Sequence[OutlineEntry], at: int | None) -> Sequence[OutlineEntry]:
    if step == "both":
        return pool if len(pool) == 2 else ()
    if step == "next":
        return pool[at + 1 :][:1] if at is not None else pool[:1]
    if at is None:
        return ()
    others = [entry for entry in pool if entry is not pool[at]]
    return pool[at - 1 : at] if step == "previous" else others if len(others) <= MOST else ()
