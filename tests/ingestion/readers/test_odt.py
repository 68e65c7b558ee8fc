"""Texts of OpenDocument: headings, list numbers, tables, notes, comments, hidden text; the broken get a sentence."""

from __future__ import annotations

import pytest

from gateway.ingestion.readers import odt as reader
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from tests.support.more_files import ODT, OPEN_DOCUMENT, odt, zipped

BODY = """<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
<text:table-of-content><text:p>Wine 1</text:p></text:table-of-content>
<text:h text:outline-level="1">Wine</text:h>
<text:p>Red <text:span>wine</text:span><text:s text:c="2"/>is kept<text:line-break/>cold.<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>See the other book.</text:p></text:note-body></text:note><office:annotation><text:p>Really?</text:p></office:annotation></text:p>
<text:list><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>two</text:p></text:list-item></text:list></text:list-item></text:list>
<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Name</text:p></table:table-cell><table:table-cell><text:p>Price</text:p></table:table-cell></table:table-row></table:table-header-rows><table:table-row><table:table-cell><text:p>Wine &amp; more</text:p></table:table-cell><table:table-cell><text:p>12</text:p></table:table-cell></table:table-row></table:table>
<text:section><text:h text:outline-level="2">Bottles</text:h><text:p><draw:frame><draw:text-box><text:p>In a box.</text:p></draw:text-box></draw:frame></text:p></text:section>"""


def test_headings_lists_tables_and_footnotes_are_kept() -> None:
    found = reader.read(odt(BODY, title="Keeping wine"), Omissions())
    assert found.title == "Keeping wine"
    assert found.text == (
        "# Wine\n\nRed wine is kept\ncold.[1]\n\n- one\n  - two\n\n| Name | Price |\n| --- | --- |\n"
        "| Wine & more | 12 |\n\n## Bottles\n\nIn a box.\n\n1. See the other book.\n\n## Comment by a reviewer\n\nReally?"
    )


def test_a_title_that_says_nothing_gives_way_to_the_first_heading() -> None:
    assert reader.read(odt(BODY, title="Unbenannt 1"), Omissions()).title == "Wine"


STYLES = """<style:style style:name="T1" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>
<style:style style:name="T2" style:family="text"><style:text-properties style:text-position="-33% 58%"/></style:style>
<style:style style:name="T3" style:family="text"><style:text-properties style:text-line-through-style="solid" style:text-line-through-type="single"/></style:style>
<style:style style:name="T4" style:family="text" style:parent-style-name="Secret"/>
<style:style style:name="T5" style:family="text"><style:text-properties fo:color="#FFFFFF"/></style:style>
<style:style style:name="T6" style:family="text"><style:text-properties fo:color="#ffffff" fo:background-color="#000080"/></style:style>
<style:style style:name="T7" style:family="text"><style:text-properties style:text-line-through-style="none"/></style:style>
<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Old"/>
<style:style style:name="P2" style:family="paragraph"><style:text-properties text:display="none"/></style:style>
<style:style style:name="ce1" style:family="table-cell"><style:table-cell-properties fo:background-color="#333333"/></style:style>"""
NAMED = f"""<office:document-styles {OPEN_DOCUMENT}><office:styles>
<style:style style:name="Old" style:family="paragraph"><style:text-properties style:text-line-through-style="solid"/></style:style>
<style:style style:name="Secret" style:family="text"><style:text-properties text:display="none"/></style:style>
<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="1" style:num-suffix="."/>
<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/><text:outline-level-style text:level="3" style:num-format=""/></text:outline-style>
</office:styles></office:document-styles>"""


def read(body: str, styles: str = STYLES, **parts: str | bytes) -> tuple[str, list[str]]:
    """The text, and the kinds of what was left out."""
    omissions = Omissions()
    text = reader.read(odt(body, automatic=styles, styles=NAMED, **parts), omissions).text
    return text, [f"{entry['count']} {entry['kind']}" for entry in omissions.left_out]


def lines(text: str) -> list[str]:
    """The lines of a text, without the indentation of lists."""
    return [line.strip() for line in text.split("\n") if line.strip()]


def span(style: str, text: str) -> str:
    return f'<text:span text:style-name="{style}">{text}</text:span>'


def p(text: str, style: str = "") -> str:
    return f'<text:p text:style-name="{style}">{text}</text:p>'


def test_raised_lowered_and_struck_text_has_its_marks() -> None:
    assert read(
        p(f"10{span('T1', '6')} litres of CO{span('T2', '2')}, {span('T3', '120 ')}{span('T3', 'EUR')} 95 EUR, ")
        + p(f"no longer {span('T7', 'but this')}", "P1")
        + p(f"{span('T3', '4 m' + span('T1', '2'))} left")
    ) == ("10⁶ litres of CO₂, ~~120 EUR~~ 95 EUR,\n\n~~no longer~~ but this\n\n~~4 m²~~ left", [])


