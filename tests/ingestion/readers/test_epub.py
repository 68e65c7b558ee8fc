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
