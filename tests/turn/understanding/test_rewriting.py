"""The question in what a model writes when it is asked to rewrite one."""

import pytest

from gateway.turn.understanding.rewriting import LONGEST, LONGEST_TEXT, Rewriting
from tests.support.every import every

ASKED, BEFORE = "And the films?", "How long may a book be borrowed?\nFor three weeks."
WHOLE = "How long may a film be borrowed?"


def rewritten(text, asked=ASKED, language="en", pieces=None):
    reading = Rewriting()
    for piece in pieces or [text]:
        reading.receive(piece)
    return reading.question(asked, BEFORE, language)


@every(
    "text",
    [
        WHOLE,
        f'"{WHOLE}"',
        f"**{WHOLE}**",
        f"> *{WHOLE}*",
        f"1. {WHOLE}",
        f"<question>{WHOLE}</question>",
        f'Rewritten question: "{WHOLE}"',
        f"**Rewritten question:** {WHOLE}",
        f"Standalone question (English): {WHOLE}",
        f"Here is the rewritten question:\n\n{WHOLE}",
        f"{WHOLE}\n\nI replaced the pronoun.",
        f'{WHOLE} (I replaced "the films".)',
        f"```\n{WHOLE}\n```",
        f'{{"question": "{WHOLE}", "explanation": "No pronoun is left."}}',
        f'```json\n{{"rewritten_question": "{WHOLE}"}}\n```',
        f'{{"paragraphs":[{{"citationIds":[],"text":"{WHOLE}"}}]}}',
        f"<p>{WHOLE}</p>",
        f"<think>Which films?\nAll of them?</think>\n{WHOLE}",
        f"[THINK]Which films?[/THINK]{WHOLE}",
        f"<|channel>thought\nWhich films?<channel|>{WHOLE}",
        f"<|channel|>analysis<|message|>Films?<|end|><|start|>assistant<|channel|>final<|message|>{WHOLE}<|return|>",
        f"Here is my thought process:\nWhich films?\nHere is my response:\n{WHOLE}",
    ],
)
def test_the_question_is_found_however_it_is_cut(text):
    assert rewritten(text) == rewritten(text, pieces=list(text)) == WHOLE


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Umformulierte Frage: „Wie lange darf man Filme ausleihen?“", "Wie lange darf man Filme ausleihen?"),
        ("改写后的问题：电影可以借多久？", "电影可以借多久？"),
        ("Question reformulée : « Combien de temps ? »", "Combien de temps ?"),
        ("About the course: what does it cost?", "About the course: what does it cost?"),
        ("What if I cannot find a film?", "What if I cannot find a film?"),
        ("The books may be borrowed for how long", "The books may be borrowed for how long"),
    ],
)
def test_labels_of_other_languages_go_and_questions_stay_whole(text, question):
    assert rewritten(text, language="") == question


@every(
    "text",
    [
        "I'm sorry, but I can't help with that",
        "I’m sorry, but I can’t help with that. Would you like something else?",
        "Es tut mir leid, dabei kann ich nicht helfen.",
        "抱歉，我无法回答。",
        "It is clear as it stands.",
        "One line.\nAnother line.",
        "<think>Which films?",
        '{"error": "too many requests"}',
        "{}",
        "",
        "x?" * LONGEST,
        "<think>" + "x" * LONGEST_TEXT,
    ],
)
def test_anything_else_is_no_question(text):
    assert rewritten(text) is None


def test_a_statement_may_be_rewritten_as_one():
    assert (
        rewritten("Tell me about the loan of films.", "Tell me about the films") == "Tell me about the loan of films."
    )
