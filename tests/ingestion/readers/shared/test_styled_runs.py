"""Runs of one look: neighbours with the same look have one mark, hidden ones are counted once."""

from __future__ import annotations

from gateway.ingestion.readers.shared.styled_runs import StyledRun, as_html, as_text
from gateway.knowledge.documents.omissions import Omissions


def test_neighbours_of_the_same_look_have_one_mark() -> None:
    runs = [
        StyledRun("x"),
        StyledRun("1.", 1),
        StyledRun("5", 1),
        StyledRun(" old", 0, True),
        StyledRun("m", 0, True),
        StyledRun("2", 1, True),
        StyledRun("\n<b>"),
    ]
    assert as_text(runs, Omissions()) == "x^(1.5) ~~oldm²~~\n<b>"
    assert as_html(runs, Omissions()) == "x^(1.5) ~~oldm²~~<br>&lt;b&gt;"


def test_hidden_runs_are_left_out_and_counted_once() -> None:
    omissions = Omissions()
    hidden = [StyledRun(text, concealed="hidden_text") for text in ("mar", "gin")]
    assert (
        as_text([StyledRun("see "), *hidden, StyledRun("."), StyledRun(" ", concealed="white_text")], omissions)
        == "see ."
    )
    assert omissions.left_out == [{"kind": "hidden_text", "count": 1, "text": "1 hidden text"}]
    assert as_text(hidden, Omissions(read_hidden=True)) == "margin"


def test_signs_of_wingdings_are_those_of_unicode() -> None:
    assert (
        as_text([StyledRun("\uf0fe yes \uf0a8 no, col\xadour, A\u2011B")], Omissions()) == "[x] yes [ ] no, colour, A-B"
    )
