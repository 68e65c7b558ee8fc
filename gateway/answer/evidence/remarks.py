"""What readers are told about a weak citation, and about one that other sources contradict. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gateway.answer.answer import Citation
from gateway.answer.events import ParagraphFinished

MOST_QUOTED = 3
"""Ranges whose words a remark repeats."""
Label = Callable[[str, str], str]
"""Returns one of the gateway's own sentences by its name and language."""


def remarks(paragraph: ParagraphFinished, language: str, label: Label) -> Iterator[tuple[str, str]]:
    """Yields for each weak citation its id, and the words in doubt with what is wrong with them, such as
    `“24 months”: The source says 36.` Yields also what other sources have instead."""
    for citation in paragraph.citations:
        if citation.status == "weak":
            parts = citation.ranges[:MOST_QUOTED]
            words = ", ".join(f"“{' '.join(paragraph.text[start:end].split())}”" for start, end in parts)
            sentence = _sentence(citation, language, label)
            yield citation.citation_id, f"{words}: {sentence}" if words else sentence
        if citation.disagreement is not None:
            value = citation.disagreement.value.rstrip(" .。")
            yield citation.citation_id, label("doubt_other", language).replace("{value}", value)


def _sentence(citation: Citation, language: str, label: Label) -> str:
    reason, value = citation.reason or "wording", citation.source_value
    if value is None:
        return label(f"doubt_{reason}", language)
    of_words = reason in ("negation", "comparison")
    return label("doubt_words" if of_words else "doubt_value", language).replace("{value}", value)
