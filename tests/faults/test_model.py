"""Models and knowledge that misbehave (F43-F47, F50): what is shown is what is stored, and others do not notice."""

import asyncio
import json

import pytest

from tests.fakes.upstream import answer_json, paragraphs_json, text
from tests.faults.conftest import two_gateways
from tests.faults.gateways import FACTS, SENTENCE, asked, execute, rest, stalled
from tests.faults.history import Reading, check, read
from tests.faults.modes import MODES


@pytest.mark.fault("F34", "F35", "F38", "F39", "F40", "F41", "F42")
async def test_every_way_to_fail_ends_in_one_end_that_is_stored(pair):
    """All of them at once, and whole turns between them that do not notice (O3)."""
    names = list(MODES)
    questions = [pair.scripts.play(600 + place, MODES[name]) for place, name in enumerate(names)]
    healthy = [asked(700 + place) for place in range(5)]
    readings = await asyncio.gather(*(read(pair.client, pair.here.url, one) for one in questions + healthy))
    for place, reading in enumerate(readings[: len(names)]):
        replayed = await read(pair.client, pair.there.url, reading=Reading(reading.where))
        await check(pair.database_url, [reading, replayed], mark=f"mark-{600 + place}-")
        for said in (event.json["text"] for event in reading.events if event.name == "[CITATION_PARAGRAPH]"):
            assert '"citationIds"' not in said or names[place] == "frame twice", names[place]  # it says so itself
    cut = dict(zip(names, readings, strict=False))
    for name in ("no DONE", "no finish reason", "length", "reset in a paragraph", "cut in a frame", "content filter"):
        end = cut[name].events[-1]
        again = not end.id.startswith(
            "1-"
        )  # a busy machine let its lease go: the next process asked the model once more
        assert end.name == "[ERROR]" or not cut[name].meta["complete"] or name in ("no DONE",) or again, name
    for place, reading in enumerate(readings[len(names) :]):
        await check(pair.database_url, [reading], mark=f"mark-{700 + place}-")
        assert reading.meta["complete"] and reading.meta["paragraphCount"] == 3


HOSTILE = ["\ud83d\ude00", "a\x00b", "c\u2028d\u2029e", "f\rg\r\nh", "\ufeffi", "\u202ej\u202c", "\ud800", "\udfffk"]


@pytest.mark.fault("F43")
@pytest.mark.parametrize("size", [1, 2, 3, 5, 7])
async def test_hostile_characters_are_stored_as_they_are_streamed(pair, size):
    said = json.dumps({"paragraphs": [{"citationIds": ["E1"], "text": f"{SENTENCE} {''.join(HOSTILE)}"}]})
    question = pair.scripts.play(610 + size, text(said, size))
    reading = await read(pair.client, pair.here.url, question)
    replayed = await read(pair.client, pair.there.url, reading=Reading(reading.where))
    await check(pair.database_url, [reading, replayed])
    assert "\U0001f600" in reading.text and "\x00" not in reading.text and reading.events == replayed.events


@pytest.mark.fault("F44")
async def test_json_that_breaks_off_anywhere_never_shows_half_of_itself(pair):
    said = paragraphs_json([(["E1"], SENTENCE), ([], "Then some.")])
    places = range(0, len(said), 7)
    for start in range(0, len(places), 12):
        part = list(places)[start : start + 12]
        questions = [pair.scripts.play(8000 + at, text(said[:at] + "\x07!", 8)) for at in part]
        readings = await asyncio.gather(*(read(pair.client, pair.here.url, one) for one in questions))
        for reading in readings:
            await check(pair.database_url, [reading])
            assert '"text"' not in reading.text and "citationIds" not in reading.text, reading.text


