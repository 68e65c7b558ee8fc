"""What stands within a paragraph of reStructuredText, and its tables, as Markdown. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count

from gateway.knowledge.formats.inline_marks import lowered, raised
from gateway.knowledge.formats.plain_lines import cell, fenced, ruling, span, table_row
from gateway.words.languages.tables import listed

SIMPLE_RULE = re.compile(r"=++(?: ++=++)++\s*")
GRID_RULE = re.compile(r"\+(?:[-=]+\+)+\s*")
_LONGEST_PARAGRAPH = 20_000
"""Characters; of a longer one the marks stay: those without an end cost the square of their number."""
_MOST_DEFINED = 1000
_CODE = re.compile(r"(?:0x|U\+|x|\\x|&#x)([0-9A-Fa-f]{2,6});?")
_LITERAL = re.compile(r"``(.+?)``(?!`)", re.DOTALL)
_ROLE = re.compile(r":(?P<role>[a-zA-Z][\w.+-]*(?::[\w.+-]+)*):`(?P<text>[^`]+)`")
_LINK = re.compile(r"`(?P<text>[^`<>]+?) ?<(?P<to>[^<>`]+)>`__?")
_REFERENCE = re.compile(r"`(?P<text>[^`<>]+)`__?(?!\w)")
_TARGETED = re.compile(r" ?<[^<>]{1,1000}> ?$")
_WORDS_OF = listed("ref doc term any numref title guilabel menuselection download index abbr emphasis strong")
"""Roles whose text is prose."""
_MARKED = re.compile(
    r"(``.+?``(?!`)|:[a-zA-Z][\w.:+-]{0,60}:`[^`]+`|`[^`<>]+<[^<>`]+>`__?|`[^`<>]+`__?(?!\w)|\[(?:\#[\w.-]*|\*|\d+|[A-Za-z][\w.-]*)\]_(?!\w))",
    re.DOTALL,
)
_MOVED = {"sup": raised, "superscript": raised, "sub": lowered, "subscript": lowered}
_ESCAPED_BLANK = re.compile(r"\\\s")
_DEFINED = re.compile(r"\.\.\s+\|(?P<name>[^|]{1,200})\|\s+(?P<kind>replace|unicode)::\s+(?P<text>.*)$")
_NUMBERED = re.compile(r"\.\.\s+\[(?P<label>#[\w.-]*|\d+)\]")
_NAMED = re.compile(
    r"\\?\|(?P<name>[^|\s\\](?:[^|\\]{0,198}[^|\s\\])?)\\?\|(?:__?(?!\w))?|\[(?P<label>#[\w.-]{0,200})\]"
)
_FENCE = re.compile(r"\s{0,99}(`{3,})")
_OPEN_TAG = re.compile(r"<(?=[/!?]|[A-Za-z](?![A-Za-z.+-]{1,20}:))")


def inline(text: str) -> str:
    """Returns a paragraph with links and roles as Markdown has them."""
    if len(text) > _LONGEST_PARAGRAPH:
        return text
    parts = _MARKED.split(text)
    return "".join(_written(part) if at % 2 else _plain(part) for at, part in enumerate(parts))


def _plain(text: str) -> str:
    return _OPEN_TAG.sub(r"\\<", _ESCAPED_BLANK.sub("", text))


class Definitions:
    """What names stand for: `|name|`, and the numbers of notes that have none."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.numbers: list[tuple[str, str]] = []
        """Label and number of each note that is numbered by the program, in their order."""


def definitions(lines: Iterable[str]) -> Definitions:
    """Returns what a text defines, before or after it is used."""
    found, labels, taken = Definitions(), list[str](), set[str]()
    for line in lines:
        if line[:2] != "..":
            continue
        if (defined := _DEFINED.match(line)) and len(found.texts) < _MOST_DEFINED:
            text = defined["text"].strip()
            found.texts[defined["name"].lower()] = inline(text) if defined["kind"] == "replace" else _characters(text)
        elif note := _NUMBERED.match(line):
            labels.append(note["label"])
            taken.add(note["label"])
    numbers = (str(number) for number in count(1) if str(number) not in taken)
    found.numbers = [(label, next(numbers)) for label in labels if label[0] == "#"]
    return found


def _characters(codes: str) -> str:
    """Returns the characters that a directive `unicode` names: `0xA9`, `U+2014`, or text."""
    shown = []
    for code in codes.partition(" .. ")[0].split():
        number = _CODE.fullmatch(code)
        shown.append(chr(int(number[1], 16)) if number and int(number[1], 16) < 0xD800 else code)
    return "".join(shown)


def resolved(lines: Iterable[str], found: Definitions) -> Iterator[str]:
    """Yields lines of Markdown with what names stand for; code stays as it is."""
    labelled = {label: number for label, number in found.numbers if len(label) > 1}
    notes, marks = (iter([number for label, number in found.numbers if label == "#"]) for _ in range(2))
    fence = ""
    for line in lines:
        opens = _FENCE.match(line)
        if fence or opens:
            fence = ("" if opens and opens[1] == fence else fence) or (opens[1] if opens and not fence else "")
            yield line
            continue

        def shown(name: re.Match[str], line: str = line) -> str:
            if name["name"]:
                return found.texts.get(name["name"].lower(), name[0])
            if name["label"] != "#":
                return f"[{labelled.get(name['label'], name['label'][1:])}]"
            return f"[{next(marks if name.start() else notes, '#')}]"

        yield _NAMED.sub(shown, line) if "|" in line or "[#" in line else line


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
    return reference["text"] if reference else flat[:-1]


def _role(role: str, text: str) -> str:
    if move := _MOVED.get(role):
        return move(text)
    shown = _TARGETED.sub("", text) or text
    if role in _WORDS_OF:
        return shown
    shown = shown.rpartition(".")[2] if shown.startswith("~") else shown.lstrip("!~")
    return span(shown) if shown else ""


def table(lines: list[str]) -> list[str]:
    """Returns a table in Markdown; one that is not as simple as that, as code."""
    lines = stripped(lines)
    rows = _simple_rows(lines) if SIMPLE_RULE.fullmatch(lines[0]) else _grid_rows(lines)
    if not rows or len(set(map(len, rows))) > 1:
        return fenced(lines)
    written = [table_row(cell(inline(text)) for text in texts) for texts in rows]
    return [written[0], ruling(len(rows[0])), *written[1:]]


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
