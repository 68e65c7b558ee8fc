"""What is told of a turn when it has come to its end."""

import logging
from types import MappingProxyType

import pytest

from gateway.answer.events import Failed, Finished
from gateway.conversation.question import Asker, ConversationRef, Question
from gateway.conversation.turn import Turn, TurnOutcome
from gateway.live import turn_report
from tests.support.metrics import scraped, total

CANARY = "zanzibar is what was asked"


def turn(**conversation):
    return Turn(
        Question.asked(Asker("default"), CANARY, usually_strict=False, conversation=ConversationRef(**conversation))
    )


def ended(reason=None, more=MappingProxyType({}), **changes):
    answer = {"degradedReason": reason, "complete": True, "paragraphCount": 2, "refCount": 1}
    end = Finished({"answer": {**answer, "citationStatus": {"ok": 1, "dropped": 2, "weak": 3}, **more}})
    return TurnOutcome(**{"end": end, "state": "done", "text": CANARY, "total_ms": 12} | changes)


def told(caplog, turn, outcome):
    caplog.set_level(logging.INFO)
    turn_report.report(turn, outcome, events=9, epoch=2)
    return caplog.records[-1].fields


def test_a_line_has_ids_times_counts_and_reasons(caplog):
    asked = turn(thread_id="t-1")
    fields = told(caplog, asked, ended("timeout", first_text_ms=5, model="m", confidence=0.51234))
    assert fields["answer_uuid"] == asked.answer_uuid and fields["thread_id"] == "t-1"
    assert (fields["outcome"], fields["reason"], fields["complete"]) == ("done", "timeout", True)
    assert (fields["first_text_ms"], fields["total_ms"], fields["confidence"]) == (5, 12, 0.5123)
    assert (fields["paragraphs"], fields["references"], fields["citations"]) == (
        2,
        1,
        {"ok": 1, "dropped": 2, "weak": 3},
    )
    assert (fields["events"], fields["epoch"]) == (9, 2)


async def test_weak_citations_are_counted_by_reason(caplog, sample):
    before = await scraped(sample)
    fields = told(caplog, turn(), ended(more={"citationReason": {"figure": 2, "never heard of": 1}}))
    after = await scraped(sample)
    assert fields["weak"] == {"figure": 2, "never heard of": 1}
    for reason, count in {"figure": 2, "other": 1, "name": 0}.items():
        found = [total(samples, "citestream_weak_citations_total", reason=reason) for samples in (before, after)]
        assert found[1] - found[0] == count


@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        (ended(), "none"),
        (ended("not_json"), "not_json"),
        (ended('hostile\n"} 1'), "other"),
        (ended(end=Failed("unavailable", CANARY), state="failed"), "unavailable"),
        (ended(end=Failed("never heard of", CANARY), state="failed"), "other"),
    ],
)
def test_a_reason_is_one_of_ours(outcome, reason):
    assert turn_report.reason(outcome) == reason


def test_no_text_is_in_a_line_not_even_as_an_id(caplog):
    fields = told(caplog, turn(thread_id=CANARY), ended(resolved_question=CANARY, retrieval_query=CANARY))
    assert CANARY not in str(fields) and "thread_id" not in fields


def test_below_its_level_nothing_is_written(caplog):
    caplog.set_level(logging.WARNING)
    turn_report.report(turn(), ended(), events=1, epoch=1)
    assert not caplog.records


async def test_a_turn_that_ends_is_told_once(sample, caplog):
    caplog.set_level(logging.INFO)
    before = await scraped(sample)
    await sample.document("What is a citation?", memory="skip")
    after = await scraped(sample)
    assert len([record for record in caplog.records if record.message == "turn"]) == 1
    assert total(after, "citestream_turns_total") - total(before, "citestream_turns_total") == 1
