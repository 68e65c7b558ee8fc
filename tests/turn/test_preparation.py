"""What is decided before a model is asked, against retrievers that say what a test wants."""

import json
from dataclasses import replace

import pytest

from gateway.answer.evidence.evidence_rule import EvidenceRule
from gateway.conversation.followups.thread_state import OutlineEntry, ThreadState
from gateway.conversation.intent.long_questions import LONGEST, weight
from gateway.conversation.prepared import Prepared
from gateway.conversation.question import Message, Scope
from gateway.conversation.usage import Usage
from gateway.limits import thresholds
from gateway.limits.thresholds import Levels
from gateway.retrieval.ports import Hit, Retrieval
from gateway.retrieval.sources import Sources
from gateway.turn.limits import TurnLimits
from gateway.turn.preparation import Preparation
from gateway.turn.understanding.condenser import Condensed, Condenser
from gateway.turn.understanding.understanding import Understanding
from tests.support.prompts import PROMPTS
from tests.support.questions import question_of, with_fields

LOANS = Hit("embedding", {"embeddingId": "1", "text": "Books are lent for three weeks.", "title": "Loans"}, 0.9, "en")


class Retriever:
    """Finds the same thing whatever it is asked."""

    def __init__(self, *found):
        self.found, self.asked = found, []

    async def search(self, query):
        self.asked.append(query)
        return Retrieval(self.found, {"book": 1.0, "lent": 1.0, "parrot": 3.0})

    async def aclose(self):
        pass


async def prepared(question, *found, **limits):
    states = []

    async def announce(state):
        states.append(state)

    preparation = Preparation(Sources([Retriever(*found)]), PROMPTS, TurnLimits(**limits))
    return await preparation.prepare(question_of("default", question, "en"), announce), states


async def test_what_the_knowledge_base_has_is_left_to_the_model():
    frozen, states = await prepared("How long are books lent?", LOANS)
    assert (frozen.source, frozen.answer_text, states) == ("model", "", ["knowledge_searching"])
    assert [candidate.citation_id for candidate in frozen.candidates] == ["E1"] and frozen.gate.confidence > 0.3


@pytest.mark.parametrize("found", [(), (LOANS,)])
async def test_what_it_does_not_have_is_refused_without_citations_and_what_was_looked_for_is_told(found):
    frozen, _ = await prepared("What does a parrot eat?", *found)
    refusal, looked_for = json.loads(frozen.answer_text)["paragraphs"]
    assert frozen.source == "gate"
    assert refusal == {"citationIds": [], "text": PROMPTS.label("nothing_found", "en")}
    assert looked_for == {"citationIds": [], "text": "Looked for: parrot eat"}


async def test_a_gate_that_is_off_lets_everything_with_a_candidate_pass():
    frozen, _ = await prepared("What does a parrot eat?", LOANS, gate_threshold=Levels(0))
    assert frozen.source == "model"


@pytest.mark.parametrize(
    ("threshold", "workspace", "source", "decided"),
    [
        ("0.9,legal=0.1", "legal", "model", 0.1),
        ("0.9,legal=0.1", "other", "gate", 0.9),
        ("0.9,legal=0.1", None, "gate", 0.9),
        ("0,legal=0.9", "legal", "gate", 0.9),
        ("0.9,test_preparation=0.1", "legal", "model", 0.1),
        ("0.1,other=0.9,test_preparation@legal=0.9", "legal", "gate", 0.9),
    ],
)
async def test_the_bar_is_that_of_the_workspace_and_of_who_found_it(threshold, workspace, source, decided):
    asked = question_of("default", "How long are grey books lent?", "en", scope=Scope(workspace))
    preparation = Preparation(
        Sources([Retriever(LOANS)]), PROMPTS, TurnLimits(gate_threshold=thresholds.read(threshold))
    )
    frozen = await preparation.prepare(asked, _quiet)
    assert (frozen.source, frozen.gate.threshold) == (source, decided) and 0.1 < frozen.gate.confidence < 0.9


async def test_a_key_that_sees_one_workspace_has_its_bar():
    preparation = Preparation(
        Sources([Retriever(LOANS)]), PROMPTS, TurnLimits(gate_threshold=thresholds.read("0,legal=1"))
    )
    asked = question_of("default", "How long are grey books lent?", "en", scope=Scope(workspaces=("legal",)))
    assert (await preparation.prepare(asked, _quiet)).source == "gate"
    asked = with_fields(asked, scope=Scope(workspaces=("legal", "other")))
    assert (await preparation.prepare(asked, _quiet)).source == "model"


async def test_a_key_that_sees_several_workspaces_has_the_bar_that_they_share():
    both = TurnLimits(gate_threshold=thresholds.read("0,legal=1,law=1"))
    preparation = Preparation(Sources([Retriever(LOANS)]), PROMPTS, both)
    scope = Scope(workspaces=("legal", "law"))
    asked = question_of("default", "How long are grey books lent?", "en", scope=scope)
    assert (await preparation.prepare(asked, _quiet)).source == "gate"


