"""Charts, diagrams, shapes and pictures."""

from __future__ import annotations

from gateway.ingestion.readers.shared.word.drawings import chart_html, diagram_html
from gateway.ingestion.readers.shared.xml_trees import tree
from gateway.knowledge.documents.omissions import Omissions
from tests.support.word import SPACES, p, read, word


def values(name: str, *numbers: str) -> str:
    points = "".join(f'<c:pt idx="{at}"><c:v>{number}</c:v></c:pt>' for at, number in enumerate(numbers))
    return f"<c:{name}><c:numRef><c:f>S!A</c:f><c:numCache>{points}</c:numCache></c:numRef></c:{name}>"


def chart(*series: str, title: str = "") -> str:
    stated = f"<c:title><c:tx><c:rich><a:p><a:r><a:t>{title}</a:t></a:r></a:p></c:rich></c:tx></c:title>" * bool(title)
    lines = "".join(f"<c:ser>{each}</c:ser>" for each in series)
    return f"<c:chartSpace {SPACES}><c:chart>{stated}<c:plotArea><c:barChart>{lines}</c:barChart></c:plotArea></c:chart></c:chartSpace>"


def point(name: str, text: str = "", kind: str = "node") -> str:
    words = f"<dgm:t><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dgm:t>" * bool(text)
    return f'<dgm:pt modelId="{name}" type="{kind}">{words}</dgm:pt>'


def link(above: str, below: str, order: int) -> str:
    return f'<dgm:cxn srcId="{above}" destId="{below}" srcOrd="{order}"/>'


def diagram(*parts: str) -> str:
    return f"<dgm:dataModel {SPACES}><dgm:ptLst>{''.join(parts)}</dgm:ptLst></dgm:dataModel>"


SALES = chart(values("tx", "North") + values("cat", "Q1", "Q2") + values("val", "4.3", "5"), title="Sales")


def test_a_chart_is_its_title_and_a_table_of_its_figures() -> None:
    assert chart_html(tree(SALES.encode())) == (
        "<p>Sales</p><table><tr><td></td><td>North</td></tr><tr><td>Q1</td><td>4.3</td></tr>"
        "<tr><td>Q2</td><td>5</td></tr></table>"
    )
    two = chart(values("xVal", "1") + values("yVal", "2"), "<c:tx><c:v>B</c:v></c:tx>" + values("yVal", "3", "&lt;"))
    assert "<td></td><td>B</td></tr><tr><td>1</td><td>2</td><td>3</td></tr>" in chart_html(tree(two.encode()))
    assert chart_html(tree(two.encode())).endswith("<td></td><td></td><td>&lt;</td></tr></table>")
    assert chart_html(tree(chart().encode())) == ""
    percent = values("val", "0.251").replace("<c:pt", "<c:formatCode>0.0%</c:formatCode><c:pt", 1)
    levels = values("cat", "Q1").replace("</c:pt>", '</c:pt></c:lvl><c:lvl><c:pt idx="0"><c:v>2024</c:v></c:pt>')
    levels = levels.replace("<c:pt", "<c:lvl><c:pt", 1).replace("</c:numCache>", "</c:lvl></c:numCache>")
    assert "<td>2024 Q1</td><td>25.1%</td>" in chart_html(tree(chart(levels + percent).encode()))


def test_a_diagram_is_a_list_in_the_order_of_its_branches() -> None:
    points = [
        point("1", kind="doc"),
        point("b", "Do"),
        point("a", "Plan"),
        point("c", "Who"),
        point("x", kind="parTrans"),
    ]
    links = link("1", "b", 2) + link("1", "a", 1) + link("a", "c", 1) + link("c", "a", 1) + link("a", "none", 3)
    assert diagram_html(tree(diagram(*points, links).encode())) == (
        "<ul><li>Plan<ul><li>Who</li></ul></li><li>Do</li></ul>"
    )
    assert diagram_html(tree(diagram(point("1", kind="doc")).encode())) == ""


def drawn(inner: str) -> str:
    return f"<w:r><w:drawing><wp:inline>{inner}</wp:inline></w:drawing></w:r>"


def test_they_follow_the_paragraph_that_has_them() -> None:
    body = p("See:", drawn('<c:chart r:id="x0"/>'), " A") + p(drawn('<dgm:relIds r:dm="x1"/>')) + p("B")
    named = {"chart:charts/chart1.xml": SALES, "diagramData:diagrams/data1.xml": diagram(point("a", "Plan"))}
    assert read(word(body, named=named)) == (
        "See: A\n\nSales\n\n|  | North |\n| --- | --- |\n| Q1 | 4.3 |\n| Q2 | 5 |\n\n- Plan\n\nB"
    )


def test_pictures_and_what_has_no_figures_are_counted() -> None:
    omissions = Omissions()
    objects = "".join(
        f'<w:object><v:shape><v:imagedata/></v:shape><o:OLEObject ProgID="{program}"/></w:object>'
        for program in ("Equation.3", "Excel.Sheet.12")
    )
    body = p(
        "A",
        drawn("<pic:pic/>"),
        drawn('<c:chart r:id="none"/>'),
        f"<w:r>{objects}<w:object><w:control/></w:object><w:pict><v:shape><v:imagedata/></v:shape></w:pict></w:r>",
    )
    assert read(word(body), omissions) == "A"
    assert {entry["kind"]: entry["count"] for entry in omissions.left_out} == {
        "picture": 2,
        "chart": 1,
        "formula": 1,
        "object": 1,
        "form_field": 1,
    }
