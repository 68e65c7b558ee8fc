"""Recordings at any pace, and run again: equal where nothing changed, and every kind of change is seen."""

import asyncio
import logging
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

from gateway.answer.answer import Candidates, Citation, Evidence, TextRange
from gateway.answer.events import Answer, Finished, Numbered, ReferenceShown, StateChanged, TextAdded, fold
from gateway.answer.evidence.far_sources import Near
from gateway.errors import InvalidField, WrongUse
from gateway.models.ports import ModelPiece
from gateway.telemetry import families
from gateway.telemetry.tracing import traces
from gateway.turn import replay
from gateway.turn.recording import CLOSED
from gateway.turn.replay import again, changes, differences, factor, paced
from tests.support.every import every
from tests.support.golden import FOLDER, golden


def only(recording):
    return next(iter(recording.epochs[1].requests.values()))


async def events(*times):
    yield [Numbered(seq, 1, t_ms, StateChanged("responding", "")) for seq, t_ms in enumerate(times, start=1)]


# Pace
# ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pace", "times"), [("recorded", 1.0), ("fast", None), ("2.5", 2.5), ("0.1", 0.1)])
def test_a_pace_is_a_word_or_a_factor(pace, times):
    assert factor(pace) == times


@pytest.mark.parametrize("pace", ["", "slow", "0", "-1", "nan", "inf", "1e9"])
def test_another_pace_is_refused(pace):
    with pytest.raises(InvalidField, match="pace"):
        factor(pace)


async def test_events_come_with_their_pauses_and_in_order():
    begun, batches = time.monotonic(), []
    async for batch in paced(events(0, 0, 100, 100, 300), 2.0):
        batches.append([numbered.seq for numbered in batch])
    assert batches == [[1, 2], [3, 4], [5]] and time.monotonic() - begun >= 0.14


async def test_there_are_no_pauses_up_to_the_readers_cursor_and_none_is_longer_than_the_bound(monkeypatch):
    pauses = []

    async def sleep(seconds):
        pauses.append(round(seconds, 3))

    monkeypatch.setattr(replay, "asyncio", SimpleNamespace(sleep=sleep))  # its own alone: servers share this loop
    assert [
        numbered.seq async for batch in paced(events(0, 5000, 9000, 900_000), 1.0, after=2) for numbered in batch
    ] == [
        1,
        2,
        3,
        4,
    ]
    assert pauses == [replay.LONGEST_PAUSE_S]


# Again
# -----------------------------------------------------------------------------------------------------------------


@every("name", sorted(file.stem for file in FOLDER.glob("*.jsonl")))
async def test_the_same_recording_gives_the_same_result_twice_and_no_change(name):
    recording = golden(name)
    first, second = await again(recording), await again(recording)
    assert [numbered.event for numbered in first] == [numbered.event for numbered in second]
    assert [numbered.seq for numbered in first] == list(range(1, len(first) + 1))
    assert await changes(recording) == []


@every("near", [[[Near(0.9, 0)]], [[Near(0.9, 99)]], [], None])
async def test_a_comparison_by_meaning_is_read_from_the_recording(near):
    recording = golden("en-thinking")
    frozen, epoch = recording.frozen, recording.epochs[1]
    french = Candidates([replace(each, language="fr") for each in frozen.candidates])
    recording.frozen = replace(frozen, candidates=french)
    epoch.settings["limits"]["evidence"]["across"] = True
    epoch.near = [near] * 9
    citations = [
        each
        for paragraph in fold(event.event for event in await again(recording)).paragraphs
        for each in paragraph.citations
    ]
    fits = near == [[Near(0.9, 0)]]
    assert citations and {each.status for each in citations} == {"ok" if fits else "unchecked"}


async def test_running_again_asks_nobody_and_takes_no_time():
    recording = golden("en-thinking")
    only(recording).pieces = [(t_ms * 1000, piece) for t_ms, piece in only(recording).pieces]
    async with asyncio.timeout(30):
        assert await changes(recording) == []


@pytest.mark.parametrize("name", ["en-wrong-ids", "en-cut-and-continued", "en-model-away"])
async def test_what_is_run_again_is_no_news(name, caplog):
    def figures():
        samples = (sample for family in families.REGISTRY.collect() for sample in family.samples)
        return {(sample.name, *sorted(sample.labels.items())): sample.value for sample in samples if is_ours(sample)}

    def is_ours(sample):
        """The event loop's figures are those of servers that other tests share in this process."""
        shared = ("_created", "event_loop_lag_seconds")
        return sample.name.startswith("citestream_") and not any(name in sample.name for name in shared)

    opened = []

    class Spans:
        def span(self, *named):
            opened.append(named)
            yield traces.NO_SPAN

    before = figures()
    traces.use(Spans())
    try:
        with caplog.at_level(logging.INFO):
            await again(golden(name))
    finally:
        traces.use(None)
    assert before and figures() == before and opened == [] and caplog.messages == []


async def test_other_words_of_the_model_are_seen_as_text_and_status():
    recording = golden("en-ids-first")
    request = only(recording)
    whole = "".join(piece.text for _, piece in request.pieces).replace("Late fees are ten", "Late fees are ninety")
    request.pieces = [(1, ModelPiece(whole)), *[piece for piece in request.pieces if piece[1].finish_reason]]
    found = {difference.what for difference in await changes(recording)}
    assert "paragraph 2, text" in found and any(what.startswith("paragraph 2, score") for what in found)


