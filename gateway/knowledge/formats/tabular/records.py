"""Records of a data export: similar objects in a list, as a table, or each with its names next to its values.

A file of settings is no export: its objects differ, or they are few among other values.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import NamedTuple

from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.html import read_html
from gateway.knowledge.formats.html_parts.block_writer import escaped
from gateway.knowledge.formats.plain_lines import cell, ruling, table_row
from gateway.words.languages.tables import listed

Value = str | Sequence["Value"] | Mapping[str, "Value"] | None
"""What JSON and XML hold; numbers as they are written."""

LONGEST = 8 << 20
"""Characters of a file whose records are looked for; a longer one stays source text."""
_DEEPEST, _DEEPEST_VALUE = 4, 20
"""Levels of objects above the list of records, and in the whole file."""
_FEWEST, _FEWEST_KEYED, _KEY = 2, 3, "key"
_SHARE, _LEAST_SHARE = 0.6, 0.1
"""Of all values of the file, those that are in the records, and in each list of them."""
_MOST_COLUMNS, _LONGEST_CELL = 12, 100
_LONGEST_RECORD, _LONGEST_HEADING = 300, 120
"""Characters of records that need no heading each, and of a heading."""
_MOST_GROWTH = 4
"""Names that are repeated may make a text so many times longer."""
_TITLES = ("title", "name", "headline", "label", "subject")
_HTML = re.compile(
    r"<(?:p|br|b|i|a|div|span|[uo]l|li|strong|em|h[1-6]|table|img|blockquote|pre|code)(?=[\s/>])[^<>]{0,500}>",
    re.IGNORECASE,
)
_SETTINGS = listed(
    """
    $schema $defs definitions properties patternProperties additionalProperties openapi swagger scripts dependencies
    devDependencies compilerOptions
    """
)
"""Names in the root of a file of settings, or of a schema."""
_SETTINGS_NAMES = re.compile(
    r"\.|(?:package|tasks|launch|manifest|settings|composer|angular|renovate|pom|build|web|app)\.(?:json|xml)"
    r"|tsconfig|jsconfig|openapi|swagger|.*(?:config\.|-lock\.|[.-]schema\.|\.xsd|\.xsl)",
    re.IGNORECASE,
)
_HEADING = re.compile(r"^#{1,6}(?= )", re.MULTILINE)


class _TooDeep(Exception):
    """A record has more levels than names can tell."""


class _RecordList(NamedTuple):
    """Similar objects, and the names that lead to them."""

    path: str
    records: Sequence[Mapping[str, Value]]


def is_settings(name: str) -> bool:
    """Tells whether a file of this name holds settings of a program, whatever they look like."""
    return _SETTINGS_NAMES.match(PurePath(name).name) is not None


def records_content(root: Value, length: int, fewest: int = _FEWEST) -> Content | None:
    """Returns the records of a file as Markdown; None if it has none.

    length: characters of the file.
    fewest: how many records make an export.
    """
    if isinstance(root, Mapping) and _SETTINGS & root.keys():
        return None
    try:
        lists = _lists_of_records(root, fewest)
        above = [field for field in _fields(root, "", 0, {found.path for found in lists}) if field[1]]
        blocks = ["\n".join(map(_line, above))]
        for found in lists:
            blocks += [f"## {found.path}"] * (len(lists) > 1)
            rows = [list(_fields(record, "", 0)) for record in found.records]
            blocks += _table(rows) or _blocks(rows, "##" + "#" * (len(lists) > 1))
    except _TooDeep:
        return None
    title = next((value for name, value in above if name.rpartition(".")[2] in _TITLES[:2]), None)
    text = "\n\n".join(filter(None, blocks))
    return Content(title, text) if lists and len(text) <= _MOST_GROWTH * length + 10_000 else None


def _lists_of_records(root: Value, fewest: int) -> list[_RecordList]:
    """Returns the lists of similar objects; an empty list if they do not have most of the values of a file."""
    total = _leaves(root)
    counted = (
        (found, sum(map(_leaves, found.records))) for found in _lists(root, "", 0) if len(found.records) >= fewest
    )
    large = [(found, count) for found, count in counted if count >= _LEAST_SHARE * total and _similar(found.records)]
    share = _SHARE if fewest >= _FEWEST else _SHARE / 2
    return [found for found, _ in large] if sum(count for _, count in large) >= share * total else []


def _lists(value: Value, path: str, depth: int) -> Iterator[_RecordList]:
    """Yields the lists of objects; objects under names of their own are a list, too, if the file has nothing else."""
    if isinstance(value, Mapping):
        inner = [each for each in value.values() if isinstance(each, Mapping)]
        if not path and len(inner) == len(value) >= _FEWEST_KEYED and _similar(inner):
            yield _RecordList(path, [{_KEY: name} | dict(each) for name, each in zip(value, inner, strict=True)])
        elif depth < _DEEPEST:
            for name, below in value.items():
                yield from _lists(below, _joined(path, name), depth + 1)
    elif value and not isinstance(value, str):
        objects = [each for each in value if isinstance(each, Mapping)]
        if len(objects) == len(value):
            yield _RecordList(path, objects)


def _similar(records: Sequence[Mapping[str, Value]]) -> bool:
    """Tells whether most names of the objects are those of most objects."""
    names = [set(record) for record in records]
    counts = Counter(name for each in names for name in each)
    common = {name for name, count in counts.items() if 2 * count >= len(names)}
    return len(common) > 1 and 2 * sum(len(each & common) for each in names) >= sum(map(len, names))


def _leaves(value: Value) -> int:
    """Returns how many values are in a value."""
    count, waiting = 0, [value]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, Mapping):
            waiting.extend(inner.values())
        elif isinstance(inner, str) or inner is None:
            count += inner is not None
        else:
            waiting.extend(inner)
    return count


def _fields(value: Value, path: str, depth: int, skipped: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Yields names and values of a record: `address.city`, `tags` with all of its values, `items[1].name`."""
    if path in skipped:
        return
    if depth > _DEEPEST_VALUE:
        raise _TooDeep
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _fields(inner, _joined(path, name), depth + 1, skipped)
    elif isinstance(value, str) or value is None:
        yield path or "value", _plain(value or "")
    elif all(isinstance(each, str) or each is None for each in value):
        yield path, ", ".join(_plain(str(each)) for each in value if each)
    else:
        for number, inner in enumerate(value, 1):
            yield from _fields(inner, f"{path}[{number}]", depth + 1, skipped)


