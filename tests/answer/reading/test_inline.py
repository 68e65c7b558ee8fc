"""Text inside a line: what is taken out, what stays, and that the cutting changes nothing."""

import json

import pytest

from gateway.answer.answer import Candidates
from gateway.answer.reading.inline import LONGEST_CODE, Inline
from gateway.answer.reading.markers import nothing_cites
from tests.support import effort
from tests.support.every import every
from tests.support.reading import candidate, document, read

CASES = [
    ("weeks [E1].", "weeks."),
    ("weeks **[E1]**. Flour (see [E2]).", "weeks. Flour."),
    ("weeks [E1], [E2] and [E3] too", "weeks too"),
    ("weeks [E1]and", "weeks and"),
    ("weeks [E1] .", "weeks."),
    ("weeks. [E1].", "weeks."),
    ("semaines [E1] ; ensuite", "semaines ; ensuite"),
    ("uses [E1] .NET", "uses .NET"),
    ("[E1] Weeks", "Weeks"),
    ("**[E1] Three** weeks", "**Three** weeks"),
    ("- [E1] one\n- two (E2)", "- one\n- two"),
    ("one\n[E1]\ntwo", "one\ntwo"),
    ("| a | [E1] |\n|---|---|\n| b | (E2) |", "| a | |\n|---|---|\n| b | |"),
    ("code `[E1]` stays [E2]", "code `[E1]` stays"),
    ("``a ` [E1]`` stays", "``a ` [E1]`` stays"),
    ("a tick ` alone [E1] here", "a tick ` alone here"),
    ("a tick ` alone [E1]\nhere `x`", "a tick ` alone\nhere `x`"),
    ("a tick ` " + "b" * LONGEST_CODE + " [E1] here", "a tick ` " + "b" * LONGEST_CODE + " here"),
    ("```\nx[E1] \\n\n```\nand [E2]", "```\nx[E1] \\n\n```\nand"),
    ("f(E1) and snake_[E1]_case", "f(E1) and snake__case"),
    ("the (E9) engine", "the (E9) engine"),
    ("costs $5, $x_1$ and $a\\nu$ [E1]", "costs $5, $x_1$ and $a\\nu$"),
    ("C:\\new, `\\n\\n`, One.\\n\\nTwo caf\\u00e9", "C:\\new, `\\n\\n`, One.\n\nTwo café"),
    ("1 < 2 and 2 * 3 * [E1", "1 < 2 and 2 * 3 * [E1"),
    ("a \\", "a \\"),
    ("a **", "a **"),
    ("one \\[E1\\], \\cite{E2} and \\(x\\)", "one and \\(x\\)"),
    ("a    [E1]", "a"),
]


@every(("text", "shown"), CASES)
@every("form", ["json", "tags", "prose"])
def test_no_residue_and_no_false_removal_however_it_is_cut(text, shown, form):
    model = {"json": document((["E1"], text)), "tags": f"<p c=E1>{text}</p>", "prose": text}[form]
    whole = read(model)
    assert whole.text == shown
    assert read(list(model)).shape == whole.shape
    for cut in effort.some(range(1, len(model)), len(model)):
        assert read([model[:cut], model[cut:]]).shape == whole.shape, cut


def test_a_marker_in_a_text_cites_beside_the_list_of_its_paragraph():
    found = read(document((["E1"], "one a [E1][E2]."), ([], "two b [E9] [E3].")))
    assert [(p.text, p.citation_ids) for p in found.paragraphs] == [("one a.", ["E1", "E2"]), ("two b.", ["E3"])]
    assert found.summary.citation_status["dropped"] == 1, "there is no E9"
    found = read('{"paragraphs":[{"text":"one a [E1]. And [E1].","citationIds":["E1","E1"]}]}')
    assert found.paragraphs[0].citation_ids == ["E1"] and found.summary.citation_status["dropped"] == 1


def test_an_id_that_a_passage_speaks_of_is_a_word_in_parentheses():
    spoken = Candidates([candidate(1, "The engine E1 is made of steel.")])
    assert read("The engine (E1) is old [E1].", candidates=spoken).text == "The engine (E1) is old."
    assert (
        read("It is made of steel (E1).", candidates=Candidates([candidate(1, "Steel.")])).text
        == "It is made of steel."
    )


@pytest.mark.parametrize("text", ["Cafe\\u0301s [E1]", "One.\\nTwo"])
def test_titles_and_texts_under_other_keys_are_read_like_any_text(text):
    titled = json.dumps({"paragraphs": [{"text": "one a", "citationIds": ["E1"]}], "outline": [{"title": text}]})
    assert (
        "\\" not in read(titled, deliverable=True).outline[0][0]
        and "[" not in read(titled, deliverable=True).outline[0][0]
    )
    for other in ({"result": text}, {"paragraphs": [{"claim": text, "citationIds": ["E1"]}]}):
        assert "\\" not in read(json.dumps(other)).text and "[" not in read(json.dumps(other)).text


def test_only_the_end_of_what_was_read_is_kept():
    line = Inline(nothing_cites)
    for _ in range(100):
        line.said("many words of a line, ")
    line.said("the last")
    assert line.tail.endswith("of a line, the last") and len(line.tail) < 100
    assert line.read("a ", 1, True) == (2, " ", ())
