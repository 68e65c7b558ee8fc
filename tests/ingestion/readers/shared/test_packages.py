"""ZIP files of XML: what they may hold is checked before anything is unpacked, and no name leads out of them."""

from __future__ import annotations

import pytest

from gateway.ingestion.readers.shared import packages
from gateway.ingestion.readers.shared.packages import Package, inside
from gateway.knowledge.extraction import Unreadable
from tests.support.more_files import zipped

RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="a" Type="x/slide" Target="../slides/s1.xml"/>'
    '<Relationship Id="b" Type="x/slide" Target="/etc/passwd"/>'
    '<Relationship Id="c" Type="x/link" Target="https://example.org" TargetMode="External"/></Relationships>'
)


def opened(**parts: str | bytes) -> Package:
    named = {name.replace("__", "/"): data for name, data in parts.items()}
    return Package(zipped({"main.xml": "<a/>", **named}), "a thing", "main.xml")


def test_parts_are_read_by_name() -> None:
    package = opened(**{"ppt__p.xml": "<a><b> x <c/>y</b></a>", "ppt___rels__p.xml.rels": RELATIONS})
    assert package.first_words("ppt/p.xml", "b") == "x y" and package.first_words("none.xml", "b") == ""
    assert "ppt/p.xml" in package and package.read("none") == b"" and package.names(".rels") == ["ppt/_rels/p.xml.rels"]
    assert package.related("ppt/p.xml") == {"a": ("slide", "slides/s1.xml"), "b": ("slide", "etc/passwd")}
    assert package.read("etc/passwd") == b""


@pytest.mark.parametrize(
    ("target", "name"), [("a.xml#x", "f/a.xml"), ("../b%20c", "b c"), ("/d", "d"), ("../../../x", "../../x")]
)
def test_names_are_those_of_the_archive(target: str, name: str) -> None:
    assert inside("f", target) == name


def test_what_is_too_large_or_broken_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unreadable, match="damaged"):
        opened(a="<x>").tree("a")
    monkeypatch.setattr(packages, "MOST_OF_A_PART", 3)
    with pytest.raises(Unreadable, match="a part of more than"):
        opened(a="<x/>").tree("a")
    monkeypatch.setattr(packages, "MOST_UNPACKED", 1000)
    with pytest.raises(Unreadable, match="unpacks to more than"):
        opened(a=" " * 1001)
    monkeypatch.setattr(packages, "MOST_PARTS", 1)
    with pytest.raises(Unreadable, match="unpacks to more than"):
        opened(a="")
    for data in (b"", b"PK\x03\x04 no", b"\xd0\xcf\x11\xe0"):
        with pytest.raises(Unreadable):
            Package(data, "a thing", "main.xml")


TO_MAIN = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" '
    'Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="{}"/></Relationships>'
)


@pytest.mark.parametrize(
    "target", ["Word/Document2.xml", "./word/document2.xml", "/word/document2.xml", "word\\document2.xml"]
)
def test_the_relationships_name_the_main_part_however_they_write_it(target: str) -> None:
    parts = {
        "_rels\\.rels": TO_MAIN.format(target),
        "word\\document2.xml": "<a>x</a>",
        "/WORD/_rels/b.xml.rels": "<r/>",
    }
    package = Package(zipped(parts), "a thing", "word/document.xml")
    assert package.tree(package.main).text == "x" and package.read("word/_rels/b.xml.rels") == b"<r/>"
    assert package.names("word/") == ["word/document2.xml"]


def test_a_main_part_that_is_not_there_leaves_the_usual_one() -> None:
    package = Package(
        zipped({"_rels/.rels": TO_MAIN.format("none.xml"), "word/document.xml": "<a/>"}), "a", "word/document.xml"
    )
    assert package.main == "word/document.xml"
    with pytest.raises(Unreadable, match="not a thing"):
        Package(zipped({"_rels/.rels": TO_MAIN.format("none.xml")}), "a thing", "word/document.xml")


def test_the_elements_of_a_part_come_one_at_a_time() -> None:
    package = opened(a="<a><b><c>1</c>x<c>2<d/></c></b><b/></a>", broken="<a><b>1</b><b>")
    assert [(node.tag, "".join(node.itertext()), len(node)) for node in package.elements("a", 2)] == [
        ("c", "1", 0),
        ("c", "2", 1),
    ]
    assert [node.tag for node in package.elements("a", 1)] == ["b", "b"]
    with pytest.raises(Unreadable, match="damaged"):
        [*package.elements("broken", 1)]
