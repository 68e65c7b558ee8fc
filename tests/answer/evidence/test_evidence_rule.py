"""What the calibrated rule reads of a paragraph and its sources, and what it does to citations."""

import pytest

from gateway.answer.answer import Candidate, Candidates, Citation
from gateway.answer.evidence.evidence import EvidenceIndex, EvidenceSettings
from gateway.answer.evidence.evidence_rule import EvidenceFeatures, EvidenceRule, features

SENTENCES = ["Books are lent for three weeks.", "A loan may be renewed twice.", "The cat sleeps all day."]


def found(text, sentences=SENTENCES, title=""):
    return features(text, [(title, sentences)], 1.0, is_verified=False)


def test_a_copied_sentence_adds_no_word_and_one_with_other_words_does():
    copied, spun = found("A loan may be renewed twice."), found("Cats may be lent twice a day, they say.")
    assert copied.added == 0 and spun.added > 1 and copied.words > spun.words and copied.pairs > 2 * spun.pairs


def test_two_neighbouring_sentences_carry_a_paragraph_and_two_distant_ones_do_not():
    assert found("Books are lent for three weeks. A loan may be renewed twice.").added == 0
    assert found("Books are lent for three weeks. The cat sleeps all day.").added > 0
    assert found("Loans: a loan may be renewed twice.", title="Loans").added == 0


def test_text_without_spaces_is_compared_by_its_characters():
    source = ["图书可以借三个星期。"]
    assert found("图书可以借三个星期。", source).added == 0 < found("图书可以借五年。", source).added


def test_a_source_in_another_language_counts_by_its_nearness_alone():
    candidates = Candidates(
        [Candidate("E1", "embedding", {"text": "Les livres sont prêtés trois semaines."}, 1.0, 1, "fr")]
    )
    index = EvidenceIndex(candidates, EvidenceSettings(), "en")
    text = "The books of the library are lent for a while."
    index.check(text, ["E1"])
    seen = index.features(text, [Citation("E1", "ok", 0.7)], is_verified=True)
    assert seen == EvidenceFeatures(nearness=0.7, verified=1.0)


RULE = EvidenceRule((1.0,), 5.0, 800)


@pytest.mark.parametrize(("score", "status"), [(6.0, "ok"), (5.0, "ok"), (4.0, "weak")])
def test_it_only_makes_ok_weak(score, status):
    cited = [
        Citation("E1", "ok", 0.9),
        Citation("E2", "weak", 0.4, reason="name"),
        Citation("E3"),
        Citation("E4", "moved"),
    ]
    first, *others = RULE.applied(cited, lambda: EvidenceFeatures(score=score))
    assert (first.status, first.reason) == (status, "calibrated" if status == "weak" else None) and others == cited[1:]


def test_a_verdict_that_comes_late_does_not_lift_it():
    weak = Citation("E1", "weak", 0.9, reason="calibrated")
    assert weak.judged("ok") is weak


def test_a_newer_gateway_may_add_to_a_rule():
    assert EvidenceRule.from_json({**RULE.to_json(), "kind": "new"}) == RULE and EvidenceRule.from_json(None) is None
    assert RULE.text == "calibrated on 800 claims: at most 5 % wrong among claims like these (95 % confidence)"


def test_a_source_in_the_same_language_counts_by_its_words():
    candidates = Candidates([Candidate("E1", "embedding", {"text": " ".join(SENTENCES), "title": ""}, 1.0, 1, "en")])
    index = EvidenceIndex(candidates, EvidenceSettings(), "en")
    whole = index.features(SENTENCES[1], [Citation("E1", "ok", 1.0)], is_verified=True)
    assert whole == features(SENTENCES[1], [("", SENTENCES)], 1.0, is_verified=True)
    half = index.features("A loan may be renewed by telephone always.", [Citation("E1", "weak", 0.5)])
    assert 0 < half.score < whole.score and half.verified == 0 and half.added > 0
