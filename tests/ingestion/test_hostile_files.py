"""Hostile packages, mails and notebooks through the process that reads them: each ends in text without harm, or in a
sentence, within its time and memory.
"""

from __future__ import annotations

import io
import json
import time
import zipfile
from email.message import EmailMessage

import pytest

from gateway.ingestion.processes import document_frames
from gateway.ingestion.processes.document_frames import ReadingTask, Task
from gateway.ingestion.processes.isolation import Apart
from gateway.ingestion.processes.spool import TEXT
from gateway.ingestion.readers.shared.packages import MOST_UNPACKED
from gateway.ingestion.source_file import Source
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.format_table import READERS, kind_of
from gateway.store.database.copy_rows import pack
from tests.support.every import every
from tests.support.hostile_documents import LAUGHS, OUTSIDE
from tests.support.more_files import CONTAINER, epub, notebook, odt, presentation, workbook, zipped
from tests.support.word import p, style, word

SLIDE = "ppt/slides/slide1.xml"
SHEET = "xl/worksheets/sheet1.xml"


def changed(data: bytes, **parts: bytes) -> bytes:
    """The same package with other parts, `__` for `/`."""
    named = {name.replace("__", "/") + ".xml": part for name, part in parts.items()}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        old = {name: archive.read(name) for name in archive.namelist()}
    return zipped({**old, **named})


def show() -> bytes:
    return presentation([("Books", ["Books come back."], "")])


def book() -> bytes:
    return workbook({"Books": [["a", "b"], ["Books", "come back"]]})


def within(levels: int, size: int) -> bytes:
    """Archives in each other, the innermost of zeros."""
    data = b"\0" * size
    for _ in range(levels):
        data = zipped({"x": data})
    return data


def mail(*parts: tuple[bytes, str, str]) -> bytes:
    message = EmailMessage()
    message["Subject"] = "Books"
    message.set_content("Books come back.")
    for data, kind, name in parts:
        message.add_attachment(data, maintype=kind.split("/")[0], subtype=kind.split("/")[1], filename=name)
    return message.as_bytes()


def nested_mail(levels: int) -> bytes:
    head = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(levels))
    return f"Subject: Books\n{head}Content-Type: text/plain\n\nBooks come back.".encode()


FEW_ROWS = (
    b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    b'<row r="1"><c r="A1" t="inlineStr"><is><t>Books</t></is></c></row>%b</sheetData></worksheet>'
)


def files_in_each_other(levels: int) -> bytes:
    data = word(p("Books"))
    for _ in range(levels):
        data = word(p("Books") + '<w:altChunk r:id="x0"/>' * 3, named={"aFChunk:a.docx": data})
    return data


