"""Labels at no cost: a gateway that ignores a change scores badly, this one scores well on the same cases."""

import uuid
from dataclasses import replace

import pytest

from gateway import slots
from gateway.cli.evaluating.running.ask_here import AskHere
from gateway.cli.evaluating.running.free_labels import FreeLabels
from gateway.cli.evaluating.running.runner import Runner, with_gold
from gateway.evaluation.cases import Case, CaseLine
from gateway.evaluation.figures import figures
from gateway.evaluation.measures.figure_kinds import CHECKS
from gateway.evaluation.set_files import read_set
from gateway.models.prices import Prices
from gateway.store.evaluation.evaluation_runs import EvaluationRun, EvaluationRuns
from gateway.store.evaluation.gold_rows import GoldRows
from tests.fakes.upstream import answer_json
from tests.support.server import running

SET = slots.resource("examples") / "evaluation" / "sample.jsonl"
ASKED = [
    *("single-en-04", "single-en-05", "single-en-06", "single-en-07", "single-en-08"),
    *("single-fr-04", "single-fr-05", "single-fr-06", "single-zh-04", "single-zh-05", "single-zh-08"),
]
TEXT = (
    "# Loans\n\nA book may be borrowed for 21 days.\n\n# Fees\n\nA late return costs 20 cents a day.\n\n"
    "# Rooms\n\nThe reading room is on the second floor."
)
GOLD = "A book may be borrowed for 21 days."
LOAN = CaseLine(question="For how many days may a book be borrowed?", gold_passages=(GOLD,), gold_answer="21 days")


class Literal(AskHere):
    """Finds nothing unless the question has the words of the set."""

    known = frozenset()

    async def ask(self, question):
        if question.text not in self.known:
            everything = await self._services.database.fetch("default", "select document_id from document")
            question = replace(question, hidden_documents=tuple(str(row["document_id"]) for row in everything))
        return await super().ask(question)


async def labelled(server, cases, asker=AskHere):
    """The outcomes of cases with their labels."""
    database, run = server.services.database, EvaluationRun(run_id=uuid.uuid4(), set_name="s", settings={"repeat": 1})
    runs, gold = EvaluationRuns(database), GoldRows(database)
    await runs.begin("default", run)
    here = asker(server.services, "default", run.run_id.hex)
    here.known = {case.stated.question for case in cases}
    asked, missing = await with_gold(gold.find, "default", cases, None)
    assert not missing
    labels = FreeLabels("default", here, gold.holders)
    await Runner("default", run, runs, here, Prices(), None, labels).run(asked, 2, lambda *_: None)
    return await runs.outcomes("default", run.run_id)


async def scores(database_url, names, asker=AskHere, **settings):
    async with running(database_url, sample=True, **settings) as server:
        cases = [case for case in read_set(SET, lambda file: file.read_text("utf-8")).cases if case.id in ASKED]
        assert len(cases) == len(ASKED)
        found = figures(await labelled(server, cases, asker)).pooled
        estimates = {name: found[name].estimate for name in names}
        assert all(each is not None and each.count >= 4 for each in estimates.values()), estimates
        return {name: each.value for name, each in estimates.items()}


async def test_this_gateway_scores_well(database_url):
    found = await scores(database_url, CHECKS)
    assert all(value >= 0.8 for value in found.values()), found


async def test_a_gateway_that_does_not_check_evidence_catches_no_change(database_url):
    names = ("source_swapped_caught", "number_changed_caught", "negation_changed_caught")
    found = await scores(database_url, names, evidence="off")
    assert all(value < 0.2 for value in found.values()), found


async def test_a_gateway_without_a_gate_answers_when_the_gold_is_left_out(database_url, upstream):
    """Its model answers every question."""
    upstream.script = [answer_json([(["E1"], "It keeps for as long as the first passage says.")])]
    model = {"provider": "openai", "openai_base_url": upstream.url, "openai_model": "scripted"}
    found = await scores(database_url, ["gold_left_out_refused"], gate_threshold="0", gate_doubt="0", **model)
    assert found["gold_left_out_refused"] < 0.2


async def test_a_gateway_that_needs_the_words_of_the_set_does_not_find_other_words(database_url):
    found = await scores(database_url, ["reworded_found"], Literal)
    assert found["reworded_found"] < 0.2


@pytest.fixture
async def library(database_url):
    async with running(database_url, gate_threshold="0", gate_doubt="0") as server:
        yield server


async def load(server, *texts):
    for number, text in enumerate(texts):
        body = {"title": f"Rules {number}", "text": text, "source": f"rules-{number}"}
        assert (await server.client.post("/v1/documents", json=body)).status_code in (200, 201)


async def test_every_copy_of_the_gold_is_hidden(library):
    await load(library, TEXT, f"{TEXT}\n\nThis is a copy.", "Opening hours of rooms for a book and days.")
    (outcome,) = await labelled(library, [Case("a", 1, LOAN)])
    assert outcome.checks["gold_left_out_refused"] == (False,), "it was answered from the third document"
    (hidden,) = await library.services.database.fetch(
        "default",
        "select request -> 'scope' -> 'hidden_documents' as documents from answer"
        " where request -> 'scope' ? 'hidden_documents'",
    )
    assert len(hidden["documents"]) == 2


async def test_a_case_whose_answer_another_document_contains_is_left_out(library):
    await load(library, TEXT, "A book may be borrowed by everybody, and a book comes back after 21 days.")
    (outcome,) = await labelled(library, [Case("a", 1, LOAN)])
    assert "gold_left_out_refused" not in outcome.checks and "reworded_found" in outcome.checks


async def test_the_same_case_is_changed_in_the_same_way(library):
    await load(library, TEXT)
    first, second = [(await labelled(library, [Case("a", 1, LOAN)]))[0] for _ in range(2)]
    assert first.checks == second.checks and first.checks["number_changed_caught"] == (True,)
    statement = "select question from answer order by created_at"
    asked = [row["question"] for row in await library.services.database.fetch("default", statement)]
    assert len(asked) == 6 and asked[:3] == asked[3:] and asked[2] != LOAN.question


@pytest.mark.parametrize(
    "stated",
    [
        replace(LOAN, history=("How long is the reading room open?",)),
        replace(LOAN, gold_passages=(), gold_answer=(), answerable=False),
    ],
    ids=["history", "unanswerable"],
)
async def test_only_questions_with_gold_and_without_a_conversation_are_asked_again(library, stated):
    await load(library, TEXT)
    (outcome,) = await labelled(library, [Case("a", 1, stated)])
    assert not {"gold_left_out_refused", "reworded_found"} & (outcome.checks or {}).keys()
