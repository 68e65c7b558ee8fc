"""Presentations: slides with their numbers, list numbers, tables, charts, notes, comments; hidden ones are named."""

from __future__ import annotations

import io
import zipfile

import pytest

from gateway.ingestion.readers import pptx as reader
from gateway.ingestion.source_file import Source, cut, document_of
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable, finished
from gateway.knowledge.format_table import PPTX
from tests.support.more_files import presentation, zipped

SLIDES = [
    (
        "Keeping wine",
        ["Red wine is kept in the cellar.", "\tNot above twelve degrees.", "White wine is kept cold."],
        "",
    ),
    ("Bottles", ["All bottles lie on their side."], "Say that the keeper counts them."),
]


def test_slides_have_numbers_titles_points_tables_and_notes() -> None:
    found = reader.read(presentation(SLIDES, table=[["Name", "Price"], ["Wine | red", "12"]]), Omissions())
    assert found.title == "Keeping wine"
    assert found.text == (
        "# Slide 1: Keeping wine\n\n- Red wine is kept in the cellar.\n  - Not above twelve degrees.\n"
        "- White wine is kept cold.\n\n# Slide 2: Bottles\n\nAll bottles lie on their side.\n\n"
        "| Name | Price |\n| --- | --- |\n| Wine \\| red | 12 |\n\n## Speaker notes\n\nSay that the keeper counts them."
    )


