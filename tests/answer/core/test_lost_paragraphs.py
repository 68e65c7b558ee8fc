"""Rules for paragraphs that went wrong."""

import pytest

from gateway.answer.answer import Citation
from gateway.answer.core.lost_paragraphs import Replacement, factual, repeats, supported
from tests.support.every import every
from tests.support.reading import CANDIDATES, FEES, LIMITS, LOANS, document


@pytest.mark.parametrize(("status", "stands"), [("ok", True), ("weak", True), ("moved", True), ("unchecked", False)])
def test_a_checked_citation_supports_and_an_unchecked_one_does_not(status, stands):
    assert supported([Citation("E1", "unchecked"), Citation("E2", status)]) is stands


def test_without_citations_nothing_is_supported():
    assert not supported([])


@every(
    ("text", "language"),
    [
        ("## Loans and fees", "en"),
        ("**Loans**", "en"),
        ("Loans\n=====", "en"),
        ("Do you mean the fees for books?", "en"),
        ("您是指书籍的费用吗？", "zh"),
        ("The rules are as follows:", "en"),
        ("规定如下：", "zh"),
        ("Voici les règles :", "fr"),
        ("---", "en"),
        ("And so it is.", "en"),
    ],
)
def test_headings_questions_and_lines_that_lead_on_claim_nothing(text, language):
    assert not factual(text, language)


@every(
    ("text", "language"),
    [
        (LOANS, "en"),
        ("Water is toxic.", "en"),
        ("Loans without a full stop", "en"),
        ("The limit is 5 books:", "en"),
        ("Books are free. Are they?", "en"),
        ("Books are free. It follows:", "en"),
        ("# Loans\nBooks are free.", "en"),
        ("```\nrm -rf /\n```", "en"),
        ("```\n# Loans\n```", "en"),
        ("Books are free\n-", "en"),
        ("Les livres sont gratuits.", "fr"),
        ("借期为三周。", "zh"),
        ("- Books are free\n- Films are not", "en"),
    ],
)
def test_everything_else_claims_something(text, language):
    assert factual(text, language)


@every(
    ("text", "earlier", "same"),
    [
        (LOANS, LOANS, True),
        (LOANS.replace("three weeks", "three weeks,"), LOANS, True),
        ("**The loan period** for a book is three weeks, and can be renewed once!", LOANS, True),
        (LOANS.replace("once", "twice in some houses of the city"), LOANS, False),
        (LOANS.replace("can be", "cannot be"), LOANS, False),
        (LOANS.replace("can be", "can not be"), LOANS, False),
        (
            "A fine of 10 cents a day is due for every book that is late.",
            "A fine of 20 cents a day is due for every book that is late.",
            False,
        ),
        (f"{LOANS} {LIMITS} Fines of 10 cents apply.", f"{LOANS} {LIMITS} Fines of 20 cents apply.", False),
        (FEES, LOANS, False),
        ("…", "!", False),
        ("", "", True),
        ("借期为三周，可以续借一次，逾期需要缴纳费用。", "借期为三周，可以续借一次，逾期不需要缴纳费用。", False),
        ("借期为三周，可以续借一次，逾期需要缴纳费用。", "借期为三周,可以续借一次,逾期需要缴纳费用", True),
    ],
)
def test_a_repetition_has_the_same_words_numbers_and_negations(text, earlier, same):
    assert repeats(text, [FEES[:10], earlier], "en") is same


def replacement(model, *, end=True):
    read = Replacement(CANDIDATES)
    for character in model:
        read.receive(character)
    if end:
        read.end()
        read.end()
    return read


@pytest.mark.parametrize(
    "model",
    [
        document((["E1"], LOANS)),
        document((["E1"], LOANS), (["E2"], FEES)),
        f'<p c="E1">{LOANS}</p>',
        f"{LOANS} [E1]\n\n{FEES}",
        f"{LOANS} [E1]",
        f'{{"paragraphs":[{{"citationIds":["E1"],"text":"{LOANS}"}}',
        document((["E1"], f"{LOANS}\n\nSUIVI\n[S1] Loans")),
    ],
)
def test_the_first_paragraph_replaces(model):
    read = replacement(model)
    assert read.done and read.refused == ""
    assert (read.paragraph.text, read.paragraph.ids) == (LOANS, ["E1"])


def test_nothing_is_read_behind_the_first_paragraph():
    read = replacement(document((["E1"], LOANS), (["E2"], FEES))[: len(LOANS) + 60], end=False)
    assert read.done and read.paragraph.text == LOANS
    read.receive("more")
    assert read.paragraph.text == LOANS


@pytest.mark.parametrize(
    ("model", "refused"),
    [
        ("", "empty"),
        ('{"paragraphs":[]}', "empty"),
        ("I am sorry.", "not_json"),
        ("I am sorry.\n\nReally.", "not_json"),
        ('{"paragraphs":[{"citationIds":["E1"],"text":"The loan', "truncated"),
    ],
)
def test_what_is_no_whole_paragraph_with_ids_is_refused(model, refused):
    read = replacement(model)
    assert read.done and read.paragraph is None and read.refused == refused


def test_a_text_that_is_not_over_gives_no_paragraph():
    read = replacement(document((["E1"], LOANS))[:-3], end=False)
    assert not read.done and read.paragraph is None and read.refused == "truncated"
