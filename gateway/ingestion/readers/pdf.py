"""PDF by pdfium: characters, fields and comments, and where they stand, page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

import pypdfium2  # type: ignore[import-untyped]
from pypdfium2 import raw

from gateway.ingestion.processes.scans import Scanned
from gateway.ingestion.readers.shared.pdf.annotations import Comment, added_to, attachments, placed, with_comments
from gateway.ingestion.readers.shared.pdf.glyph_runs import Closely, lacks_map, runs_of
from gateway.ingestion.readers.shared.pdf.layers import Box
from gateway.ingestion.readers.shared.pdf.objects import objects_of
from gateway.ingestion.readers.shared.pdf.right_to_left import right_to_left_runs
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.documents.origin import origin
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.titles import telling
from gateway.knowledge.pdf_layout.bidi import RIGHT_TO_LEFT
from gateway.knowledge.pdf_layout.garbled import is_garbled
from gateway.knowledge.pdf_layout.margins.stamps import without_stamps
from gateway.knowledge.pdf_layout.reading_order import lay_out
from gateway.knowledge.pdf_layout.runs import Rule, Run, Walls, on_page
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


@dataclass(slots=True)
class _PdfPage:
    """What one page contains; a damaged page is empty."""

    runs: list[Run] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    is_picture: bool = False
    is_garbled: bool = False
    """Most of its letters have no map to Unicode."""


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns the text in reading order, and where every line stands. Raises `Unreadable`."""
    document = _opened(data)
    attachments(document.raw, omissions)
    pages: list[_PdfPage] = []
    characters = 0
    for number in range(len(document)):
        pages.append(_page(document, number, omissions))
        characters += sum(len(run.text) for run in pages[-1].runs)
        if characters > MOST_CHARACTERS:
            raise Unreadable(f"has more than {MOST_CHARACTERS:,} characters; split it into several files.")
    if not characters:
        raise Scanned(f"holds no text, only pictures; scanned pages need text recognition (OCR): {_ADVICE}.")
    _check_letters(pages)
    laid_out = with_comments(
        lay_out(without_stamps([page.runs for page in pages], omissions), [page.rules for page in pages]),
        [comment for page in pages for comment in page.comments],
    )
    title, *programs = (document.get_metadata_value(name) for name in ("Title", "Creator", "Producer"))
    chosen = title if telling(title, laid_out.text, *programs) else laid_out.title
    unread = [number for number, page in enumerate(pages, 1) if page.is_picture or page.is_garbled]
    dates = (document.get_metadata_value(name) for name in ("ModDate", "CreationDate"))
    stated = origin("properties", dates, document.get_metadata_value("Author"), programs)
    return replace(laid_out, title=chosen, note=_note(document, pages), pictures=tuple(unread), origin=stated)


def _opened(data: bytes) -> pypdfium2.PdfDocument:
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower() or "security" in str(error).lower():
            raise Unreadable("is encrypted; save it without a password and send it again.") from None
        raise Unreadable("is damaged or has no pages; no PDF reader can open it.") from None
    if len(document) > MOST_PAGES:
        raise Unreadable(f"has {len(document)} pages; split it into files of at most {MOST_PAGES}.")
    document.init_forms()
    return document


def _note(document: pypdfium2.PdfDocument, pages: Sequence[_PdfPage]) -> str:
    """Returns a sentence on what could not be read; empty if everything could."""
    pictures = _listed([number for number, page in enumerate(pages, 1) if page.is_picture])
    garbled = _listed([number for number, page in enumerate(pages, 1) if page.is_garbled])
    parts = []
    if document.get_formtype() == raw.FORMTYPE_XFA_FULL:
        parts.append("is an XFA form, whose fields only Adobe Reader shows; print it into a PDF to have them read")
    if pictures:
        parts.append(f"shows only pictures on {pictures}; text recognition (OCR) would read them (GATEWAY_OCR_COMMAND)")
    if garbled:
        parts.append(
            f"may have garbled text on {garbled}, because its fonts have no map to Unicode letters; "
            "text recognition (OCR) would read it (GATEWAY_OCR_COMMAND)"
        )
    return "; it ".join(parts) + "." * bool(parts)


def _listed(pages: Sequence[int]) -> str:
    if not pages:
        return ""
    return f"page{'s' * (len(pages) > 1)} {', '.join(map(str, pages[:MOST_NAMED]))}{', …' * (len(pages) > MOST_NAMED)}"


def _check_letters(pages: Sequence[_PdfPage]) -> None:
    """Marks the pages of a text that is no language. Raises `Scanned` if most of its letters are unknown."""
    text = "\n".join(run.text for page in pages for run in page.runs)
    unknown = sum(c == "\ufffd" or "\ue000" <= c <= "\uf8ff" or (c < " " and c not in "\x02\n") for c in text)
    if unknown > (1 - _LEAST_READABLE) * len(text):
        raise Scanned(f"does not say which letters its fonts draw; it needs text recognition (OCR): {_ADVICE}.")
    if is_garbled(text):
        for page in pages:
            page.is_garbled |= bool(page.runs)


def _page(document: pypdfium2.PdfDocument, number: int, omissions: Omissions) -> _PdfPage:
    try:
        page = document[number]
        text_page = page.get_textpage()
    except pypdfium2.PdfiumError:
        return _PdfPage()
    objects = objects_of(page.raw)
    rules = list(objects.rules())
    closely = Closely(objects.hidden(page, omissions), Walls(rules))
    added = added_to(page.raw, text_page, document.formenv and document.formenv.raw, number + 1, omissions)
    text = text_page.get_text_range() if raw.FPDFText_CountChars(text_page.raw) else ""

    def runs_as(closely: Closely) -> list[Run]:
        if RIGHT_TO_LEFT.search(text):
            return right_to_left_runs(text_page.raw, text, closely)
        return list(runs_of(text_page.raw, closely))

    runs = list(_seen(_marked(runs_as, closely, rules, added.strikes), page.get_bbox(), omissions))
    if runs and runs[0].is_mirrored:
        rules = [rule.mirrored for rule in rules]
    is_picture = objects.has_picture and not runs
    found = _PdfPage([*runs, *placed(added, runs)], rules, added.comments, is_picture, lacks_map(text_page.raw))
    text_page.close()
    page.close()
    return found


def _marked(
    read: Callable[[Closely], list[Run]], closely: Closely, rules: Sequence[Rule], strikes: Sequence[Rule]
) -> list[Run]:
    """Returns the runs of a page with scripts and struck-out text marked. If a run contains some, it is read again.

    strikes: lines that reviewers drew through text.
    """
    runs = read(closely)
    strikes = [*strikes, *strikes_through(runs, rules)]
    inside = mark_scripts(runs)
    if strikes or inside:
        runs = read(replace(closely, strikes=strikes, gap=_NARROW if inside else closely.gap))
        mark_scripts(runs)
    return runs


def _seen(runs: Iterable[Run], page: Box, omissions: Omissions) -> Iterator[Run]:
    """Yields the runs that a reader of the page can see."""

    def why_unseen(run: Run) -> str:
        if run.angle % 90:
            return ""  # a part of a watermark
        left, bottom, right, top = on_page(run)
        if right <= page[0] or left >= page[2] or top <= page[1] or bottom >= page[3]:
            return "off_page_text"
        return "tiny_text" if 0 < run.size < _SMALLEST and run.height < 2 * _SMALLEST else ""

    for why, group in groupby(runs, why_unseen):
        if not why or not omissions.hides(why):
            yield from group
