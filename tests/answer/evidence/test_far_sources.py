"""Citations of sources in another language: facts first, then what a comparison by meaning says."""

import pytest

from gateway.answer.answer import Candidates, Evidence
from gateway.answer.evidence.evidence import EvidenceIndex, EvidenceSettings
from gateway.answer.evidence.far_sources import MOST_CLAIMS, MOST_SENTENCES, SUPPORTED, FarSource, Near, limited
from tests.support.reading import LOANS, candidate

OPENED = "La bibliothèque a ouvert ses portes en 2023. Elle prête des livres pendant trois semaines."
FEES = "Les frais de retard sont de dix centimes par jour pour chaque livre emprunté."
SOURCES = Candidates([candidate(1, OPENED, "fr"), candidate(2, FEES, "fr"), candidate(3, LOANS)])
CLAIM = "The library opened its doors to the public in 2023."


def checked(text, *ids, across=True):
    index = EvidenceIndex(SOURCES, EvidenceSettings(across=across), "en")
    standing, decisions = index.check(text, ids)
    assert decisions == []
    return index, standing, index.far_sources(text, standing)


def compared(text, *ids, near):
    index, standing, sources = checked(text, *ids)
    return index.compared(standing, sources, near)


def test_facts_that_the_source_has_leave_the_rest_to_a_comparison():
    _, standing, sources = checked(CLAIM, "E1")
    assert [(each.status, each.score) for each in standing] == [("unchecked", None)]
    sentences = ("La bibliothèque a ouvert ses portes en 2023.", "Elle prête des livres pendant trois semaines.")
    assert sources == [FarSource("E1", ("en", "fr"), (CLAIM,), sentences)]
    assert checked(CLAIM, "E1", across=False)[2] == []


def test_a_fact_that_the_source_lacks_makes_it_weak_and_nothing_is_compared():
    text = "In **2024** the library opened its doors and lent books for 3 weeks."
    _, (found,), sources = checked(text, "E1")
    assert (found.status, found.reason, found.score, sources) == ("weak", "figure", 0.5, [])
    assert [text[start:end] for start, end in found.ranges] == ["2024"]


def test_a_fact_of_any_cited_source_is_no_doubt():
    _, standing, sources = checked("The library opened in 2023, and late fees are 10 cents a day.", "E1", "E2")
    assert [each.status for each in standing] == ["unchecked", "unchecked"] and len(sources) == 2
    text = f"{LOANS} The library opened in 2023."
    _, standing, sources = checked(text, "E3", "E1")
    assert [(each.citation_id, each.status) for each in standing] == [("E3", "ok"), ("E1", "unchecked")]
    assert [source.claims for source in sources] == [("The library opened in 2023.",)], "E3 carries the other sentence"


def test_a_refusal_and_a_paragraph_in_the_language_of_its_source_are_not_compared():
    assert checked("Opened.", "E1")[2] == [], "one word says too little"
    _, standing, _ = checked("The sources do not say what happened in 2024.", "E1")
    assert standing[0].status == "unchecked"
    assert checked(LOANS, "E3")[2] == []


@pytest.mark.parametrize(
    ("score", "status", "reason"),
    [(SUPPORTED, "ok", None), (SUPPORTED - 0.01, "weak", "wording"), (-0.2, "weak", "wording")],
)
def test_nearness_decides_with_the_nearest_sentence_as_evidence(score, status, reason):
    (found,) = compared(CLAIM, "E1", near=[[Near(score, 1)]])
    assert (found.status, found.reason, found.score) == (status, reason, max(0.0, score))
    assert found.evidence == (Evidence(45, len(OPENED)),)


def test_each_source_answers_for_the_sentences_that_it_is_nearest_to():
    text = "The library opened its doors to the public. Late fees are charged for each day."
    near = [[Near(0.8, 0), Near(0.2, 1)], [Near(0.1, 0), Near(0.7, 0)]]
    found = compared(text, "E1", "E2", near=near)
    assert [(each.status, each.score) for each in found] == [("ok", 0.8), ("ok", 0.7)]
    beside = compared(text, "E1", "E2", near=[near[0], [Near(0.1, 0), Near(0.15, 0)]])
    assert [(each.status, each.score) for each in beside] == [("weak", 0.5), ("weak", 0.15)]


def test_a_source_that_was_not_compared_stays_unchecked():
    found = compared("The library opened its doors. Late fees are charged.", "E1", "E2", near=[[], [Near(0.9, 0)] * 2])
    assert [each.status for each in found] == ["unchecked", "ok"]


def test_a_paragraph_whose_language_nobody_can_tell_is_in_that_of_the_answer_unless_the_source_has_its_words():
    _, (found,), sources = checked("Open: Monday, Tuesday, Friday", "E1")
    assert found.status == "unchecked" and len(sources) == 1
    _, (found,), sources = checked("Frais, retard, dix centimes", "E2")
    assert found.status == "ok" and sources == []


def test_nothing_is_compared_if_the_check_is_off():
    index = EvidenceIndex(SOURCES, EvidenceSettings(mode="off", across=True), "en")
    standing, _ = index.check("It opened in 2024, and it lends books.", ["E1"])
    assert standing[0].status == "unchecked" and index.far_sources(CLAIM, standing) == []


def test_what_is_compared_is_bounded():
    source = FarSource("E1", ("en", "fr"), ("a",) * 20, ("b",) * 20)
    (first,) = limited([source, source._replace(sentences=("b",) * (MOST_SENTENCES - 19))])
    assert (len(first.claims), len(first.sentences)) == (MOST_CLAIMS, 20)
    assert len(limited([source._replace(sentences=("b",))] * 5)) == 3
    assert limited([source._replace(sentences=("b",) * (MOST_SENTENCES + 1)), source._replace(sentences=())]) == []
