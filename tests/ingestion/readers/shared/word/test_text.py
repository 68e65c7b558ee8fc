"""The text of Word files: marks, wrappers, changes, boxes, tables, notes, comments, files inside."""

from __future__ import annotations

from gateway.knowledge.documents.omissions import Omissions
from tests.support.every import every
from tests.support.word import p, r, read, style, word

STYLES = (
    style("Old", kind="character", rpr="<w:strike/>")
    + style("Gone", rpr="<w:strike/>")
    + style("Power", kind="character", based="Base", rpr="")
    + style("Base", kind="character", rpr='<w:vertAlign w:val="superscript"/>')
    + style("Ueberschrift1", called="heading 1")
    + style("Berschrift2", called="Heading 2", ppr='<w:outlineLvl w:val="1"/>')
    + style("Own", based="Berschrift2")
    + style("Contents", based="Berschrift2", ppr='<w:outlineLvl w:val="9"/>')
    + style("T", called="Title")
    + style("Titel2", called="Überschrift 2")
    + style("M2", called="見出し 2")
)


@every(
    ("runs", "shown"),
    [
        (
            ["10", r("6", '<w:vertAlign w:val="superscript"/>'), " CO", r("2", '<w:vertAlign w:val="subscript"/>')],
            "10⁶ CO₂",
        ),
        (["m", r("2", '<w:position w:val="6"/>'), " H", r("2", '<w:position w:val="-6"/>')], "m² H₂"),
        (["A ", r("is not raised", '<w:position w:val="6"/>'), r("2", '<w:position w:val="1"/>')], "A is not raised2"),
        (["x", r("1", '<w:rStyle w:val="Power"/>'), r("0", '<w:rStyle w:val="Base"/>')], "x¹⁰"),
        ([r("12", "<w:strike/>"), r("0 EUR", '<w:dstrike w:val="true"/>'), " 95"], "~~120 EUR~~ 95"),
        ([r("12", '<w:strike w:val="0"/>'), r(" 0", '<w:rStyle w:val="Old"/>')], "12 ~~0~~"),
        ([r("x", '<w:rStyle w:val="Old"/><w:strike w:val="false"/>')], "x"),
        (["<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/><w:t>d</w:t></w:r>"], "a b\nc\nd"),
        (["<w:r><w:t>a</w:t><w:noBreakHyphen/><w:t>b</w:t><w:softHyphen/><w:t>c</w:t></w:r>"], "a-bc"),
        (["<w:ins>", r("new "), "</w:ins>", "<w:del><w:r><w:t>old</w:t></w:r></w:del>"], "new"),
        (["<w:moveFrom>", r("from"), "</w:moveFrom>", "<w:moveTo>", r("to"), "</w:moveTo>"], "to"),
        (
            [
                "<w:hyperlink>",
                r("a"),
                "</w:hyperlink>",
                "<w:smartTag>",
                r("b"),
                "</w:smartTag>",
                "<w:bdo>",
                r("c"),
                "</w:bdo>",
            ],
            "abc",
        ),
        (
            [
                "<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val='1'/></w14:checkbox></w:sdtPr><w:sdtContent>",
                r("☒"),
                "</w:sdtContent></w:sdt>",
                " A",
            ],
            "[x] A",
        ),
        (
            ["<w:sdt><w:sdtPr><w14:checkbox/></w:sdtPr><w:sdtContent>", r("☐"), "</w:sdtContent></w:sdt>", " A"],
            "[ ] A",
        ),
        (["<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>", r("Name"), "</w:sdtContent></w:sdt>"], "Name"),
        (
            [
                "<w:r><w:ruby><w:rubyPr/><w:rt>",
                r("とうきょう"),
                "</w:rt><w:rubyBase>",
                r("東京"),
                "</w:rubyBase></w:ruby></w:r>",
            ],
            "東京(とうきょう)",
        ),
        (["a &lt;b&gt; &amp;amp;"], "a <b> &amp;"),
        (["one\nline"], "one line"),
    ],
)
def test_a_line_has_what_word_shows(runs: list[str], shown: str) -> None:
    line = "".join(run if run.startswith("<") else r(run) for run in runs)
    assert read(word(p(line), styles=STYLES)) == shown


def test_a_style_of_paragraphs_strikes_out_and_a_style_of_characters_turns_that_off() -> None:
    body = p("old", r(" new", '<w:rStyle w:val="Old"/>'), properties='<w:pStyle w:val="Gone"/>')
    assert read(word(body, styles=STYLES)) == "~~old~~ new"