QUOTED = "Grey parrots eat seeds. " * 300


async def test_of_a_long_question_the_part_that_asks_is_looked_for_and_weighed():
    retriever = Retriever(LOANS)
    preparation = Preparation(Sources([retriever]), PROMPTS, TurnLimits())
    frozen = await preparation.prepare(question_of("default", f"{QUOTED}How long are books lent?", "en"), _quiet)
    whole, part = retriever.asked
    assert whole.text.endswith("How long are books lent?") and weight(whole.text) <= LONGEST
    assert part.text == "How long are books lent?" and frozen.search.query == f"{whole.text}\n{part.text}"


async def _quiet(state):
    pass


# Follow-ups ----------------------------------------------------------------------------------------------------------

D1, D2, D9 = (f"{digit * 8}-0000-4000-8000-{digit * 12}" for digit in "129")
STATE = ThreadState((OutlineEntry("S1", "Cards"), OutlineEntry("S2", "Books", (1,), (D1, D2))))
BEFORE = (Message("user", "How long are books lent?"), Message("assistant", "For three weeks."))


class Threads:
    def __init__(self, state=None, previous=()):
        self.stored, self.answered, self.reads = state, previous, 0

    async def state(self, question):
        self.reads += 1
        return self.stored

    async def previous(self, question):
        return self.answered


class Rewriting(Condenser):
    def __init__(self, rewritten):
        super().__init__(PROMPTS)
        self.rewritten, self.asked = rewritten, []

    async def condense(self, question, previous, language, within=()):
        self.asked.append((question, tuple(previous), language))
        return Condensed(self.rewritten, Usage(30, 6))


HISTORY = Hit("embedding", {"embeddingId": "3", "text": "Books are old.", "title": "History"}, 0.9, "en")
NOVELS = Hit(
    "embedding",
    {"embeddingId": "2", "text": "Novels of the library are lent for weeks; the books are kept.", "title": "Novels"},
    0.8,
    "en",
)


async def followed_up(question, threads=None, condenser=None, found=(LOANS,), context="resolved", **fields):
    retriever, states = Retriever(*found), []

    async def announce(state):
        states.append(state)

    understanding = Understanding(threads or Threads(STATE), context)
    preparation = Preparation(Sources([retriever]), PROMPTS, TurnLimits(), understanding, condenser)
    frozen = await preparation.prepare(question_of("default", question, "en", thread_id="t", **fields), announce)
    return frozen, retriever.asked, states


@pytest.mark.requirement("A17", "A18")
async def test_a_section_is_looked_for_everywhere_and_in_its_own_documents():
    frozen, asked, _ = await followed_up("Detail S2")
    assert [(query.text, query.scope.document_ids) for query in asked] == [
        ("Books — Detail S2", ()),
        ("Books — Detail S2", (D1, D2)),
    ]
    assert (frozen.search.query, frozen.search.meant, frozen.search.subject) == (
        "Books — Detail S2",
        "Books — Detail S2",
        "Books",
    )
    assert frozen.source == "model" and frozen.search.first_query is None and frozen.followup["section_ids"] == ["S2"]
    assert [dict(section) for section in frozen.outline] == [
        {"id": "S1", "title": "Cards"},
        {"id": "S2", "title": "Books"},
    ]
    assert frozen.gate.confidence >= 0.5, "the words that point do not count"


@pytest.mark.parametrize(("allowed", "near"), [((D2, D9), [(D2, D9), (D2,)]), ((D9,), [(D9,)])])
async def test_the_documents_of_a_section_widen_no_scope(allowed, near):
    _, asked, _ = await followed_up("Detail S2", scope=Scope(document_ids=allowed))
    assert [query.scope.document_ids for query in asked] == near


@pytest.mark.requirement("A9")
@pytest.mark.parametrize("question", ["Tell me more", "Detail S9"])
async def test_what_cannot_be_told_is_asked_back_and_nothing_is_looked_for(question):
    frozen, asked, states = await followed_up(question)
    [paragraph] = json.loads(frozen.answer_text)["paragraphs"]
    assert paragraph == {"citationIds": [], "text": "Which section do you mean?\n- S1 Cards\n- S2 Books"}
    assert (frozen.source, asked, states, len(frozen.candidates)) == ("clarification", [], [], 0)


