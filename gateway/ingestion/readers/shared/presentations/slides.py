"""Presentations as Markdown, for every format of them: each slide below a heading with its number, which is also the
page of its passages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gateway.ingestion.readers.shared.review_comments import ReviewComment, with_comments
from gateway.knowledge.documents.corpus import Content, LayoutLine
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable, clean_text
from gateway.knowledge.formats.titles import telling
from gateway.knowledge.splitting.prose import language_of
from gateway.words.languages.subjects.file_parts import FilePartWords, file_parts

MOST_SLIDES = 3000


class Slide(NamedTuple):
    """A slide: its number, its title on one line, the rest of it and the speaker's notes as Markdown, and comments."""

    number: int
    title: str
    text: str
    notes: str = ""
    comments: Sequence[ReviewComment] = ()


def checked_count(slides: int) -> None:
    """Raises `Unreadable` if a presentation has too many slides."""
    if slides > MOST_SLIDES:
        raise Unreadable(f"has {slides} slides; split it into files of at most {MOST_SLIDES}.")


def slides_as_content(slides: Sequence[Slide], stated: str, omissions: Omissions) -> Content:
    """Returns the slides as Markdown. Raises `Unreadable` if they have no text. `stated`: the title in the file's
    properties."""
    spoken = "\n\n".join(f"{slide.title}\n\n{slide.text}\n\n{slide.notes}" for slide in slides)
    words = file_parts(language_of(spoken))
    text, lines = _joined((slide.number, _written(words, slide, omissions)) for slide in slides)
    if not text:
        raise Unreadable("holds no text, only pictures; export it as PDF and let text recognition (OCR) read that.")
    first = next((slide.title for slide in slides if slide.title), None)
    return Content(stated if telling(stated, text) else first, text, lines=lines)


def _written(words: FilePartWords, slide: Slide, omissions: Omissions) -> str:
    """Writes a slide below a heading with its number; one that says nothing is empty."""
    notes = f"## {words.notes}\n\n{slide.notes}" if slide.notes else ""
    below = with_comments("\n\n".join(filter(None, [slide.text, notes])), slide.comments, omissions)
    if not (slide.title or below):
        return ""
    heading = f"# {words.slide.format(slide.number)}" + f": {slide.title}" * bool(slide.title)
    return "\n\n".join(filter(None, [heading, below]))


def _joined(slides: Iterable[tuple[int, str]]) -> tuple[str, tuple[LayoutLine, ...]]:
    """Returns one text, and the slide of each part of it."""
    parts, lines, at = [], [], 0
    for number, written in slides:
        if cleaned := clean_text(written):
            parts.append(cleaned)
            lines.append(LayoutLine(at, at + len(cleaned), number, 0, 0, 0, 0))
            at += len(cleaned) + 2
    return "\n\n".join(parts), tuple(lines)