@every(
    ("properties", "shown"),
    [
        ('<w:pStyle w:val="Ueberschrift1"/>', "# A"),
        ('<w:pStyle w:val="Berschrift2"/>', "## A"),
        ('<w:pStyle w:val="Own"/>', "## A"),
        ('<w:pStyle w:val="Contents"/>', "A"),
        ('<w:pStyle w:val="T"/>', "# A"),
        ('<w:pStyle w:val="Heading3"/>', "### A"),
        ('<w:pStyle w:val="Titel2"/>', "## A"),
        ('<w:pStyle w:val="M2"/>', "## A"),
        ('<w:outlineLvl w:val="7"/>', "###### A"),
        ('<w:pStyle w:val="none"/>', "A"),
    ],
)
def test_headings_are_known_by_names_and_outline_levels(properties: str, shown: str) -> None:
    assert read(word(p("A", properties=properties), styles=STYLES)) == shown


def test_a_whole_clause_is_no_heading() -> None:
    clause = "The supplier repairs pumps. " * 12
    assert read(word(p(clause, properties='<w:outlineLvl w:val="0"/>'))) == clause.strip()


def test_a_paragraph_whose_end_was_deleted_goes_on_in_the_next() -> None:
    deleted = "<w:rPr><w:del w:id='1'/></w:rPr>"
    assert read(word(p("A ", properties=deleted) + p("B") + p("C", properties=deleted))) == "A B\n\nC"


def test_a_large_first_letter_belongs_to_its_word() -> None:
    letter = p("T", properties='<w:framePr w:dropCap="drop" w:lines="3"/>')
    assert read(word(letter + p("he pump") + p("x", properties='<w:framePr w:w="10"/>'))) == "The pump\n\nx"


def shape(inner: str) -> str:
    return f"<w:drawing><wp:inline><wps:wsp><wps:txbx><w:txbxContent>{inner}</w:txbxContent></wps:txbx></wps:wsp></wp:inline></w:drawing>"


def vml(inner: str) -> str:
    return f"<w:pict><v:shape><v:textbox><w:txbxContent>{inner}</w:txbxContent></v:textbox></v:shape></w:pict>"


def test_text_boxes_follow_their_paragraph_once() -> None:
    box, old = shape(p("Warn") + p(r("white", '<w:color w:val="FFFFFF"/>'))), vml(p("Warn"))
    both = f"<mc:AlternateContent><mc:Choice>{box}</mc:Choice><mc:Fallback>{old}</mc:Fallback></mc:AlternateContent>"
    only = f"<mc:AlternateContent><mc:Choice/><mc:Fallback>{vml(p('Old'))}</mc:Fallback></mc:AlternateContent>"
    word_art = '<w:pict><v:shape><v:textpath string="Art"/></v:shape></w:pict>'
    canvas = "<w:drawing><a:txBody><a:p><a:r><a:t>Can</a:t></a:r><a:r><a:t>vas</a:t></a:r></a:p></a:txBody></w:drawing>"
    body = p("A", f"<w:r>{both}</w:r>", "B") + p(f"<w:r>{only}{word_art}{canvas}</w:r>")
    assert read(word(body)) == "AB\n\nWarn\n\nwhite\n\nOld\n\nArt\n\nCanvas"


def control(content: str) -> str:
    return f"<w:sdt><w:sdtPr/><w:sdtContent>{content}</w:sdtContent></w:sdt>"


def test_blocks_rows_and_cells_may_be_wrapped() -> None:
    cells = f"<w:tc>{p('1')}</w:tc>{control(f'<w:tc>{p(chr(50))}</w:tc>')}"
    table = f"<w:tbl><w:tr>{cells}</w:tr>{control(f'<w:tr>{cells}</w:tr>')}</w:tbl>"
    body = control(p("A") + control(p("B"))) + f"<w:customXml>{p('C')}</w:customXml>" + control(table)
    assert read(word(body)) == "A\n\nB\n\nC\n\n| 1 | 2 |\n| --- | --- |\n| 1 | 2 |"


