"""A question and its scope."""

import json

from gateway.conversation.question import Asker, ConversationRef, Message, Question, Scope
from tests.support.questions import question_of


def test_a_question_alone_looks_everywhere_and_belongs_to_the_local_caller():
    question = question_of("default", "Why?", "en")
    assert question.scope == Scope(None, None, ())
    assert question.asker.subject == "local" and question.conversation == ConversationRef("default", None, None)
    assert question.options.citation_mode == "paragraph" and question.history == ()


def test_what_the_caller_says_goes_before_the_setting_and_the_words():
    def asked(text="Summarise the rules of the cellar.", **fields):
        return Question.asked(Asker("default"), text, **{"usually_strict": True} | fields)

    assert (
        asked().options.strict
        and not asked(strict=False).options.strict
        and asked(usually_strict=False, strict=True).options.strict
    )
    assert asked().options.deliverable and not asked(deliverable=False).options.deliverable
    assert (asked().language, asked(language="fr").language) == ("en", "fr")


def test_a_question_whose_words_tell_no_language_has_that_of_the_message_before():
    before = (
        Message("user", "Quelles sont les règles de la cave ?"),
        Message("assistant", "La température est stable."),
    )
    asked = Question.asked(Asker("default"), "S2 ?", usually_strict=False, history=before)
    assert (asked.language, asked.language_known) == ("fr", True)
    alone = Question.asked(Asker("default"), "S2 ?", usually_strict=False, otherwise="zh")
    assert (alone.language, alone.language_known) == ("zh", False)


def test_in_other_words_it_may_ask_for_a_deliverable():
    asked = Question.asked(
        Asker("default"), "And the cellar?", usually_strict=False, conversation=ConversationRef(thread_id="t")
    )
    reworded = asked.reworded("Summarise the rules of the cellar.")
    assert not asked.options.deliverable and reworded.options.deliverable and reworded.conversation.thread_id == "t"


STORED = {
    "tenant": "default",
    "text": "Why?",
    "language": "en",
    "subject": "me",
    "history": [{"role": "user", "content": "Hi"}],
    "scope": {
        "workspace": "house",
        "source_app": None,
        "document_ids": ["3f2c"],
        "languages": ["en"],
        "workspaces": [],
    },
    "caller_app": "app",
    "thread_id": "t",
    "follows": None,
    "session_id": "s",
    "user_ref": "u",
    "user_segment": "v",
    "recall_tokens": 5,
    "citation_mode": "none",
    "provider": "p",
    "model": "m",
    "strict": True,
    "rollback": True,
    "deliverable": True,
    "phase": "APS",
    "memory": "skip",
    "speech": True,
    "tone": "Be brief.",
    "echo": {"model": "m"},
    "warnings": ["w"],
    "language_known": False,
}
"""A row of 0.1.0."""


def test_a_question_is_stored_and_read_as_in_the_first_release():
    question = Question.from_json({**STORED, "a later field": 1})
    assert json.loads(json.dumps(question.to_json())) == STORED | {"strict_in_doubt": None}
    assert question.asker == Asker("default", "me", "u", "v") and question.options.echo == {"model": "m"}
    assert question.conversation == ConversationRef("app", "t", "s", recall_tokens=5) and not question.language_known
