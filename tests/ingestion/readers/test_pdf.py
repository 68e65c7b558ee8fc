"""PDF: reading order, pages and rectangles, and a sentence for every file that cannot be read."""

from __future__ import annotations

import io

import pypdfium2
import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen import canvas
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table

from gateway.ingestion.readers.pdf import read
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable, finished
from gateway.knowledge.format_table import PDF
from tests.support.files import HEAD, drawn, pdf

SENTENCE = "The cellar of the library holds wine from many countries, and its keeper counts the bottles every month. "


def test_text_headings_and_title() -> None:
    found = read(pdf(["# On Wine", SENTENCE * 3, "# On Bread", "Bread is baked at night."], title=""), Omissions())
    assert found.title == "On Wine"
    assert found.text == f"# On Wine\n\n{(SENTENCE * 3).strip()}\n\n# On Bread\n\nBread is baked at night."


def test_the_title_of_the_file_wins_unless_it_names_a_program() -> None:
    assert read(pdf(["# On Wine", SENTENCE], title="Annual report"), Omissions()).title == "Annual report"
    assert read(pdf(["# On Wine", SENTENCE], title="Microsoft Word - wine.doc"), Omissions()).title == "On Wine"


@pytest.mark.parametrize("title", [None, "", "untitled", "https://example.org/wine.html", "ReportLab PDF Library"])
def test_a_pdf_of_a_tool_that_knows_no_title_is_called_by_its_first_heading(title: str | None) -> None:
    out = io.BytesIO()
    document = SimpleDocTemplate(out, invariant=1, title=title, creator="ReportLab PDF Library")
    document.build([Paragraph(SENTENCE * 3), Paragraph("On Wine", HEAD), Paragraph(SENTENCE * 3)])
    stated = pypdfium2.PdfDocument(out.getvalue()).get_metadata_value("Title")
    assert stated == ("(anonymous)" if title is None else title)
    assert read(out.getvalue(), Omissions()).title == "On Wine"


def test_a_pdf_without_title_and_heading_leaves_its_name_to_the_file() -> None:
    out = io.BytesIO()
    paper = canvas.Canvas(out, invariant=1)
    paper.drawString(72, 700, "Wine is kept cold.")
    paper.save()
    assert pypdfium2.PdfDocument(out.getvalue()).get_metadata_value("Title") == "untitled"
    found = read(out.getvalue(), Omissions())
    assert found.title is None
    assert finished(found, "papers/cellar rules.pdf", PDF, Omissions()).title == "cellar rules"


def test_two_columns_are_read_one_after_the_other_without_head_and_page_number() -> None:
    story = [f"Paragraph {number:02}. {SENTENCE * 4}" for number in range(40)]
    text = read(pdf(story, columns=2, head="Library report 2026"), Omissions()).text
    places = [text.index(f"Paragraph {number:02}") for number in range(40)]
    assert places == sorted(places)
    assert text.count(SENTENCE.strip()) == 160
    assert "Library report" not in text
    assert "Page" not in text


def test_pages_that_hold_only_pictures_are_named() -> None:
    out = io.BytesIO()
    paper = canvas.Canvas(out, invariant=1)
    for number in range(20):
        if number % 10:
            paper.drawImage(ImageReader(Image.new("L", (9, 9))), 72, 72, 400, 600)
        else:
            paper.drawString(72, 700, f"The sentence of page {number}.")
        paper.showPage()
    paper.showPage()
    paper.save()
    assert read(out.getvalue(), Omissions()).note == (
        "shows only pictures on pages 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, …; text recognition (OCR) would read them "
        "(GATEWAY_OCR_COMMAND)."
    )
    assert read(drawn([(72, 700, "Text.")]), Omissions()).note == ""


@pytest.mark.parametrize("lines", [("GRID",), ("LINEABOVE", "LINEBELOW"), ()], ids=["grid", "level lines", "no lines"])
def test_a_table_is_read_by_cells_with_or_without_lines(lines: tuple[str, ...]) -> None:
    rows = [["Model", "Watt", "Price (€)"], ["Alba", "450", "1,290"], ["Boreal", "", "2,150"], ["Cirrus", "210", "890"]]
    cells = [[Paragraph(cell) for cell in row] for row in rows]
    cells[1][0] = Paragraph("Alba of the second series")
    look = [(line, (0, 0), (-1, -1), 0.5, "black") for line in lines]
    out = io.BytesIO()
    SimpleDocTemplate(out, invariant=1).build(
        [Paragraph(SENTENCE * 3), Table(cells, [80, 60, 70], style=look), Paragraph(SENTENCE * 3)]
    )
    found = read(out.getvalue(), Omissions())
    before, table, behind = found.text.split("\n\n")
    assert before == behind == (SENTENCE * 3).strip()
    assert table.split("\n") == [
        "| Model | Watt | Price (€) |",
        "| --- | --- | --- |",
        "| Alba of the second series | 450 | 1,290 |",
        "| Boreal |  | 2,150 |",
        "| Cirrus | 210 | 890 |",
    ]
    alba = next(line for line in found.lines if found.text[line.start : line.end].startswith("| Alba"))
    assert alba.top - alba.bottom > 20, "two lines of text"


def test_every_line_has_its_page_and_its_rectangle() -> None:
    found = read(drawn([(72, 700, "First page.")], [(100, 650, "Second page.")]), Omissions())
    first, second = found.lines
    assert found.text[second.start : second.end] == "Second page."
    assert (first.page, second.page) == (1, 2)
    assert (second.left, 640 < second.bottom < 650 < second.top < 665, 150 < second.right < 170) == (100, True, True)


def test_writing_that_is_turned_is_read() -> None:
    found = read(drawn([(100, 100, "Turned text that runs up the page")], rotate=90), Omissions())
    assert found.text == "Turned text that runs up the page"
    line = found.lines[0]
    assert line.top - line.bottom > 100 > line.right - line.left


def without_pages() -> bytes:
    out = io.BytesIO()
    pypdfium2.PdfDocument.new().save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (pdf([SENTENCE], encrypt="secret"), "encrypted"),
        (drawn([], []), "OCR"),
        (b"%PDF-1.7\n%%EOF", "damaged"),
        (pdf([SENTENCE])[:600], "damaged"),
        (b"", "damaged"),
        (without_pages(), "no pages"),
    ],
    ids=["encrypted", "scanned", "only a head", "cut off", "empty", "without pages"],
)
def test_what_cannot_be_read_is_said(data: bytes, words: str) -> None:
    with pytest.raises(Unreadable, match=words) as caught:
        read(data, Omissions())
    assert str(caught.value).endswith(".")


def test_a_book_of_too_many_pages_is_refused() -> None:
    with pytest.raises(Unreadable, match="3001 pages"):
        read(drawn(*[[(72, 700, "x")]] * 3001), Omissions())


def test_the_properties_state_age_and_author_unless_a_program_wrote_them() -> None:
    file = pdf([SENTENCE])
    assert read(file, Omissions()).origin == ("", "loaded", "")  # the time that every such file has, and "anonymous"
    stated = file.replace(b"D:20000101000000+00'00'", b"D:20240102030405+01'00'").replace(
        rb"\(anonymous\)", b"Ada Lovelace1"
    )
    assert read(stated, Omissions()).origin == ("2024-01-02T03:04:05+01:00", "properties", "Ada Lovelace1")
