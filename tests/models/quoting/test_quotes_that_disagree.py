"""An answer without a model over passages that disagree."""

from __future__ import annotations

from gateway.answer.answer import Candidate, Candidates
from gateway.answer.evidence.disagreement import disagreements
from gateway.answer.evidence.disagreement_remarks import told
from gateway.limits.disagreement_rule import read
from gateway.models.quoting.composing import composed, showing
from tests.support.prompts import PROMPTS

LEAVE = "Employees have {} days of paid leave in a year. Ask the office if you are ill."
QUESTION = "How many days of paid leave do employees have in a year?"


def passage(number, text, title, **more):
    payload = {"text": text, "title": title, "documentId": f"d{number}", "position": {"start": 0, "end": 9}, **more}
    return Candidate(f"E{number}", "embedding", payload, 1.0, number, "en")


FOUND = Candidates(
    [
        passage(1, LEAVE.format(30), "Leave [old] policy", date="2021-05-01", sourceApp="hr"),
        passage(2, LEAVE.format(25), "Leave policy", date="2024-02-03T10:00:00Z"),
    ]
)


def shown(question=QUESTION, rule="show", language="en", candidates=FOUND):
    found = disagreements(candidates, "en", read(rule).usual)
    sides = told(found, candidates, lambda name: PROMPTS.label(name, language))
    return showing(lambda among: composed(question, "en", among), candidates, sides)


def test_both_values_are_told_with_dates_and_titles_the_newest_first_and_the_newest_is_quoted():
    own, quoted, *_ = shown()
    assert (
        own.text == "The sources disagree: 25 days (2024-02-03, Leave policy); 30 days (2021-05-01, Leave old policy)."
    )
    assert own.citation_ids == ("E2", "E1")
    assert quoted.text.startswith(LEAVE.format(25)[:40]) and quoted.citation_ids == ("E2",)


def test_a_rule_says_that_it_decided_and_quotes_the_side_that_counts():
    own, quoted, *_ = shown(rule="newest")
    assert own.text.startswith("The sources disagree, and the newest one counts: 25 days (2024-02-03")
    own, quoted, *_ = shown(rule="order:hr")
    assert own.text.startswith("The sources disagree, and the preferred source counts: 30 days (2021-05-01")
    assert "Not counted: 25 days" in own.text and "30 days" in quoted.text


def test_what_is_not_quoted_is_not_told():
    quoted = shown(
        "Whom do I ask if I am ill?", candidates=Candidates([*FOUND, passage(3, "If ill, ask Ms Weber.", "Ill")])
    )
    assert quoted and not any("disagree" in each.text for each in quoted if "paid leave" not in quoted[-1].text)


def test_every_language_of_the_answers_has_the_sentences():
    for language in ("en", "fr", "zh", "de", "es", "it", "pt", "nl", "ru", "ja", "ko", "ar"):
        texts = {shown(rule=rule, language=language)[0].text for rule in ("show", "newest", "order:hr")}
        assert len(texts) == 3 and all("25 days" in text and "30 days" in text for text in texts)
