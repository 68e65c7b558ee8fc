"""Seed journeys of the answer memory: an answer that was validated once is given again, without a model."""

import asyncio
from zlib import crc32

import pytest

from gateway import slots
from gateway.store.database.migrations import migrate
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.turn import recording, replay
from tests.support import postgres, sse
from tests.support.graphs import edge, put, vertex
from tests.support.memories import QUESTION, REWORDED, RULES, STANDS, library

CARD = "What does a reader card cost?"
ANSWER = "A loan lasts three weeks."


async def _migrate(url):
    await migrate(url, slots.resource("migrations"))


@pytest.fixture(scope="module")
async def lib():
    """One server for all: each test has a workspace of its own."""
    async with postgres.fresh_database(_migrate) as url, library(url) as lib:
        yield lib


@pytest.fixture
async def room(lib, request):
    return await lib.room(f"room-{crc32(request.node.name.encode())}")


async def row(room, statement, *values):
    async with room.library.server.gateway.database.connection(ALL_TENANTS) as connection:
        return await connection.fetchrow(statement, *values)


def states(events):
    return [event.json["state"] for event in sse.named(events, "[STATE_CHANGED]")]


def end(events):
    return sse.named(events, "[DONE]")[0].json


@pytest.mark.requirement("C1", "C2", "C8", "C9")
async def test_a_validated_answer_is_given_again_with_its_citations_and_without_a_model(room):
    first, entry = await room.validated()
    events = await room.events()
    assert states(events) == ["question_analysing", "memory_searching"]
    assert (room.generations, room.embedded) == (0, [])
    assert sse.text(events) == first["answer"] == RULES["Loans"]
    [paragraph] = [event.json for event in sse.named(events, "[CITATION_PARAGRAPH]")]
    [shown] = [event.json for event in sse.named(events, "[CITATION_REF]")]
    assert paragraph["citationIds"] == first["paragraphs"][0]["citation_ids"] == [shown["citationId"]]
    assert shown["payload"] == first["refs"][0]["payload"]
    assert paragraph["citations"][0]["status"] == "ok"
    said = end(events)
    assert said["answer"]["source"] == "memory"
    assert said["memory"] == {"score": 1.0, "responseId": entry["id"], "createdAt": entry["created_at"]}
    again = said["answer"]["uuid"]
    assert again != first["answer_uuid"]
    references = [
        (await room.client.get(f"/conversation/message/embedding-ref/{answer}")).json()["data"]
        for answer in (first["answer_uuid"], again)
    ]
    assert references[0] == references[1] != []
    log = await row(room, "select * from queries_log where answer_id = $1::text::uuid", again)
    assert (log["memory_decision"], log["memory_score"], log["memory_response_id"]) == ("hit", 1.0, entry["id"])
    message = await row(room, "select type from message where role = 'assistant' and answer_id = $1::text::uuid", again)
    assert message["type"] == "cached_response"


@pytest.mark.requirement("C4", "C5", "C10", "C15", "C16", "C18")
@pytest.mark.parametrize(
    ("cosine", "uses", "served"), [(0.97, 2, True), (0.95, 2, True), (0.9, 1, True), (0.86, 1, True), (0.84, 0, False)]
)
async def test_another_wording_is_served_from_085_on_and_counts_twice_from_095_on(room, cosine, uses, served):
    _, entry = await room.validated()
    wording = f"How long can a borrowed book stay at home{' ' * round(cosine * 100)}?"
    room.library.close[wording] = (QUESTION, cosine)
    given = await room.ask(wording)
    asked = next(one for one in room.requests if one.path.endswith("/embeddings"))
    assert asked.body["model"] == "text-embedding-3-small"
    assert room.generations == (0 if served else 1)
    assert given["meta"]["answer"]["source"] == ("memory" if served else "model")
    if served:
        assert given["meta"]["memory"]["score"] == pytest.approx(cosine, abs=1e-3)
    await room.until(entry["id"], usage_count=uses, hit_count=int(served))


@pytest.mark.requirement("C17")
async def test_of_two_equally_similar_questions_the_newer_one_answers(room):
    kept = []
    for text in ("How long can a borrowed book stay at home?", "How long might a borrowed book stay at home?"):
        room.library.close[text] = (REWORDED, 0.99)
        kept.append((await room.send(ANSWER, text)).json()["response_id"])
    found = await room.lookup(REWORDED)
    assert (found["response_id"], found["score"]) == (kept[1], 0.99)


