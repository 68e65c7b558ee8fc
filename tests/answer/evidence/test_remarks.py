"""What readers are told about weak citations."""

import json
from dataclasses import replace
from typing import get_args

import pytest

from gateway import slots
from gateway.answer.answer import Citation, DisagreementRemark, DoubtReason, TextRange
from gateway.answer.events import ParagraphFinished
from gateway.answer.evidence.remarks import remarks
from gateway.models.prompt import Prompts
from gateway.words.languages import ANSWERED

TEXTS = {file.name: file.read_text(encoding="utf-8") for file in slots.resource("prompts").iterdir()}
LABEL = Prompts(TEXTS).label
TEXT = "The contract runs for 24\nmonths, says Ms Bell."


def told(*citations, language="en"):
    return list(remarks(ParagraphFinished(0, TEXT, citations), language, LABEL))


def weak(reason, value=None, *ranges):
    return Citation("E1", "weak", 0.7, (), None, reason, tuple(TextRange(*each) for each in ranges), value)


def test_a_remark_has_the_words_in_doubt_and_the_value_of_the_source():
    assert told(weak("figure", "36", (22, 31))) == [("E1", "“24 months”: The source says 36.")]
    assert told(weak("name", None, (38, 45), (4, 12))) == [
        ("E1", "“Ms Bell”, “contract”: The source does not mention this name.")
    ]


def test_only_weak_citations_have_one_and_an_unknown_reason_is_the_wording():
    kept = Citation("E2", "moved", 0.8), Citation("E3"), Citation("E4", "ok", 1.0)
    assert told(*kept, weak(None)) == [("E1", "The source covers this paragraph only in part.")]


def test_what_other_sources_have_is_told_too():
    other = Citation("E1", "ok", 1.0, disagreement=DisagreementRemark(("E2",), "30 days."))
    assert told(other) == [("E1", "Another source says otherwise: “30 days”.")]
    assert [text for _, text in told(replace(weak("figure", "36"), disagreement=other.disagreement))] == [
        "The source says 36.",
        "Another source says otherwise: “30 days”.",
    ]


@pytest.mark.parametrize("language", ANSWERED)
@pytest.mark.parametrize("reason", get_args(DoubtReason))
def test_every_language_has_sentences_of_its_own(language, reason):
    labels = json.loads(TEXTS["labels.json"])
    [(_, plain)], [(_, valued)] = told(weak(reason), language=language), told(weak(reason, "{36}"), language=language)
    assert plain == labels[language][f"doubt_{reason}"] and "{" not in plain
    assert "{36}" in valued
    assert language == "en" or plain != labels["en"][f"doubt_{reason}"]
