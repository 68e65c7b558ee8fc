"""What answers made of documents: a document that no answer cites, and one that is no document of ours."""

import uuid
from dataclasses import replace

from gateway.answer.answer import Candidate, Candidates
from gateway.answer.events import Finished, Numbered, ReferenceShown
from gateway.conversation.prepared import GateFacts, Prepared, SearchFacts
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.live.ports import JournalEntry
from gateway.store.answers.turn_rows import Answers
from gateway.store.reading_room.document_uses import DocumentUses, SourceNow
from tests.support.questions import question_of

DONE = TurnOutcome(Finished({"answer": {}}), "done", "Because.")


async def answered(database, payload, kind="embedding", cited=True):
    answers, turn = Answers(database, "here"), Turn(question_of("default", "Why?", "en"))
    await answers.open_turn(turn)
    name = "E1" if kind == "embedding" else "G1"
    candidates = Candidates([Candidate(name, kind, payload, 1, 1)])
    await answers.freeze("default", turn.answer_uuid, 1, Prepared(candidates, SearchFacts("why"), GateFacts(0.5)))
    shown = Numbered(1, 1, 1, ReferenceShown(name, kind, payload))
    await answers.append([JournalEntry("default", turn.answer_uuid, shown)])
    outcome = replace(DONE, references=(name,), cited=cited)
    await answers.finish(turn, Numbered(2, 1, 9, outcome.end), outcome)
    return turn.answer_uuid


async def test_a_source_of_another_service_is_no_document_here(database):
    uses = DocumentUses(database)
    answer = await answered(database, {"embeddingId": "a7", "documentId": "wiki/7", "text": "t"})
    assert await uses.sources_now("default", answer) == [SourceNow("E1", "wiki/7", "deleted", None)]
    assert await uses.sources_now("acme", answer) == []


async def test_a_cited_part_of_the_graph_is_no_passage(database):
    answer = await answered(database, {"vertices": [], "edges": []}, "graph")
    assert await DocumentUses(database).sources_now("default", answer) == []


async def test_an_answer_counts_once_however_often_it_cites(database):
    uses, document = DocumentUses(database), "0f1e2d3c-4b5a-4f6e-8d7c-6b5a49382716"
    for _ in range(2):
        await answered(database, {"embeddingId": "x", "documentId": document, "text": "t"})
    assert await uses.times_cited("default", document) == 2 and await uses.times_cited("acme", document) == 0
    first, second = await uses.citing("default", document, "local", None, 10)
    assert first.asked_at >= second.asked_at and first.citation_ids == ("E1",) and first.passages == ("x",)
    assert await uses.citing(
        "default", document, "local", (first.asked_at, uuid.UUID(first.stored.answer_uuid)), 10
    ) == [second]


async def test_what_only_supports_an_answer_is_read_with_it_and_never_counts_as_cited(database):
    uses, document = DocumentUses(database), "0f1e2d3c-4b5a-4f6e-8d7c-6b5a49382717"
    payload = {"embeddingId": "x", "documentId": document, "text": "t"}
    answer = await answered(database, payload, cited=False)
    assert await uses.times_cited("default", document) == 0
    assert await uses.citing("default", document, "local", None, 10) == []
    assert await Answers(database, "here").references("default", answer, "embedding") == [payload]
    assert [source.citation_id for source in await uses.sources_now("default", answer)] == ["E1"]
    await answered(database, payload)
    assert await uses.times_cited("default", document) == 1