@pytest.mark.requirement("C11")
async def test_what_is_not_remembered_goes_on_to_the_model(room):
    await room.validated()
    events = await room.events(CARD)
    assert states(events) == ["question_analysing", "memory_searching", "knowledge_searching", "responding"]
    assert end(events)["answer"]["source"] == "model" and "memory" not in end(events)
    assert room.generations == 1


async def test_a_request_may_skip_the_memory_or_want_nothing_else(room):
    before = await room.ask(memory="only")
    assert (before["no_context"], before["meta"]["answer"]["source"], room.generations) == (True, "gate", 0)
    [paragraph] = before["paragraphs"]
    assert "memory" in paragraph["text"] and paragraph["citation_ids"] == []
    await room.validated()
    assert await room.source(memory="only") == "memory"
    events = await room.events(memory="skip")
    assert end(events)["answer"]["source"] == "model" and "memory_searching" not in states(events)


async def test_what_was_written_in_one_tone_is_not_served_in_another(room):
    await room.validated()
    pirate = [{"role": "system", "content": "Speak like a pirate."}]
    assert await room.source() == "memory"
    first = await room.ask(conversation_history=pirate)
    assert first["meta"]["answer"]["source"] == "model"
    entry = await room.entry_of(first["answer_uuid"])
    await room.client.post(f"/staff/memory/entries/{entry['id']}/validate")
    assert await room.source(conversation_history=pirate) == "memory"
    assert await room.source(conversation_history=[{"role": "developer", "content": "Be formal."}]) == "model"


async def test_an_answer_that_is_asked_for_again_is_never_a_remembered_one(room):
    """The older page's regenerate."""
    thread = "5b0d6b1c0f6e4f0fa3c1d2e4f5061728"
    said = {"conversationUuid": thread, "prompt": CARD}
    first = sse.parse((await room.client.post("/conversation/message/process", json=said)).content)
    question = end(first)["question"]["uuid"]
    entry = await room.entry_of(end(first)["answer"]["uuid"])
    await room.client.post(f"/staff/memory/entries/{entry['id']}/validate")
    again = sse.parse((await room.client.post("/conversation/message/process", json=said)).content)
    assert end(again)["answer"]["source"] == "memory"
    fresh = {"conversationUuid": thread, "regenerateQuestionUuid": question}
    events = sse.parse((await room.client.post("/conversation/message/process", json=fresh)).content)
    assert end(events)["answer"]["source"] == "model"


async def test_the_recording_of_a_remembered_answer_runs_again_without_a_difference(room):
    await room.validated()
    answer = (await room.ask())["answer_uuid"]
    said = (await room.client.get(f"/v1/answers/{answer}/recording")).content
    assert await replay.changes(recording.read(said.splitlines(keepends=True), "it")) == []


@pytest.mark.parametrize("change", ["replaced", "deleted", "emptied"])
async def test_a_changed_document_takes_its_answers_along_at_once(room, change):
    first, entry = await room.validated()
    document = first["refs"][0]["payload"]["documentId"]
    if change == "replaced":
        assert await room.put("Loans", "A borrowed book may stay at home for five weeks.") == document
    elif change == "deleted":
        assert (await room.client.delete(f"/v1/documents/{document}")).status_code == 204
    else:
        assert (await room.client.delete("/v1/documents", params={"workspace": room.workspace})).status_code == 204
    now = await room.entry(entry["id"])
    assert now["status"] == "stale" and now["sources"][0]["current"] is False
    assert (now["events"][0]["kind"], now["events"][0]["reason"]) == ("stale", "document")
    assert (await room.lookup())["action"] == "continue"
    # What a person validates against the facts is found out at the lookup.
    await room.client.post(f"/staff/memory/entries/{entry['id']}/validate")
    assert await room.lookup() == {"next_agent": "dispatch", "action": "continue", "reason": "evidence", "score": 1.0}
    assert (await room.entry(entry["id"]))["status"] == "stale"


async def test_a_document_that_is_sent_again_unchanged_changes_nothing(room):
    _, entry = await room.validated()
    await room.put("Loans", RULES["Loans"])
    assert (await room.entry(entry["id"]))["status"] == "validated"


async def test_a_deleted_answer_is_not_remembered(room):
    first, entry = await room.validated()
    assert (await room.client.delete(f"/v1/answers/{first['answer_uuid']}")).status_code == 204
    assert (await room.client.get(f"/staff/memory/entries/{entry['id']}")).status_code == 404
    assert await room.source() == "model"


