"""What answers made of documents: a document that no answer cites, and one that is no document of ours."""

import uuid
from dataclasses import replace

import pytest

from gateway.answer.answer import Candidate, Candidates
from gateway.answer.events import Finished, Numbered, ReferenceShown
from gateway.conversation.prepared import GateFacts, Prepared, SearchFacts
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.knowledge.documents.corpus import Passage, text_hash
from gateway.live.ports import JournalEntry
from gateway.store.answers.turn_rows import Answers
from gateway.store.documents.library import Library
from gateway.store.reading_room.document_uses import DocumentUses, SourceNow
from tests.support.corpus import document, put_document
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


ROWS = "| Fee | Days |\n|---|---|\n| 10 | 3 |\n| 20 | 4 |"


@pytest.mark.parametrize(
    ("cited", "range_", "now", "state"),
    [
        (
            "A book is for 3 weeks. It is red.",
            (0, 22),
            "It was moved here. A book is for\n3 weeks. It is blue.",
            "current",
        ),
        ("A book is for 3 weeks. It is red.", (23, 33), "A book is for 3 weeks. It is blue.", "changed"),
        ("A book is for 3 weeks. It is red.", (5, 25), "A book is for 3 weeks. It is blue.", "changed"),
        ("A book is for 3 weeks. It is red.", None, "A book is for 3 weeks. It is blue.", "changed"),
        ("Holds 106 litres. It is red.", (0, 17), "Holds 10⁶ litres. It is red.", "changed"),
        (ROWS, (26, 36), ROWS.replace("| 20 | 4 |", "| 21 | 4 |"), "current"),
        (ROWS, (26, 36), ROWS.replace("| 10 | 3 |", "| 10 | 30 |"), "changed"),
        ("The fee is\n- 10", (11, 15), "The fee is\n- 100", "changed"),
    ],
)
async def test_a_source_changed_if_a_sentence_changed_that_a_paragraph_rests_on(database, cited, range_, now, state):
    library = Library(database)
    new = document(now, external_id="d")
    whole = Passage(str(uuid.uuid4()), new.document_id, 0, None, None, 0, len(now), now, text_hash(now))
    await put_document(library, "default", new, [whole], None, "none")
    payload = {"embeddingId": str(uuid.uuid4()), "documentId": new.document_id, "text": cited}
    evidence = [{"start": range_[0], "end": range_[1]}] if range_ else []
    answer = await answered(database, payload)
    async with database.connection("default") as connection:
        await connection.execute(
            "insert into answer_paragraph (tenant_id, answer_id, paragraph_index, text, citations)"
            " values ('default', $1, 0, 'Text.', $2)",
            uuid.UUID(answer),
            [{"citationId": "E1", "status": "ok", "score": 1.0, "evidence": evidence}],
        )
    assert await DocumentUses(database).sources_now("default", answer) == [
        SourceNow("E1", new.document_id, state, whole.passage_id)
    ]