@pytest.mark.fault("F45")
async def test_answers_beyond_every_measure_are_capped_and_hold_nobody_up():
    """With leases that outlast a loaded machine: gateways, model and readers share one event loop here."""
    many = json.dumps({"paragraphs": [{"citationIds": ["E1"], "text": f"Word {n}."} for n in range(10_000)]})
    ids = json.dumps({"paragraphs": [{"citationIds": [f"E{n}" for n in range(10_000)], "text": SENTENCE}]})
    scripts = ["[" * 60_000, "x" * 10_000_000, many, ids]
    healthy = [asked(630 + place) for place in range(3)]
    async with two_gateways(lease_s=15.0) as pair:
        questions = [pair.scripts.play(620 + place, text(said, 16_384)) for place, said in enumerate(scripts)]
        readings = await asyncio.gather(*(read(pair.client, pair.here.url, one) for one in questions + healthy))
        for reading in readings[:4]:
            await check(pair.database_url, [reading])
            assert len(reading.text) < 300_000 and reading.count("[CITATION_PARAGRAPH]") <= 200
        for place, reading in enumerate(readings[4:]):
            await check(pair.database_url, [reading], mark=f"mark-{630 + place}-")
            assert reading.meta["complete"]


@pytest.mark.fault("F46")
async def test_ids_that_are_none_are_never_sent(pair):
    said = [{"citationIds": ["E999", "Е1", 1, None, "E1", "E1", "e1 ", "[E1]"], "text": SENTENCE}]
    reading = await read(pair.client, pair.here.url, pair.scripts.play(640, text(json.dumps({"paragraphs": said}))))
    await check(pair.database_url, [reading])
    shown = [event.json["citationIds"] for event in reading.events if event.name == "[CITATION_PARAGRAPH]"]
    assert shown == [["E1"]] and reading.count("[CITATION_REF]") == 1


@pytest.mark.fault("F47", "F50")
async def test_a_successor_that_repeats_what_was_said_is_not_heard_twice(pair):
    """The model begins again from its first paragraph; ids are those that were frozen, whatever the knowledge is
    now."""
    question = pair.scripts.play(650, stalled("mark-650-", 2), rest("mark-650-", 0))
    before = await read(pair.client, pair.here.url, question, until=lambda reading: FACTS[2][:4] in reading.text)
    added = await pair.client.post(
        f"{pair.here.url}/v1/documents", json={"title": "Newer", "text": f"{SENTENCE} It says so twice."}
    )
    try:
        await execute(
            pair.database_url,
            "update turn_lease set epoch = epoch + 1, expires_at = now(), owner = 'nobody' where answer_id = $1::text::uuid",
            before.answer_uuid,
        )
        whole = await read(pair.client, pair.there.url, reading=before)
        await check(pair.database_url, [whole], mark="mark-650-")
        texts = [event.json["text"] for event in whole.events if event.name == "[CITATION_PARAGRAPH]"]
        assert len(texts) == len(set(texts)) and [said for said in texts if said.startswith(FACTS[0])] == texts[:1]
        assert texts[-1].endswith("mark-650-p3.")
        (shown,) = [event.json for event in whole.events if event.name == "[CITATION_REF]"]
        assert shown["payload"]["title"] == "Rules"
    finally:
        await pair.client.delete(f"{pair.here.url}/v1/documents/{added.json()['documents'][0]['document_id']}")


@pytest.mark.fault("F47")
async def test_paragraphs_that_are_empty_or_out_of_order_are_numbered_by_the_gateway(pair):
    said = answer_json([(["E1"], SENTENCE), ([], ""), (["E1"], "   "), (["E1"], SENTENCE), ([], "The end.")])
    reading = await read(pair.client, pair.here.url, pair.scripts.play(651, said))
    there = await check(pair.database_url, [reading])
    assert [row["paragraph_index"] for row in there.paragraphs] == list(range(len(there.paragraphs)))


@pytest.mark.fault("F50")
async def test_knowledge_without_an_answer_is_said_with_what_was_looked_for(pair):
    question = {"question": "Zyzzogeton quokka flibbertigibbet?"}
    reading = await read(pair.client, pair.here.url, question)
    there = await check(pair.database_url, [reading])
    assert (
        reading.meta["source"] == "gate" and reading.meta["paragraphCount"] == 2 and there.row["state"] == "no_context"
    )
    assert "Zyzzogeton" in reading.text and reading.meta["refCount"] == 0