def _joined(path: str, name: str) -> str:
    """Returns the name of a value inside another; the text of an XML element has no name of its own."""
    return f"{path}.{name}" if path and name else path or name


def _plain(text: str) -> str:
    if _HTML.search(text):
        text = _HEADING.sub("###", read_html(text, Omissions()).text)
    return text.strip()


def _table(rows: list[list[tuple[str, str]]]) -> list[str]:
    """Returns a table of records whose values are short; an empty list if they are not."""
    names = list(dict.fromkeys(name for row in rows for name, _ in row))
    if len(names) > _MOST_COLUMNS or any(
        len(value) > _LONGEST_CELL or "\n" in value for row in rows for _, value in row
    ):
        return []
    cells = [names, *([values.get(name, "") for name in names] for values in map(dict, rows))]
    lines = [table_row(map(cell, each)) for each in cells]
    return ["\n".join([lines[0], ruling(len(names)), *lines[1:]])]


def _blocks(rows: list[list[tuple[str, str]]], level: str) -> list[str]:
    """Returns a block for each record. Long records have headings of a level such as `##`."""
    blocks = ["\n".join(_line(field) for field in row if field[1]) for row in rows]
    if sum(map(len, blocks)) <= _LONGEST_RECORD * len(blocks):
        return blocks
    return [
        f"{level} {heading}\n\n{block}" if (heading := _heading(row)) else block
        for row, block in zip(rows, blocks, strict=True)
    ]


def _heading(row: list[tuple[str, str]]) -> str:
    """Returns the title of a record, else its first value."""
    titles = [value for wanted in _TITLES for name, value in row if name.lower() == wanted]
    first = next(filter(None, [*titles, *(value for _, value in row)]), "")
    return " ".join(first.split())[:_LONGEST_HEADING]


def _line(field: tuple[str, str]) -> str:
    name, value = field
    return escaped(f"{name}: {value}") if "\n" not in value else f"{escaped(name)}:\n\n{value}\n"
