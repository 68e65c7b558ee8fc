"""Formulas become one line whose letters are in their order."""

from __future__ import annotations

from tests.support.every import every
from tests.support.word import p, read, word


def t(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


def e(name: str, *parts: str) -> str:
    return f"<m:{name}>{''.join(part if part.startswith('<') else t(part) for part in parts)}</m:{name}>"


def pr(name: str, **values: str) -> str:
    inner = "".join(f'<m:{key} m:val="{value}"/>' for key, value in values.items())
    return f"<m:{name}>{inner}</m:{name}>"


SQUARE = e("sSup", e("e", "b"), e("sup", "2"))
MATRIX = e("m", e("mr", e("e", "a"), e("e", "b")), e("mr", e("e", "c"), e("e", "d")))


@every(
    ("parts", "line"),
    [
        (["Q=v", "·A"], "Q=v·A"),
        ([e("f", e("num", "-b±", e("rad", e("deg"), e("e", SQUARE, "-4ac"))), e("den", "2a"))], "(-b±√(b²-4ac))/2a"),
        ([e("f", e("num", "1"), e("den", "n+1"))], "1/(n+1)"),
        ([e("f", pr("fPr", type="noBar"), e("num", "n"), e("den", "k"))], "n ¦ k"),
        ([e("rad", e("deg", "3"), e("e", "x"))], "³√x"),
        ([e("sSubSup", e("e", "x"), e("sub", "i"), e("sup", "2"))], "xᵢ²"),
        ([e("sSup", e("e", "a+b"), e("sup", "n,k"))], "(a+b)^(n,k)"),
        ([e("sPre", e("sub", "1"), e("sup", "2"), e("e", "H"))], "₁²H"),
        ([e("nary", pr("naryPr", chr="∑"), e("sub", "i=1"), e("sup", "n"), e("e", "i"))], "∑ᵢ₌₁ⁿ i"),
        ([e("nary", e("sub"), e("sup"), e("e", "f"))], "∫ f"),
        ([e("d", pr("dPr", begChr="[", endChr="]"), e("e", MATRIX))], "[a, b; c, d]"),
        ([e("d", e("e", "a"), e("e", "b"))], "(a| b)"),
        ([e("d", pr("dPr", begChr="{", endChr=""), e("e", e("eqArr", e("e", "&amp;x"), e("e", "y"))))], "{x; y"),
        ([e("func", e("fName", e("limLow", e("e", "lim"), e("lim", "n→∞"))), e("e", "f"))], "lim_(n→∞) f"),
        ([e("acc", pr("accPr", chr="\u20d7"), e("e", "v"))], "v\u20d7"),
        ([e("acc", e("e", "ab"))], "(ab)\u0302"),
        ([e("bar", pr("barPr", pos="top"), e("e", "x"))], "x\u0305"),
        ([e("limUpp", e("e", "x"), e("lim", "2"))], "x²"),
        ([e("phant", pr("phantPr", show="0"), e("e", "x")), e("borderBox", e("e", "y"))], "y"),
    ],
)
def test_a_formula_is_a_line(parts: list[str], line: str) -> None:
    assert read(word(p("See ", e("oMath", *parts), "."))) == f"See {line}."


def test_a_formula_of_its_own_is_a_paragraph() -> None:
    formulas = e("oMathPara", e("oMath", "a=b"), e("oMath", "c=d"))
    assert read(word(p("A") + p(formulas) + formulas)) == "A\n\na=b c=d\n\na=b c=d"