HARMLESS = "Books"
FILES = {
    "entity bomb.pptx": lambda: changed(show(), ppt__slides__slide1=LAUGHS + b"<x>&a9;</x>"),
    "foreign entity.pptx": lambda: changed(show(), ppt__slides__slide1=OUTSIDE + b"<x>&a;</x>"),
    "deep.pptx": lambda: changed(show(), ppt__slides__slide1=b"<a>" * 200_000),
    "many slides.pptx": lambda: changed(
        show(),
        ppt__presentation=b'<p xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
        + b'<sldId r:id="rId7"/>' * 100_000
        + b"</p>",
    ),
    "entity bomb.docx": lambda: changed(word(p("x")), word__document=LAUGHS + b"<x>&a9;</x>"),
    "entities in styles.docx": lambda: word(p("Books come back."), styles=LAUGHS + b"<x>&a9;</x>"),
    "deep.docx": lambda: word("<w:sdt><w:sdtContent>" * 100_000),
    "tables in each other.docx": lambda: word(
        "<w:tbl><w:tr><w:tc>" * 120 + p("Books") + "</w:tc></w:tr></w:tbl>" * 120
    ),
    "wide table.docx": lambda: word(
        "<w:tbl>"
        + f'<w:tr><w:tc><w:tcPr><w:gridSpan w:val="999999"/></w:tcPr>{p("Books")}</w:tc></w:tr>' * 1000
        + "</w:tbl>"
    ),
    "many fields.docx": lambda: word(p('<w:r><w:fldChar w:fldCharType="begin"/></w:r>' * 20_000) + p("Books")),
    "many comments on one text.docx": lambda: word(
        "".join(f'<w:commentRangeStart w:id="{number}"/>' for number in range(5_000)) + p(*["Books"] * 5_000)
    ),
    "long numbers.docx": lambda: word(
        p("Books", properties='<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>') * 2_000,
        numbering='<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="99999"/>'
        f'<w:numFmt w:val="lowerLetter"/><w:lvlText w:val="{"%1" * 10_000}"/></w:lvl></w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>',
    ),
    "styles on each other.docx": lambda: word(
        "".join(p("Books", properties=f'<w:pStyle w:val="s{number}"/>') for number in range(2_000)),
        styles="".join(style(f"s{number}", based=f"s{(number + 1) % 2_000}") for number in range(2_000)),
    ),
    "forms in each other.docx": lambda: word(
        "<mc:AlternateContent><mc:Choice>" * 150 + p("Books") + "</mc:Choice></mc:AlternateContent>" * 150
    ),
    "files in each other.docx": lambda: files_in_each_other(8),
    "zip bomb.pptx": lambda: changed(show(), ppt__media__zeros=b"\0" * (MOST_UNPACKED + 1)),
    "entity bomb.xlsx": lambda: changed(book(), xl__worksheets__sheet1=LAUGHS + b"<x>&a9;</x>"),
    "foreign entity.xlsx": lambda: changed(book(), xl__sharedStrings=OUTSIDE + b"<sst><si><t>&a;</t></si></sst>"),
    "far cell.xlsx": lambda: changed(
        book(), xl__worksheets__sheet1=FEW_ROWS % b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    ),
    "no such row.xlsx": lambda: changed(
        book(), xl__worksheets__sheet1=FEW_ROWS % b'<row r="99999999999"><c r="A1"><v>1</v></c></row>'
    ),
    "no such text.xlsx": lambda: changed(
        book(), xl__worksheets__sheet1=FEW_ROWS % b'<row r="2"><c r="A2" t="s"><v>99999</v></c></row>'
    ),
    "odd numbers.xlsx": lambda: changed(
        book(),
        xl__worksheets__sheet1=FEW_ROWS % b'<row r="2"><c r="A2"><v>1e999</v></c><c r="B2" t="d"><v>x</v></c></row>',
    ),
    "zip bomb.xlsx": lambda: changed(book(), xl__worksheets__sheet1=b" " * 100_000_000),
    "entity bomb.odt": lambda: changed(odt(""), content=LAUGHS + b"<x>&a9;</x>"),
    "deep.odt": lambda: odt("<text:section>" * 100_000),
    "wide table.odt": lambda: odt(
        "<text:p>Books come back.</text:p><table:table>"
        + '<table:table-row><table:table-cell table:number-columns-repeated="1000000" '
        'table:number-columns-spanned="1000000"><text:p>x</text:p></table:table-cell></table:table-row>'
        * 100
        + "</table:table>"
    ),
    "many blanks.odt": lambda: odt('<text:p>Books<text:s text:c="999999999"/>come back.</text:p>'),
    "zip bomb.odt": lambda: odt("", zeros=b"\0" * (MOST_UNPACKED + 1)),
    "entity bomb.epub": lambda: zipped(
        {"mimetype": "application/epub+zip", "META-INF/container.xml": LAUGHS.decode() + CONTAINER}
    ),
    "outside.epub": lambda: zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": CONTAINER.replace("OPS/book.opf", "../../../../../../etc/passwd"),
            "../../../../../../etc/passwd.opf": "x",
        }
    ),
    "entities in a chapter.epub": lambda: epub({"a": "<p>Books come back. &a9;</p>"}),
    "script.epub": lambda: epub({"a": "<script>alert(1)</script><p onclick='alert(1)'>Books come back.</p>"}),
    "one chapter often.epub": lambda: epub({"a": "<p>Books come back.</p>"}, spine=["a"] * 50_000),
    "many parts.epub": lambda: zipped(
        {"mimetype": "application/epub+zip", **{f"{number}": "" for number in range(10_001)}}
    ),
    "archives in each other.epub": lambda: zipped(
        {"mimetype": "application/epub+zip", "META-INF/container.xml": CONTAINER, "OPS/book.opf": within(5, 50_000_000)}
    ),
    "bomb.eml": lambda: mail((within(1, MOST_UNPACKED + 1), "application/zip", "a.docx")),
    "outside.eml": lambda: mail((b"x", "text/plain", "../../../etc/cron.d/x.txt")),
    "deep.eml": lambda: nested_mail(5_000),
    "many parts.eml": lambda: mail(*[(b"Books.", "text/plain", f"{number}.txt") for number in range(500)]),
    "head injection.eml": lambda: b"Subject: Books\r\n =?utf-8?Q?=0D=0ABcc:_x?=\r\n\r\nBooks come back.",
    "long head.eml": lambda: b"Subject: Books\nTo: " + b"a@b.invalid, " * 50_000 + b"\n\nBooks come back.",
    "odd head.eml": lambda: b"Subject: " + b"=?utf-8?Q?" * 20_000 + b"\n\nBooks come back.",
    "deep.ipynb": lambda: b"[" * 200_000,
    "deep output.ipynb": lambda: b'{"cells": [{"cell_type": "code", "outputs": ' + b"[" * 5_000,
    "long number.ipynb": lambda: b'{"cells": [' + b"9" * 100_000 + b"]}",
    "script.ipynb": lambda: notebook(
        {
            "cell_type": "code",
            "source": "Books()",
            "outputs": [{"output_type": "display_data", "data": {"text/html": "<script>alert(1)</script>"}}],
        }
    ),
    "many fences.ipynb": lambda: json.dumps(
        {"cells": [{"cell_type": "code", "source": "Books\n" + "`" * 500_000}]}
    ).encode(),
}
LONG = {
    "deep.eml",
    "many parts.eml",
    "no such row.xlsx",
    "many slides.pptx",
    "zip bomb.xlsx",
    "zip bomb.odt",
    "zip bomb.pptx",
    "bomb.eml",
    "archives in each other.epub",
    "far cell.xlsx",
}


