"""What a thread points at: sections and list items that a follow-up can name, and the documents that were cited.

The state is no source. It holds titles, never text of a document: a title has at most 120 characters, stands on one
line, and shares at most twelve words in a row with what was cited.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain
from typing import Any

from gateway import words
from gateway.answer.answer import Section
from gateway.answer.events import Answer
from gateway.answer.outline import MOST_SECTIONS, SuiviFilter, honest, one_line, quotes, shortened
from gateway.conversation.followups.listing import Item, listed, title_of
from gateway.conversation.question import Message


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """One section, or one item of a list, that a user can point at."""

    id: str
    """`S1` to `S8` of an outline, `1`, `2`, … of a list."""
    title: str
    paragraphs: tuple[int, ...] = ()
    document_ids: tuple[str, ...] = ()
    """Cited by its paragraphs, in order of first citation."""

    @property
    def number(self) -> int:
        """Its place as the answer counted: 2 for `S2` and for `2`."""
        return int(self.id.lstrip("S"))

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> OutlineEntry:
        return cls(row["id"], row["title"], tuple(row.get("paragraphs", ())), tuple(row.get("document_ids", ())))


@dataclass(frozen=True, slots=True)
class ThreadState:
    """One thread's row of `thread_state`."""

    outline: tuple[OutlineEntry, ...] = ()
    """Of the newest report or summary."""
    parent: tuple[OutlineEntry, ...] = ()
    """The outline before that one; a reference that fits only here resolves here."""
    listed: tuple[OutlineEntry, ...] = ()
    """The newest list of an ordinary answer."""
    listed_newer: bool = False
    """The list is newer than the outline: ordinals, letters and numbers mean it first."""
    document_ids: tuple[str, ...] = ()
    """Cited by the newest answer with citations, in order of first citation."""
    titles: tuple[str, ...] = ()
    """Of these documents."""

    def to_json(self) -> dict[str, Any]:
        """JSON-ready values by the names of the table's columns; `list_newer` is a boolean, the others are lists."""
        return {
            "last_outline": list(map(asdict, self.outline)),
            "parent_outline": list(map(asdict, self.parent)),
            "list_outline": list(map(asdict, self.listed)),
            "list_newer": self.listed_newer,
            "last_doc_ids": list(self.document_ids),
            "last_titles": list(self.titles),
        }

    def followed_by(self, new: ThreadState) -> ThreadState:
        """Returns the state after an answer that brings `new`; what that has nothing of stays as it was."""
        documents = (new.document_ids, new.titles) if new.document_ids else (self.document_ids, self.titles)
        if new.outline:
            same = [entry.title for entry in new.outline] == [entry.title for entry in self.outline]
            return ThreadState(new.outline, self.parent if same else self.outline, (), False, *documents)
        listed_newer = new.listed_newer or self.listed_newer
        return ThreadState(self.outline, self.parent, new.listed or self.listed, listed_newer, *documents)

    def continued_by(self, own: ThreadState) -> ThreadState:
        """Returns the state of a conversation that begins with this one, where `own` is the state of what came since,
        any number of answers."""
        state = self.followed_by(own)
        if not own.outline:
            return state
        return replace(state, parent=own.parent or state.parent, listed=own.listed, listed_newer=own.listed_newer)

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> ThreadState:
        """Returns the state behind `to_json`; a column that is absent or NULL is empty."""
        outline, parent, items = (
            tuple(OutlineEntry.from_json(entry) for entry in row.get(name) or ())
            for name in ("last_outline", "parent_outline", "list_outline")
        )
        documents = (tuple(row.get(name) or ()) for name in ("last_doc_ids", "last_titles"))
        return cls(outline, parent, items, bool(row.get("list_newer")), *documents)


