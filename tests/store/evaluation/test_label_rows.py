"""What is queued for labelling, in the same order for everybody; and labels, which one person takes back and another
person never sees."""

import uuid
from dataclasses import replace

from gateway.answer.answer import Candidate, Candidates, Citation, Evidence
from gateway.answer.events import Finished, Numbered, ParagraphFinished, ReferenceShown
from gateway.conversation.prepared import GateFacts, Prepared, SearchFacts
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.evaluation.cases import Case, CaseLine
from gateway.evaluation.labelling.label_agreement import Labelled
from gateway.evaluation.outcomes import AnswerFacts, Cited, Outcome
from gateway.live.ports import JournalEntry
from gateway.store.answers.turn_rows import Answers
from gateway.store.evaluation.evaluation_runs import EvaluationRun, EvaluationRuns
from gateway.store.evaluation.label_rows import LabelQueue, LabelRows
from gateway.store.reading_room.feedback_rows import FeedbackRows, JudgedPart
from gateway.store.recordings.recording_rows import Recordings
from tests.support.questions import question_of

DONE = TurnOutcome(Finished({"answer": {}}), "done", "Because.")
TEXTS = {"E1": "Books are lent for three weeks.", "E2": "Fees are ten cents."}


async def answered(database, *paragraphs, run=None):
    """Stores an answer with these citations in its paragraphs; returns its uuid."""
    answers, turn = Answers(database, "here"), Turn(question_of("default", "Why?", "en"))
    await answers.open_turn(turn)
    passages = [Candidate(name, "embedding", {"text": text}, 1, 1) for name, text in TEXTS.items()]
    await answers.freeze(
        "default", turn.answer_uuid, 1, Prepared(Candidates(passages), SearchFacts("why"), GateFacts(0.5))
    )
    shown = [ReferenceShown(name, "embedding", {"text": text}) for name, text in TEXTS.items()]
    finished = [
        ParagraphFinished(index, f"Paragraph {index}.", tuple(citations)) for index, citations in enumerate(paragraphs)
    ]
    entries = [Numbered(seq, 1, seq, event) for seq, event in enumerate([*shown, *finished], 1)]
    await answers.append([JournalEntry("default", turn.answer_uuid, entry) for entry in entries])
    await answers.finish(turn, Numbered(len(entries) + 1, 1, 99, DONE.end), DONE)
    if run is not None:
        query = "update answer set evaluation_run = $1 where answer_id = $2"
        await database.execute("default", query, run, uuid.UUID(turn.answer_uuid))
    return turn.answer_uuid


def cites(*ids, status="ok"):
    return [Citation(name, status, 0.5, (Evidence(0, 5),)) for name in ids]


async def queue(rows, labeller="anna", **wanted):
    found = await rows.queue("default", LabelQueue(labeller, **wanted))
    return [(each.item.paragraph, each.item.citation_id, each.sampled, each.labelled) for each in found]


async def test_a_sample_is_queued_and_every_suspected_citation(database):
    rows = LabelRows(database)
    assert await queue(rows) == [] and await rows.shown("default", None, []) == []
    answer = await answered(
        database,
        cites("E1"),
        [],
        [*cites("E1"), *cites("E2", status="weak")],
        cites("E2", status="moved"),
        cites("E1", "E2"),
    )
    complaint = JudgedPart("default", answer, "local", 4, "E2")
    await FeedbackRows(database).give(complaint, "wrong_citation", "")
    everything = await queue(rows)
    assert sorted(everything[:4]) == [(index, "", True, False) for index in (0, 2, 3, 4)]
    assert sorted(everything[4:]) == [(2, "E2", False, False), (4, "E2", False, False)]
    assert await queue(rows) == everything == await queue(rows, "ben"), "everybody labels the same in the same order"
    drawn = {tuple(sorted(await queue(rows, sample=2, seed=seed))[:1]) for seed in range(20)}
    assert len(drawn) > 1, "another seed draws another sample"
    none = await queue(rows, sample=0)
    assert sorted(none) == [(2, "E2", False, False), (3, "", False, False), (4, "E2", False, False)]

    (whole,) = await rows.shown("default", None, [Labelled(answer, 4)])
    assert (whole.text, whole.passage_texts) == ("Paragraph 4.", list(TEXTS.values()))
    assert whole.passages[0]["evidence"] == [{"start": 0, "end": 5}]
    (part,) = await rows.shown("default", None, [Labelled(answer, 4, "E2")])
    assert part.passage_texts == [TEXTS["E2"]]


