"""reStructuredText, written as Markdown. Pure.

Read are titles, paragraphs, lists, definitions, fields, literal and quoted blocks, tables, links and roles. Of a
directive, its content is read, as code where it is code; comments, targets, pictures, tables of contents and what only
a program understands are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import chain, takewhile

from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.plain_lines import fenced, lines_of, spaced, span, width
from gateway.knowledge.formats.restructured_marks import (
    GRID_RULE,
    SIMPLE_RULE,
    definitions,
    inline,
    resolved,
    stripped,
    table,
)
from gateway.words.languages.tables import listed

_LOOKED_AT = 20_000
"""Characters in which a text shows as reStructuredText."""
_LONGEST_BLOCK = 500
"""Lines of a block, unless it is a table; the time to read it grows with the square of their number."""
_DEEPEST = 20
"""Blocks in blocks; what is nested deeper stays as it is."""
_ADORNED = re.compile(r"([!-/:-@\[-`{-~])\1{2,}\s*")
_EXPLICIT = re.compile(r"\.\.(?:\s+|$)")
_DIRECTIVE = re.compile(r"\.\.\s+(?:\|[^|]+\|\s+)?(?P<name>[A-Za-z][\w.+-]*(?::[\w.+-]+)?)\s?::(?:\s+(?P<given>.*))?$")
_NOTE = re.compile(r"\.\.\s+\[(?P<label>[#*\w.-]+)\]\s*(?P<text>.*)$")
_OPTION = re.compile(r":(?P<name>[^:`\s][^:`]{0,60}):(?:\s+(?P<text>.*))?$")
_ITEM = re.compile(r"(?P<mark>[-*+•‣⁃]|\(?(?:#|\d{1,4}|[A-Za-z])[.)])\s+(?=\S)")
_SPOKEN = re.compile(r"[^\s#>`|*+-]|`[^`]|\*\S")
"""Begins a paragraph."""
_STARTS = re.compile(rf"{_ITEM.pattern}|{_EXPLICIT.pattern}|:[^:`\s][^:`]{{0,60}}:\s")
_SIGNS = re.compile(
    r"^\.\. [\w:-]+::|^\.\. _[^\n]+:[ \t]*$|:\w+(?::\w+)?:`[^`\n]+`|`[^`\n]+ <[^<>\n]+>`__?|::\n\n +\S", re.MULTILINE
)
_TITLED = re.compile(r"(?:\A|\n)(?=\S)([^\n]{2,100})\n([=~^*\"'#+-])\2{2,}[ \t]*(?=\n|\Z)")

_CODE = listed(
    """
    code code-block sourcecode parsed-literal productionlist testcode doctest testoutput testsetup prompt ipython
    math graphviz literalinclude jinja command-output
    """
)
_SILENT = listed(
    """
    toctree contents sectnum image include currentmodule index meta raw default-role highlight role title
    sectionauthor codeauthor moduleauthor autosummary unicode date container-start tabularcolumns plot testcleanup
    target-notes header footer replace py:currentmodule
    """
)
_GENERATED = re.compile(r"(?:py:)?(?:module|auto[a-z]+)")
"""Directives whose text is made from a program. What somebody wrote below them is text."""
_SIGNATURE = re.compile(r"[\w.]*[A-Z.(]")
"""Begins the name of a class; one in small letters is a style."""
_LABELLED = listed(
    """
    note warning tip hint important caution danger attention error seealso deprecated versionadded versionchanged
    versionremoved deprecated-removed todo
    """
)
_CALLED = re.compile(
    r"(?:[a-z]+:)?(?:function|method|class|attribute|data|exception|decorator|decoratormethod|staticmethod|classmethod"
    r"|property|option|cmdoption|envvar|describe|object|macro|type|struct|member|var|confval|setting|opcode|program)"
)
"""Directives that describe what they name."""
_TITLED_BOX = listed(
    """
    admonition topic sidebar rubric centered table list-table csv-table dropdown tab tab-item group-tab details collapse
    card grid-item-card
    """
)


def is_restructured(text: str) -> bool:
    """Whether a plain text is reStructuredText: an underlined title, and at least two of its signs."""
    opening = text[:_LOOKED_AT]
    if "`" not in opening and "::" not in opening and ".. _" not in opening:
        return False  # most texts; each of the signs has one of these
    return len(_SIGNS.findall(opening)) > 1 and _TITLED.search(opening) is not None


def restructured_lines(pieces: Callable[[], Iterable[str]], omissions: Omissions) -> Iterator[str]:
    """Yields the lines of a reStructuredText in Markdown; it holds no more than one block at the left margin."""
    yield from resolved(spaced(_Restructured(omissions).text(lines_of(pieces()))), definitions(lines_of(pieces())))


class _Restructured:
    """Remembers how the titles of each level are underlined, in the order in which they come."""

    def __init__(self, omissions: Omissions) -> None:
        self._omissions = omissions
        self._styles: list[str] = []
        self._depth = 0

    def text(self, lines: Iterable[str]) -> Iterator[str]:
        if self._depth > _DEEPEST:
            yield from stripped(list(lines))
            return
        self._depth += 1
        for block in _blocks(lines):
            rest = block
            while rest:
                rest = stripped((yield from self._block(rest)))
        self._depth -= 1

    def _block(self, lines: list[str]) -> Generator[str, None, list[str]]:
        """Yields what begins at the left margin, with what stands indented below it; returns the lines behind that."""
        if heading := self._heading(lines):
            title, style, count = heading
            level = min(self._styles.index(style) + 1, 6)
            yield from ("", f"{'#' * level} {inline(title)}", "")
            return lines[count:]
        if _EXPLICIT.match(lines[0]):
            end = _indented_end(lines)
            yield from self._explicit(lines[:end])
            return lines[end:]
        if SIMPLE_RULE.fullmatch(lines[0]) or GRID_RULE.fullmatch(lines[0]):
            yield from ("", *table(lines), "")
            return []
        if lines[0].startswith(">>>"):
            end = _paragraph_end(lines)
            yield from ("", *fenced(lines[:end], "python"), "")
            return lines[end:]
        if _ADORNED.fullmatch(lines[0]):
            yield from ("", "***", "")
            return lines[1:]
        if lines[0][0] == " ":
            end = _indented_end(lines)
            yield from self._quoted(lines[:end])
            return lines[end:]
        return (yield from self._items_or_paragraph(lines))

    def _heading(self, lines: list[str]) -> tuple[str, str, int] | None:
        """Returns title, style and number of lines of a title at the beginning of a block."""
        over = len(lines) > 2 and _ADORNED.fullmatch(lines[0]) and lines[2].strip() == lines[0].strip()
        title, under = (lines[1], lines[2]) if over else (lines[0], lines[1] if len(lines) > 1 else "")
        if not _ADORNED.fullmatch(under) or not title.strip() or _ADORNED.fullmatch(title):
            return None
        if (
            (title[0] == " " and not over)
            or len(under.strip()) < min(width(title.strip()), 4)
            or not _fits(title, under)
        ):
            return None
        style = under[0] * 2 if over else under[0]
        if style not in self._styles:
            self._styles.append(style)
        return title.strip(), style, 3 if over else 2

    def _explicit(self, lines: list[str]) -> Iterator[str]:
        directive, note = _DIRECTIVE.match(lines[0]), _NOTE.match(lines[0])
        if note:
            yield from self._item(f"[{note['label']}] ", [note["text"], *lines[1:]], "")
        if not directive or lines[0].startswith(".. |"):
            is_remark = not note and lines[0][2:].lstrip()[:1] not in ("_", "|") and len("".join(lines).strip()) > 2
            if is_remark and not self._omissions.hides("source_comment"):
                yield from self.text([lines[0][2:].lstrip(), *_dedented(lines[1:])])
            return
        name, given, below = directive["name"].lower(), directive["given"] or "", _dedented(lines[1:])
        options, count = dict[str, str](), 0
        while count < len(below) and (option := _OPTION.match(below[count])):
            options[option["name"]] = option["text"] or ""
            count += 1
        below = below[count:]
        short = name.partition(":")[2] or name
        if short in ("image", "figure"):
            self._omissions.lost("picture")
        if name in _SILENT or short in _SILENT or (_GENERATED.fullmatch(name) and not any(below)):
            return
        if short in _CODE:
            yield from ("", *fenced(stripped(below), given.split(" ")[0] if short != "math" else ""), "")
        elif name == "class" and not (given and _SIGNATURE.match(given)):
            yield from self.text(below)
        elif given and (_CALLED.fullmatch(name) or _GENERATED.fullmatch(name)):
            also = list(takewhile(bool, map(str.strip, below)))
            below = below[len(also) :]
            while also and given.endswith("\\"):
                given = f"{given[:-1].rstrip()} {also.pop(0)}"
            yield from self._definition(", ".join(map(span, [given, *also])), below)
        elif short in _LABELLED:
            yield from ("", *self._item(f"**{short.capitalize()}:** ", [given, *below] if given else below, ""))
        elif ":" in name:
            yield from ("", *fenced(stripped(below)), "") if any(below) else ()
        else:
            yield from self.text([given, "", *below] if short in _TITLED_BOX and given else below)

    def _items_or_paragraph(self, lines: list[str]) -> Generator[str, None, list[str]]:
        item, option, end = _ITEM.match(lines[0]), _OPTION.match(lines[0]), _indented_end(lines)
        below = _dedented(lines[1:end])
        if lines[0].startswith("| ") or lines[0].rstrip() == "|":
            end = next((at for at, line in enumerate(lines) if line[:1] != "|"), len(lines))
            yield from ("", *(inline(line[1:].strip()) + "  " for line in lines[:end] if line[1:].strip()), "")
            return lines[end:]
        is_initial = item and item["mark"][-1] in ".)" and item["mark"][:1].isalpha()
        if item and not (is_initial and len(lines) > 1 and lines[1][:1].strip()):
            mark = item["mark"] if item["mark"] in "-*+" else _number(item["mark"])
            yield from self._item(f"{mark} ", [lines[0][item.end() :], *below], " " * (len(mark) + 1))
        elif option:
            yield from self._item(f"- **{option['name']}**: ", [option["text"] or "", *below], "  ")
        elif len(lines) > 1 and lines[1][:1] == " " and lines[1].strip():
            yield from self._definition(inline(lines[0].strip().rstrip(":")), below)
        else:
            return (yield from self._paragraph(lines))
        return lines[end:]

    def _definition(self, term: str, lines: list[str]) -> Iterator[str]:
        """Yields a term and what is said of it; within another block, as an item."""
        if self._depth > 1:
            yield from ("", *self._item(f"- {term}: ", lines, "  "), "")
            return
        written = list(spaced(self.text(lines)))
        if written and _SPOKEN.match(written[0]):
            written[0] = f": {written[0]}"
        yield from ("", term, *written, "")

    def _item(self, lead: str, lines: Sequence[str], margin: str) -> Iterator[str]:
        """Yields blocks as one item: its lead before the first line, its margin before the others."""
        written = stripped(list(self.text(["", *lines] if not lines or lines[0].strip() else lines)))
        if not written:
            yield lead.rstrip(" :")
            return
        if written[0].startswith(("```", "#", "|", "- ", "* ", "> ")):
            yield from (lead.rstrip(), "")
        else:
            yield lead + written.pop(0)
        yield from (margin + line if line else "" for line in written)

    def _quoted(self, lines: list[str]) -> Iterator[str]:
        yield from ("", *("> " + line if line else ">" for line in stripped(list(self.text(_dedented(lines))))), "")

    def _paragraph(self, lines: list[str]) -> Generator[str, None, list[str]]:
        end = _paragraph_end(lines)
        written, below = [line.rstrip() for line in lines[:end]], lines[end:]
        announces = written[-1].endswith("::") and any(line.strip() for line in below)
        if written[-1].endswith("::"):
            written[-1] = written[-1][:-2].rstrip() + ":" if written[-1] != "::" else ""
        yield from ("", *inline("\n".join(written)).split("\n"), "")
        if announces and all(line[:1] in ("", " ") for line in below):
            below = _dedented(below)
            yield from (*fenced(stripped(below)), "")
            return []
        return below


def _blocks(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yields the blocks at the left margin: each with what stands indented below it."""
    block: list[str] = []
    blank, closes = True, False
    for line in chain(lines, [""]):
        begins = line[:1].strip() and block and not closes
        is_long = len(block) >= _LONGEST_BLOCK and line[:1] not in "|+"
        if begins and (blank or is_long or (_STARTS.match(line) and _STARTS.match(block[0]))):
            yield block
            block = []
        if not block:
            if not line.strip():
                continue
            closes = bool(SIMPLE_RULE.fullmatch(line))
        elif (closes and blank and not line.strip()) or (
            closes and SIMPLE_RULE.fullmatch(line) and sum(bool(SIMPLE_RULE.fullmatch(other)) for other in block) > 1
        ):
            closes = False
        block.append(line.rstrip())
        blank = not line.strip()
    if block:
        yield block


def _indented_end(lines: list[str]) -> int:
    """Returns where the lines end that are indented below the first one."""
    return next((at for at, line in enumerate(lines) if at and line[:1].strip()), len(lines))


def _paragraph_end(lines: list[str]) -> int:
    return next((at for at, line in enumerate(lines) if not line.strip()), len(lines))


def _dedented(lines: Sequence[str]) -> list[str]:
    least = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[least:].rstrip() for line in lines]


def _fits(title: str, under: str) -> bool:
    """Whether a line below another one underlines it: it is about as long; a row of a table is not."""
    return len(under.strip()) >= 0.7 * len(title.strip()) and not _ITEM.fullmatch(title)


def _number(mark: str) -> str:
    digits = re.sub(r"\D", "", mark)
    return f"{digits}." if digits else "1." if "#" in mark else "-"
