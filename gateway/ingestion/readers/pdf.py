"""PDF by pdfium: characters and where they stand, page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

import pypdfium2  # type: ignore[import-untyped]
from pypdfium2 import raw

from gateway.ingestion.processes.scans import Scanned
from gateway.ingestion.readers.shared.pdf_characters import Closely, runs_of
from gateway.ingestion.readers.shared.pdf_objects import Box, objects_of
from gateway.ingestion.readers.shared.pdf_right_to_left import right_to_left_runs
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.titles import telling
from gateway.knowledge.pdf_layout.bidi import RIGHT_TO_LEFT
from gateway.knowledge.pdf_layout.reading_order import lay_out
from gateway.knowledge.pdf_layout.runs import Rule, Run, on_page
from gateway.knowledge.pdf_layout.scripts import mark_scripts, strikes_through

MOST_PAGES = 3000
MOST_CHARACTERS = 10_000_000
MOST_NAMED = 12
_LEAST_READABLE = 0.7
"""Share of characters that must be known: a font can hide which letters it draws."""
_ADVICE = "recognise it first, or set GATEWAY_OCR_COMMAND"
_NARROW = 0.15
"""Heights of the letters between runs on a page that draws superscripts after their lines."""
_SMALLEST = 0.5
"""Points; nobody reads smaller letters."""


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns the text in reading order, and where every line stands. Raises `Unreadable`."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower() or "security" in str(error).lower():
            raise Unreadable("is encrypted; save it without a password and send it again.") from None
        raise Unreadable("is damaged or has no pages; no PDF reader can open it.") from None
    count = len(document)
    if count > MOST_PAGES:
        raise Unreadable(f"has {count} pages; split it into files of at most {MOST_PAGES}.")
    pages: list[list[Run]] = []
    rules: list[list[Rule]] = []
    pictures: list[int] = []
    characters = 0
    for number in range(count):
        runs, drawn, pictured = _page(document, number, omissions)
        pictures += [number + 1] * (pictured and not runs)
        characters += sum(len(run.text) for run in runs)
        if characters > MOST_CHARACTERS:
            raise Unreadable(f"has more than {MOST_CHARACTERS:,} characters; split it into several files.")
        pages.append(runs)
        rules.append(drawn)
    if not characters:
        raise Scanned(f"holds no text, only pictures; scanned pages need text recognition (OCR): {_ADVICE}.")
    _check_readable(pages)
    laid_out = lay_out(pages, rules)
    title, *programs = (document.get_metadata_value(name) for name in ("Title", "Creator", "Producer"))
    chosen = title if telling(title, laid_out.text, *programs) else laid_out.title
    return replace(laid_out, title=chosen, note=_unread(pictures), pictures=tuple(pictures))


def _unread(pages: list[int]) -> str:
    if not pages:
        return ""
    numbers = ", ".join(map(str, pages[:MOST_NAMED])) + ", …" * (len(pages) > MOST_NAMED)
    return f"shows only pictures on page{'s' * (len(pages) > 1)} {numbers}; text recognition (OCR) would read them (GATEWAY_OCR_COMMAND)."


def _check_readable(pages: list[list[Run]]) -> None:
    text = "".join(run.text for runs in pages for run in runs)
    unknown = sum(c == "\ufffd" or "\ue000" <= c <= "\uf8ff" or (c < " " and c != "\x02") for c in text)
    if unknown > (1 - _LEAST_READABLE) * len(text):
        raise Scanned(f"does not say which letters its fonts draw; it needs text recognition (OCR): {_ADVICE}.")


def _page(document: pypdfium2.PdfDocument, number: int, omissions: Omissions) -> tuple[list[Run], list[Rule], bool]:
    """Returns characters and straight lines of a page, and whether it has a picture; a damaged page is empty."""
    try:
        page = document[number]
        text_page = page.get_textpage()
    except pypdfium2.PdfiumError:
        return [], [], False
    objects = objects_of(page.raw)
    rules = list(objects.rules())
    left, bottom, right, top = box = page.get_bbox()
    closely = Closely(objects.hidden((right - left) * (top - bottom), omissions))
    text = text_page.get_text_range() if raw.FPDFText_CountChars(text_page.raw) else ""
    if RIGHT_TO_LEFT.search(text):
        runs = _marked(lambda closely: right_to_left_runs(text_page.raw, text, closely), closely, rules)
    else:
        runs = _marked(lambda closely: list(runs_of(text_page.raw, closely)), closely, rules)
    rules = [rule.mirrored for rule in rules] if runs and runs[0].is_mirrored else rules
    found = list(_seen(runs, box, omissions)), rules, objects.has_picture
    text_page.close()
    page.close()
    return found


def _marked(read: Callable[[Closely], list[Run]], closely: Closely, rules: Sequence[Rule]) -> list[Run]:
    """Returns the runs of a page with scripts and struck-out text marked. If a run contains some, it is read again."""
    runs = read(closely)
    strikes = strikes_through(runs, rules)
    inside = mark_scripts(runs)
    if strikes or inside:
        runs = read(replace(closely, strikes=strikes, gap=_NARROW if inside else closely.gap))
        mark_scripts(runs)
    return runs


def _seen(runs: Iterable[Run], page: Box, omissions: Omissions) -> Iterator[Run]:
    """Yields the runs that a reader of the page can see."""

    def why_unseen(run: Run) -> str:
        left, bottom, right, top = on_page(run)
        x, y = (left + right) / 2, (bottom + top) / 2
        if not (page[0] <= x <= page[2] and page[1] <= y <= page[3]):
            return "off_page_text"
        return "tiny_text" if 0 < run.size < _SMALLEST and run.height < 2 * _SMALLEST else ""

    for why, group in groupby(runs, why_unseen):
        if not why or not omissions.hides(why):
            yield from group
