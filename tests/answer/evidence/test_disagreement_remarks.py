"""Remarks of citations that rest on one side of a disagreement."""

from gateway.answer.answer import Candidates, Citation, DisagreementRemark, Evidence
from gateway.answer.events import ParagraphFinished, data, parse
from gateway.answer.evidence.disagreement import Disagreement, Side
from gateway.answer.evidence.disagreement_remarks import (
    LONGEST_TITLE,
    LONGEST_VALUE,
    ToldDisagreement,
    is_open,
    own_citations,
    remarked,
    told,
    without_others,
)
from gateway.wire.shared.rest_json import paragraph
from tests.support.reading import candidate

ONE, OTHER = "We keep logs for 30 days.", "We keep logs for 90 days."
FOUND = Disagreement((Side("E2", 0, 25, "90 days", "2024"), Side("E1", 0, 25, "30 days", "2021")))
TOLD = (ToldDisagreement(FOUND, "The sources disagree: 90 days (2024); 30 days (2021)."),)
CITED = Citation("E1", "ok", 1.0, (Evidence(0, 25),))


def test_a_paragraph_that_rests_on_one_side_has_the_other_value_as_a_remark():
    [found] = remarked([CITED], "Logs are kept for thirty days.", TOLD)
    assert found.disagreement == DisagreementRemark(("E2",), "90 days")
    [unchecked] = remarked([Citation("E1")], "Logs are kept for 30 days.", TOLD)
    assert unchecked.disagreement == DisagreementRemark(("E2",), "90 days")


def test_a_paragraph_that_gives_both_values_or_neither_has_none():
    for text in ("Logs are kept for 30 days, or 90 days.", "Logs are kept.", "Logs are kept for 10 days."):
        assert remarked([CITED], text, TOLD) == [CITED]
    elsewhere = Citation("E1", "ok", 1.0, (Evidence(40, 60),))
    assert remarked([elsewhere], "There are 30 days in June.", TOLD) == [elsewhere]


def test_an_answer_is_open_if_a_paragraph_uses_a_side_and_no_rule_decided():
    used = ParagraphFinished(0, "Logs are kept for 30 days or 90 days.", (CITED,))
    assert is_open([used], TOLD) and is_open([ParagraphFinished(0, TOLD[0].sentence)], TOLD)
    assert not is_open([ParagraphFinished(0, "Logs are kept.", (CITED,))], TOLD)
    assert not is_open([used], [ToldDisagreement(Disagreement(FOUND.sides, "newest"), "")])


def test_the_gateways_own_sentence_cites_every_side_with_its_sentence():
    candidates = Candidates([candidate(1, ONE), candidate(2, OTHER)])
    found = own_citations(TOLD[0], candidates)
    assert [(each.citation_id, each.status, each.evidence) for each in found] == [
        ("E2", "ok", (Evidence(0, 25),)),
        ("E1", "ok", (Evidence(0, 25),)),
    ]


def test_remark_and_own_go_over_the_wire_and_are_absent_otherwise():
    finished = ParagraphFinished(0, "Logs: 30 days.", tuple(remarked([CITED], "Logs: 30 days.", TOLD)), own=True)
    sent = data(finished)
    assert sent["own"] is True and sent["citations"][0]["disagreement"] == {"citationIds": ["E2"], "value": "90 days"}
    assert parse("paragraph_finished", sent) == finished
    in_json = paragraph(finished)
    assert in_json["own"] is True and in_json["citations"][0]["disagreement"] == {
        "citation_ids": ["E2"],
        "value": "90 days",
    }
    plain = ParagraphFinished(0, "Logs.", (CITED,))
    assert (
        "own" not in data(plain) and "disagreement" not in data(plain)["citations"][0] and "own" not in paragraph(plain)
    )
    assert parse("paragraph_finished", data(plain)) == plain


LABELS = {
    "disagreement": "They disagree: {sides}.",
    "disagreement_newest": "{first}. Older: {others}.",
    "disagreement_order": "{first}, before {others}.",
}


def sentence(*sides, rule="", titles=()):
    candidates = Candidates([candidate(at, "", title=title) for at, title in enumerate(titles, 1)])
    [found] = told([Disagreement(sides, rule)], candidates, LABELS.__getitem__)
    return found.sentence


def test_each_value_is_told_once_with_its_date_and_title_and_the_first_side_first():
    sides = Side("E2", 0, 25, "90 days", "2024-05-01T10:00"), Side("E1", 0, 25, "30 days"), Side("E3", 0, 25, "90 days")
    assert sentence(*sides) == "They disagree: 90 days (2024-05-01); 30 days."
    titles = "Rules [old] *2*", "Logs"
    assert sentence(*sides, rule="newest", titles=titles) == "90 days (2024-05-01, Logs). Older: 30 days (Rules old 2)."
    assert sentence(*sides, rule="order") == "90 days (2024-05-01), before 30 days."


def test_a_value_and_a_title_in_the_sentence_are_short_and_end_without_a_stop():
    sides = Side("E1", 0, 1, "No dogs."), Side("E2", 0, 1, "x" * (LONGEST_VALUE + 1))
    told_so = f"They disagree: No dogs ({'t' * LONGEST_TITLE}…); {'x' * LONGEST_VALUE}…."
    assert sentence(*sides, titles=("t" * (LONGEST_TITLE + 1),)) == told_so


def test_what_is_quoted_leaves_the_other_values_out():
    candidates = Candidates([candidate(1, f"{ONE} Ask us."), candidate(2, OTHER), candidate(3, "Books.")])
    assert [each.text for each in without_others(candidates, TOLD)] == [" Ask us.", OTHER, "Books."]
    assert without_others(candidates, ()) is candidates


def test_a_value_without_a_figure_is_compared_by_its_words():
    sides = Side("E1", 0, 20, "Anna Berg"), Side("E2", 0, 20, "Tom Lind")
    found = (ToldDisagreement(Disagreement(sides), ""),)
    [cited] = remarked([Citation("E1")], "The team is led by ANNA BERG.", found)
    assert cited.disagreement == DisagreementRemark(("E2",), "Tom Lind")
    assert remarked([Citation("E1")], "The team is led by nobody.", found) == [Citation("E1")]
