r"""Escapes of JSON strings, valid and not."""

import pytest

from gateway.answer.reading.escapes import Math, decode, overdone
from tests.support.every import every


@every(
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
        (r"\u0007x", "", "x"),
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
        (r"\u0000e9x", "é", "x"),
        (r"\u0000fcber", "ü", "ber"),
        (r"\u0000c9cart", "É", "cart"),
        (r"\u00004e2dx", "中", "x"),
        (r"\u00000430x", "а", "x"),
        (r"\u00002019s", "’", "s"),
        (r"\u000012x", "", "12x"),
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


@every(
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
        r"\u0000",
        r"\u0000e",
        r"\u0000e9",
        r"\u00004e2",
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


def undone(text, sure=False):
    """A decoded text without the escapes that are one too many."""
    shown, at = "", 0
    while at < len(text):
        found, end = overdone(text, at, True, shown, sure) if text[at] == "\\" else (text[at], at + 1)
        shown += found if end > at else text[at]
        at = max(end, at + 1)
    return shown


@every(
    ("text", "meant"),
    [
        (r"First line.\n\nSecond line", "First line.\n\nSecond line"),
        (r"Title\nText", "Title\nText"),
        (r"one\n- two\n- three", "one\n- two\n- three"),
        (r"第一行。\n第二行", "第一行。\n第二行"),
        (r"end.\nthe next", "end.\nthe next"),
        (r"line. \nNext", "line. \nNext"),
        (r"line.\r\nNext", "line.\nNext"),
        (r"Name\tPrice", "Name\tPrice"),
        (r"It ends.\n", "It ends.\n"),
        (r"caf\u00e9 \u00e0 16 h", "café à 16 h"),
        (r"\u4e2d\u6587", "中文"),
        (r"\ud83d\ude00 x", "\U0001f600 x"),
        (r"caf\u0000e9", "café"),
        (r"R\u0026D", "R&D"),
        (r"He said \"no\" to it", 'He said "no" to it'),
        (r"https:\/\/example.org", "https://example.org"),
    ],
)
def test_an_escape_written_once_too_often_is_read(text, meant):
    assert undone(text) == meant


@every(
    "text",
    [
        r"C:\new",
        r"C:\Users\nobody\t",
        r"\\server\new",
        r"..\test and .\new",
        r"%TEMP%\new",
        r"src\new and CORP\nancy",
        r"the \nu of $x$, \nabla, \times, \text",
        r"the pattern \d+\n and [^\n]",
        r"Use \n for a line end",
        r'the "\n" sign, and "\u00e9"',
        r"[\u4e00-\u9fff]",
        r'print("Done.\n")',
        r"G\"odel",
        r"\alpha \ud83d \u0000b \u12",
        "\\",
    ],
)
def test_a_path_a_command_and_a_pattern_keep_their_backslash(text):
    assert undone(text) == text


def test_one_escape_too_many_makes_others_likely():
    assert undone(r"one\ntwo") == r"one\ntwo"
    assert undone(r"one\ntwo", sure=True) == "one\ntwo"
    assert undone(r"C:\new", sure=True) == r"C:\new"


@every("start", ["\\", r"\n", r"\nab", "\\n\\", r"\u", r"\u00e", r"\u00e9", r"\u00e9-", r"\""])
def test_what_may_be_an_escape_too_many_waits(start):
    assert overdone(start, 0, False, "One.", False) is None
