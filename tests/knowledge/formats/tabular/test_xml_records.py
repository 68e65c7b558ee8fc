"""Records in XML: repeated elements, feeds; settings and texts are none."""

from __future__ import annotations

from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import opened
from gateway.knowledge.formats.tabular.xml_records import read_feed, xml_records
from tests.support.every import every

FEED = (
    '<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>News</title><item><title>One</title>'
    "<dc:creator>Ann</dc:creator><description>&lt;p&gt;Hello&lt;/p&gt;</description></item></channel></rss>"
)


def test_attributes_and_texts_are_fields_without_namespaces() -> None:
    content = xml_records(
        '<?xml version="1.0" encoding="ISO-8859-1"?><c:list xmlns:c="urn:c"><c:cd id="1"><c:title>Käfer</c:title>'
        '<c:price cur="EUR">10.90</c:price></c:cd><c:cd id="2"><c:title>Two</c:title><c:price cur="EUR">9</c:price></c:cd>'
        "</c:list>"
    )
    assert content and content.text == (
        "| id | title | price.cur | price |\n| --- | --- | --- | --- |\n| 1 | Käfer | EUR | 10.90 |\n| 2 | Two | EUR | 9 |"
    )


def test_an_element_that_is_repeated_once_has_numbers_everywhere() -> None:
    content = xml_records(
        '<orders><order nr="1"><line><sku>a</sku></line><line><sku>b</sku></line></order>'
        '<order nr="2"><line><sku>c</sku></line></order></orders>'
    )
    assert content and content.text.startswith("| nr | line[1].sku | line[2].sku |") and "| 2 | c |  |" in content.text


def test_a_feed_may_have_one_entry() -> None:
    content = read_feed(FEED, Omissions())
    assert content.title == "News" and "| One | Ann | Hello |" in content.text
    assert read_feed("no feed", Omissions()).text == "no feed"


@every(
    "source",
    [
        "<project><dependency><a>1</a><b>2</b></dependency><dependency><a>1</a><b>2</b></dependency></project>",
        '<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema"><x:e name="a" type="b"/><x:e name="c" type="d"/></x:schema>',
        "<doc><p id='1' n='1'>Hello <b>you</b> there</p><p id='2' n='2'>Hello <b>you</b> there</p></doc>",
        '<!DOCTYPE a [<!ENTITY b "c">]><a><r x="1" y="2"/><r x="1" y="2"/></a>',
        "<a><r x='1' y='2'/>",
        "<a>" * 100 + "</a>" * 100,
        "<a/>",
    ],
)
def test_settings_texts_and_broken_files_are_no_records(source: str) -> None:
    assert xml_records(source) is None


def test_an_export_is_a_table_and_a_file_of_settings_is_code() -> None:
    rows = b'<data><row a="1" b="2"/><row a="3" b="4"/></data>'
    assert opened(rows, "data.xml").text == "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"
    assert opened(rows, "pom.xml").media_type == "application/xml"
