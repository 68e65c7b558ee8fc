"""Who wrote a page and when."""

from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.html import read_html
from tests.support.every import every

_META = '<meta name="{}" content="{}">'
_LD = '<script type="application/ld+json">{}</script>'


@every(
    "head, body, stated",
    [
        (
            _META.format("author", "Ada B")
            + '<meta property="article:published_time" content="2024-01-02T10:00:00Z">'
            + '<meta property="article:modified_time" content="2024-03-02T10:00:00Z">',
            "",
            ("2024-03-02T10:00:00+00:00", "page", "Ada B"),
        ),
        (_META.format("date", "2024-04-05"), "", ("2024-04-05", "page", "")),
        (
            _LD.format('{"@graph": [{"datePublished": "2024-01-05", "author": [{"name": "Bo C"}, {"name": "Di"}]}]}'),
            "",
            ("2024-01-05", "page", "Bo C, Di"),
        ),
        (_LD.format('{"datePublished": "2020-01-05", "dateModified": "2021-01-05"}'), "", ("2021-01-05", "page", "")),
        (_LD.format("{broken"), "", ("", "loaded", "")),
        (_LD.format("[" * 5000), "", ("", "loaded", "")),
        ('<meta property="article:author" content="https://example.org/ada">', "", ("", "loaded", "")),
        ("", '<header><h1>Rules</h1><time datetime="2023-04-05">5 April</time></header>', ("2023-04-05", "page", "")),
        ("", "<h1>Rules</h1><p>By Ada, <time>2023-04-06</time></p>", ("2023-04-06", "page", "")),
        ("", '<p>It opened on <time datetime="1999-01-01">that day</time>.</p>', ("", "loaded", "")),
        (
            "",
            "<article><header><time>2023-04-05</time></header>a</article>"
            "<article><header><time>2023-04-06</time></header>b</article>",
            ("", "loaded", ""),
        ),
    ],
)
def test_a_page_states_its_last_change_and_its_author(head, body, stated):
    page = f"<html><head><title>Rules</title>{head}</head><body>{body}<p>The fee is ten.</p></body></html>"
    assert read_html(page, Omissions()).origin == stated
