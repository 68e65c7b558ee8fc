"""Hidden text is left out and counted, unless it is to be read."""

from __future__ import annotations

from gateway.knowledge.documents.omissions import Omissions
from tests.support.every import every
from tests.support.word import p, r, read, style, word

WHITE = '<w:color w:val="FFFFFF"/>'
DARK = '<w:shd w:val="clear" w:color="auto" w:fill="1F3864"/>'
STYLES = (
    style("Hidden", kind="character", rpr="<w:vanish/>")
    + style("Secret", rpr="<w:vanish/>")
    + style("Plain", kind="table")
    + style("Grid", kind="table").replace(
        "</w:style>", f'<w:tblStylePr w:type="firstRow"><w:tcPr>{DARK}</w:tcPr></w:tblStylePr></w:style>'
    )
)


def table(cell: str, *, properties: str = "", of_cell: str = "", of_row: str = "") -> str:
    cells = f"<w:tc><w:tcPr>{of_cell}</w:tcPr>{cell}</w:tc><w:tc>{p('B')}</w:tc>"
    return f"<w:tbl><w:tblPr>{properties}</w:tblPr><w:tr><w:trPr>{of_row}</w:trPr>{cells}</w:tr></w:tbl>"


def shape(left: int, content: str) -> str:
    where = f'<wp:positionH relativeFrom="page"><wp:posOffset>{left}</wp:posOffset></wp:positionH>'
    text = f"<wps:txbx><w:txbxContent>{content}</w:txbxContent></wps:txbx>"
    return f'<w:r><w:drawing><wp:anchor>{where}<wp:extent cx="914400" cy="9"/>{text}</wp:anchor></w:drawing></w:r>'


def counts(body: str, *, read_hidden: bool = False, **parts: str) -> tuple[str, dict[str, int]]:
    omissions = Omissions(read_hidden=read_hidden)
    text = read(word(body, styles=STYLES, **parts), omissions)
    return text, {entry["kind"]: entry["count"] for entry in omissions.left_out}


@every(
    ("body", "kind"),
    [
        (p("A", r("secret", "<w:vanish/>")), "hidden_text"),
        (p("A", r("sec", "<w:vanish/>"), r("ret", '<w:vanish w:val="1"/>')), "hidden_text"),
        (p("A", r("secret", '<w:rStyle w:val="Hidden"/>')), "hidden_text"),
        (p("A") + p("secret", properties='<w:pStyle w:val="Secret"/>'), "hidden_text"),
        (p("A", r("secret", WHITE)), "white_text"),
        (p("A", r("secret", '<w:color w:val="FEFEFE"/>')), "white_text"),
        (p("A", r("secret", '<w:color w:val="000000"/><w:highlight w:val="black"/>')), "white_text"),
        (p("A") + p(r("secret", '<w:color w:val="1F3864"/>'), properties=DARK), "white_text"),
        (table(p("A", r("secret", WHITE)), properties='<w:tblStyle w:val="Plain"/>'), "white_text"),
        (p("A", r("secret", '<w:sz w:val="1"/>')), "tiny_text"),
        (p("A") + table(p("secret"), of_row="<w:hidden/>"), "hidden_row"),
        (p("A", shape(-9_000_000, p("secret"))), "off_page_text"),
        (p("A", shape(30_000_000, p("secret"))), "off_page_text"),
        (
            p("A", '<w:r><w:pict><v:shape style="visibility: hidden"><v:textbox><w:txbxContent>')[:-6]
            + f"{p('secret')}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>",
            "hidden_shape",
        ),
    ],
)
def test_hidden_text_is_counted_and_left_out_or_read(body: str, kind: str) -> None:
    text, left_out = counts(body)
    assert "secret" not in text and "A" in text and left_out == {kind: 1}
    text, left_out = counts(body, read_hidden=True)
    assert "secret" in text and left_out == {}


@every(
    "body",
    [
        p("A", r("seen", '<w:vanish w:val="false"/>')),
        p("A", r("seen", '<w:rStyle w:val="Hidden"/><w:vanish w:val="0"/>')),
        p(r("seen", '<w:rStyle w:val="Hidden"/>'), properties='<w:pStyle w:val="Secret"/>'),
        p("A", r("seen", "<w:webHidden/>")),
        p(r("seen", WHITE), properties=DARK),
        p(r("seen", WHITE + DARK)),
        p(r("seen", f'{WHITE}<w:highlight w:val="darkBlue"/>')),
        p(r("seen", f'{WHITE}<w:shd w:val="pct50" w:color="000000" w:fill="FFFFFF"/>')),
        p(r("seen", f'{WHITE}<w:shd w:val="solid" w:color="000000" w:fill="FFFFFF"/>')),
        p(r("seen", '<w:color w:val="auto"/>')),
        p(r("seen", '<w:sz w:val="2"/>')),
        table(p(r("seen", WHITE)), of_cell=DARK),
        table(p(r("seen", WHITE)), properties='<w:tblStyle w:val="Grid"/>'),
        p('<w:r><w:drawing><wp:anchor behindDoc="1"/></w:drawing></w:r>') + p(r("seen", WHITE)),
        p('<w:r><w:pict><v:rect style="left:0; z-index: -1"/></w:pict></w:r>') + p(r("seen", WHITE)),
        table(p("seen"), of_row='<w:hidden w:val="0"/>'),
        p(shape(-900_000, p("seen"))),
    ],
)
def test_text_that_only_looks_hidden_is_read(body: str) -> None:
    text, left_out = counts(body)
    assert "seen" in text and left_out == {}


def test_on_pages_with_a_background_white_may_be_seen() -> None:
    body = p(r("seen", WHITE))
    assert counts(body, settings="<w:displayBackgroundShape/>") == ("seen", {})
    assert counts(body, settings="") == ("", {"white_text": 1})
    head = '<w:hdr><w:pict><v:shape style="z-index:-251658240"/></w:pict></w:hdr>'
    assert read(word(body, named={"header:header1.xml": head})) == "seen"


def test_spaces_and_the_marks_of_fields_are_no_hidden_text() -> None:
    hidden = "<w:r><w:rPr><w:vanish/></w:rPr>{}</w:r>"
    begin, end = (hidden.format(f'<w:fldChar w:fldCharType="{kind}"/>') for kind in ("begin", "end"))
    entry = hidden.format("<w:instrText>XE entry</w:instrText>")
    assert counts(p("A", r(" ", "<w:vanish/>"), begin, entry, end, "B")) == ("AB", {})
