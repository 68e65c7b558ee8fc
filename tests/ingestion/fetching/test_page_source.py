"""What a fetched page is called, how it is read, and the address that it gives as its own."""

import pytest
from yarl import URL

from gateway.ingestion.fetching.fetcher import FetchedPage
from gateway.ingestion.fetching.page_source import canonical, source_of
from gateway.knowledge.extraction import opened
from tests.support.every import every


def source(address, body=b"Books.", media_type="text/html", charset=""):
    return source_of(FetchedPage(URL(address), body, media_type, charset), "w")


@every(
    ("address", "media_type", "name", "kind"),
    [
        ("https://x.example/", "text/html", "x.example/index.html", "text/html"),
        ("https://x.example/guide/", "text/html", "x.example/guide.html", "text/html"),
        ("https://x.example/guide.htm?a=b", "text/html", "x.example/guide.htm", "text/html"),
        ("https://x.example/a.rs", "text/html", "x.example/a.rs.html", "text/html"),
        ("https://x.example/a", "application/xhtml+xml", "x.example/a.html", "text/html"),
        ("https://x.example/README.md", "text/plain", "x.example/README.md", "text/markdown"),
        ("https://x.example/t.csv", "application/octet-stream", "x.example/t.csv", "text/csv"),
        ("https://x.example/notes", "text/plain", "x.example/notes", "text/plain"),
        ("https://x.example/notes", "", "x.example/notes", ""),
        ("https://x.example/na%20me%E2%80%AE.txt", "text/plain", "x.example/na me .txt", "text/plain"),
    ],
)
def test_a_page_is_named_by_its_address_and_read_by_its_kind(address, media_type, name, kind):
    found = source(address, media_type=media_type)
    assert (found.name, found.kind) == (name, kind)
    assert found.source == found.external_id == address and found.workspace == "w"


@pytest.mark.parametrize("media_type", ["image/png", "application/zip", "video/mp4"])
def test_pictures_and_their_kind_are_not_read(media_type):
    assert source("https://x.example/p", b"\x89PNG....", media_type) is None


def test_a_pdf_is_known_by_its_look_whatever_the_server_says():
    assert source("https://x.example/p", b"%PDF-1.7", "image/png").kind == "application/pdf"


def test_an_encoding_that_only_the_answer_names_is_heeded():
    body = "<html><body><p>Книга возвращается через три недели.</p></body></html>"
    found = source("https://x.example/a", body.encode("koi8-r"), charset="koi8-r")
    assert "Книга" in opened(found.sent, found.name, found.media_type).text
    for charset in ("utf-8", "nonsense", "koi8-r", "base64", "undefined"):
        assert source("https://x.example/a", body.encode(), charset=charset).sent == body.encode()
    assert source("https://x.example/a", b"\xff\xfe\x00", charset="shift_jis").sent == b"\xff\xfe\x00"


@every(
    ("head", "found"),
    [
        ('<link rel="canonical" href="/b">', "https://x.example/b"),
        ("<LINK HREF=https://x.example/b?c=1&amp;d=2 REL=canonical />", "https://x.example/b?c=1&d=2"),
        ("<link href='b' rel='canonical'>", "https://x.example/d/b"),
        ('<!-- <link rel="canonical" href="/b"> -->', None),
        ('<link rel="stylesheet" href="/b">', None),
        ('<link rel="canonical" href="https://evil.example/">', None),
        ('<link rel="canonical" href="javascript:alert(1)">', None),
        ('<link rel="canonical" href="/d/a#part">', None),
        ('<link rel="canonical">', None),
        ("<link " * 20_000, None),
        ("<!--" * 25_000 + "-->", None),
    ],
)
def test_a_page_may_give_another_address_of_its_site_as_its_own(head, found):
    page = FetchedPage(URL("https://x.example/d/a"), f"<html><head>{head}</head>".encode(), "text/html")
    assert (str(canonical(page)) if found else canonical(page)) == found


def test_only_html_has_an_address_of_its_own():
    page = FetchedPage(URL("https://x.example/a"), b'<link rel="canonical" href="/b">', "text/plain")
    assert canonical(page) is None
