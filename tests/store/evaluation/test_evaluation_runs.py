"""Runs as rows: an outcome is stored once, survives the way through JSON, and goes with its answer or its run."""

import uuid

import pytest

from gateway.conversation.turn import Turn
from gateway.errors import NotFound
from gateway.evaluation.cases import Case, CaseLine
from gateway.evaluation.outcomes import AnswerFacts, Cited, Offered, Outcome
from gateway.store.answers.turn_rows import Answers
from gateway.store.evaluation.evaluation_runs import EvaluationRun, EvaluationRuns
from gateway.store.recordings.recording_rows import Recordings
from tests.support.questions import question_of

FACTS = AnswerFacts(
    paragraphs=("Three weeks.",),
    source="model",
    language="en",
    refused=False,
    offered=(Offered(citation_id="E1", passage_id="p", document_id="d", gold=(0,)),),
    cited=(Cited(paragraph=0, citation_id="E1", status="ok"),),
    verified={0: True},
)


def outcome(case_id, answer_uuid="", repeat=0):
    case = Case(case_id, 1, CaseLine(question="How long?", gold_passages=("loans.md",), history=("What is a loan?",)))
    return Outcome(case=case, repeat=repeat, workspace="default", answer_uuid=answer_uuid, facts=FACTS)


async def test_an_outcome_comes_back_as_it_was_and_goes_with_its_answer_or_its_run(database):
    runs, answers, turn = EvaluationRuns(database), Answers(database, "here"), Turn(question_of("default", "Q?", "en"))
    run = EvaluationRun(run_id=uuid.uuid4(), set_name="set.jsonl", bad_lines=[{"line": 2, "problem": "no JSON"}])
    await runs.begin("default", run, "command")
    await answers.open_turn(turn)
    stored = [outcome("a", turn.answer_uuid), outcome("b"), outcome("b", repeat=1)]
    for each in (*stored, stored[0]):
        await runs.add("default", run.run_id, each)
    assert await runs.outcomes("default", run.run_id) == stored
    assert await runs.outcomes("acme", run.run_id) == []
    (listed,) = await runs.all("default")
    assert (listed.outcomes, listed.state, listed.confirmed, listed.bad_lines) == (3, "running", False, run.bad_lines)

    await runs.change("default", run.run_id, state="done")
    await runs.change("default", run.run_id, confirmed=True)
    changed = await runs.run("default", run.run_id)
    assert changed.state == "done" and changed.confirmed and changed.finished_at is not None

    await Recordings(database, answers).delete("default", turn.answer_uuid)
    assert await runs.outcomes("default", run.run_id) == stored[1:]
    await runs.remove("default", run.run_id)
    for unknown in (runs.run, runs.remove):
        with pytest.raises(NotFound, match="no evaluation run"):
            await unknown("default", run.run_id)
    with pytest.raises(NotFound):
        await runs.add("default", run.run_id, stored[1])


async def test_runs_end_with_the_retention_of_answers(database):
    runs, recordings = EvaluationRuns(database), Recordings(database, Answers(database, "here"))
    old, new = (EvaluationRun(run_id=uuid.uuid4(), set_name="set.jsonl") for _ in range(2))
    for run in (old, new):
        await runs.begin("default", run)
        await runs.add("default", run.run_id, outcome("a"))
    aged = "update evaluation_run set created_at = now() - interval '40 days' where tenant_id = $1 and run_id = $2"
    await database.execute("default", aged, "default", old.run_id)
    await recordings.purge(41, 1)
    assert len(await runs.all("default")) == 2
    await recordings.purge(39, 1)
    assert [run.run_id for run in await runs.all("default")] == [new.run_id]