async def test_three_fresh_answers_that_agree_validate_an_entry(room):
    entry = await room.entry_of((await room.ask())["answer_uuid"])
    assert entry["status"] == "pending"
    for agreed in (1, 2):
        assert await room.source() == "model"
        assert (await room.until(entry["id"], agreed_count=agreed))["status"] == "pending"
    assert await room.source() == "model"
    await room.until(entry["id"], status="validated")
    assert await room.source() == "memory"


async def test_one_that_does_not_agree_ends_it_and_is_kept_itself(room):
    entry = await room.entry_of((await room.ask())["answer_uuid"])
    room.library.said["Loans"] = "A borrowed book may not stay at home for three weeks."
    try:
        fresh = await room.ask()
    finally:
        room.library.said.clear()
    assert (await room.until(entry["id"], status="stale"))["wrong_count"] == 1
    assert (await room.entry_of(fresh["answer_uuid"]))["status"] == "pending"


# Other orchestrators
# ---------------------------------------------------------------------------------------------------


@pytest.mark.requirement("C3", "C6", "C7", "C12")
async def test_an_orchestrator_keeps_its_answer_and_gets_it_again(room):
    assert await room.lookup() == {"next_agent": "dispatch", "action": "continue", "reason": "no_entry"}
    kept = await room.send(ANSWER, QUESTION, phase="APS", auteurs=["Ada"], tags=["loans"])
    assert kept.status_code == 201
    response_id = kept.json()["response_id"]
    assert kept.json() == {"stored": True, "response_id": response_id, "status": "validated"}
    for type_ in ("user_request", "follow_up"):
        found = await room.lookup(f"{QUESTION.upper()} ", type_, phase="APS")
        created_at = found.pop("created_at")
        assert found == {
            "next_agent": "memory_guard",
            "action": "respond_from_memory",
            "message": {"type": "cached_response", "content": ANSWER},
            "source": "memory",
            "score": 1.0,
            "response_id": response_id,
        }
    entry = await room.entry(response_id)
    assert entry["created_at"] == created_at and entry["sources"] == [] and entry["answer_uuid"] is None
    assert entry["metadata"] == {"phase": "APS", "projet": room.workspace, "auteurs": ["Ada"], "tags": ["loans"]}
    assert (entry["usage_count"], entry["hit_count"]) == (4, 2)
    # Another phase is another scope; and an answer without citations is never given by our own doors.
    assert (await room.lookup(phase="PRO"))["action"] == "continue"
    assert await room.source(phase="APS") == "model"
    assert (await room.lookup(type="summary"))["reason"] == "message_type"


async def test_an_orchestrator_gets_our_answers_too(room):
    first, entry = await room.validated()
    found = await room.lookup(REWORDED)
    assert (found["answer_uuid"], found["response_id"]) == (first["answer_uuid"], entry["id"])
    assert found["message"]["content"] == first["answer"] and found["score"] == pytest.approx(0.97, abs=1e-3)


@pytest.mark.requirement("C19")
async def test_an_answer_is_kept_under_what_the_user_asked_last(room):
    kept = await room.send(ANSWER, "Hello!", CARD, QUESTION)
    assert (await room.entry(kept.json()["response_id"]))["question"] == QUESTION


@pytest.mark.requirement("C20")
@pytest.mark.parametrize(
    ("reason", "answer", "said", "more"),
    [
        ("not_valid", "It lasts <non valide> weeks.", [QUESTION], {}),
        ("not_valid", "< NON VALIDE >", [QUESTION], {}),
        ("incomplete", " ", [QUESTION], {}),
        ("incomplete", ANSWER, ["How long may a…"], {}),
        ("incomplete", ANSWER, ["???"], {}),
        ("no_question", ANSWER, [], {}),
        ("volatile", ANSWER, ["What is the current price of a card today?"], {}),
        ("personal", ANSWER, ["Where is my order?"], {}),
        ("action", ANSWER, ["Cancel my order"], {}),
        ("caller", ANSWER, [QUESTION], {"caller": "agent"}),
        ("message_type", ANSWER, [QUESTION], {"type": "draft"}),
    ],
)
async def test_what_is_no_valid_answer_to_a_whole_question_is_not_kept(room, reason, answer, said, more):
    sent = await room.send(answer, *said, **more)
    refused = {"stored": False, "reason": sent.json()["reason"]}
    assert (sent.status_code, sent.json()) == (200, refused)
    assert refused["reason"] == reason or (reason == "action" and refused["reason"] in ("personal", "action"))


