"""What people add to a PDF page: values of form fields, comments, text boxes and struck-out text."""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pypdfium2 import raw  # type: ignore[import-untyped]

from gateway.ingestion.readers.shared.pdf.layers import Box
from gateway.knowledge.documents.corpus import Content, LayoutLine
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.inline_marks import box
from gateway.knowledge.pdf_layout.runs import Rule, Run, turned

MOST_ANNOTATIONS, MOST_CHARACTERS = 5000, 500_000
"""Of one page; several annotations can share a text."""
_MOST_BYTES = 100_000
"""Of one text."""
_MOST_QUADS = 200
_PASSWORD = 1 << 13
_OFF = ("", "Off")
_UNSEEN = raw.FPDF_ANNOT_FLAG_HIDDEN | raw.FPDF_ANNOT_FLAG_NOVIEW
_SIZE = 11.0
"""Points of a value that has no text beside it."""
_STAMP = re.compile(r"#?(?:SB|SH)?([A-Z][A-Za-z]{2,24})")
_MARKS = re.compile(r"#{1,6}\s|```|~~~|[-+>]\s")
_LABEL_END = re.compile("[:?：？]$")
_MARKUP = range(raw.FPDF_ANNOT_HIGHLIGHT, raw.FPDF_ANNOT_STRIKEOUT + 1)
"""Kinds that mark text: highlight, underline, squiggly, strikeout."""
_COMMENTS = frozenset((1, *range(4, 16)))
"""Kinds that carry a comment: notes, shapes, markup, stamps, carets, ink."""
_MEDIA = frozenset((raw.FPDF_ANNOT_SOUND, raw.FPDF_ANNOT_MOVIE, raw.FPDF_ANNOT_RICHMEDIA, raw.FPDF_ANNOT_THREED))


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment of a reviewer on a page."""

    author: str
    quoted: str
    text: str
    page: int
    box: Box


@dataclass(slots=True)
class Added:
    """What people added to one page."""

    texts: list[tuple[str, Box]] = field(default_factory=list)
    """Values of fields and text boxes, each with its rectangle."""
    comments: list[Comment] = field(default_factory=list)
    strikes: list[Rule] = field(default_factory=list)


def added_to(page: Any, text_page: Any, form: Any, number: int, omissions: Omissions) -> Added:
    """Returns what people added to a page. `form` is None if the document has no fields."""
    added = Added()
    threads: dict[int, list[Comment]] = {}
    characters = 0
    for index in range(min(raw.FPDFPage_GetAnnotCount(page), MOST_ANNOTATIONS)):
        note = raw.FPDFPage_GetAnnot(page, index)
        if not note or characters > MOST_CHARACTERS:
            break
        kind, where = raw.FPDFAnnot_GetSubtype(note), _box_of(note)
        text = _string(note, "Contents")
        is_unseen = kind not in (raw.FPDF_ANNOT_LINK, raw.FPDF_ANNOT_POPUP) and raw.FPDFAnnot_GetFlags(note) & _UNSEEN
        if is_unseen and not omissions.read_hidden:
            shown = _value(note, form, omissions) if kind == raw.FPDF_ANNOT_WIDGET else text
            if shown:
                omissions.hides("hidden_text")
        elif kind == raw.FPDF_ANNOT_WIDGET:
            added.texts.append((_value(note, form, omissions), where))
        elif kind == raw.FPDF_ANNOT_FREETEXT:
            added.texts.append((text, where))
        elif kind == raw.FPDF_ANNOT_FILEATTACHMENT:
            omissions.lost("object", _name_of(raw.FPDFAnnot_GetFileAttachment(note)))
        elif kind in _MEDIA:
            omissions.lost("object")
        elif kind == raw.FPDF_ANNOT_WATERMARK:
            omissions.lost("watermark")
        elif kind in _COMMENTS and not raw.FPDFAnnot_HasKey(note, b"StateModel"):
            quads = list(_quads(note)) if kind in _MARKUP else []
            if kind == raw.FPDF_ANNOT_STRIKEOUT:
                added.strikes += [Rule(q[0], (q[1] + q[3]) / 2, q[2], (q[1] + q[3]) / 2) for q in quads]
            stamp = _STAMP.fullmatch(_string(note, "Name")) if kind == raw.FPDF_ANNOT_STAMP else None
            text = text or (stamp[1] if stamp else "")
            if text:
                quoted = " ".join(" ".join(text_page.get_text_bounded(*q)[:_MOST_BYTES] for q in quads).split())
                comment = Comment(_string(note, "T"), quoted, text, number, where)
                threads.setdefault(_thread(page, note, index), []).append(comment)
                characters += len(quoted)
        characters += len(text) + (len(added.texts[-1][0]) if added.texts else 0)
        raw.FPDFPage_CloseAnnot(note)
    added.comments = [comment for _, thread in sorted(threads.items()) for comment in thread]
    return added


def attachments(document: Any, omissions: Omissions) -> None:
    """Counts the files that a document contains."""
    for index in range(min(raw.FPDFDoc_GetAttachmentCount(document), MOST_ANNOTATIONS)):
        omissions.lost("object", _name_of(raw.FPDFDoc_GetAttachment(document, index)))


def placed(added: Added, runs: Sequence[Run]) -> Iterator[Run]:
    """Yields runs for the values on a page, each on the line of the text beside it."""
    widths: Counter[tuple[int, bool]] = Counter()
    for run in runs:
        widths[run.angle, run.is_mirrored] += max(1, round(run.right - run.left))
    angle, is_mirrored = widths.most_common(1)[0][0] if widths else (0, False)
    level = sorted((run for run in runs if run.angle == angle), key=lambda run: run.right)
    for text, where in added.texts:
        left, bottom, right, top = turned(*where, angle)
        if is_mirrored:
            left, right = -right, -left
        frame = Run("", left, bottom, right, top, angle, 0.0, is_mirrored, is_value=True)
        lines = list(filter(None, (" ".join(line.split()) for line in text.splitlines())))
        if len(lines) == 1:
            yield _on_line(lines[0], frame, [run for run in level if bottom - 2 < run.middle < top + 2])
        else:
            for index, line in enumerate(lines):
                high = top - 1.2 * _SIZE * index
                width = min(right - left, 0.5 * _SIZE * len(line))
                yield replace(frame, text=line, size=_SIZE, top=high, bottom=high - _SIZE, right=left + width)


def _on_line(text: str, frame: Run, near: Sequence[Run]) -> Run:
    """Returns the value of a field as part of the line beside it: next to its label, if that ends with a colon."""
    before = next((run for run in reversed(near) if run.right <= frame.left + 3), None)
    beside = before or min(near, key=lambda run: run.left, default=None)
    size = (beside.size if beside else 0.0) or min(_SIZE, frame.height)
    bottom, top = frame.middle - 0.5 * size, frame.middle + 0.5 * size
    if beside:
        bottom, top = beside.bottom, beside.top
    left = before.right + 0.3 * size if before and _LABEL_END.search(before.text) else frame.left
    right = max(left + 1, min(frame.right, left + 0.5 * size * len(text)))
    return replace(frame, text=text, size=size, left=left, right=right, bottom=bottom, top=top)


def with_comments(content: Content, comments: Sequence[Comment]) -> Content:
    """Returns a content with the comments of reviewers after its text."""
    text, lines = content.text, list(content.lines)
    for comment in comments:
        heading = f"## Comment by {' '.join(comment.author.split()) or 'a reviewer'}"
        body = "\n".join(_MARKS.sub(r"\\\g<0>", line.strip()) for line in comment.text.splitlines() if line.strip())
        block = "\n\n".join([heading, *([f"> {comment.quoted}"] if comment.quoted else []), body])
        text += "\n\n" if text else ""
        lines.append(LayoutLine(len(text), len(text) + len(block), comment.page, *comment.box))
        text += block
    return replace(content, text=text, lines=tuple(lines))


def _value(note: Any, form: Any, omissions: Omissions) -> str:
    """Returns what a field shows."""
    kind = raw.FPDFAnnot_GetFormFieldType(form, note) if form else -1
    if kind == raw.FPDF_FORMFIELD_PUSHBUTTON:
        return ""
    value = _text(lambda *into: raw.FPDFAnnot_GetFormFieldValue(form, note, *into)) if kind > 0 else _string(note, "V")
    kind_name = "" if kind > 0 else _string(note, "FT")
    if kind in (raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON) or kind_name == "Btn":
        return box(_is_ticked(note, form, value, kind))
    if kind == raw.FPDF_FORMFIELD_SIGNATURE or (form and raw.FPDFAnnot_GetFormFieldFlags(form, note) & _PASSWORD):
        if value or raw.FPDFAnnot_HasKey(note, b"V"):
            omissions.lost("form_field")
        return ""
    if kind in (raw.FPDF_FORMFIELD_COMBOBOX, raw.FPDF_FORMFIELD_LISTBOX):
        chosen = [
            _text(lambda *into, at=at: raw.FPDFAnnot_GetOptionLabel(form, note, at, *into))
            for at in range(min(raw.FPDFAnnot_GetOptionCount(form, note), MOST_ANNOTATIONS))
            if raw.FPDFAnnot_IsOptionSelected(form, note, at)
        ]
        return ", ".join(chosen) or value
    return value


def _is_ticked(note: Any, form: Any, value: str, kind: int) -> bool:
    """Returns whether a check box or a radio button is on. A box without a picture says so by its state or value."""
    if kind > 0 and raw.FPDFAnnot_IsChecked(form, note) == 1:
        return True
    if kind > 0 and raw.FPDFAnnot_HasKey(note, b"AP"):
        return False
    state = _string(note, "AS")
    return (state or ("" if kind == raw.FPDF_FORMFIELD_RADIOBUTTON else value)) not in _OFF


def _thread(page: Any, note: Any, index: int) -> int:
    """Returns the index of the comment to which a comment replies; its own if it is no reply."""
    for _ in range(20):
        first = raw.FPDFAnnot_GetLinkedAnnot(note, b"IRT")
        if not first:
            break
        found = raw.FPDFPage_GetAnnotIndex(page, first)
        if not 0 <= found < index:
            break
        note, index = first, found
    return index


def _quads(note: Any) -> Iterator[Box]:
    """Yields the rectangles of the text that an annotation marks."""
    quad = raw.FS_QUADPOINTSF()
    for at in range(min(raw.FPDFAnnot_CountAttachmentPoints(note), _MOST_QUADS)):
        if raw.FPDFAnnot_GetAttachmentPoints(note, at, quad):
            xs, ys = (quad.x1, quad.x2, quad.x3, quad.x4), (quad.y1, quad.y2, quad.y3, quad.y4)
            yield min(xs), min(ys), max(xs), max(ys)


def _box_of(note: Any) -> Box:
    where = raw.FS_RECTF()
    raw.FPDFAnnot_GetRect(note, where)
    return where.left, where.bottom, where.right, where.top


def _string(note: Any, key: str) -> str:
    return _text(lambda *into: raw.FPDFAnnot_GetStringValue(note, key.encode(), *into)).strip()


def _name_of(attachment: Any) -> str:
    return _text(lambda *into: raw.FPDFAttachment_GetName(attachment, *into)) if attachment else ""


def _text(read: Callable[..., int]) -> str:
    """Returns a text that pdfium writes into a buffer of UTF-16."""
    count = read(None, 0)
    if not 2 < count <= _MOST_BYTES:
        return ""
    buffer = ctypes.create_string_buffer(count)
    read(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), count)
    return buffer.raw[: count - 2].decode("utf-16-le", "replace")
