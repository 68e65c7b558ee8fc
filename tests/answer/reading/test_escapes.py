r"""Escapes of JSON strings, valid and not."""

import pytest

from gateway.answer.reading.escapes import Math, decode


@pytest.mark.parametrize(
    ("raw", "text", "rest"),
    [
        (r"\n.", "\n", "."),
        (r"\"", '"', ""),
        (r"\\n", "\\", "n"),
        (r"\/", "/", ""),
        (r"\'", "'", ""),
        (r"\u00e9x", "é", "x"),
        (r"\ud83d\ude00x", "\U0001f600", "x"),
        (r"\ud83dx", "\ufffd", "x"),
        (r"\ude00x", "\ufffd", "x"),
        (r"\ud83d\u0041", "\ufffd", r"\u0041"),
        (r"\u0000x", "", "x"),
        (r"\u000dx", "\n", "x"),
        (r"\u0009x", "\t", "x"),
        (r"\u12zz", "\\", "u12zz"),
        (r"\alpha", "\\", "alpha"),
        (r"\d", "\\", "d"),
        (r"\t1", "\t", "1"),
        (r"\tif x", "\t", "if x"),
        (r"\times 3", "\\t", "imes 3"),
        (r"\frac{", "\\f", "rac{"),
        (r"\beta ", "\\b", "eta "),
        (r"\bx ", "", "x "),
        (r"\rho ", "\\r", "ho "),
        (r"\r\nx", "\n", "x"),
        (r"\rx ", "\n", "x "),
        (r"\r1", "\n", "1"),
        (r"\topping", "\t", "opping"),
    ],
)
def test_an_escape_is_decoded(raw, text, rest):
    decoded = decode(raw + " end", 0, False, False)
    assert decoded == (text, len(raw) - len(rest))


@pytest.mark.parametrize(
    ("raw", "text"),
    [(r"\tau", "\\t"), (r"\nabla ", "\\n"), (r"\neq ", "\\n"), (r"\nx ", "\n"), (r"\t ", "\t"), (r"\foo ", "\\f")],
)
def test_inside_a_formula_the_backslash_comes_back(raw, text):
    assert decode(raw + " end", 0, False, True) == (text, 2)


@pytest.mark.parametrize(
    "start",
    [
        "\\",
        r"\u",
        r"\u12",
        r"\ud83d",
        r"\ud83d" + "\\",
        r"\ud83d\u",
        r"\ud83d\ud",
        r"\ud83d\ude0",
        r"\t",
        r"\fra",
        r"\r",
        "\\r\\",
    ],
)
def test_an_unfinished_escape_waits_and_ends_with_the_text(start):
    assert decode(start, 0, False, False) is None
    assert decode(start, 0, True, False) is not None


def dollars(text):
    math, at, states = Math(), 0, []
    while at < len(text):
        if text[at] == "$":
            at += math.dollar(text, at) or 1
            states.append(math.open)
        else:
            if text[at] == "\n":
                math.newline()
                states.append(math.open)
            at += 1
    return states


def test_formulas_are_followed_through_the_text():
    assert dollars("$x$ $$y\n$$ z") == ["$", "", "$$", "$$", ""]
    assert dollars("$x\n y") == ["$", ""]


def test_an_amount_of_money_opens_no_formula():
    assert dollars("it costs $5 or $ 6.") == ["", ""]


def test_a_dollar_at_the_end_waits():
    assert Math().dollar("a$", 1) is None


@pytest.mark.parametrize("escape", ["000a", "000D", "0085", "2028", "2029"])
def test_an_escaped_line_end_of_any_kind_is_a_newline(escape):
    assert decode(f"\\u{escape}b", 0, False, False) == ("\n", 6)