def reading(name: str, data: bytes) -> ReadingTask:
    kind = kind_of(data, name)
    assert kind in READERS, kind
    return ReadingTask(Task("t", "none", pack, 100_000), Source(b"", name), READERS[kind], kind)


def check(name: str, text: str) -> None:
    assert HARMLESS in text and "root:" not in text and "alert(1)" not in text and "ha" * 1000 not in text
    assert len(text) < 5_000_000


def check_sentence(name: str, error: Unreadable) -> None:
    sentence = str(error)
    assert sentence.startswith(name) and sentence.endswith(".") and len(sentence) < 300, sentence
    assert "its reader stopped" not in sentence


@every("name", sorted(FILES.keys() - LONG))
def test_it_is_harmless_text_or_a_sentence(name: str) -> None:
    data = FILES[name]()
    started = time.process_time()
    try:
        frames = list(document_frames.read(data, reading(name, data)))
    except Unreadable as error:
        check_sentence(name, error)
    except RecursionError:
        assert name.startswith("deep")  # the process that reads makes a sentence of it
    else:
        check(name, b"".join(content for kind, content in frames if kind == TEXT).decode())
    assert time.process_time() - started < 10


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", FILES)
async def test_it_is_so_in_a_process_with_its_limits(name: str) -> None:
    data = FILES[name]()
    try:
        async with Apart(30, 280).run(document_frames.read, data, reading(name, data), name) as (spool, _):
            check(name, b"".join(spool.contents(TEXT)).decode())
    except Unreadable as error:
        check_sentence(name, error)


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_a_healthy_handbook_of_5_mb_is_read_within_the_usual_memory() -> None:
    sentence = "The operator inspects the pump and writes down what it shows, before the next shift begins. "
    runs = [f"<w:r><w:rPr><w:lang w:val='en-GB'/></w:rPr><w:t xml:space='preserve'>{sentence}</w:t></w:r>"] * 5
    pages = (p("Pump", properties='<w:pStyle w:val="Heading1"/>') + p(*runs) * 8 for _ in range(872))
    data = word("".join(pages))
    async with Apart().run(document_frames.read, data, reading("handbook.docx", data), "handbook.docx") as (spool, end):
        assert b"".join(spool.contents(TEXT)).count(sentence.strip().encode()) == 872 * 8 * 5 and end["passages"] > 872
