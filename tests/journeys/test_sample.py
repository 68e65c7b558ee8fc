"""What a stranger sees first: the sample documents, no key, questions in three languages."""

import json
from pathlib import Path

import pytest

from gateway import slots

QUESTIONS = json.loads(Path(__file__).with_name("questions.json").read_text(encoding="utf-8"))
ANSWERED = [(language, case) for language, cases in QUESTIONS["answered"].items() for case in cases]
REFUSED = [(language, question) for language, questions in QUESTIONS["refused"].items() for question in questions]
SUGGESTED = json.loads((slots.resource("examples") / "suggestions.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("language", "case"), ANSWERED, ids=lambda value: value if isinstance(value, str) else None)
async def test_a_question_is_answered_from_the_right_document_with_the_fact_it_asks_for(sample, language, case):
    document = await sample.document(case["question"])
    assert not document["no_context"] and case["must_contain"] in document["answer"]
    said = next(part for part in document["paragraphs"] if case["must_contain"] in part["text"])
    sources = {ref["citation_id"]: ref["payload"].get("source", "") for ref in document["refs"]}
    assert any(sources[cited].endswith(case["document"]) for cited in said["citation_ids"])
    assert all(
        citation["status"] in ("ok", "unchecked") for part in document["paragraphs"] for citation in part["citations"]
    )


@pytest.mark.parametrize(("language", "question"), REFUSED)
async def test_a_question_about_something_else_is_refused_in_its_language(sample, language, question):
    document = await sample.document(question)
    refusal = sample.gateway.prompts.label("nothing_found", language)
    assert document["no_context"] and document["answer"].startswith(refusal) and document["refs"] == []


@pytest.mark.parametrize("language", SUGGESTED)
async def test_every_suggested_question_gets_a_cited_answer(sample, language):
    for question in SUGGESTED[language]:
        document = await sample.document(question)
        assert document["refs"] and not document["no_context"]
        assert 1 <= len(document["paragraphs"]) <= 5
        assert all(part["citation_ids"] for part in document["paragraphs"])
