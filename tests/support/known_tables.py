"""Workbooks and delimited texts with random figures, and what each of their cells shows."""

from __future__ import annotations

import csv
import datetime
import io
import random
from collections.abc import Callable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple
from xml.sax.saxutils import escape

import openpyxl

from tests.support.more_files import zipped

Shown = tuple[float | datetime.date | str, str, str]
"""The value of a cell, its format, and what a program shows."""


class KnownTable(NamedTuple):
    """A file with one table; `rows`: the texts of its cells, the header first."""

    name: str
    data: bytes
    rows: list[list[str]]


def tables(seed: int, count: int = 50) -> Iterator[KnownTable]:
    """Yields files of every writer, the same ones for the same seed."""
    chance = random.Random(seed)
    writers = (_openpyxl, _openpyxl_headed, _plain_xml, _delimited)
    for number in range(count):
        writer = writers[number % len(writers)]
        yield writer(chance, f"table-{seed}-{number}")


def _rounded(value: float, places: int) -> str:
    return f"{Decimal(repr(value)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):f}"


def _grouped(value: float, places: int) -> str:
    return f"{Decimal(_rounded(value, places)):,f}"


def _amount(chance: random.Random) -> float:
    return round(chance.uniform(-1, 1) * 10 ** chance.randint(0, 7), chance.randint(0, 4))


def _money(chance: random.Random) -> Shown:
    value = abs(_amount(chance))
    return value, '#,##0.00\\ "€"', f"{_grouped(value, 2)} €"


def _in_brackets(chance: random.Random) -> Shown:
    value = _amount(chance)
    text = _grouped(abs(value), 0)
    return value, "#,##0_);[Red](#,##0)", f"({text})" if value < 0 else text


def _percent(chance: random.Random) -> Shown:
    value = round(chance.uniform(-2, 2), 4)
    written = _rounded(float(Decimal(repr(value)) * 100), 1)
    return value, "0.0%", f"{written.replace('-0.0', '0.0') if float(written) == 0 else written}%"


def _short(chance: random.Random) -> Shown:
    value = chance.randint(0, 10 ** chance.randint(1, 9))
    text = (
        f"{_rounded(value / 10**6, 1)}M"
        if value >= 10**6
        else f"{_rounded(value / 1000, 1)}k"
        if value >= 1000
        else str(value)
    )
    return value, '[>=1000000]0.0,,"M";[>=1000]0.0,"k";0', text


def _phone(chance: random.Random) -> Shown:
    digits = str(chance.randint(10**9, 10**10 - 1))
    return int(digits), r"\(000\)\ 000\-0000", f"({digits[:3]}) {digits[3:6]}-{digits[6:]}"


def _account(chance: random.Random) -> Shown:
    digits = f"{chance.randint(0, 10**9 - 1):09}"
    return int(digits), "000-00-0000", f"{digits[:3]}-{digits[3:5]}-{digits[5:]}"


def _date(chance: random.Random) -> Shown:
    day = datetime.date(1950, 1, 1) + datetime.timedelta(chance.randint(0, 40_000))
    pattern, text = chance.choice(
        [
            ("dd.mm.yyyy", f"{day:%d.%m.%Y}"),
            ("yyyy-mm-dd;@", f"{day:%Y-%m-%d}"),
            ("d/m/yy", f"{day.day}/{day.month}/{day:%y}"),
            ("d mmm yyyy", f"{day.day} {day:%b} {day.year}"),
            ("dddd, mmmm d", f"{day:%A, %B} {day.day}"),
        ]
    )
    return day, pattern, text


def _whole(chance: random.Random) -> Shown:
    value = chance.randint(-(10**12), 10**12)
    return value, "General", str(value)


def _science(chance: random.Random) -> Shown:
    value = round(abs(_amount(chance)) + 1, 4)
    exact = Decimal(repr(value))
    exponent = exact.adjusted()
    mantissa = exact.scaleb(-exponent).quantize(Decimal("0.01"), ROUND_HALF_UP)
    if mantissa == 10:
        mantissa, exponent = Decimal("1.00"), exponent + 1
    return value, "0.00E+00", f"{mantissa}E+{exponent:02}"


def _word(chance: random.Random) -> Shown:
    text = f"Item {chance.randint(1, 999)} {chance.choice(['oak', 'ash', 'elm', 'Kürbis', '木', 'a|b'])}"
    return text, "General", text.replace("|", "\\|")


_COLUMNS: tuple[Callable[[random.Random], Shown], ...] = (
    _money, _in_brackets, _percent, _short, _phone, _account, _date, _whole, _science,
)  # fmt: skip


