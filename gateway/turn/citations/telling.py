"""What the gateway says of a source: where it is from, how old it is, and what became of its citation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gateway.answer.answer import Citation
from gateway.answer.events import ReferenceShown
from gateway.answer.graph_text import statements
from gateway.conversation.citations.shown import Meant, ShownAnswer
from gateway.models.prompt import Prompts
from gateway.turn.ports import NamedDocument
from gateway.wire.shared.addresses import of_cited, place

_DATED = {"file": "about_dated_file", "loaded": "about_dated_loaded"}
"""Labels by the origin of a date that no author states."""
_NOT_OFFERED = "cite_dropped_unknown"
_DROPPED = {"refuted": "cite_dropped_refuted", "no_evidence": "cite_dropped_no_evidence"}
"""Labels by the reason for which a citation was dropped."""


class Telling:
    """Sentences in one language."""

    def __init__(self, prompts: Prompts, language: str) -> None:
        self._prompts, self._language = prompts, language

    def label(self, name: str, **values: object) -> str:
        return self._prompts.label(name, self._language).format(**values)

    def origin(self, answer: ShownAnswer, shown: ReferenceShown, document: NamedDocument | None) -> str:
        """Returns title, place and address of a source, its date and its author."""
        named = f"[{answer.references.index(shown) + 1}] {name_of(shown)}"
        address = of_cited(shown.document_id, shown.passage_id, shown.source, "") or shown.source
        return "\n".join(filter(None, [f"{named} <{address}>" if address else named, self.dated(shown, document)]))

    def dated(self, shown: ReferenceShown, document: NamedDocument | None) -> str:
        """Returns the date of a source and its author, as the document is today, else as it was cited."""
        passage = shown.passage
        date = document.date if document else passage.get("date", "")
        origin = document.date_from if document else passage.get("dateFrom", "")
        author = document.author if document else passage.get("author", "")
        label = _DATED.get(origin, "about_dated")
        told = [self.label(label, title=shown.title, date=date[:10])] if date else []
        return " ".join([*told, *([self.label("about_author", title=shown.title, author=author)] if author else [])])

    def statuses(self, meant: Meant, ids: Sequence[str], dropped: Mapping[str, str]) -> str:
        """Returns what became of citations. `ids`: those that are asked for, empty for all of the answer."""
        answer = meant.answer
        told = list(dict.fromkeys(self._cited(answer, ids)))
        seen = {citation.citation_id for citation in _citations(answer)} | {
            citation.original_id for citation in _citations(answer)
        }
        for name in ids or dropped:
            if name in dropped and name not in seen:
                title = answer.offered.get(name, "")
                label = _DROPPED.get(dropped[name], _NOT_OFFERED)
                told.append(self.label(label, source=f"{name} {title}".strip()))
            elif name not in seen and name in answer.offered:
                told.append(self.label("cite_not_used", source=f"{name} {answer.offered[name]}".strip()))
        counts = {name: answer.statuses.get(name, 0) for name in ("weak", "moved", "dropped")}
        return "\n".join([*told, self.label("cite_counts", **counts)] if any(counts.values()) or not told else told)

    def _cited(self, answer: ShownAnswer, ids: Sequence[str]) -> Iterator[str]:
        for citation in _citations(answer):
            if ids and citation.citation_id not in ids and citation.original_id not in ids:
                continue
            if not ids and citation.status in ("ok", "unchecked"):
                continue
            yield self.label(f"cite_{citation.status}", source=_source(answer, citation), **self._why(citation))

    def _why(self, citation: Citation) -> dict[str, str]:
        if citation.status == "moved":
            return {"original": citation.original_id or ""}
        if citation.status != "weak":
            return {}
        value = citation.source_value
        named = "doubt_value" if (value or "")[:1].isdigit() else "doubt_words"
        told = [
            self.label(f"doubt_{citation.reason or 'wording'}"),
            *([self.label(named, value=value)] if value else []),
        ]
        return {"why": " ".join(told)}


def _citations(answer: ShownAnswer) -> Iterator[Citation]:
    return (citation for paragraph in answer.paragraphs for citation in paragraph.citations)


def _source(answer: ShownAnswer, citation: Citation) -> str:
    for number, shown in enumerate(answer.references, start=1):
        if shown.citation_id == citation.citation_id:
            return f"[{number}] {name_of(shown)}"
    return citation.citation_id


def name_of(shown: ReferenceShown) -> str:
    """Returns title, heading and pages of a source; of a graph result what it is about."""
    if shown.type == "graph":
        return "; ".join(statement.about for statement in statements(shown.graph)) or shown.citation_id
    return place(shown.title, shown.position) or shown.citation_id
