"""What is doubtful in a paragraph, with its place, over one or several cited passages."""

import pytest

from gateway.answer.answer import Candidates
from gateway.answer.evidence.evidence import EvidenceIndex, EvidenceSettings
from tests.support.reading import candidate


def check(text, ids, *sources, language="en"):
    candidates = Candidates([candidate(number, source) for number, source in enumerate(sources, 1)])
    return EvidenceIndex(candidates, EvidenceSettings(), language).check(text, ids)[0]


CONTRACT = "The contract runs for 36 months and begins on 1 May 2025."


def test_a_wrong_figure_has_its_place_and_what_the_source_has():
    text = "**Term:** The contract runs for `24` months and begins on 1 May 2025."
    [citation] = check(text, ["E1"], CONTRACT)
    assert (citation.status, citation.reason, citation.source_value) == ("weak", "figure", "36")
    assert [text[part.start : part.end] for part in citation.ranges] == ["24"]


def test_facts_of_two_cited_passages_keep_both_ok():
    text = "The contract runs for 36 months and begins on 1 May 2025. The fee is 20 EUR a month for each user."
    sources = CONTRACT, "The monthly fee for each user is 20 EUR."
    assert [(each.citation_id, each.status, each.reason) for each in check(text, ["E1", "E2"], *sources)] == [
        ("E1", "ok", None),
        ("E2", "ok", None),
    ]


def test_the_citation_that_carries_the_sentence_best_becomes_weak():
    text = "The contract runs for 36 months and begins on 1 May 2025. The fee is 30 EUR a month for each user."
    sources = CONTRACT, "The monthly fee for each user is 20 EUR."
    assert [(each.citation_id, each.status, each.reason) for each in check(text, ["E1", "E2"], *sources)] == [
        ("E1", "ok", None),
        ("E2", "weak", "figure"),
    ]


def test_a_citation_moves_only_to_a_passage_with_the_same_facts():
    other = "Penguins breed in colonies of the far south and eat krill."
    [moved] = check(CONTRACT, ["E1"], other, CONTRACT)
    assert (moved.citation_id, moved.status, moved.reason) == ("E2", "moved", None)
    wrong = CONTRACT.replace("36", "24").replace("2025", "2026")
    [stays] = check(wrong, ["E1"], other, CONTRACT)
    assert (stays.citation_id, stays.status, stays.reason) == ("E1", "weak", "figure")
    assert [wrong[part.start : part.end] for part in stays.ranges] == ["24", "2026"]


def test_too_few_covered_words_are_the_reason_wording():
    [citation] = check("The contract runs for years with many other partners of ours.", ["E1"], CONTRACT)
    assert (citation.status, citation.reason, citation.ranges) == ("weak", "wording", ())


@pytest.mark.parametrize(
    "text",
    [
        "The contract runs for 36 months:\n\n```\nmonths = 24\n```",
        'He said: "The contract runs for 36 months and begins on 1 May 2025."',
        "- The contract runs for 36 months\n- It begins on 1 May 2025",
        "The contract is not without a term: it runs for 36 months and begins on 1 May 2025.",
    ],
)
def test_code_quotations_lists_and_double_negations_are_no_doubt(text):
    assert [each.reason for each in check(text, ["E1"], CONTRACT)] == [None]


def test_a_row_of_a_table_is_compared_with_its_header():
    table = "| Region | 2024 | 2025 |\n| --- | --- | --- |\n| North | 12 | 15 |\n| South | 7 | 9 |"
    assert [each.status for each in check("In 2025 the region North had 15 sales in all.", ["E1"], table)] != [
        "dropped"
    ]
    [wrong] = check("| Region | 2024 | 2025 |\n| --- | --- | --- |\n| North | 12 | 16 |", ["E1"], table)
    assert (wrong.status, wrong.reason, wrong.source_value) == ("weak", "figure", "15")


def test_a_converted_unit_is_weak_and_not_dropped():
    [citation] = check(
        "The oven is heated to 428 °F for the bread.", ["E1"], "The oven is heated to 220 °C for the bread."
    )
    assert (citation.status, citation.reason) == ("weak", "figure")


def test_a_figure_in_the_header_of_a_long_table_is_stated_by_each_of_its_rows():
    rows = "| Red wool scarf | 7 | 9 |", "| Green felt hat | 8 | 11 |", "| Blue cotton shirt | 12 | 15 |"
    table = "\n".join(["| Item | 2024 | 2025 |", "| --- | --- | --- |", *rows])
    text = "In {} the blue cotton shirt costs 15 in the shop."
    assert [each.status for each in check(text.format(2025), ["E1"], table)] == ["ok"]
    assert [each.reason for each in check(text.format(2026), ["E1"], table)] == ["figure"]


def test_a_doubt_in_a_word_that_is_half_marked_has_no_place():
    [citation] = check(CONTRACT.replace("36", "**2**4"), ["E1"], CONTRACT)
    assert (citation.reason, citation.ranges, citation.source_value) == ("figure", (), "36")
