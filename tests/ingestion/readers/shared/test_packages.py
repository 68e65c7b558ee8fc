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


_CORE = """<c:coreProperties xmlns:c="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
 xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:t="http://purl.org/dc/terms/"><d:creator>{}</d:creator>
 <c:lastModifiedBy>{}</c:lastModifiedBy><t:created>{}</t:created><t:modified>{}</t:modified></c:coreProperties>"""
_META = """<o:document-meta xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:m="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:d="http://purl.org/dc/elements/1.1/"><o:meta>
 <m:initial-creator>Ada</m:initial-creator><d:creator>Bo</d:creator><m:creation-date>2023-01-02T10:00:00</m:creation-date>
 <d:date>2024-02-03T10:11:12.123456789</d:date></o:meta></o:document-meta>"""
_FIRST, _LAST = "2023-01-01T00:00:00Z", "2024-05-01T10:00:00Z"


@pytest.mark.parametrize(
    ("fields", "stated"),
    [
        (("Ada L", "Bo", _FIRST, _LAST), ("2024-05-01T10:00:00+00:00", "properties", "Ada L")),
        (("", "Bo", _FIRST, ""), ("2023-01-01T00:00:00+00:00", "properties", "Bo")),
        (("python-docx", "", "2013-12-23T23:15:00Z", "2013-12-23T23:15:00Z"), ("", "loaded", "")),
        (("python-docx", "Ada L", "2013-12-23T23:15:00Z", _LAST), ("2024-05-01T10:00:00+00:00", "properties", "Ada L")),
        (("Writer", "", "soon", ""), ("", "loaded", "")),
    ],
)
def test_the_properties_state_age_and_author_unless_they_are_those_of_a_template(
    fields: tuple[str, ...], stated: tuple[str, ...]
) -> None:
    app = "<Properties><Application>Writer</Application></Properties>"
    parts = {"docProps__core.xml": _CORE.format(*fields), "docProps__app.xml": app}
    assert opened(**parts).origin() == stated


def test_properties_may_have_another_name_or_be_damaged() -> None:
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" '
        'Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="own.xml"/>'
        "</Relationships>"
    )
    named = opened(**{"_rels/.rels": relations, "own.xml": _CORE.format("Ada", "", "", _LAST)})
    assert named.origin() == ("2024-05-01T10:00:00+00:00", "properties", "Ada")
    assert opened(**{"docProps__core.xml": "<broken"}).origin() == ("", "loaded", "") == opened().origin()
    assert opened(**{"meta.xml": _META}).origin() == ("2024-02-03", "properties", "Ada")