def test_hidden_text_is_left_out_and_counted() -> None:
    body = (
        p(f"A{span('T4', ' margin 40 %')} b.")
        + p("The cost.", "P2")
        + '<text:section text:display="none"><text:p>Section.</text:p></text:section>'
        + '<text:p>C<text:hidden-text text:condition="ooow:1" text:string-value="secret" text:is-hidden="true"/>.</text:p>'
        + '<text:p><text:hidden-paragraph text:is-hidden="true"/>Gone.</text:p>'
        + p(f"{span('T5', 'white')}{span('T6', 'on blue')}")
        + '<table:table><table:table-row><table:table-cell table:style-name="ce1">'
        + f"{p(span('T5', 'head'))}</table:table-cell><table:table-cell>{p('x')}</table:table-cell></table:table-row></table:table>"
    )
    assert read(body) == ("A b.\n\nC.\n\non blue\n\n| head | x |\n| --- | --- |", ["5 hidden_text", "1 white_text"])
    shown = reader.read(odt(body, automatic=STYLES, styles=NAMED), Omissions(read_hidden=True)).text
    assert "margin 40 %" in shown and "Section." in shown and "secret" in shown and "Gone." in shown


LISTS = """<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
<text:list-level-style-number text:level="2" style:num-format="1" text:display-levels="2" style:num-suffix="."/>
<text:list-level-style-number text:level="3" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/></text:list-style>
<text:list-style style:name="L2"><text:list-level-style-number text:level="1" style:num-format="I" text:start-value="4" loext:num-list-format="§ %1%:"/></text:list-style>
<text:list-style style:name="L3"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>
<style:style style:name="P9" style:family="paragraph" style:list-style-name="L2"/>"""


def items(*contents: str, more: str = "") -> str:
    """A list; an item that begins with a tag has its blocks, another one its text."""
    made = (f"<text:list-item>{c if c.startswith('<') else p(c)}</text:list-item>" for c in contents)
    return f"<text:list {more}>{''.join(made)}</text:list>"


def test_items_have_the_numbers_that_the_program_shows() -> None:
    text, _ = read(
        items(
            p("Scope") + items("Parts", "Price"),
            p("Payment") + items(p("Invoices") + items("Late payment", "Interest")),
            more='text:style-name="L1" xml:id="a"',
        )
        + p("Between.")
        + items(items("Reminders"), "End", more='text:style-name="L1" text:continue-numbering="true"')
        + p("Other.")
        + items("again", more='text:style-name="L1"')
        + items("Roman", "more", more='text:style-name="L2"')
        + items("dot", more='text:style-name="L3"')
        + items("Back", more='text:style-name="L1" text:continue-list="a"')
        + '<text:list text:style-name="L1"><text:list-header><text:p>Title</text:p></text:list-header>'
        + f'<text:list-item text:start-value="7">{p("seven")}{p("and on")}</text:list-item></text:list>'
        + items(p("by its style", "P9")),
        LISTS,
    )
    assert lines(text) == [
        *("1. Scope", "1.1. Parts", "1.2. Price", "2. Payment", "2.1. Invoices", "(a) Late payment", "(b) Interest"),
        *("Between.", "2.2. Reminders", "3. End", "Other.", "1. again", "§ IV: Roman", "§ V: more", "- dot", "4. Back"),
        *("Title", "7. seven", "and on", "§ IV: by its style"),
    ]


def test_headings_have_their_numbers() -> None:
    def h(level: int, text: str, more: str = "") -> str:
        return f'<text:h text:outline-level="{level}" {more}>{text}</text:h>'

    text, _ = read(
        h(1, "Definitions")
        + h(1, "Liability")
        + h(2, "Limit")
        + h(3, "Plain")
        + h(2, "<text:number>2.9</text:number>Stated")
        + h(1, "Annex", 'text:is-list-header="true"')
        + items(h(1, "In a list"), more='text:style-name="L1"'),
        LISTS,
    )
    assert lines(text) == [
        *("# 1. Definitions", "# 2. Liability", "## 2.1 Limit", "### Plain", "## 2.9 Stated", "# Annex"),
        "# 1. In a list",
    ]


