"""Verdicts as rows: two readers of one answer do not touch each other's, and an answer takes its own along."""

from gateway.answer.answer import Candidate, Candidates, Citation
from gateway.answer.events import Finished, Numbered, ParagraphFinished, ReferenceShown
from gateway.conversation.prepared import GateFacts, Prepared, SearchFacts
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.live.ports import JournalEntry
from gateway.store.answers.turn_rows import Answers
from gateway.store.reading_room.feedback_rows import FeedbackRows, FeedbackSearch, JudgedPart
from gateway.store.recordings.recording_rows import Recordings
from tests.support.questions import question_of

DONE = TurnOutcome(Finished({"answer": {}}), "done", "Because.")


async def test_readers_have_their_own_verdicts_and_the_answer_takes_them_along(database):
    answers, rows, turn = Answers(database, "here"), FeedbackRows(database), Turn(question_of("default", "Why?", "en"))
    await answers.open_turn(turn)
    candidates = Candidates([Candidate("E1", "embedding", {"text": "t"}, 1, 1)])
    await answers.freeze("default", turn.answer_uuid, 1, Prepared(candidates, SearchFacts("why"), GateFacts(0.5)))
    events = [
        ReferenceShown("E1", "embedding", {"text": "t"}),
        ParagraphFinished(0, "Because.", (Citation("E1", "weak", 0.5),)),
    ]
    entries = [Numbered(seq, 1, seq, event) for seq, event in enumerate(events, 1)]
    await answers.append([JournalEntry("default", turn.answer_uuid, entry) for entry in entries])
    await answers.finish(turn, Numbered(3, 1, 9, DONE.end), DONE)

    local, staff = (JudgedPart("default", turn.answer_uuid, who, 0, "E1") for who in ("local", "staff"))
    assert await rows.cites(local)
    assert not await rows.cites(JudgedPart("default", turn.answer_uuid, "local", 1, "E1"))
    await rows.give(local, "wrong_citation", "")
    await rows.give(staff, "wrong_citation", "Indeed.")
    await rows.take_back(staff)
    (found,) = await rows.listed("default", FeedbackSearch())
    assert found.opinion.comment == "" and found.citation["status"] == "weak" and found.paragraph == "Because."
    assert await rows.listed("acme", FeedbackSearch()) == [] and await rows.open("acme") == 0
    await Recordings(database, answers).delete("default", turn.answer_uuid)
    assert await rows.listed("default", FeedbackSearch()) == [] and await rows.open("default") == 0
