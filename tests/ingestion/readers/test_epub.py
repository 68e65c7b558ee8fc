"""Books: chapters in the order of reading with titles; what is protected or broken gets a sentence."""

from __future__ import annotations

import pytest

from gateway.ingestion.readers import epub as reader
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from tests.support.more_files import CONTAINER, epub, zipped

STATED = "<dc:language>fr-CH</dc:language><dc:creator>Anna Vin</dc:creator><dc:date>2024-03-05</dc:date>"
ENCRYPTED = (
    '<encryption xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData>'
    '<e:EncryptionMethod Algorithm="{}"/></e:EncryptedData></encryption>'
)


def test_chapters_stand_in_the_order_of_reading_below_their_titles() -> None:
    chapters = {
        "b": "<h1>Bottles</h1><p>They lie <br/>down.</p>",
        "cover": "<img src='x.png'/>",
        "a": "<p>Red wine is kept <i/>cold.</p><script/><p>Always.</p>",
    }
    labels = {"a": "Wine", "b": "Of bottles"}
    found = reader.read(
        epub(chapters, title="Keeping wine", stated=STATED, contents=labels, spine=["cover", "a", "b"]), Omissions()
    )
    assert found.text == "# Wine\n\nRed wine is kept cold.\n\nAlways.\n\n# Bottles\n\nThey lie\ndown."
    assert (found.title, found.language) == ("Keeping wine", "fr")
    assert found.metadata == {"author": "Anna Vin", "date": "2024-03-05"}


def test_the_older_table_of_contents_names_chapters() -> None:
    ncx = (
        '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>Wine</text></navLabel>'
        '<content src="text/a%20b.html#x"/></navPoint></navMap></ncx>'
    )
    book = (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata/><manifest>'
        '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
        '<item id="a" href="text/a%20b.html" media-type="application/xhtml+xml"/></manifest>'
        '<spine toc="ncx"><itemref idref="a"/></spine></package>'
    )
    parts = {"OPS/book.opf": book, "OPS/toc.ncx": ncx, "OPS/text/a b.html": "<p>Kept cold.</p>"}
    assert (
        reader.read(zipped({"META-INF/container.xml": CONTAINER, **parts}), Omissions()).text == "# Wine\n\nKept cold."
    )


def book(items: str, spine: str, **files: str) -> bytes:
    """A book whose manifest and spine are written by hand; files by the name of their chapter."""
    package = (
        f'<package xmlns="http://www.idpf.org/2007/opf"><metadata/><manifest>{items}</manifest>'
        f"<spine>{spine}</spine></package>"
    )
    pages = {f"OPS/{name}": text for name, text in files.items()}
    return zipped({"META-INF/container.xml": CONTAINER, "OPS/book.opf": package, **pages})


ITEM = '<item id="{}" href="{}" media-type="application/xhtml+xml"{}/>'


def test_a_file_that_the_spine_names_part_by_part_is_read_once() -> None:
    items = "".join(ITEM.format(f"i{n}", f"one.xhtml#p{n}", "") for n in range(50)) + ITEM.format("x", "two.xhtml", "")
    spine = (
        "".join(f'<itemref idref="i{n}"/>' for n in range(50)) + '<itemref idref="x" linear="no"/><itemref idref="x"/>'
    )
    files = {"one.xhtml": "<p>Red.</p><p id='p9'>White.</p>", "two.xhtml": "<p>A note.</p>"}
    assert reader.read(book(items, spine, **files), Omissions()).text == "Red.\n\nWhite.\n\nA note."


def test_only_the_table_of_contents_names_chapters() -> None:
    nav = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
    <nav epub:type="landmarks"><ol><li><a href="one.xhtml">Start</a></li></ol></nav>
    <nav epub:type="page-list"><ol><li><a href="one.xhtml#p1">1</a></li></ol></nav>
    <nav epub:type="toc"><ol><li><span>Part I</span><ol><li><a href="one.xhtml#top">Of <i>wine</i></a>
    <ol><li><a href="one.xhtml#x">Of casks</a></li></ol></li></ol></li></ol></nav></body></html>"""
    items = ITEM.format("nav", "nav.xhtml", ' properties="nav"') + ITEM.format("a", "one.xhtml", "")
    found = reader.read(
        book(items, '<itemref idref="a"/>', **{"nav.xhtml": nav, "one.xhtml": "<p>Red.</p>"}), Omissions()
    )
    assert found.text == "# Of wine\n\nRed."


def test_notes_and_asides_are_read() -> None:
    page = """<p>Cold.<a epub:type="noteref" href="notes.xhtml#n1">1</a></p><aside epub:type="footnote" id="n0" hidden="">
    <p><a href="#r0">http://wine.example</a></p></aside><aside class="sidebar" epub:type="sidebar">Try it.</aside>"""
    omissions = Omissions()
    found = reader.read(epub({"a": f"<div xmlns:epub='e'>{page}</div>"}), omissions)
    assert found.text == "Cold.[1]\n\nhttp://wine.example\n\nTry it." and not omissions.left_out


def test_style_sheets_of_the_book_count() -> None:
    head = '<html><head><link rel="stylesheet" href="../css/a.css"/></head><body>{}</body></html>'
    page = head.format('<p>10<span class="up">6</span> <span class="old">5</span><i class="no">secret</i></p>')
    css = "p{margin:0}.up{vertical-align:super}.old{text-decoration:line-through}.no{display:none}@media print{p{display:none}}"
    items, omissions = ITEM.format("a", "t/one.xhtml", ""), Omissions()
    files = {"t/one.xhtml": page, "css/a.css": css}
    assert reader.read(book(items, '<itemref idref="a"/>', **files), omissions).text == "10⁶ ~~5~~"
    assert [(entry["kind"], entry["count"]) for entry in omissions.left_out] == [("hidden_text", 1)]


def test_hidden_fonts_are_no_protection() -> None:
    algorithm = "http://www.idpf.org/2008/embedding"
    book = epub({"a": "<p>Kept cold.</p>"}, META_INF__encryption="")
    with_fonts = epub({"a": "<p>Kept cold.</p>"}, **{"META-INF__encryption": ENCRYPTED.format(algorithm)})
    assert reader.read(book, Omissions()).text == reader.read(with_fonts, Omissions()).text == "Kept cold."


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (
            epub(
                {"a": "x"}, **{"META-INF__encryption": ENCRYPTED.format("http://www.w3.org/2001/04/xmlenc#aes128-cbc")}
            ),
            "protected",
        ),
        (epub({"a": "x"})[:-300], "damaged"),
        (zipped({"x": "y"}), "not a book"),
        (zipped({"META-INF/container.xml": CONTAINER}), "damaged"),
        (zipped({"META-INF/container.xml": "<a>"}), "damaged"),
        (epub({}), "damaged"),
    ],
    ids=["protected", "cut off", "another archive", "without a book", "broken XML", "without chapters"],
)
def test_what_cannot_be_read_is_said(data: bytes, words: str) -> None:
    with pytest.raises(Unreadable, match=words) as caught:
        reader.read(data, Omissions())
    assert str(caught.value).endswith(".")


def test_names_of_parts_lead_nowhere_else() -> None:
    container = CONTAINER.replace("OPS/book.opf", "../../../../etc/passwd")
    with pytest.raises(Unreadable, match="damaged"):
        reader.read(zipped({"META-INF/container.xml": container}), Omissions())