async def test_other_settings_are_seen():
    recording = golden("en-wrong-ids")
    epoch = recording.epochs[1]
    epoch.settings["limits"]["evidence"]["mode"] = "off"
    lines = [str(difference) for difference in await changes(recording)]
    assert any(line.startswith("paragraph 2, ids: ") for line in lines), lines


async def test_a_request_that_is_not_needed_any_more_is_left_out():
    recording = golden("fr-regenerated")
    epoch = recording.epochs[1]
    assert [request.asked for request in epoch.requests.values()] == ["answer", "paragraph"]
    epoch.settings["limits"]["regenerate"] = 0
    places = {difference.what for difference in await changes(recording)}
    assert places and all("end" in what or "paragraph 2" in what or what == "references" for what in places)


async def test_a_request_that_was_not_recorded_fails_and_the_rest_stands():
    recording = golden("en-cut-and-continued")
    requests = recording.epochs[1].requests
    del requests[max(requests)]
    now = fold(numbered.event for numbered in await again(recording))
    assert now.paragraphs[:2] == recording.answer.paragraphs[:2] and isinstance(now.end, Finished)
    assert await changes(recording)


async def test_more_wanted_of_a_text_than_was_read_is_a_cut():
    recording = golden("en-ids-first")
    request = only(recording)
    request.pieces, request.ended = request.pieces[: len(request.pieces) // 2], CLOSED
    recording.epochs[1].requests[2] = replace(request, asked="rest", pieces=[])
    assert any(difference.what == "end, degradedReason" for difference in await changes(recording))


async def test_without_raw_pieces_nothing_can_be_run_again():
    recording = golden("en-ids-first")
    recording.missing = True
    with pytest.raises(WrongUse, match="no longer kept"):
        await changes(recording)


# Differences
# -----------------------------------------------------------------------------------------------------------


def changed(change):
    """What is different after a change of one golden answer."""
    was = golden("en-outline").answer
    return [found.what for found in differences(was, change(was))]


def first_paragraph(answer, **fields):
    return replace(answer, paragraphs=(replace(answer.paragraphs[0], **fields), *answer.paragraphs[1:]))


def test_equal_answers_have_no_difference():
    assert changed(lambda answer: answer) == []


@every(
    ("change", "what"),
    [
        (lambda answer: first_paragraph(answer, text="Other."), "paragraph 1, text"),
        (lambda answer: first_paragraph(answer, citations=()), "paragraph 1, ids"),
        (lambda answer: first_paragraph(answer, degraded="truncated"), "paragraph 1, degraded"),
        (lambda answer: first_paragraph(answer, citations=(Citation("E3", "weak", 0.3),)), "paragraph 1, status of E3"),
        (lambda answer: replace(answer, paragraphs=answer.paragraphs[:2]), "paragraph 3"),
        (lambda answer: replace(answer, text=answer.text + "!"), "text"),
        (lambda answer: replace(answer, outline=()), "outline"),
        (lambda answer: replace(answer, references=answer.references[:1]), "references"),
        (lambda answer: replace(answer, end=None), "end, state"),
    ],
)
def test_each_kind_of_change_is_seen(change, what):
    assert what in changed(change)


def test_a_difference_is_told_for_people_and_names_its_place():
    was = golden("en-ids-first").answer
    now = replace(first_paragraph(was, citations=(Citation("E3", "weak", 0.3, (Evidence(3, 9),)),)), end=None)
    found = {difference.what: difference for difference in differences(was, now)}
    evidence = found["paragraph 1, evidence of E3"]
    assert (evidence.part, evidence.paragraph, evidence.citation_id) == ("evidence", 0, "E3")
    assert str(evidence) == "paragraph 1, evidence of E3: 0–66 → 3–9"
    assert str(found["end, complete"]) == "end, complete: true → nothing"
    assert str(found["end, citationStatus"]).startswith("end, citationStatus: dropped 0, moved 0, ok 3")


def test_reasons_are_compared_where_the_recording_has_them():
    was = golden("en-ids-first").answer
    weak = Citation("E3", "weak", 0.7, (Evidence(0, 66),), None, "figure", (TextRange(4, 6),), "36")
    told = {found.what: found for found in differences(was, first_paragraph(was, citations=(weak,)))}
    assert str(told["paragraph 1, reason of E3"]) == "paragraph 1, reason of E3: nothing → figure 4–6 36"
    old = first_paragraph(was, citations=(replace(weak, reason=None, ranges=(), source_value=None),))
    assert differences(old, first_paragraph(was, citations=(weak,))) == []


async def test_texts_are_compared_as_they_are_read_not_as_they_are_cut():
    recording = golden("zh-plain-text")
    joined = "".join(event.event.text for event in recording.events if isinstance(event.event, TextAdded))
    rest = [event for event in recording.events if not isinstance(event.event, TextAdded)]
    recording.events = [*rest[:-1], Numbered(0, 1, 0, TextAdded(joined)), rest[-1]]
    assert await changes(recording) == []


def test_supporters_of_plain_text_are_compared_where_the_recording_has_them():
    shown = (ReferenceShown("E1", "embedding", {}),)
    old, new = Answer(text="a"), Answer(text="a", offered=({"citationId": "E1"},))
    assert differences(old, replace(new, references=shown)) == []
    assert [found.what for found in differences(new, replace(new, references=shown))] == ["references"]
