"""Drafts of cases: what a document defines, what users asked, and gold only where it is known."""

import json

import pytest

from gateway.evaluation.labelling.drafts import AskedOnce, SourceText, definition, drafts

LOAN = "An interlibrary loan is a loan from another library, which takes ten days."
CITED = {
    "paragraph": 0,
    "citation": "E1",
    "passage": "p1",
    "text": "Books: a book may be borrowed for three weeks.",
    "evidence": [{"start": 0, "end": 5}, {"start": 7, "end": 46}],
}
OTHER = {"paragraph": 1, "citation": "E2", "passage": "p2", "text": "Ten cents.", "evidence": [{"start": 0, "end": 10}]}


def label(name, language):
    return {"about_term": "What is {term}?", "about_section": "What does {title} say about {heading}?"}[name]


def asked(question, *, refused=False, cited=(), opinions=(), workspace=""):
    return AskedOnce(question, "en", workspace, refused, cited, opinions)


@pytest.mark.parametrize(
    ("language", "text", "term"),
    [
        ("en", f"# Loans\n\nThe library is open daily. {LOAN}", "interlibrary loan"),
        ("en", "- **Reading card**: the card that every reader gets.", "Reading card"),
        ("en", "- **Fee:** what late readers pay for each day.", "Fee"),
        ("de", "Die Fernleihe ist eine Ausleihe aus einer anderen Bibliothek.", "Fernleihe"),
        ("fr", "Le prêt est une mise à disposition de livres.", "prêt"),
        ("es", "El préstamo es un servicio de la biblioteca.", "préstamo"),
        ("zh", "馆际互借是指从另一家图书馆借书的服务，通常需要十天左右才能完成。", "馆际互借"),
        ("ja", "相互貸借とは、他の図書館から本を借りるサービスです。", "相互貸借"),
        ("en", "The library is open daily from nine to five.", None),
        ("en", "It is a good idea to call before you visit us.", None),
        ("en", "If the reader is a child, a parent signs the form.", None),
        ("en", "A fee is a fee.", None),
        ("de", "Das ist ein Problem, das wir kennen und lösen.", None),
        ("", "An unknown tongue is a tongue without tables.", None),
    ],
)
def test_a_definition_gives_a_term(language, text, term):
    found = definition(text, language)
    assert (found and found[0]) == term
    assert found is None or found[1] in text


def test_a_document_gives_a_question_about_what_it_defines_else_about_a_section():
    texts = [
        SourceText("Rules", "", "Fees › Late return", "Late return\n\nTen cents are due for each day.", "en"),
        SourceText("Rules", "legal", "Loans", LOAN, "en"),
        SourceText("Rules", "", "Rules", "The rules of the library are in this text.", "en"),
        SourceText("Rules", "", "Short", "Too short.", "en"),
    ]
    defined, section = drafts(9, [], texts, label)
    assert (defined["question"], defined["gold_passages"]) == ("What is interlibrary loan?", [LOAN])
    assert (defined["kind"], defined["workspace"], defined["confirmed"]) == ("definition", "legal", False)
    assert section["question"] == "What does Rules say about Late return?"
    assert section["gold_passages"] == ["Ten cents are due for each day."] and "workspace" not in section


def test_a_user_s_question_has_the_gold_that_is_known():
    wrong = {"verdict": "wrong_citation", "paragraph": 0, "citation": "E1"}
    found = drafts(
        9,
        [
            asked("How long?", cited=[CITED, CITED, OTHER], workspace="legal"),
            asked("Who won the final?", refused=True),
            asked("Nothing cited?"),
            asked("How much?", cited=[CITED, OTHER], opinions=[wrong]),
            asked(
                "Is it good?", cited=[CITED], opinions=[{"verdict": "not_helpful", "paragraph": None, "citation": None}]
            ),
            asked("how LONG", cited=[OTHER]),
        ],
        [],
        label,
    )
    by_question = {draft["question"]: draft for draft in found}
    assert len(found) == 5, "a question in other letters is the same question"
    answered = by_question["How long?"]
    assert (
        answered["gold_passages"] == ["a book may be borrowed for three weeks.", "p2"] and "answerable" not in answered
    )
    assert (answered["kind"], answered["workspace"]) == ("asked", "legal")
    for question in ("Who won the final?", "Nothing cited?"):
        assert by_question[question]["kind"] == "unanswered" and by_question[question]["answerable"] is False
    assert by_question["How much?"]["gold_passages"] == ["p2"] and by_question["How much?"]["kind"] == "feedback"
    assert by_question["Is it good?"]["answerable"] is True and "gold_passages" not in by_question["Is it good?"]


def test_all_sources_take_turns_and_the_ids_are_lasting():
    users = [asked(f"Question {number}?", cited=[CITED]) for number in range(9)]
    users += [asked(f"Unknown {number}?", refused=True) for number in range(9)]
    texts = [
        SourceText("Rules", "", "", f"A loan {letter} is a loan from another library.", "en") for letter in "bcdfg"
    ]
    found = drafts(6, users, texts, label)
    assert sorted(draft["kind"] for draft in found) == ["asked"] * 2 + ["definition"] * 2 + ["unanswered"] * 2
    assert found == drafts(6, users, texts, label) and len({draft["id"] for draft in found}) == 6
    assert all(json.loads(json.dumps(draft)) == draft for draft in found)
