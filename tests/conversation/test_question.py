"""A question and its scope."""

from gateway.conversation.question import Question, Scope


def test_a_question_alone_looks_everywhere_and_belongs_to_the_local_caller():
    question = Question("default", "Why?", "en")
    assert question.scope == Scope(None, None, ())
    assert (question.subject, question.caller_app, question.thread_id) == ("local", "default", None)
    assert question.citation_mode == "paragraph" and question.history == ()
