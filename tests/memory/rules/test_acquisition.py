"""What keeps an answer out of the memory."""

import pytest

from gateway.memory.rules.acquisition import is_incomplete, is_marked_invalid, unfit

META = {
    "complete": True,
    "degradedReason": None,
    "hasCitationError": False,
    "citationMode": "paragraph",
    "refCount": 1,
}
WELL = {"source": "model", "state": "done", "provider": "openai", "text": "Three weeks.", "meta": META}


def test_a_whole_answer_with_a_citation_may_enter():
    assert unfit(**WELL) is None


@pytest.mark.requirement("C20")
@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"source": "gate", "state": "no_context"}, "gate"),
        ({"source": "memory"}, "memory"),
        ({"source": "clarification"}, "clarification"),
        ({"state": "aborted"}, "aborted"),
        ({"state": "failed", "meta": {}}, "failed"),
        ({"provider": "extractive"}, "provider"),
        ({"meta": META | {"confidence": {"level": "doubtful", "value": 0.9, "reason": "part"}}}, "doubtful"),
        ({"provider": "recorded"}, "provider"),
        ({"meta": META | {"complete": False, "degradedReason": "truncated"}}, "degraded"),
        ({"meta": META | {"degradedReason": "content_filter"}}, "degraded"),
        ({"meta": META | {"hasCitationError": True}}, "degraded"),
        ({"text": "It is <Non Valide>."}, "not_valid"),
        ({"meta": META | {"refCount": 0}}, "no_citations"),
        ({"meta": META | {"citationMode": "answer"}}, "no_citations"),
    ],
)
def test_anything_less_may_not(changed, reason):
    assert unfit(**{**WELL, **changed}) == reason


@pytest.mark.parametrize(
    ("question", "incomplete"),
    [("", True), ("?!", True), ("How long may", False), ("How long…", True), ("Et...", True), ("多久？", False)],
)
def test_a_question_without_words_or_without_an_end_is_incomplete(question, incomplete):
    assert is_incomplete(question) is incomplete


def test_the_mark_of_an_invalid_answer_is_seen_in_any_spelling():
    assert is_marked_invalid("a <non valide> b") and is_marked_invalid("<NON  VALIDÉ>")
    assert not is_marked_invalid("non valide") and not is_marked_invalid("<valide>")