@pytest.mark.requirement("A3", "A20")
async def test_a_question_that_refers_to_another_is_searched_once_as_it_is_meant():
    rewriting = Rewriting("How old do parrots become?")
    frozen, asked, states = await followed_up("And for parrots?", Threads(None, BEFORE), rewriting)
    assert [query.text for query in asked] == [frozen.search.query] == ["How old do parrots become?"]
    assert frozen.search.meant == frozen.search.subject == "How old do parrots become?" and states == [
        "knowledge_searching"
    ]
    assert frozen.source == "gate" and frozen.gate.confidence < 0.3, "the gate judges what was meant"
    assert rewriting.asked == [("And for parrots?", BEFORE, "en")]

    frozen, *_ = await followed_up("And for parrots?", Threads(None, BEFORE), Rewriting("How long are books lent?"))
    assert frozen.source == "model" and [candidate.citation_id for candidate in frozen.candidates] == ["E1"]
    assert frozen.spent == Usage(30, 6)


async def test_a_question_that_stands_by_itself_is_looked_for_once():
    rewriting = Rewriting("x")
    question = "What does the grey parrot of Africa eat in the wild?"
    frozen, asked, _ = await followed_up(question, Threads(None, BEFORE), rewriting)
    assert [query.text for query in asked] == [question] and rewriting.asked == [] and frozen.search.meant is None


async def test_without_anything_said_before_there_is_nothing_to_lean_on():
    rewriting = Rewriting("x")
    frozen, asked, _ = await followed_up("And for parrots?", Threads(None), rewriting)
    assert [query.text for query in asked] == ["And for parrots?"] and rewriting.asked == []
    assert (frozen.source, frozen.search.meant, frozen.search.first_query) == ("gate", None, None)


async def test_what_a_model_repeats_stays_as_it_was_asked():
    frozen, asked, _ = await followed_up("And for parrots?", Threads(None, BEFORE), Rewriting("And for parrots?"))
    assert [query.text for query in asked] == ["And for parrots?"]
    assert (frozen.search.first_query, frozen.search.meant, frozen.spent) == (None, None, Usage(30, 6))


@pytest.mark.parametrize("condenser", [None, Rewriting(None)], ids=["no model", "a model that fails"])
async def test_where_nobody_rewrites_it_the_subject_joins_the_question(condenser):
    state = ThreadState(document_ids=(D1, D2, D9))
    frozen, asked, _ = await followed_up("And for parrots?", Threads(state, BEFORE), condenser)
    meant = "long books lent — And for parrots?"
    assert {(query.text, query.scope.document_ids) for query in asked} == {
        ("And for parrots?", ()),
        (meant, ()),
        (meant, (D1, D2)),
    }
    assert (frozen.search.meant, frozen.search.subject, frozen.search.query, frozen.search.first_query) == (
        meant,
        meant,
        meant,
        "And for parrots?",
    )
    assert frozen.followup["ref_type"] == "none" and not frozen.followup["resolved"]


@pytest.mark.parametrize(
    ("question", "leans"), [("What is the fee?", False), ("How long are the books kept?", True)], ids=["fee", "books"]
)
async def test_a_question_that_may_lean_does_where_a_passage_speaks_of_both(question, leans):
    before = (Message("user", "How are novels lent by the library?"), Message("assistant", "By hand."))
    frozen, asked, _ = await followed_up(question, Threads(None, before), found=(NOVELS, HISTORY))
    assert (frozen.search.meant is not None) is leans
    assert {query.text for query in asked} == {question, f"novels lent library — {question}"}, "with it, to see"


async def test_why_alone_does_not_bring_the_last_answer_again():
    frozen, asked, _ = await followed_up("Why is that?", Threads(None, BEFORE))
    assert [query.text for query in asked] == ["Why is that?"] and frozen.search.meant is None


@pytest.mark.parametrize("question", ["Detail S2", "Tell me more", "And for parrots?"])
async def test_strict_retrieval_looks_for_the_latest_question_once(question):
    rewriting = Rewriting("x")
    frozen, asked, _ = await followed_up(question, Threads(STATE, BEFORE), rewriting, context="strict")
    assert [(query.text, query.scope.document_ids) for query in asked] == [(question, ())]
    assert rewriting.asked == [] and frozen.followup == {} and frozen.search.meant is None


@pytest.mark.requirement("A3")
async def test_a_section_that_is_no_longer_known_is_refused_like_anything_else():
    frozen, *_ = await followed_up("Detail S2", found=())
    assert (frozen.source, frozen.followup["resolved"]) == ("gate", True)


async def test_what_was_decided_comes_back_from_its_row():
    frozen, *_ = await followed_up("Detail S2")
    frozen = replace(frozen, evidence_rule=EvidenceRule((0.5, 1.0), 2.0, 300))
    decided = json.loads(json.dumps(frozen.decided))
    assert Prepared.of(frozen.candidates, decided) == frozen
    frozen, *_ = await followed_up("And for parrots?", Threads(None, BEFORE), Rewriting(None))
    assert Prepared.of(frozen.candidates, json.loads(json.dumps(frozen.decided))) == frozen
