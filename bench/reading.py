"""How much of a file our readers keep: words, numbers, cells, headings and list numbers, beside other programs.

Run: `python bench/reading.py FOLDER…` (`--worst N` files are listed, 5). Each file is read as `ingest` reads it, and by
every yardstick that is installed and knows its format: pdf_inspector, pdfplumber, pdftotext, LibreOffice
(`reading_parts/yardsticks.py`). The figures say how much of what a yardstick finds is in our text too. `order` is the
share of its neighbouring words that are neighbours in ours. A number counts only if it is the same to the last digit.

Without a folder, 50 tables with known values are written (openpyxl, plain XML, CSV) and read: every figure of a file
must be in our text as the spreadsheet shows it. The exit code is 1 if one differs.
"""

from __future__ import annotations

import argparse
import importlib
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]

from reading_parts.yardsticks import YARDSTICKS, Extract  # noqa: E402

from bench.figures import figure  # noqa: E402
from gateway.knowledge.documents.omissions import Omissions  # noqa: E402
from gateway.knowledge.extraction import Unreadable, finished, opened  # noqa: E402
from gateway.knowledge.format_table import MEDIA_TYPES, READERS, kind_of  # noqa: E402
from tests.support.known_tables import tables  # noqa: E402

TABLES, SEED = 50, 1
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d[\d.,:/\u00a0\u202f']*\d|\d")
_LIST_NUMBER = re.compile(r"^\s*(?:\(?[a-z0-9]{1,4}[.)]|\d+(?:\.\d+)+)(?=\s)", re.MULTILINE | re.IGNORECASE)
_CELL = re.compile(r"(?<!\\)\|")


@dataclass(slots=True)
class Shares:
    """How many of a kind a yardstick has found, and how many of these are in our text."""

    found: Counter[str] = field(default_factory=Counter)
    ours: Counter[str] = field(default_factory=Counter)

    def add(self, kind: str, theirs: Iterable[str], ours: Iterable[str]) -> None:
        wanted = Counter(theirs)
        self.found[kind] += wanted.total()
        self.ours[kind] += (wanted & Counter(ours)).total()

    def add_all(self, other: Shares) -> None:
        self.found += other.found
        self.ours += other.ours

    def share(self, kind: str) -> float:
        return self.ours[kind] / self.found[kind] if self.found[kind] else 1.0

    def __str__(self) -> str:
        return "  ".join(f"{kind} {self.share(kind):.3f} of {self.found[kind]:,}" for kind in self.found)


def compared(text: str, other: Extract) -> Shares:
    """Returns how much of an extract is in our text."""
    shares = Shares()
    shares.add("words", words(other.text), words(text))
    shares.add("order", map(" ".join, pairwise(words(other.text))), map(" ".join, pairwise(words(text))))
    shares.add("numbers", _NUMBER.findall(other.text), _NUMBER.findall(text))
    shares.add("list numbers", list_numbers(other.text), list_numbers(text))
    if other.cells is not None:
        shares.add("cells", map(plain, other.cells), map(plain, cells(text)))
    return shares


def words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def list_numbers(text: str) -> list[str]:
    return [match[0].strip() for match in _LIST_NUMBER.finditer(text)]


def cells(text: str) -> Iterator[str]:
    """Yields the cells of the Markdown tables in a text."""
    for line in text.split("\n"):
        if line.startswith("|"):
            yield from _CELL.split(line)[1:-1]


def plain(cell: str) -> str:
    return " ".join(cell.replace("\\|", "|").split())


def text_of(name: str, data: bytes) -> str:
    """Returns our text of a file. Raises `Unreadable`."""
    omissions = Omissions()
    kind = kind_of(data, name)
    if not (reader := READERS.get(kind)):
        return opened(data, name, None, omissions).text
    content = importlib.import_module(f"gateway.ingestion.readers.{reader}").read(data, omissions)
    return finished(content, name, kind, omissions).text


def over(folders: Sequence[Path], worst: int) -> None:
    """Compares all files below some folders."""
    installed = [yardstick for yardstick in YARDSTICKS if yardstick.is_there()]
    for yardstick in YARDSTICKS:
        if yardstick not in installed:
            print(f"not installed: {yardstick.name} ({yardstick.checks}; {', '.join(yardstick.suffixes)})")
    paths = sorted(
        path
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix.lower() in MEDIA_TYPES and path.is_file()
    )
    totals: dict[tuple[str, str], Shares] = {}
    files: list[tuple[float, str]] = []
    started, size, refused = time.process_time(), 0, 0
    for path in paths:
        try:
            text = text_of(path.name, path.read_bytes())
        except Unreadable as error:
            refused += 1
            print(f"refused: {path}: {error}")
            continue
        size += path.stat().st_size
        for yardstick in installed:
            if path.suffix.lower() in yardstick.suffixes:
                shares = compared(text, yardstick.extract(path))
                totals.setdefault((yardstick.name, path.suffix.lower()), Shares()).add_all(shares)
                files.append((shares.share("words"), f"{path} beside {yardstick.name}: {shares}"))
    print(f"{len(paths)} files, {refused} refused, {size / 1e6:.1f} MB, {time.process_time() - started:.1f} s here")
    for (name, suffix), shares in sorted(totals.items()):
        print(f"{suffix} beside {name}: {shares}")
        for kind in shares.found:
            figure(f"{suffix} {name} {kind}", shares.share(kind), "share")
    for _, line in sorted(files)[:worst]:
        print(f"worst: {line}")


def known() -> int:
    """Reads tables with known values; returns how many figures differ."""
    wrong = total = 0
    for table in tables(SEED, TABLES):
        have = Counter(map(plain, cells(text_of(table.name, table.data))))
        shown = Counter(plain(cell) for row in table.rows[1:] for cell in row if cell)
        total += shown.total()
        missing = shown - have
        wrong += missing.total()
        for value in list(missing)[:5]:
            print(f"{table.name}: {value!r} is not in our text")
    print(f"{TABLES} tables, {total:,} figures, {wrong} differ")
    figure("figures of tables that differ", wrong, "figures")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument("--worst", type=int, default=5, help="files to list")
    options = parser.parse_args()
    if options.folders:
        over(options.folders, options.worst)
        return 0
    return 1 if known() else 0


if __name__ == "__main__":
    sys.exit(main())