def test_cells_that_are_merged_and_rows_that_are_deleted() -> None:
    def row(*cells: str, properties: str = "") -> str:
        return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(cells)}</w:tr>"

    def cell(text: str, properties: str = "") -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{p(text)}</w:tc>"

    table = (
        row(cell("Both", '<w:gridSpan w:val="2"/>'), cell("C"), properties="<w:tblHeader/>")
        + row(cell("Down", '<w:vMerge w:val="restart"/>'), cell("1"), cell("2"))
        + row(cell("", "<w:vMerge/>"), cell("3"), cell("gone", "<w:cellDel/>"), cell("4"))
        + row(cell("x"), cell("y"), cell("z"), properties="<w:del w:id='1'/>")
        + row(cell("5"), cell("6"), properties='<w:gridBefore w:val="1"/>')
    )
    assert read(word(f"<w:tbl>{table}</w:tbl>")) == (
        "| Both | Both | C |\n| --- | --- | --- |\n| Down | 1 | 2 |\n| Down | 3 | 4 |\n|  | 5 | 6 |"
    )


def test_notes_are_numbered_in_the_order_of_their_marks() -> None:
    marks = (
        '<w:r><w:endnoteReference w:id="1"/></w:r>',
        '<w:r><w:footnoteReference w:id="7" w:customMarkFollows="1"/><w:t>*</w:t></w:r>',
    )
    notes = {
        "footnotes": f'<w:footnote w:id="7">{p("Foot")}</w:footnote>',
        "endnotes": f'<w:endnote w:id="1">{p("End")}</w:endnote>',
    }
    assert read(word(p("A", *marks, marks[0]), **notes)) == "A[1][2][1]\n\n1. End\n2. Foot"


def test_comments_come_last_with_their_authors_and_the_text_that_they_are_about() -> None:
    comments = (
        f'<w:comment w:id="1" w:author="Ann  Lee">{p("Too low?")}{p("Ask.")}</w:comment>'
        f'<w:comment w:id="2" w:author="">{p("No.")}</w:comment><w:comment w:id="3" w:author="X">{p("")}</w:comment>'
    )
    body = p("It is ", '<w:commentRangeStart w:id="1"/>', "95 ") + p("EUR", '<w:commentRangeEnd w:id="1"/>', " now.")
    assert read(word(body, comments=comments)) == (
        "It is 95\n\nEUR now.\n\n## Comment by Ann Lee\n\n> 95 EUR\n\nToo low?\n\nAsk.\n\n## Comment by a reviewer\n\nNo."
    )


def test_a_comment_quotes_the_beginning_of_a_long_text() -> None:
    body = p('<w:commentRangeStart w:id="1"/>', "ab " * 90, "cd " * 90, '<w:commentRangeEnd w:id="1"/>', "ef")
    found = read(word(body, comments=f'<w:comment w:id="1" w:author="A">{p("B")}</w:comment>'))
    quoted = found.split("> ")[1].split("\n")[0]
    assert quoted == f"{'ab ' * 90}{'cd ' * 10}…"


MHT = (
    "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html; charset=utf-8\n"
    "Content-Transfer-Encoding: quoted-printable\n\n<body><p>caf=C3=A9</p></body>\n--b--\n"
)


def test_files_inside_are_read_in_their_places() -> None:
    named: dict[str, str | bytes] = {
        "aFChunk:a.html": "<html><body><h2>Part</h2><p>x &amp; y</p></body></html>",
        "aFChunk:b.mht": MHT,
        "aFChunk:c.docx": word(p("Inner")),
        "aFChunk:d.bin": b"\0\1\2",
    }
    chunks = "".join(f'<w:altChunk r:id="x{number}"/>' for number in range(5))
    cell = '<w:tc><w:altChunk r:id="x0"/></w:tc>'
    omissions = Omissions()
    text = read(word(p("A") + chunks + p("B") + f"<w:tbl><w:tr>{cell}{cell}</w:tr></w:tbl>", named=named), omissions)
    assert text.startswith("A\n\n## Part\n\nx & y\n\ncafé\n\nInner\n\nB\n\n| ") and text.count("x & y") == 3
    assert [entry["text"] for entry in omissions.left_out] == ["2 embedded objects"]


def test_word_files_inside_each_other_are_read_to_a_depth() -> None:
    data = word(p("6"))
    for number in range(5, 0, -1):
        data = word(p(str(number)) + '<w:altChunk r:id="x0"/>', named={"aFChunk:a.docx": data})
    omissions = Omissions()
    assert read(data, omissions) == "1\n\n2\n\n3\n\n4"
    assert [entry["text"] for entry in omissions.left_out] == ["1 embedded object"]
