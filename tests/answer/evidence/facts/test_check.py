"""Sentences with one wrong fact, and sentences that say the same in other words."""

import pytest

from gateway.answer.evidence.facts.check import findings
from gateway.answer.evidence.facts.fact_text import fact_text
from gateway.answer.evidence.facts.finding import Finding


def found(claim: str, *sources: str, language: str = "en", around: tuple[str, ...] = ()) -> list[Finding]:
    near = [fact_text(source, language) for source in sources]
    return findings(fact_text(claim, language), near, [fact_text(text, language) for text in around], near)


WRONG = [
    ("figure", "en", "The contract runs for 24 months.", "The contract runs for 36 months.", "24", "36"),
    ("figure", "en", "It begins on 1 June 2025.", "It begins on 1 May 2025.", "June", "May"),
    ("figure", "en", "The fee is 5 %.", "The fee is 5 EUR.", "5", "5 EUR"),
    ("figure", "en", "The desk opens at 17:30.", "The desk opens at 17:00.", "17:30", "17:00"),
    ("figure", "de", "Die Gebühr beträgt 1.234,56 EUR.", "Die Gebühr beträgt 1.334,56 EUR.", "1.234,56", "1.334,56"),
    ("figure", "zh", "合同期限为24个月。", "合同期限为36个月。", "24", "36"),
    ("figure", "en", "Twelve people work there.", "Ten people work there.", "Twelve", "Ten"),
    ("figure", "en", "Louis XV built the palace.", "Louis XIV built the palace.", "XV", "XIV"),
    ("name", "en", "The prize went to Maria Koch.", "The prize went to Anna Weber.", "Maria Koch", "Anna Weber"),
    (
        "name",
        "fr",
        "Le musée se trouve à Lyon depuis longtemps.",
        "Le musée se trouve à Lille depuis longtemps.",
        "Lyon",
        "Lille",
    ),
    ("name", "de", "Das Modell E30 hat zwei Jahre Garantie.", "Das Modell E20 hat zwei Jahre Garantie.", "E30", "E20"),
    ("negation", "en", "Receipts over 25 EUR need no approval.", "Receipts over 25 EUR need approval.", "no", None),
    ("negation", "en", "Dogs are allowed in the library.", "Dogs are not allowed in the library.", None, "not"),
    ("negation", "de", "Die Gebühr wird nicht erstattet.", "Die Gebühr wird erstattet.", "nicht", None),
    ("negation", "fr", "Le prêt n'est pas gratuit.", "Le prêt est gratuit.", "n'est pas", None),
    ("negation", "es", "La sala no abre los lunes.", "La sala abre los lunes.", "no", None),
    ("negation", "zh", "会员不可以借阅杂志。", "会员可以借阅杂志。", "不", None),
    (
        "negation",
        "en",
        "Members may borrow the laptops.",
        "Members may borrow the laptops, except on Sundays.",
        None,
        "except",
    ),
    ("comparison", "en", "Send the form before the visit.", "Send the form after the visit.", "before", "after"),
    (
        "comparison",
        "de",
        "Der Antrag wird vor der Reise gestellt.",
        "Der Antrag wird nach der Reise gestellt.",
        "vor",
        "nach",
    ),
    ("comparison", "zh", "最多借五本书。", "最少借五本书。", "最多", "最少"),
]


@pytest.mark.parametrize(("reason", "language", "claim", "source", "words", "value"), WRONG)
def test_a_wrong_fact_is_found_with_its_place(reason, language, claim, source, words, value) -> None:
    first = found(claim, source, language=language)[0]
    assert (first.reason, first.source_value) == (reason, value)
    assert words is None or claim[first.start : first.end] == words


RIGHT = [
    ("en", "The contract runs for three years, until 1 May 2028.", "It runs for 3 years (until 2028-05-01)."),
    ("en", "About 1.2 m people live there.", "Its population is 1,200,000."),
    ("en", "The loan lasts four weeks, and no fee is due.", "The loan lasts 4 weeks; no fee is due."),
    ("en", "Not only books but also games can be borrowed.", "Books and games can be borrowed."),
    ("en", "No, dogs are not allowed.", "Dogs are not allowed."),
    ("en", "The U.S. Navy left in 1992.", "In 1992 the U.S. Navy left."),
    ("en", "The German embassy is in Berlin.", "The embassy of Germany is in Berlin."),
    ("de", "Die Leihfrist beträgt vier Wochen.", "Bücher werden für 4 Wochen verliehen."),
    ("fr", "Le prêt dure 3,5 heures.", "La durée du prêt est de 3,5 heures."),
    ("zh", "1996年,合同期限为37个月。", "合同(1996年)期限为37个月。"),
    ("ro", "Contractul nu este valabil în Cluj.", "Contractul este valabil."),
]


@pytest.mark.parametrize(("language", "claim", "source"), RIGHT)
def test_the_same_fact_in_other_words_is_none(language, claim, source) -> None:
    assert found(claim, source, language=language) == []


def test_a_fact_may_stand_in_another_sentence_that_carries_the_claim() -> None:
    claim = "The pass costs 30 EUR and is valid for 12 months."
    assert found(claim, "The pass costs 30 EUR a year.", "It is valid for 12 months.") == []


def test_a_name_may_stand_in_the_heading() -> None:
    claim = "The desk of the Harbour Library opens at nine."
    assert found(claim, "The desk opens at nine.", around=("Harbour Library. Opening hours",)) == []


def test_the_most_serious_finding_comes_first() -> None:
    reasons = [each.reason for each in found("Anna Koch may not pay 5 EUR.", "Then Ina Weber may pay 6 EUR.")]
    assert reasons == sorted(reasons, key=["figure", "name", "negation", "comparison"].index) and len(set(reasons)) > 1