async def test_a_follow_up_is_known_by_what_it_points_at_and_never_by_its_words_alone(room):
    outline = "Here is the plan.\n\nSUIVI\n[S1] Loans of books\n[S2] Fees for late books"
    pointing = "Explain S2 in more detail"
    said = [{"speaker": "user", "content": "A plan, please"}, {"speaker": "agent", "content": outline}]
    assert (await room.send(ANSWER, pointing)).json() == {"stored": False, "reason": "dependent"}
    kept = await room.send(ANSWER, pointing, history=[*said, {"speaker": "user", "content": pointing}])
    entry = await room.entry(kept.json()["response_id"])
    assert entry["question"].startswith("Fees for late books")
    assert (await room.lookup(pointing, "follow_up"))["reason"] == "dependent"
    assert (await room.lookup(pointing, "follow_up", history=said))["response_id"] == entry["id"]


async def test_the_same_answer_sent_twice_is_kept_once_and_another_one_takes_its_place(room):
    first, again = [(await room.send(ANSWER, QUESTION)).json()["response_id"] for _ in range(2)]
    other = (await room.send("A loan lasts four weeks.", QUESTION)).json()["response_id"]
    assert first == again != other
    assert (await room.entry(first))["status"] == "obsolete"
    assert (await room.lookup())["response_id"] == other


# Staff
# -----------------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("C21", "C25")
async def test_staff_see_validate_retire_and_delete_entries(room):
    _, entry = await room.validated()
    place = f"/staff/memory/entries/{entry['id']}"
    assert entry["sources"][0]["title"] == "House rules: Loans" and entry["sources"][0]["current"] is True
    assert await room.source() == "memory"
    async with asyncio.timeout(20):  # that it was served is noted behind the answer
        while (await room.client.get(place)).json()["events"][0]["kind"] != "served":
            await asyncio.sleep(0.02)
    retired = (await room.client.post(f"{place}/obsolete")).json()
    assert retired["status"] == "obsolete"
    assert [(event["kind"], event["actor"]) for event in retired["events"]] == [
        ("obsolete", "local"),
        ("served", ""),
        ("validated", "local"),
        ("stored", ""),
    ]
    assert await room.source(memory="only") == "gate"
    assert (await room.client.delete(place)).status_code == 204
    for call in (room.client.get(place), room.client.delete(place), room.client.post(f"{place}/validate")):
        assert (await call).status_code == 404
    for status in ("obsolete", None):
        back = await room.client.post(f"{place}/undo")
        assert (back.status_code, back.json().get("status")) == ((200, status) if status else (409, 409))
    assert (await room.client.post("/staff/memory/entries/999999999/undo")).status_code == 404


async def test_entries_are_listed_by_page_status_and_words(room):
    mark = "quokka"
    for number in range(5):
        await room.send(f"{mark} {number}", f"How does the {mark} count to {number}?")
    first = (await room.client.get("/staff/memory/entries", params={"q": mark.upper(), "limit": 3})).json()
    rest = (
        await room.client.get("/staff/memory/entries", params={"q": mark, "limit": 3, "cursor": first["next_cursor"]})
    ).json()
    assert [one["answer"] for one in first["entries"] + rest["entries"]] == [f"{mark} {n}" for n in (4, 3, 2, 1, 0)]
    assert rest["next_cursor"] is None
    none = (await room.client.get("/staff/memory/entries", params={"q": mark, "status": "pending"})).json()
    assert none == {"entries": [], "next_cursor": None}


@pytest.mark.parametrize("query", ["status=new", "limit=0", "limit=x", "cursor=7", "cursor=1-1-1", f"q={'x' * 201}"])
async def test_a_wrong_filter_is_refused(lib, query):
    refused = await lib.server.client.get(f"/staff/memory/entries?{query}")
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_field")


async def test_an_entry_that_cannot_exist_is_not_found(lib):
    for number in ("0", "9" * 19, "9" * 30, "x", "-1"):
        assert (await lib.server.client.get(f"/staff/memory/entries/{number}")).status_code == 404


async def test_neighbours_of_an_entry_come_with_their_cosine(room):
    kept = [(await room.send(ANSWER, text)).json()["response_id"] for text in (QUESTION, REWORDED, CARD)]
    found = (await room.client.get(f"/staff/memory/entries/{kept[0]}/similar")).json()["entries"]
    assert [one["id"] for one in found] == [kept[1], kept[2]]
    assert found[0]["score"] == pytest.approx(0.97, abs=1e-3)