def test_comments_notes_ruby_fields_and_formulas_are_kept() -> None:
    math = "<math><mi>Q</mi><mo>=</mo><mi>v</mi><annotation>Q = v cdot A</annotation></math>"
    text, lost = read(
        p(
            'Pay <office:annotation office:name="c1"><dc:creator>Ann</dc:creator><text:p>Too much?</text:p></office:annotation>'
            '120 EUR<office:annotation-end office:name="c1"/> in table <text:sequence>3</text:sequence>.'
            '<text:note text:note-class="endnote"><text:note-citation>i</text:note-citation><text:note-body>'
            f"{p('An endnote.')}</text:note-body></text:note>"
        )
        + p(
            "<text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby>に. "
            '<text:drop-down><text:label text:value="red"/><text:label text:value="blue"/>blue</text:drop-down> wi\u00adne '
            '<draw:frame><draw:object xlink:href="./Object 1"/><draw:image/></draw:frame>'
            '<draw:frame><draw:image xlink:href="Pictures/1.png"/></draw:frame>'
        ),
        **{"Object 1__content": math},
    )
    assert text == (
        "Pay 120 EUR in table 3.[1]\n\n東京(とうきょう)に. blue wine Q = v cdot A\n\n1. An endnote.\n\n"
        "## Comment by Ann\n\n> 120 EUR\n\nToo much?"
    )
    assert lost == ["1 picture"]


def test_boxes_of_forms_say_whether_they_are_ticked() -> None:
    mark = '<field:fieldmark field:type="vnd.oasis.opendocument.field.FORMCHECKBOX"><field:param field:name="Checkbox_Checked" field:value="true"/></field:fieldmark>'
    text, _ = read(
        '<office:forms><form:form><form:checkbox form:id="c1" form:label="Valve V7" form:current-state="checked"/>'
        '<form:checkbox form:id="c2" form:label="Valve V8"/><form:listbox form:id="c3"><form:option form:label="red"/>'
        '<form:option form:label="blue" form:current-selected="true"/></form:listbox></form:form></office:forms>'
        + p(
            f'{mark} Pump <draw:control draw:control="c1"/><draw:control draw:control="c2"/><draw:control draw:control="c3"/>'
        )
        + p('<loext:content-control loext:checkbox="true" loext:checked="false">☐</loext:content-control> Tank')
    )
    assert text == "[x] Pump\n\n[x] Valve V7\n\n[ ] Valve V8\n\nblue\n\n[ ] Tank"


def test_charts_nested_tables_and_hidden_shapes() -> None:
    def cell(text: str) -> str:
        return f"<table:table-cell>{text}</table:table-cell>"

    def rows(*found: str) -> str:
        return f"<table:table>{''.join(f'<table:table-row>{row}</table:table-row>' for row in found)}</table:table>"

    values = rows(cell(p("")) + cell(p("Sales")), cell(p("2024")) + cell(p("12")))
    drawing = f'<c {OPEN_DOCUMENT}><chart:chart chart:class="chart:bar"><chart:title>{p("Growth")}</chart:title>{values}</chart:chart></c>'
    text, lost = read(
        p('<draw:frame><draw:object xlink:href="./Object 2"/><draw:image/></draw:frame>')
        + p(
            f'<draw:custom-shape draw:display="none">{p("never")}</draw:custom-shape><draw:custom-shape>{p("At most 6 bar.")}</draw:custom-shape>'
        )
        + rows(cell(rows(cell(p("a")) + cell(p("b")))) + cell(p("c"))),
        **{"Object 2__content": drawing},
    )
    assert text == (
        "Growth\n\n|  | Sales |\n| --- | --- |\n| 2024 | 12 |\n\nAt most 6 bar.\n\n| a \\| b | c |\n| --- | --- |"
    )
    assert lost == ["1 hidden_shape"]


def test_repeated_cells_are_few() -> None:
    cell = '<table:table-cell table:number-columns-repeated="99999999"><text:p>x</text:p></table:table-cell>'
    found = reader.read(
        odt(f"<text:p>Wine.</text:p><table:table><table:table-row>{cell}</table:table-row></table:table>"), Omissions()
    )
    assert len(found.text) < 3000


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (odt(BODY)[:-200], "damaged"),
        (zipped({"mimetype": ODT}), "not a text document"),
        (odt("<text:p>"), "damaged"),
        (odt("", META_INF__x="x")[:30] + b"nothing", "damaged"),
        (zipped({"mimetype": ODT, "content.xml": "<a/>"}), "not a text"),
        (
            zipped({"content.xml": "<a/>", "META-INF/manifest.xml": "<m><f><encryption-data/></f></m>"}),
            "encrypted",
        ),
    ],
    ids=["cut off", "no text", "broken XML", "no archive", "a drawing", "encrypted"],
)
def test_what_cannot_be_read_is_said(data: bytes, words: str) -> None:
    with pytest.raises(Unreadable, match=words) as caught:
        reader.read(data, Omissions())
    assert str(caught.value).endswith(".")