def _cells(chance: random.Random) -> tuple[list[str], list[list[Shown]]]:
    """Returns names of columns, and rows of a name and figures."""
    columns = [_word, *(chance.choice(_COLUMNS) for _ in range(chance.randint(1, 6)))]
    names = ["Name", *(f"{column.__name__[1:]} {chr(65 + at)}" for at, column in enumerate(columns[1:]))]
    return names, [[column(chance) for column in columns] for _ in range(chance.randint(3, 40))]


def _known(name: str, data: bytes, names: list[str], rows: list[list[Shown]]) -> KnownTable:
    return KnownTable(name, data, [names, *([shown for _, _, shown in row] for row in rows)])


def _openpyxl(chance: random.Random, name: str, above: int = 0) -> KnownTable:
    names, rows = _cells(chance)
    book, out = openpyxl.Workbook(), io.BytesIO()
    sheet = book.active
    for at, row in enumerate([names, *rows]):
        for column, cell in enumerate(row):
            place = sheet.cell(at + above + 1, column + 1 + above)
            place.value = cell if isinstance(cell, str) else cell[0]
            place.number_format = "General" if isinstance(cell, str) else cell[1]
    if above:
        sheet.cell(1, 2).value = "Prices of this year"
    book.save(out)
    return _known(f"{name}.xlsx", out.getvalue(), names, rows)


def _openpyxl_headed(chance: random.Random, name: str) -> KnownTable:
    return _openpyxl(chance, name, above=1)


def _plain_xml(chance: random.Random, name: str) -> KnownTable:
    """A workbook as small programs write it: no places of cells, texts inside them, names with a prefix."""
    names, rows = _cells(chance)
    formats = list(dict.fromkeys(pattern for row in rows for _, pattern, _ in row))
    lines = ["".join(f'<x:c t="inlineStr"><x:is><x:t>{text}</x:t></x:is></x:c>' for text in names)]
    for row in rows:
        cells = []
        for value, pattern, _ in row:
            style = formats.index(pattern)
            if isinstance(value, str):
                cells.append(f'<x:c t="inlineStr"><x:is><x:t>{escape(value)}</x:t></x:is></x:c>')
                continue
            number = (value - datetime.date(1899, 12, 30)).days if isinstance(value, datetime.date) else value
            cells.append(f'<x:c s="{style}"><x:v>{number!r}</x:v></x:c>')
        lines.append("".join(cells))
    patterns = (
        f'<x:numFmt numFmtId="{170 + at}" formatCode="{escape(each, {chr(34): "&quot;"})}"/>'
        for at, each in enumerate(formats)
    )
    styles = (f'<x:xf numFmtId="{170 + at}"/>' for at in range(len(formats)))
    main = 'xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006/relationships"

    def relation(number: int, kind: str, target: str) -> str:
        return f'<Relationship Id="r{number}" Type="{office}/{kind}" Target="{target}"/>'

    data = zipped(
        {
            "_rels/.rels": f'<Relationships xmlns="{package}">{relation(1, "officeDocument", "xl/workbook.xml")}</Relationships>',
            "xl/workbook.xml": f'<x:workbook {main} xmlns:r="{office}"><x:sheets><x:sheet name="S" sheetId="1" r:id="r1"/>'
            "</x:sheets></x:workbook>",
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}">{relation(1, "worksheet", "s.xml")}'
            f"{relation(2, 'styles', 'styles.xml')}</Relationships>",
            "xl/styles.xml": f"<x:styleSheet {main}><x:numFmts>{''.join(patterns)}</x:numFmts><x:cellXfs>{''.join(styles)}"
            "</x:cellXfs></x:styleSheet>",
            "xl/s.xml": f"<x:worksheet {main}><x:sheetData>{''.join(f'<x:row>{line}</x:row>' for line in lines)}"
            "</x:sheetData></x:worksheet>",
        }
    )
    return _known(f"{name}.xlsx", data, names, rows)


def _delimited(chance: random.Random, name: str) -> KnownTable:
    """A delimited text, which holds what a program shows."""
    names, rows = _cells(chance)
    out = io.StringIO()
    writer = csv.writer(out, delimiter=chance.choice(",;\t"), lineterminator=chance.choice(["\n", "\r\n"]))
    writer.writerows([names, *([shown.replace("\\|", "|") for _, _, shown in row] for row in rows)])
    return _known(f"{name}.csv", out.getvalue().encode(chance.choice(["utf-8", "utf-8-sig"])), names, rows)
