"""Questions and queries from plain fields: each goes into the part that has it."""

from dataclasses import fields, replace
from typing import Any

from gateway.conversation.question import AnswerOptions, Asker, ConversationRef, Question, Scope
from gateway.retrieval.ports import Query

PARTS = {"asker": Asker, "conversation": ConversationRef, "options": AnswerOptions}


def query_of(tenant: str, text: str, language: str, limit: int, **scope: Any) -> Query:
    return Query(tenant, text, language, limit, Scope(**scope))


def question_of(tenant: str, text: str, language: str, **given: Any) -> Question:
    return with_fields(Question(Asker(tenant), text, language), **given)


def with_fields(question: Question, **given: Any) -> Question:
    """Returns the question with other fields, of its own or of its parts."""
    for part, kind in PARTS.items():
        own = {field.name: given.pop(field.name) for field in fields(kind) if field.name in given}
        given[part] = replace(getattr(question, part), **own)
    return replace(question, **given)
