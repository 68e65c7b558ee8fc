"""Formulas are text, each once: the TeX of the author, else the letters in their order."""

from __future__ import annotations

import pytest

from tests.support.pages import text_of

ANNOTATED = "<math{}><semantics><mi>v</mi><annotation encoding='application/x-tex'>v^2</annotation></semantics></math>"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (ANNOTATED.format(""), "$v^2$"),
        (ANNOTATED.format(" alttext='w^2'"), "$v^2$"),
        (ANNOTATED.format(" display=block"), "$$v^2$$"),
        ("<math alttext='{\\displaystyle a_{1}}'><mi>a</mi></math>", "$a_{1}$"),
        ("<math alttext='x = 5'><mi>x</mi></math>", "x = 5"),
        ("<math><msup><mi>c</mi><mn>2</mn></msup></math>", "c^2"),
        ("<math><msub><mi>x</mi><mrow><mi>i</mi><mo>+</mo><mn>1</mn></mrow></msub></math>", "x_(i+1)"),
        ("<math><mfrac><mrow><mi>a</mi><mo>-</mo><mi>b</mi></mrow><mn>2</mn></mfrac></math>", "(a-b)/2"),
        (
            "<math><msqrt><mi>x</mi></msqrt><mtext> if </mtext><mfenced><mi>x</mi><mi>y</mi></mfenced></math>",
            "√(x) if (x, y)",
        ),
        ("<math><munderover><mo>∑</mo><mn>1</mn><mi>n</mi></munderover><mi>k</mi></math>", "∑_1^n k"),
        (
            "<math><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>2</mn></mtd></mtr></mtable></math>",
            "1, 0; 2",
        ),
        ("<math><mi>f</mi><mo>&#x2061;</mo><mi>x</mi><annotation-xml><ci>f</ci></annotation-xml></math>", "fx"),
        (
            f"<span class=katex><span class=katex-mathml>{ANNOTATED.format('')}</span>"
            "<span class=katex-html aria-hidden=true><span>v</span><span>2</span></span></span>",
            "$v^2$",
        ),
        (
            f"<span class=mwe-math-element><span style='display:none'>{ANNOTATED.format('')}</span>"
            "<img class=mwe-math-fallback-image-inline alt='{\\displaystyle v^{2}}'></span>",
            "$v^2$",
        ),
        ("<img class=mwe-math-fallback-image-inline alt='{\\displaystyle v^{2}}'>", "$v^{2}$"),
        ("<img class=tex alt='E = mc^2' src=x.png>", "$E = mc^2$"),
        (
            "<span class=MathJax_Preview>v2</span><span class=MathJax><nobr>v2</nobr></span>"
            "<script type='math/tex'>v^2</script>",
            "$v^2$",
        ),
        ("<script type='math/tex; mode=display'>v^2</script>", "$$v^2$$"),
        ("<span class=MathJax data-mathml='<math><mi>v</mi><mn>2</mn></math>'><nobr>v 2</nobr></span>", "v2"),
        (
            "<mjx-container class=MathJax><mjx-math aria-hidden=true><mjx-c class=mjx-c1D463></mjx-c></mjx-math>"
            "<mjx-assistive-mml><math><msup><mi>v</mi><mn>2</mn></msup></math></mjx-assistive-mml></mjx-container>",
            "v^2",
        ),
        ("<mjx-container><svg><use data-c='1D463'></use><use data-c='3D'></use></svg></mjx-container>", "v="),
        ("<mjx-container><mjx-math data-latex='v^2'></mjx-math></mjx-container>", "$v^2$"),
    ],
)
def test_a_formula_is_read_once(source: str, text: str) -> None:
    assert text_of(f"<p>A {source} b.") == f"A {text} b."


def test_a_formula_fills_a_cell() -> None:
    page = "<table><tr><td>a<td><math display=block alttext='|x|^2'></math></table>"
    assert text_of(page) == "| a | $\\|x\\|^2$ | | --- | --- |"


def test_a_formula_nested_without_measure_is_read() -> None:
    assert "x" in text_of("<p><math>" + "<mrow>" * 3000 + "<mi>x</mi>")
