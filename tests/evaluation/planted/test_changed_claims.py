"""One thing of a claim is changed, so that its sources do not support it."""

import random

import pytest

from gateway.answer.answer import Candidate
from gateway.evaluation.planted.changed_claims import negated, other_source, renumbered


def drawn():
    return random.Random("a").randint


@pytest.mark.parametrize(
    ("language", "claim", "turned"),
    [
        ("en", "A book can be renewed twice.", "A book can not be renewed twice."),
        ("en", "A film can not be renewed.", "A film can be renewed."),
        ("en", "It isn't free.", "It is free."),
        ("en", "You can't renew it.", "You can renew it."),
        ("de", "Filme sind nicht verlängerbar.", "Filme sind verlängerbar."),
        ("fr", "Le prêt est gratuit.", "Le prêt n'est pas gratuit."),
        ("fr", "Les films ne peuvent pas sortir.", "Les films peuvent sortir."),
        ("es", "El préstamo es gratuito.", "El préstamo no es gratuito."),
        ("it", "Il prestito non è gratuito.", "Il prestito è gratuito."),
        ("pt", "O empréstimo é gratuito.", "O empréstimo não é gratuito."),
        ("nl", "Lenen is gratis.", "Lenen is niet gratis."),
        ("sv", "Lånet är gratis.", "Lånet är inte gratis."),
        ("pl", "Książka może być przedłużona.", "Książka nie może być przedłużona."),
        ("ru", "Срок можно продлить.", "Срок не можно продлить."),
        ("zh", "茶叶可以放在冰箱里。", "茶叶不可以放在冰箱里。"),
        ("zh", "商品没有保修。", "商品有保修。"),
        ("ja", "返品はできません。", "返品はできます。"),
        ("ko", "반품할 수 있습니다.", "반품할 수 없습니다."),
        ("ar", "يمكن إرجاع الكتاب.", "لا يمكن إرجاع الكتاب."),
    ],
)
def test_a_statement_is_turned_into_its_opposite(language, claim, turned):
    assert negated(claim, language) == turned


def test_a_statement_without_a_verb_that_can_be_negated_stays():
    assert negated("Three weeks.", "en") is None and negated("A book can be renewed.", "xx") is None
    assert negated("Not only books, but not only films, or not.", "en") is None


@pytest.mark.parametrize("claim", ["Open until 12 March 2024.", "It costs 1,250 euros.", "退货在30天内。", "٣ أسابيع"])
def test_a_number_is_replaced_by_one_that_no_source_contains(claim):
    changed = renumbered(claim, [claim, "13 14 15 2023 2025"], drawn())
    assert changed not in (None, claim) and len(changed) in range(len(claim) - 1, len(claim) + 2)
    assert renumbered(claim, [claim], drawn()) == renumbered(claim, [claim], drawn())


def test_a_year_stays_near_and_a_marker_of_a_list_is_no_number():
    changed = renumbered("Founded in 1987.", ["since 1987"], drawn())
    assert 2 <= abs(int(changed[-5:-1]) - 1987) <= 9
    assert renumbered("1. Ring the bell.\n2. Wait.", ["1. Ring. 2. Wait."], drawn()) is None
    assert renumbered("It takes 3 weeks.", ["It takes weeks."], drawn()) is None, "the source does not contain it"
    assert renumbered("It takes 3 weeks.", [" ".join(map(str, range(32)))], drawn()) is None, "none is left"


def candidate(number, text, document, language="en"):
    return Candidate(f"E{number}", "embedding", {"text": text, "documentId": document}, 1.0, number, language)


CLAIM = "A book may be borrowed for three weeks."


def test_another_document_comes_first_then_the_smallest_share_of_the_wording():
    found = [
        candidate(1, CLAIM, "loans"),
        candidate(2, "Opening hours.", "loans"),
        candidate(3, "A book may be borrowed and returned.", "films"),
        candidate(4, "Fees are due.", "films"),
        candidate(5, "Les frais.", "fees", "fr"),
    ]
    assert other_source(CLAIM, "E1", found, {}, ["E1"]) == "E4"
    assert other_source(CLAIM, "E1", found, {}, ["E1", "E4"]) == "E3"
    assert other_source(CLAIM, "E1", found[:2], {}, ["E1"]) == "E2"
    assert other_source(CLAIM, "E1", found[:2], {"E1": (0,), "E2": (0, 1)}, ["E1"]) is None, "it has the same gold"


@pytest.mark.parametrize(
    ("claim", "other"),
    [
        (CLAIM, "For three weeks a BOOK may be borrowed, it says."),
        ("退货需要在30天内提出。", "店规：退货需要在30天内提出。"),
    ],
)
def test_a_passage_that_supports_the_claim_too_is_left_out(claim, other):
    assert other_source(claim, "E1", [candidate(1, claim, "a"), candidate(2, other, "b")], {}, ["E1"]) is None
