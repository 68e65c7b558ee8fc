"""What stands within a paragraph of reStructuredText, and its tables, as Markdown. Pure."""

from __future__ import annotations

import re

from gateway.knowledge.formats.plain_lines import fenced, span
from gateway.words.languages.tables import listed

SIMPLE_RULE = re.compile(r"=++(?: ++=++)++\s*")
GRID_RULE = re.compile(r"\+(?:[-=]+\+)+\s*")
_LONGEST_PARAGRAPH = 20_000
"""Characters; of a longer one the marks stay: those without an end cost the square of their number."""
_LITERAL = re.compile(r"``(.+?)``(?!`)", re.DOTALL)
_ROLE = re.compile(r":(?P<role>[a-zA-Z][\w.+-]*(?::[\w.+-]+)*):`(?P<text>[^`]+)`")
_LINK = re.compile(r"`(?P<text>[^`<>]+?) ?<(?P<to>[^<>`]+)>`__?")
_REFERENCE = re.compile(r"`(?P<text>[^`<>]+)`__?(?!\w)")
_TARGETED = re.compile(r" ?<[^<>]{1,1000}> ?$")
_WORDS_OF = listed("ref doc term any numref title guilabel menuselection download index abbr sup sub emphasis strong")
"""Roles whose text is prose."""
_MARKED = re.compile(
    r"(``.+?``(?!`)|:[a-zA-Z][\w.:+-]{0,60}:`[^`]+`|`[^`<>]+<[^<>`]+>`__?|`[^`<>]+`__?(?!\w)|\s?\[(?:\#\w*|\*|\d+)\]_(?!\w))",
    re.DOTALL,
)
_OPEN_TAG = re.compile(r"<(?=[/!?]|[A-Za-z](?![A-Za-z.+-]{1,20}:))")


def inline(text: str) -> str:
    """Returns a paragraph with links and roles as Markdown has them."""
    if len(text) > _LONGEST_PARAGRAPH:
        return text
    parts = _MARKED.split(text)
    return "".join(_written(part) if at % 2 else _OPEN_TAG.sub(r"\\<", part) for at, part in enumerate(parts))


def _written(mark: str) -> str:
    """Returns literal text, a role, a link, a reference or a footnote."""
    flat = " ".join(mark.split())
    if literal := _LITERAL.fullmatch(flat):
        return span(literal[1].strip() or " ")
    if link := _LINK.fullmatch(flat):
        to = link["to"].strip()
        is_address = re.match(r"\w+:|/|\.", to) and not re.search(r"[\s()]|_$", to)
        return f"[{link['text']}]({to})" if is_address else link["text"]
    if role := _ROLE.fullmatch(flat):
        return _role(role["role"].rpartition(":")[2].lower(), role["text"])
    reference = _REFERENCE.fullmatch(flat)
    return reference["text"] if reference else ""


def _role(role: str, text: str) -> str:
    shown = _TARGETED.sub("", text) or text
    if role in _WORDS_OF:
        return shown
    shown = shown.rpartition(".")[2] if shown.startswith("~") else shown.lstrip("!~")
    return span(shown) if shown else ""


def table(lines: list[str]) -> list[str]:
    """Returns a table in Markdown; one that is not as simple as that, as code."""
    lines = stripped(lines)
    rows = _simple_rows(lines) if SIMPLE_RULE.fullmatch(lines[0]) else _grid_rows(lines)
    if not rows or len({len(row) for row in rows}) > 1:
        return fenced(lines)
    written = [f"| {' | '.join(inline(cell).replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    return [written[0], "|" + " --- |" * len(rows[0]), *written[1:]]


def _simple_rows(lines: list[str]) -> list[list[str]]:
    starts = [match.start() for match in re.finditer("=+", lines[0])]
    rows: list[list[str]] = []
    for line in lines[1:]:
        if SIMPLE_RULE.fullmatch(line) or not line.strip():
            continue
        cells = [line[start:end].strip() for start, end in zip(starts, [*starts[1:], None], strict=True)]
        if rows and not cells[0]:
            rows[-1] = [f"{above} {cell}".strip() for above, cell in zip(rows[-1], cells, strict=True)]
        else:
            rows.append(cells)
    return rows


def _grid_rows(lines: list[str]) -> list[list[str]]:
    rows: list[list[str]] = []
    begins = True
    for line in lines:
        if GRID_RULE.fullmatch(line):
            begins = True
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or (rows and len(cells) != len(rows[-1])):
            return []
        if begins:
            rows.append(cells)
        else:
            rows[-1] = [f"{above} {cell}".strip() for above, cell in zip(rows[-1], cells, strict=True)]
        begins = False
    return rows


def stripped(lines: list[str]) -> list[str]:
    """Returns lines without the empty ones around them."""
    filled = [number for number, line in enumerate(lines) if line.strip()]
    return lines[filled[0] : filled[-1] + 1] if filled else []