async def test_what_somebody_labelled_stays_in_the_sample_of_the_others(database):
    rows, anna = LabelRows(database), LabelQueue("anna", sample=2)
    for _ in range(4):
        await answered(database, cites("E1"))
    first, *_ = await rows.queue("default", anna)
    assert await rows.give("default", anna, first, "supported")
    for seed in range(8):
        found = await rows.queue("default", LabelQueue("ben", sample=1, seed=seed))
        assert [each.item for each in found] == [first.item] and not found[0].labelled


async def test_people_label_blind_take_back_and_contradict_each_other(database):
    rows = LabelRows(database)
    anna, ben = LabelQueue("anna"), LabelQueue("ben")
    answer = await answered(database, cites("E1"), cites("E2"))
    one, two = await rows.queue("default", anna)
    for who, queued, verdict in [
        (anna, one, "not"),
        (anna, two, "partly"),
        (ben, one, "supported"),
        (anna, one, "supported"),
    ]:
        assert await rows.give("default", who, queued, verdict)
    assert [each.labelled for each in await rows.queue("default", ben)] == [True, False]
    labels = await rows.labels("default", None)
    assert [(label.labeller, label.verdict) for label in labels] == [
        ("anna", "supported"),
        ("anna", "partly"),
        ("ben", "supported"),
    ]
    assert {label.passages for label in labels} == {(text,) for text in TEXTS.values()}
    assert await rows.supported("default", None) == {
        (answer, one.item.paragraph): True,
        (answer, two.item.paragraph): False,
    }

    undone = [await rows.undo("default", "anna", [one, two]) for _ in range(3)]
    assert undone == [one.item, two.item, None], "the newest first; the changed one is newer"
    assert [label.labeller for label in await rows.labels("default", None)] == ["ben"]
    assert await rows.labels("acme", None) == [] and await rows.queue("acme", anna) == []
    await Recordings(database, Answers(database, "here")).delete("default", answer)
    assert await rows.labels("default", None) == [] and not await rows.give("default", anna, one, "not")


async def test_a_run_has_its_own_queue_also_if_another_gateway_answered(database):
    rows, runs = LabelRows(database), EvaluationRuns(database)
    here, there = (
        EvaluationRun(run_id=uuid.uuid4(), set_name="s"),
        EvaluationRun(run_id=uuid.uuid4(), set_name="s", target="http://other"),
    )
    for run in (here, there):
        await runs.begin("default", run)
    asked, again = [await answered(database, cites("E1"), run=here.run_id) for _ in range(2)]
    facts = AnswerFacts(
        paragraphs=("Nothing.", "Three weeks."),
        source="model",
        language="en",
        refused=False,
        cited=(Cited(paragraph=1, citation_id="E1", status="weak", passage=TEXTS["E1"]),),
    )
    outcome = Outcome(
        case=Case("1", 1, CaseLine(question="How long?")), repeat=0, workspace="default", answer_uuid=uuid.uuid4().hex
    )
    await runs.add("default", here.run_id, replace(outcome, answer_uuid=asked))
    await runs.add("default", there.run_id, replace(outcome, facts=facts))
    await runs.add("default", there.run_id, replace(outcome, repeat=1, failure="upstream_error"))
    assert await queue(rows) == [], "answers of a run are not live answers"
    assert await queue(rows, run=here.run_id) == [(0, "", True, False)], f"{again} is of a label at no cost"
    wanted = LabelQueue("anna", there.run_id)
    (queued,) = await rows.queue("default", wanted)
    (shown,) = await rows.shown("default", there.run_id, [queued.item])
    assert (shown.question, shown.text, shown.passage_texts) == ("How long?", "Three weeks.", [TEXTS["E1"]])
    assert await rows.give("default", wanted, queued, "supported")
    assert len(await rows.labels("default", there.run_id)) == 1
    await runs.remove("default", there.run_id)
    assert await rows.labels("default", there.run_id) == []