NAMES = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def deck(shapes: str, relations: dict[str, tuple[str, str]] | None = None, **parts: str) -> bytes:
    """A slide called T with these shapes, and further parts that it names by id: kind and name."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(presentation([("T", [], "")]))) as given,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made,
    ):
        named = "".join(
            f'<Relationship Id="{key}" Type="{RELATION}/{kind}" Target="{name}"/>'
            for key, (kind, name) in (relations or {}).items()
        )
        for name in given.namelist():
            data = given.read(name).decode("utf-8", "surrogateescape")
            if name == "ppt/slides/slide1.xml":
                data = data.replace("</p:spTree>", f"{shapes}</p:spTree>").replace("<p:sld ", f"<p:sld {EXTRA} ", 1)
            elif name == "ppt/slides/_rels/slide1.xml.rels":
                data = data.replace("</Relationships>", f"{named}</Relationships>")
            elif name == "ppt/_rels/presentation.xml.rels":
                authors = f'<Relationship Id="x1" Type="{RELATION}/authors" Target="authors.xml"/>'
                data = data.replace("</Relationships>", f"{authors}</Relationships>")
            made.writestr(name, data.encode("utf-8", "surrogateescape"))
        for name, data in parts.items():
            made.writestr(f"ppt/{name}.xml", data)
    return out.getvalue()


EXTRA = " ".join(part for part in NAMES.split(" ") if part.split("=")[0] not in ("xmlns:a", "xmlns:p", "xmlns:r"))


def read(shapes: str, relations: dict[str, tuple[str, str]] | None = None, **parts: str) -> tuple[list[str], list[str]]:
    """The blocks below the heading, and what was left out."""
    omissions = Omissions()
    text = reader.read(deck(shapes, relations, **parts), omissions).text
    return text.split("\n\n")[1:], [f"{entry['count']} {entry['kind']}" for entry in omissions.left_out]


def r(text: str, look: str = "", inner: str = "") -> str:
    return f"<a:r><a:rPr {look}>{inner}</a:rPr><a:t>{text}</a:t></a:r>"


def p(inner: str, bullet: str = "", level: int = 0) -> str:
    runs = inner if inner.startswith("<") else r(inner)
    return f'<a:p><a:pPr lvl="{level}">{bullet}</a:pPr>{runs}</a:p>'


def sp(*paragraphs: str, place: str = "", at: str = "100 100 500 500", hidden: str = "0", look: str = "") -> str:
    x, y, width, height = at.split()
    transform = (
        f'<a:xfrm><a:off x="{x}" y="{y}"/><a:ext cx="{width}" cy="{height}"/></a:xfrm>' if at != "- - - -" else ""
    )
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="9" name="x" hidden="{hidden}"/><p:cNvSpPr/><p:nvPr>{place}</p:nvPr></p:nvSpPr>'
        f"<p:spPr>{transform}{look}</p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>{''.join(paragraphs)}</p:txBody></p:sp>"
    )


def auto(kind: str, first: int = 1) -> str:
    return f'<a:buAutoNum type="{kind}" startAt="{first}"/>'


def test_raised_lowered_and_struck_text_has_its_marks() -> None:
    blocks, _ = read(
        sp(
            p(r("10") + r("6", 'baseline="30000"') + r(" of CO") + r("2", 'baseline="-25000"')),
            p(
                r("120 ", 'strike="sngStrike"')
                + r("EUR", 'b="1" strike="dblStrike"')
                + r(" 95 EUR", 'strike="noStrike"')
            ),
        )
    )
    assert blocks == ["10⁶ of CO₂", "~~120 EUR~~ 95 EUR"]


def test_paragraphs_have_the_numbers_and_boxes_that_the_slide_shows() -> None:
    wingdings = '<a:buFont typeface="Wingdings"/><a:buChar char="{}"/>'
    blocks, _ = read(
        sp(
            p("one", auto("arabicPeriod")),
            p("deep", auto("alphaLcParenR"), 1),
            p("deeper", auto("romanUcPeriod"), 1),
            p("two", auto("arabicPeriod")),
            p("anew", auto("alphaLcParenR"), 1),
            p("five", auto("arabicParenBoth", 5)),
            p("six", auto("arabicParenBoth", 5)),
            p("plain", "<a:buNone/>"),
            p("again", auto("arabicParenBoth", 5)),
            p("dot", '<a:buChar char="•"/>'),
            p("Valve V7", wingdings.format("þ")),
            p("Valve V8", wingdings.format("q")),
            p("text"),
        )
    )
    assert [line.strip() for line in "\n".join(blocks).split("\n")] == [
        *("1. one", "a) deep", "I. deeper", "2. two", "a) anew", "(5) five", "(6) six", "plain", "(5) again", "- dot"),
        *("- [x] Valve V7", "- [ ] Valve V8", "text"),
    ]


def test_numbers_of_the_layout_apply() -> None:
    place = '<p:ph type="body" idx="77"/>'
    layout = sp(place=place).replace(
        "<a:lstStyle/>", f"<a:lstStyle><a:lvl1pPr>{auto('arabicPeriod')}</a:lvl1pPr></a:lstStyle>"
    )
    relations = {"rId1": ("slideLayout", "../layout.xml")}
    data = deck(sp(p("one"), p("two"), place=place), relations, layout=f"<x {NAMES}>{layout}</x>")
    assert "1. one\n2. two" in reader.read(data, Omissions()).text


def test_hidden_shapes_and_shapes_outside_the_slide_are_left_out() -> None:
    group = (
        '<p:grpSp><p:nvGrpSpPr><p:cNvPr id="5" name="g"/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="{}" y="0"/><a:ext cx="1000" cy="1000"/>'
        '<a:chOff x="0" y="0"/><a:chExt cx="10" cy="10"/></a:xfrm></p:grpSpPr>{}</p:grpSp>'
    )
    shapes = (
        sp(p("never"), hidden="1")
        + sp(p("left"), at="-900 0 500 500")
        + sp(p("below"), at="0 9999999 500 500")
        + group.format(9000000, sp(p("in a group"), at="0 0 5 5"))
        + group.format(-2000, sp(p("in a group outside"), at="0 0 5 5"))
        + sp(p("shown"), at="- - - -")
        + sp("", at="-900 0 500 500")
    )
    assert read(shapes) == (["in a group", "shown"], ["1 hidden_shape", "3 off_slide_shape"])
    assert "never" in reader.read(deck(shapes), Omissions(read_hidden=True)).text


def test_white_text_is_left_out_only_on_a_white_slide() -> None:
    white = r("white", inner='<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>')
    themed = r("themed", inner='<a:solidFill><a:schemeClr val="bg1"/></a:solidFill>')
    assert read(sp(p(r("see ") + white + themed))) == (["see"], ["1 white_text"])
    filled = '<a:solidFill><a:srgbClr val="000080"/></a:solidFill>'
    assert read(sp(p(white), look=filled)) == (["white"], [])


def test_charts_diagrams_formulas_and_comments_are_kept() -> None:
    def cache(kind: str, *values: str, code: str = "") -> str:
        points = "".join(f'<c:pt idx="{at}"><c:v>{value}</c:v></c:pt>' for at, value in enumerate(values))
        return f"<c:{kind}><c:formatCode>{code}</c:formatCode>{points}</c:{kind}>"

    chart = (
        f"<c:chartSpace {NAMES}><c:chart><c:title>{p('Sales')}</c:title><c:ser><c:tx>{cache('strCache', 'North')}</c:tx>"
        f"<c:cat>{cache('strCache', '2023', '2024')}</c:cat><c:val>{cache('numCache', '0.125', '0.5', code='0.0%')}</c:val></c:ser>"
        f"<c:valAx><c:title>{p('Share')}</c:title></c:valAx></c:chart></c:chartSpace>"
    )
    points = "".join(
        f'<dgm:pt modelId="{name}" type="{kind}"><dgm:t>{p(name) if kind == "node" else ""}</dgm:t></dgm:pt>'
        for name, kind in (("d", "doc"), ("Plan", "node"), ("Build", "node"), ("Design", "node"), ("t", "parTrans"))
    )
    links = "".join(
        f'<dgm:cxn srcId="{of}" destId="{to}" srcOrd="{at}"/>'
        for of, to, at in (("d", "Build", 1), ("d", "Plan", 0), ("Plan", "Design", 0))
    )
    diagram = f"<dgm:dataModel {NAMES}><dgm:ptLst>{points}</dgm:ptLst><dgm:cxnLst>{links}</dgm:cxnLst></dgm:dataModel>"
    frame = "<p:graphicFrame><a:graphic><a:graphicData>{}</a:graphicData></a:graphic></p:graphicFrame>"
    formula = (
        "<mc:AlternateContent><mc:Choice Requires='a14'><a14:m><m:oMath><m:r><m:t>Q=</m:t></m:r><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num>"
        f"<m:den><m:sSup><m:e><m:r><m:t>b</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:den></m:f></m:oMath></a14:m></mc:Choice>"
        f"<mc:Fallback>{r('twice')}</mc:Fallback></mc:AlternateContent>"
    )
    twice = (
        "<mc:AlternateContent><mc:Choice Requires='x'>{}</mc:Choice><mc:Fallback>{}</mc:Fallback></mc:AlternateContent>"
    )
    comments = (
        f'<x {NAMES}><p:cm authorId="7"><p:text>Too high?</p:text></p:cm>'
        f'<p:cm authorId="8"><p:replyLst><p:reply authorId="7"><p:txBody>{p("No.")}</p:txBody></p:reply></p:replyLst><p:txBody>{p("Check.")}</p:txBody></p:cm></x>'
    )
    blocks, lost = read(
        frame.format('<c:chart r:id="c1"/>')
        + frame.format('<dgm:relIds r:dm="d1"/>')
        + sp(f"<a:p>{formula}</a:p>")
        + twice.format(sp(p("once")), sp(p("twice")))
        + frame.format("<p:oleObj/>")
        + "<p:pic><p:nvPicPr><p:nvPr><a:videoFile/></p:nvPr></p:nvPicPr></p:pic><p:pic/>",
        {"c1": ("chart", "../c.xml"), "d1": ("diagramData", "../d.xml"), "k1": ("comments", "../k.xml")},
        c=chart,
        d=diagram,
        k=comments,
        authors=f'<x {NAMES}><p:author id="7" name="Ann"/></x>',
    )
    assert blocks == [
        "Sales",
        "Share",
        "|  | North |\n| --- | --- |\n| 2023 | 12.5% |\n| 2024 | 50.0% |",
        "- Plan\n  - Design\n- Build",
        "Q=a/b²",
        "once",
        "## Comment by Ann",
        "Too high?",
        "## Comment by a reviewer",
        "Check.",
        "## Comment by Ann",
        "No.",
    ]
    assert lost == ["1 object", "1 media", "1 picture"]


def test_a_passage_has_the_number_of_its_slide_as_page() -> None:
    extracted = finished(reader.read(presentation(SLIDES), Omissions()), "wine.pptx", PPTX, Omissions())
    document = document_of(Source(b"x", "wine.pptx"), "x", extracted, extracted.text)
    found = [(passage.page, passage.page_end, passage.heading) for passage in cut(document, [extracted.text])]
    assert found == [
        (1, 1, "Slide 1: Keeping wine"),
        (2, 2, "Slide 2: Bottles"),
        (2, 2, "Slide 2: Bottles › Speaker notes"),
    ]


def test_words_beside_the_text_are_of_its_language() -> None:
    points = ["Le vin rouge est gardé dans la cave de la maison, et le vin blanc est gardé au froid."]
    assert "# Diapositive 1: Le vin" in reader.read(presentation([("Le vin", points, "")]), Omissions()).text


def test_hidden_slides_are_left_out_and_named() -> None:
    omissions = Omissions()
    found = reader.read(presentation(SLIDES, hidden=[1]), omissions)
    assert "Keeping wine" not in found.text and "# Slide 2: Bottles" in found.text
    assert omissions.left_out == [{"kind": "hidden_slide", "count": 1, "text": "1 hidden slide (1)"}]
    assert "Keeping wine" in reader.read(presentation(SLIDES, hidden=[1]), Omissions(read_hidden=True)).text


@pytest.mark.parametrize(
    ("stated", "title"), [("Cellar rules", "Cellar rules"), ("PowerPoint Presentation", "Keeping wine")]
)
def test_a_telling_title_among_the_properties_wins(stated: str, title: str) -> None:
    assert reader.read(presentation(SLIDES, title=stated), Omissions()).title == title


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xd0\xcf\x11\xe0" + b"\0" * 600, "encrypted"),
        (presentation(SLIDES)[:-200], "damaged"),
        (zipped({"other.xml": "<a/>"}), "not a presentation"),
        (zipped({"ppt/presentation.xml": "<a>"}), "damaged"),
        (presentation([("", [], "")]), "only pictures"),
    ],
    ids=["encrypted", "cut off", "another archive", "broken XML", "pictures"],
)
def test_what_cannot_be_read_is_said(data: bytes, words: str) -> None:
    with pytest.raises(Unreadable, match=words) as caught:
        reader.read(data, Omissions())
    assert str(caught.value).endswith(".")
