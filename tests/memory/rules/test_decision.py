"""The nine steps in their order: what each refuses, what wins, and what a dry run shows."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.memory.rules.decision import JUDGED, decide, uses
from gateway.memory.rules.entry import LookupPolicy, MemoryEntry, MemoryQuestion
from gateway.memory.rules.hashes import key_hash
from gateway.memory.rules.reasons import Reason

QUESTION = "How do I reset my password?"
SAME = "How can I reset my password?"
ASKED = MemoryQuestion(QUESTION, "en", "scope", key_hash("", "", QUESTION))
NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
STEPS = ["route", "scope", "exact", "semantic", "veto", "language", "status", "evidence", "governance"]


def entry(response_id=1, question=SAME, similarity=0.9, **changes):
    given = MemoryEntry(
        response_id,
        question,
        "en",
        key_hash("", "", question),
        "scope",
        "validated",
        NOON,
        similarity,
        answer_hash=f"answer {response_id}",
        gate_score=0.8,
    )
    return replace(given, **changes)


EXACT = entry(9, QUESTION, similarity=None)


def reason(asked=ASKED, exact=None, near=(), policy=None):
    return decide(asked, exact, near, policy or LookupPolicy()).reason


def asking(question, **changes):
    return replace(ASKED, question=question, key_hash=key_hash("", "", question), **changes)


# What is served ----------------------------------------------------------------------------------------------------


def test_a_similar_question_is_answered_from_memory():
    found = entry()
    decision = decide(ASKED, None, [found], LookupPolicy())
    assert (decision.entry, decision.score, decision.exact, decision.reason) == (found, 0.9, False, None)


def test_the_same_words_are_answered_without_any_similarity():
    decision = decide(ASKED, EXACT, [], LookupPolicy(semantic=False))
    assert (decision.entry, decision.score, decision.exact) == (EXACT, 1.0, True)


def test_an_exact_entry_goes_before_a_similar_one():
    assert decide(ASKED, EXACT, [entry(similarity=1.0)], LookupPolicy()).entry == EXACT


def test_every_step_passes_or_was_not_needed_when_an_answer_is_served():
    assert [step.passed for step in decide(ASKED, None, [entry()], LookupPolicy()).steps] == [
        True,
        True,
        False,
        True,
        True,
        True,
        True,
        True,
        True,
    ]
    assert [step.passed for step in decide(ASKED, EXACT, [], LookupPolicy()).steps] == [
        True,
        True,
        True,
        None,
        None,
        None,
        True,
        True,
        True,
    ]


# What each step refuses --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Is it open today?", "volatile"),
        ("Where is my order?", "personal"),
        ("Cancel my subscription now", "volatile"),
        ("Please cancel the subscription", "action"),
    ],
)
def test_the_route_refuses_even_an_exact_entry(question, expected):
    asked = asking(question)
    assert reason(asked, exact=entry(9, question)) == expected


def test_an_unresolved_follow_up_is_refused():
    assert reason(replace(ASKED, dependent=True), exact=EXACT) == "dependent"


def test_entries_of_another_scope_are_never_served():
    assert reason(near=[entry(scope_hash="other")]) == "scope"
    assert reason(exact=replace(EXACT, scope_hash="other")) == "scope"
    assert decide(ASKED, None, [entry(1, scope_hash="other", similarity=1.0), entry(2)], LookupPolicy()).entry == entry(
        2
    )


def test_an_entry_given_as_exact_must_have_the_key_of_the_question():
    assert reason(exact=replace(EXACT, key_hash="another")) == "no_entry"


def test_nothing_to_compare_with_is_a_reason():
    assert reason() == "no_entry"
    assert reason(near=[entry()], policy=LookupPolicy(semantic=False)) == "no_entry"
    assert reason(near=[entry(similarity=None), entry(similarity=float("nan"))]) == "no_entry"


@pytest.mark.parametrize(
    ("similarity", "expected"),
    [
        (0.85, None),
        (0.84999997, None),
        (0.8499, "below_threshold"),
        (0.0, "below_threshold"),
        (-1.0, "below_threshold"),
    ],
)
def test_the_threshold_itself_is_enough(similarity, expected):
    """0.84999997 is 0.85 in a vector of float32."""
    assert reason(near=[entry(similarity=similarity)]) == expected


@pytest.mark.parametrize(("lead", "expected"), [(0.05, None), (0.06, None), (0.0499, "margin"), (0.0, "margin")])
def test_the_best_entry_must_lead_by_the_margin_exactly(lead, expected):
    rival = entry(2, "Reset of passwords", similarity=0.95 - lead)
    assert reason(near=[entry(similarity=0.95), rival]) == expected


def test_similarity_proposes_and_the_vetoes_decide():
    """The nearest entries are near misses: the first that no veto tells from the question is served, and they are no
    rivals of it."""
    near_misses = [
        entry(number, f"How do I reset my {thing}?", 0.99) for number, thing in enumerate(["PIN", "alarm"], 2)
    ]
    assert decide(ASKED, None, [*near_misses, entry(similarity=0.86)], LookupPolicy()).entry == entry(similarity=0.86)
    assert decide(ASKED, None, [*near_misses, entry(similarity=0.84)], LookupPolicy()).reason == "veto_one_slot"
    many = [entry(number, f"How do I reset my thing {number}?", 0.99) for number in range(2, 2 + JUDGED)]
    assert decide(ASKED, None, [*many, entry()], LookupPolicy()).reason == "veto_numbers"


def test_a_rival_needs_another_question_and_another_answer():
    best = entry(similarity=0.95)
    assert reason(near=[best, entry(2, "Reset of passwords", 0.94, answer_hash="answer 1")]) is None
    assert reason(near=[best, entry(2, SAME, 0.94)]) is None
    assert reason(near=[best, entry(2, "Reset of passwords", 0.94)]) == "margin"
    assert reason(near=[best, entry(2, "Reset of passwords", 0.94)], policy=LookupPolicy(margin=0.0)) is None


def test_an_entry_that_is_stale_or_obsolete_is_no_rival():
    for status in ("stale", "obsolete"):
        assert reason(near=[entry(), entry(2, "Reset of passwords", 0.9, status=status)]) is None


def test_a_rival_of_another_scope_does_not_count():
    assert reason(near=[entry(), entry(2, "Reset of passwords", 0.9, scope_hash="other")]) is None


def test_a_veto_names_its_kind():
    decision = decide(
        asking("How do I enable alerts?"), None, [entry(question="How do I disable alerts?")], LookupPolicy()
    )
    assert (decision.reason, decision.veto, decision.entry) == ("veto_antonyms", "antonyms", None)
    assert decision.steps[4].detail["detail"]


def test_a_language_the_embedder_does_not_declare_refuses_the_semantic_path_only():
    policy = LookupPolicy(languages=frozenset({"fr"}))
    assert reason(near=[entry()], policy=policy) == "language"
    assert reason(exact=EXACT, policy=policy) is None


def test_more_than_a_tenth_of_unknown_tokens_refuses_the_semantic_path_only():
    assert reason(replace(ASKED, unknown_share=0.1), near=[entry()]) is None
    assert reason(replace(ASKED, unknown_share=0.11), near=[entry()]) == "language"
    assert reason(replace(ASKED, unknown_share=0.9), exact=EXACT) is None


@pytest.mark.parametrize("status", ["pending", "stale", "obsolete"])
def test_only_validated_entries_are_served(status):
    assert reason(exact=replace(EXACT, status=status)) == "status"


def test_pending_entries_are_served_where_the_setting_says_so():
    policy = LookupPolicy(serve_status=frozenset({"pending", "validated"}))
    assert reason(near=[entry(status="pending")], policy=policy) is None


def test_stale_and_obsolete_entries_are_served_by_no_setting():
    policy = LookupPolicy(serve_status=frozenset({"pending", "validated", "stale", "obsolete"}))
    for status in ("stale", "obsolete"):
        assert reason(exact=replace(EXACT, status=status), policy=policy) == "status"
        assert reason(near=[entry(status=status)], policy=policy) == "no_entry"


def test_a_passage_that_changed_refuses_and_makes_the_entry_stale():
    changed = entry(sources_current=False)
    decision = decide(ASKED, None, [changed], LookupPolicy())
    assert (decision.reason, decision.became_stale) == ("evidence", changed)


def test_a_document_the_asker_may_not_see_refuses_and_leaves_the_entry_as_it_is():
    decision = decide(ASKED, None, [entry(visible=False)], LookupPolicy())
    assert (decision.reason, decision.became_stale) == ("evidence", None)


def test_an_answer_without_sources_is_served_only_where_none_are_needed():
    bare = entry(has_sources=False, gate_score=None)
    assert reason(near=[bare]) == "evidence"
    assert reason(near=[bare], policy=LookupPolicy(sources_needed=False, gate_threshold=0.5)) is None


@pytest.mark.parametrize(("score", "expected"), [(0.5, None), (0.49, "governance"), (None, "governance")])
def test_a_hit_does_not_bypass_the_gate(score, expected):
    assert reason(near=[entry(gate_score=score)], policy=LookupPolicy(gate_threshold=0.5)) == expected


def test_a_gate_that_is_off_asks_for_no_score():
    assert reason(near=[entry(gate_score=None)]) is None


# Ties, candidates, dry run -----------------------------------------------------------------------------------------


def test_at_equal_similarity_the_newest_answer_wins():
    older, newer = entry(2, SAME), entry(1, SAME, created_at=NOON + timedelta(seconds=1))
    assert decide(ASKED, None, [older, newer], LookupPolicy()).entry == newer
    assert decide(ASKED, None, [newer, older], LookupPolicy()).entry == newer


def test_a_pending_entry_that_would_have_been_served_is_a_candidate_for_a_shadow_check():
    waiting = entry(status="pending")
    decision = decide(ASKED, None, [waiting], LookupPolicy())
    assert (decision.reason, decision.candidate, decision.entry) == ("status", waiting, None)
    assert decide(ASKED, replace(EXACT, status="pending"), [], LookupPolicy()).candidate is not None


@pytest.mark.parametrize(
    "changes", [{"similarity": 0.5}, {"sources_current": False}, {"question": "How do I change my password?"}]
)
def test_a_pending_entry_that_would_not_have_been_served_is_none(changes):
    assert decide(ASKED, None, [entry(status="pending", **changes)], LookupPolicy()).candidate is None


def test_a_dry_run_sees_every_step_after_the_first_refusal():
    entries = [entry(similarity=0.7, status="pending", sources_current=False, gate_score=0.1)]
    decision = decide(
        replace(ASKED, dependent=True, unknown_share=0.5), None, entries, LookupPolicy(gate_threshold=0.5)
    )
    assert [step.name for step in decision.steps] == STEPS
    assert [step.reason for step in decision.steps] == [
        "dependent",
        None,
        None,
        "below_threshold",
        None,
        "language",
        "status",
        "evidence",
        "governance",
    ]
    assert decision.steps[3].detail == {"score": 0.7, "threshold": 0.85, "margin": 0.05}
    assert decision.best == entries[0]


@pytest.mark.parametrize(("score", "added"), [(1.0, 2), (0.95, 2), (0.9499999, 2), (0.949, 1), (0.85, 1)])
def test_a_clear_hit_counts_twice(score, added):
    assert uses(score) == added


scores = st.one_of(st.none(), st.floats(allow_nan=True, allow_infinity=True))
entries = st.builds(
    MemoryEntry,
    response_id=st.integers(0, 5),
    question=st.one_of(st.sampled_from([QUESTION, SAME, "怎么重置密码？", ""]), st.text(max_size=30)),
    language=st.sampled_from(["en", "zh", "de"]),
    key_hash=st.sampled_from([ASKED.key_hash, "k1", "k2"]),
    scope_hash=st.sampled_from(["scope", "other"]),
    status=st.sampled_from(["pending", "validated", "stale", "obsolete"]),
    created_at=st.datetimes(timezones=st.just(UTC)),
    similarity=scores,
    answer_hash=st.sampled_from(["a", "b"]),
    gate_score=scores,
    has_sources=st.booleans(),
    sources_current=st.booleans(),
    visible=st.booleans(),
)


@given(
    st.builds(
        MemoryQuestion,
        question=st.one_of(st.just(QUESTION), st.text(max_size=30)),
        language=st.sampled_from(["en", "fr", "zh", "de", ""]),
        scope_hash=st.just("scope"),
        key_hash=st.just(ASKED.key_hash),
        dependent=st.booleans(),
        unknown_share=st.floats(0, 1),
    ),
    st.one_of(st.none(), entries),
    st.lists(entries, max_size=4),
    st.builds(
        LookupPolicy, gate_threshold=st.sampled_from([0.0, 0.5]), semantic=st.booleans(), sources_needed=st.booleans()
    ),
)
def test_a_decision_never_fails_and_serves_exactly_when_it_has_no_reason(asked, exact, near, policy):
    decision = decide(asked, exact, near, policy)
    assert (decision.entry is None) == (decision.reason is not None)
    assert decision.reason is None or decision.reason in get_args(Reason)
    assert [step.name for step in decision.steps] == STEPS
    assert all(step.reason is None or step.passed is False for step in decision.steps)
    if decision.entry:
        served = decision.entry
        assert served.scope_hash == "scope" and served.status == "validated" and decision.score is not None
        assert decision.exact or served.similarity >= 0.8499995