def from_history(messages: Sequence[Message]) -> ThreadState | None:
    """Returns what the last message of the assistant offers to point at: its `SUIVI` block, else its list or headings.

    For callers that send the conversation along. Ids of citations in it mean nothing any more and are left out.
    """
    last = next((message.content for message in reversed(messages) if message.role == "assistant"), None)
    if last is None:
        return None
    suivi = SuiviFilter()
    text = suivi.feed(last, final=True) + suivi.close()
    titles = [title for raw in suivi.titles if (title := one_line(title_of(raw)))]
    if titles:
        return ThreadState(
            tuple(OutlineEntry(f"S{n}", title) for n, title in enumerate(titles[:MOST_SECTIONS], start=1))
        )
    items = listed([text])
    if not items:
        return None
    return ThreadState(listed=tuple(OutlineEntry(str(item.number), item.title) for item in items), listed_newer=True)


def after(state: ThreadState | None, answer: Answer, outline: Sequence[Section], sources: Sequence[str]) -> ThreadState:
    """Returns what the thread points at after this answer; what the answer has nothing new for stays as it was."""
    return (state or ThreadState()).followed_by(brought(answer, outline, sources))


def brought(answer: Answer, outline: Sequence[Section], sources: Sequence[str]) -> ThreadState:
    """Returns what one can point at in this answer alone.

    `outline`: the sections of a report or summary, empty for an ordinary answer. `sources`: texts of the cited
    candidates, against which titles are checked.
    """
    language = answer.started.language if answer.started else "en"
    cited = _Cited(answer, language, sources)
    document_ids, titles = cited.document_ids()
    if outline:
        sections = tuple(
            cited.section(number, section) for number, section in enumerate(outline[:MOST_SECTIONS], start=1)
        )
        return ThreadState(sections, document_ids=document_ids, titles=titles)
    items = tuple(cited.item(item) for item in listed([paragraph.text for paragraph in answer.paragraphs]))
    return ThreadState(listed=items, listed_newer=bool(items), document_ids=document_ids, titles=titles)


class _Cited:
    """One answer's paragraphs, the documents behind them, and what its titles may say."""

    def __init__(self, answer: Answer, language: str, sources: Sequence[str]) -> None:
        self._language = language
        self._paragraphs = {paragraph.index: paragraph for paragraph in answer.paragraphs}
        self._order = [paragraph.index for paragraph in answer.paragraphs]
        self._references = {shown.citation_id: shown for shown in answer.references}
        self._sources = [words.terms(source, language) for source in sources]
        texts = (words.terms(paragraph.text, language) for paragraph in answer.paragraphs)
        self._known = frozenset(chain.from_iterable([*texts, *self._sources]))

    def document_ids(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Ids and titles of all cited documents, the two of the same length; None: nothing is cited."""
        found = self._documents(self._order)
        return tuple(found), tuple(found.values())

    def section(self, number: int, section: Section) -> OutlineEntry:
        places = [index for index in section.paragraphs if index in self._paragraphs]
        first = self._paragraphs[places[0]].text if places else ""
        title, _ = honest(one_line(section.title), number, first, self._language, self._known, self._sources)
        return OutlineEntry(
            f"S{number}", title or f"Section {number}", section.paragraphs, tuple(self._documents(places))
        )

    def item(self, item: Item) -> OutlineEntry:
        index = self._order[item.text]
        title = item.title
        if quotes(title, self._language, self._sources):  # the title is ours to choose: fewer words are no quote
            title, _ = honest(shortened(title), item.number, "", self._language, self._known, self._sources)
        return OutlineEntry(str(item.number), title, (index,), tuple(self._documents([index])))

    def _documents(self, places: Sequence[int]) -> dict[str, str]:
        """Id to title, in order of first citation."""
        found: dict[str, str] = {}
        for index in places:
            for citation_id in self._paragraphs[index].citation_ids:
                shown = self._references.get(citation_id)
                if shown and shown.document_id:
                    found.setdefault(shown.document_id, one_line(shown.title))
        return found