async def test_a_dry_run_shows_every_step_and_changes_nothing(room):
    _, entry = await room.validated()
    sent = {"message": {"type": "follow_up", "content": REWORDED}, "context": {"projet": room.workspace}}
    said = (await room.client.post("/staff/memory/dry-run", json=sent)).json()
    assert (said["decision"], said["response_id"]) == ("hit", entry["id"])
    assert [step["name"] for step in said["steps"]] == [
        "route",
        "scope",
        "exact",
        "semantic",
        "veto",
        "language",
        "status",
        "evidence",
        "governance",
    ]
    sent["message"]["content"] = CARD
    other = (await room.client.post("/staff/memory/dry-run", json=sent)).json()
    assert other["decision"] == "below_threshold" and "response_id" not in other
    assert (await room.entry(entry["id"]))["hit_count"] == 0


async def test_figures_count_what_was_served_and_what_was_not(room):
    before = (await room.client.get("/staff/memory/figures")).json()
    await room.validated()
    await room.ask()
    await room.lookup(CARD)
    async with asyncio.timeout(20):  # counted behind the end of an answer
        while (now := (await room.client.get("/staff/memory/figures")).json())["served"] == before["served"]:
            await asyncio.sleep(0.01)
    assert now["served"] == before["served"] + 1
    assert sum(now["refused"].values()) == sum(before["refused"].values()) + 2
    assert now["entries"]["validated"] == before["entries"]["validated"] + 1
    lines = (await room.client.get("/metrics")).text.splitlines()
    assert f'citestream_memory_lookups_total{{result="served"}} {now["served"]}.0' in lines
    assert f'citestream_memory_entries{{status="validated"}} {now["entries"]["validated"]}.0' in lines


@pytest.mark.requirement("C22")
async def test_what_is_too_old_is_not_served_and_is_deleted_by_the_next_lookup(room):
    first, entry = await room.validated()
    made, expires = [entry[name][:10] for name in ("created_at", "expires_at")]
    days = await row(room, "select $2::text::date - $1::text::date as days", made, expires)
    assert days["days"] == 180
    assert (await room.lookup())["action"] == "respond_from_memory"  # which makes it no younger
    await row(room, "update responses set created_at = now() - interval '180 days' where id = $1", entry["id"])
    assert (await room.lookup())["action"] == "continue"
    assert (await room.client.get(f"/staff/memory/entries/{entry['id']}")).status_code == 404
    assert (await room.client.get(f"/v1/answers/{first['answer_uuid']}")).status_code == 200


@pytest.mark.requirement("C13", "C14", "C24")
async def test_the_table_has_the_names_of_its_document(room):
    """And its modules: lookup and store, embeddings, the orchestrator's route, settings."""
    kept = await room.send(ANSWER, QUESTION, phase="APS")
    found = await row(
        room,
        "select id, key_hash, question, answer, metadata, embedding, created_at, usage_count from responses where id = $1",
        kept.json()["response_id"],
    )
    assert len(found["embedding"]) == 4 * 64 and len(found["key_hash"]) == 64 and found["usage_count"] == 0
    names = await row(
        room,
        "select array_agg(indexname::text order by indexname) as names from pg_indexes"
        " where tablename = 'responses' and indexname like 'idx_%'",
    )
    assert names["names"] == ["idx_responses_created_at", "idx_responses_key_hash"]


PLACE = "Where does the confocal microscope stand?"


@pytest.mark.requirement("C1", "C12")
async def test_an_answer_from_the_graph_is_given_again_until_the_graph_says_something_else(room, tmp_path):
    stands = [
        vertex("confocal microscope"),
        vertex("Room C 114"),
        edge("confocal microscope", "stands in", "Room C 114"),
    ]
    graph = room.library.server.gateway.library
    await put(graph, tmp_path, *stands, workspace=room.workspace)
    first, entry = await room.validated(PLACE)
    assert [one["title"] for one in entry["sources"]] == [
        "confocal microscope",
        "confocal microscope —stands in→ Room C 114",
    ]
    again = await room.ask(PLACE)
    assert again["meta"]["answer"]["source"] == "memory" and room.generations == 0
    assert again["answer"] == STANDS and again["refs"] == first["refs"] and again["refs"][0]["type"] == "graph"
    await put(graph, tmp_path, *stands[:2], {**stands[2], "description": "For now."}, workspace=room.workspace)
    assert (await room.entry(entry["id"]))["status"] == "stale"
    fresh = await room.ask(PLACE)
    assert fresh["meta"]["answer"]["source"] == "model" and room.generations == 1
    renewed = await room.entry_of(fresh["answer_uuid"])
    await room.ask(PLACE)
    await room.until(renewed["id"], agreed_count=1)
