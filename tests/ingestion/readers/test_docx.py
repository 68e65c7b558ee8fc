"""Word files: headings, lists, tables and footnotes are kept; pictures are not; the broken get a sentence."""

from __future__ import annotations

import io
import zipfile

import pytest

from gateway.ingestion.readers import docx as reader
from gateway.ingestion.readers.shared.packages import MOST_UNPACKED
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.format_table import DOCX, kind_of
from tests.support.every import every
from tests.support.files import docx, p, table
from tests.support.word import read, word


def test_headings_lists_tables_and_footnotes_are_kept() -> None:
    body = (
        p("The Book", "Titre")
        + p("Wine", "Titre1")
        + p("Red wine is kept cold.", note=2)
        + p("one", item=True)
        + p("two", item=True)
        + table(("Name", "Price"), ("Wine", "12"))
        + p("Bottles", "Titre2")
        + p("The end.")
    )
    found = reader.read(docx(body, footnote="See the other book."), Omissions())
    assert found.title == "The Book"
    assert found.text == (
        "# The Book\n\n# Wine\n\nRed wine is kept cold.[1]\n\n- one\n- two\n\n| Name | Price |\n| --- | --- |\n"
        "| Wine | 12 |\n\n## Bottles\n\nThe end.\n\n1. See the other book."
    )


def test_the_title_among_the_properties_wins() -> None:
    assert reader.read(docx(p("Wine", "Titre1"), title="Annual report"), Omissions()).title == "Annual report"


@pytest.mark.parametrize(
    ("stated", "template"),
    [
        ("Microsoft Word Document", ""),
        ("Dokument1", ""),
        ("https://example.org", ""),
        ("C:\\docs\\letter", ""),
        ("House style of the library", "House style of the library.dotx"),
    ],
)
def test_a_title_that_says_nothing_gives_way_to_the_first_heading(stated: str, template: str) -> None:
    properties = f'<Properties xmlns="x"><Template>{template}</Template></Properties>'.encode()
    for style in ("Titre1", "Titre2"):
        data = docx(p("Text.") + p("Wine", style), title=stated, **{"docProps__app.xml": properties})
        assert reader.read(data, Omissions()).title == "Wine"
    assert reader.read(docx(p("Text."), title=stated, **{"docProps__app.xml": properties}), Omissions()).title is None


def bomb() -> bytes:
    return docx(p("x"), word__media__zeros=b"\0" * (MOST_UNPACKED + 1))


def zipped(**parts: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name.replace("__", "/") + ".xml", text)
    return out.getvalue()


@every(
    ("make", "words"),
    [
        (lambda: b"\xd0\xcf\x11\xe0" + b"\0" * 600, "encrypted"),
        (lambda: docx(p("x"))[:-100], "damaged"),
        (lambda: b"", "damaged"),
        (lambda: b"PK\x03\x04 nothing", "damaged"),
        (lambda: docx("<w:p>"), "damaged"),
        (lambda: zipped(word__document="<a/>"), "damaged"),
        (lambda: zipped(other="x"), "not a Word file"),
        (bomb, "unpacks to more than"),
    ],
)
def test_what_cannot_be_read_is_said(make, words: str) -> None:
    with pytest.raises(Unreadable, match=words) as caught:
        reader.read(make(), Omissions())
    assert str(caught.value).endswith(".")


def test_the_main_part_may_have_any_name_and_the_namespaces_of_strict_office_files() -> None:
    data = word(p("A") + table_of("1", "2"), main="document2.xml", styles="")
    strict = data_with(
        data, "http://schemas.openxmlformats.org/officeDocument/2006", "http://purl.oclc.org/ooxml/officeDocument"
    )
    for each in (data, strict):
        assert kind_of(each, "x.docx") == DOCX and read(each) == "A\n\n| 1 | 2 |\n| --- | --- |"


def table_of(*cells: str) -> str:
    return f"<w:tbl><w:tr>{''.join(f'<w:tc>{p(cell)}</w:tc>' for cell in cells)}</w:tr></w:tbl>"


def data_with(data: bytes, old: str, new: str) -> bytes:
    """The same file with other namespaces."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(out, "w") as other:
        for name in archive.namelist():
            text = archive.read(name).decode().replace(old, new)
            other.writestr(
                name, text.replace("http://schemas.openxmlformats.org/wordprocessingml/2006/main", f"{new}/w")
            )
    return out.getvalue()
