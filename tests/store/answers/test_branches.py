"""What a conversation that branches off another knows of the turns that led to it, read from real rows."""

import uuid

import pytest

from gateway.answer.answer import Candidate, Candidates, Citation, Section
from gateway.answer.events import (
    Answer,
    Failed,
    Finished,
    Numbered,
    OutlineFound,
    ParagraphFinished,
    ReferenceShown,
    Started,
)
from gateway.conversation.followups.thread_state import brought
from gateway.conversation.prepared import GateFacts, Prepared, SearchFacts
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.errors import NotFound
from gateway.live.ports import JournalEntry
from gateway.store.answers.thread_rows import Threads
from gateway.store.answers.turn_rows import Answers
from gateway.store.reading_room.owned_threads import OwnedThreads, ThreadName
from gateway.store.recordings.recording_rows import Recordings
from tests.support.questions import question_of

END = Finished({"answer": {}})


def asked(text, **fields):
    return question_of(**{"tenant": "default", "text": text, "language": "en", "thread_id": "t"} | fields)


@pytest.fixture
def answers(database):
    return Answers(database, "here")


@pytest.fixture
def threads(database):
    return Threads(database)


@pytest.fixture
def answered(answers):
    async def answer(question, text="Because.", *titles):
        """A turn with one paragraph, which cites a document of its own, and an outline of these titles."""
        turn, document = Turn(question), str(uuid.uuid5(uuid.NAMESPACE_OID, text))
        await answers.open_turn(turn)
        payload = {"documentId": document, "title": f"On {text}", "text": text}
        candidate = Candidate("E1", "embedding", payload, 1.0, 1)
        await answers.freeze(
            "default",
            turn.answer_uuid,
            1,
            Prepared(Candidates([candidate]), SearchFacts(question.text), GateFacts(0.7)),
        )
        sections = tuple(Section(f"S{number}", title, (0,)) for number, title in enumerate(titles, 1))
        events = [
            ReferenceShown("E1", "embedding", payload),
            ParagraphFinished(0, text, (Citation("E1", "ok", 1.0),)),
            *([OutlineFound(sections)] if sections else []),
        ]
        numbered = [Numbered(seq, 1, seq, event) for seq, event in enumerate(events, 1)]
        await answers.append([JournalEntry("default", turn.answer_uuid, each) for each in numbered])
        told = Answer(Started("", "", "en"), text, (events[1],), (events[0],), sections)
        outcome = TurnOutcome(END, "done", text, references=("E1",), brought=brought(told, sections, [text]))
        await answers.finish(turn, Numbered(9, 1, 9, END), outcome)
        return turn

    return answer


def titles(state):
    return [entry.title for entry in state.outline], [entry.title for entry in state.parent], list(state.titles)


async def said(threads, question):
    return [message.content for message in await threads.previous(question)]


async def test_a_branch_knows_what_led_to_it_and_nothing_of_what_came_there_since(answered, threads):
    first = await answered(asked("Un ?", language="fr"), "Late fees, lost books.", "Late fees", "Lost books")
    second = await answered(asked("Two?"), "Old films.", "Old films")
    await answered(asked("Three?"), "Cards.")
    branch = asked("Four?", thread_id="branch", follows=first.answer_uuid)
    assert await threads.language(branch) == "fr" and await threads.language(asked("Four?")) == "en"
    assert await threads.language(asked("x", thread_id="b", follows=first.answer_uuid, subject="other")) is None
    assert await threads.state(branch) is None, "nobody has asked in it"
    fourth = await answered(branch, "Dogs.")
    after = asked("Five?", thread_id="branch")
    assert await said(threads, after) == ["Un ?", "Late fees, lost books.", "Four?", "Dogs."]
    assert titles(await threads.state(after)) == (["Late fees", "Lost books"], [], ["On Dogs."])
    assert (await threads.state(after)).outline[0].document_ids
    await answered(after, "Tom cats.", "Toms")
    deeper = asked("Six?", thread_id="deeper", follows=fourth.answer_uuid)
    await answered(deeper, "Fish.")
    assert await said(threads, deeper) == ["Un ?", "Late fees, lost books.", "Four?", "Dogs."]
    assert titles(await threads.state(deeper)) == (["Late fees", "Lost books"], [], ["On Fish."])
    assert titles(await threads.state(after)) == (["Toms"], ["Late fees", "Lost books"], ["On Tom cats."])
    assert titles(await threads.state(asked("?"))) == (["Old films"], ["Late fees", "Lost books"], ["On Cards."])
    beside = asked("Seven?", thread_id="beside", follows=second.answer_uuid)
    await answered(beside, "Mice.")
    assert titles(await threads.state(beside)) == (["Old films"], ["Late fees", "Lost books"], ["On Mice."])


async def test_a_branch_brings_nothing_back_of_what_is_deleted(answered, threads, database, answers):
    first = await answered(asked("One?"), "Late fees.", "Late fees")
    second = await answered(asked("Two?"), "Old films.", "Old films")
    await answered(asked("Three?"))
    branch = asked("Four?", thread_id="branch", follows=second.answer_uuid)
    await answered(branch, "Dogs.")
    assert await Recordings(database, answers).delete("default", second.answer_uuid)
    assert titles(await threads.state(branch))[0] == ["Late fees"] and await said(threads, branch) == [
        "One?",
        "Late fees.",
    ]
    rooms = OwnedThreads(database)
    thread = await rooms.find(ThreadName("default", "local", "t"))
    await rooms.delete("default", "local", thread)
    assert titles(await threads.state(branch)) == ([], [], ["On Dogs."]) and await said(threads, branch) == []
    assert not await threads.is_passed("default", uuid.uuid4().hex) and first


async def test_nobody_branches_off_somebody_elses_conversation(answered, answers):
    first = await answered(asked("One?", subject="me"))
    with pytest.raises(NotFound):
        await answers.open_turn(Turn(asked("Two?", thread_id="branch", subject="you", follows=first.answer_uuid)))


async def test_a_conversation_has_gone_on_where_something_was_asked_that_did_not_fail(answered, answers, threads):
    first = await answered(asked("One?"))
    await answered(asked("Two?", caller_app="other"))
    failed, end = Turn(asked("Three?")), Failed("upstream_error", "No.")
    await answers.open_turn(failed)
    assert await threads.is_passed("default", first.answer_uuid), "an answer that is being written counts"
    await answers.finish(failed, Numbered(1, 1, 1, end), TurnOutcome(end, "failed"))
    assert not await threads.is_passed("default", first.answer_uuid)
    await answered(asked("Four?"))
    assert await threads.is_passed("default", first.answer_uuid)
