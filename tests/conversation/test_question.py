"""A question and its scope."""

from gateway.conversation.question import Message, Question, Scope


def test_a_question_alone_looks_everywhere_and_belongs_to_the_local_caller():
    question = Question("default", "Why?", "en")
    assert question.scope == Scope(None, None, ())
    assert (question.subject, question.caller_app, question.thread_id) == ("local", "default", None)
    assert question.citation_mode == "paragraph" and question.history == ()


def test_what_the_caller_says_goes_before_the_setting_and_the_words():
    def asked(text="Summarise the rules of the cellar.", **fields):
        return Question.asked("default", text, **{"usually_strict": True} | fields)

    assert asked().strict and not asked(strict=False).strict and asked(usually_strict=False, strict=True).strict
    assert asked().deliverable and not asked(deliverable=False).deliverable
    assert (asked().language, asked(language="fr").language) == ("en", "fr")


def test_a_question_whose_words_tell_no_language_has_that_of_the_message_before():
    before = (
        Message("user", "Quelles sont les règles de la cave ?"),
        Message("assistant", "La température est stable."),
    )
    asked = Question.asked("default", "S2 ?", usually_strict=False, history=before)
    assert (asked.language, asked.language_known) == ("fr", True)
    alone = Question.asked("default", "S2 ?", usually_strict=False, otherwise="zh")
    assert (alone.language, alone.language_known) == ("zh", False)


def test_in_other_words_it_may_ask_for_a_deliverable():
    asked = Question.asked("default", "And the cellar?", usually_strict=False, thread_id="t")
    reworded = asked.reworded("Summarise the rules of the cellar.")
    assert not asked.deliverable and reworded.deliverable and reworded.thread_id == "t"
