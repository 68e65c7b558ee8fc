"""Gold: which candidates are it, and what a case has left if the knowledge base lacks some."""

from gateway.evaluation.cases import Case, CaseLine
from gateway.evaluation.gold import GoldEntry, even, named_by, needles, resolved

WORDING = 'The guide says: "closed on Mondays".'


def test_white_space_and_quotation_marks_do_not_count():
    assert even("l’eau\u00a0 «\n froide »") == 'l\'eau " froide "'
    assert needles(WORDING) == ["Mondays", "closed"]


def test_a_candidate_is_gold_by_its_id_its_document_or_its_text():
    entries = ("p1", "loans.md", WORDING)
    found = {
        "p1": GoldEntry(frozenset(["p1"])),
        "loans.md": GoldEntry(documents=frozenset(["d1"])),
        WORDING: GoldEntry(frozenset(["p2"])),
    }
    assert named_by({"passage_id": "p1", "document_id": "d1"}, entries, found) == (0, 1)
    assert named_by({"passage_id": "p2", "document_id": "d2"}, entries, found) == (2,)
    longer = {"passage_id": "p3", "document_id": "d2", "text": "The guide says: “closed  on Mondays”. Bring a card."}
    assert named_by(longer, entries, found) == (2,)
    assert named_by({"passage_id": "p3", "document_id": "d2", "text": "Bring a card."}, entries, found) == ()


def test_gold_that_is_nowhere_is_left_out_and_the_case_stays_answerable():
    case = Case("a", 1, CaseLine(question="When?", gold_passages=("here", "gone")))
    left = resolved(case, {"here": GoldEntry(frozenset(["p"])), "gone": GoldEntry()})
    assert left.stated.gold_passages == ("here",) and left.answerable
    nothing = resolved(case, {"here": GoldEntry(), "gone": GoldEntry()})
    assert nothing.stated.gold_passages == () and nothing.answerable
