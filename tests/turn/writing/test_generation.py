"""One answer's generation against a scripted model: what is asked again, how often, within which budget."""

import asyncio
import contextlib
from dataclasses import replace

import pytest

from gateway.answer.answer import Candidates
from gateway.answer.core.lost_paragraphs import Ladder
from gateway.answer.core.stream import AnswerStream
from gateway.answer.events import CoreDecision, ParagraphFinished, TextAdded, Thinking, fold
from gateway.answer.evidence.evidence import EvidenceSettings
from gateway.answer.evidence.far_sources import Near
from gateway.answer.evidence.verifier_verdicts import Verdict
from gateway.conversation.question import Message
from gateway.conversation.usage import Usage
from gateway.errors import UpstreamError, UpstreamTimeout
from gateway.models.ports import NO_EVIDENCE, ModelPiece
from gateway.telemetry.unwatched import unwatched
from gateway.turn.writing.generation import REPAIR_S, AnswerTask, Ending, Generation, Outlets
from gateway.turn.writing.spending import Budget, Spending
from gateway.words import tokens_estimate
from tests.fakes.model import SILENCE, Model
from tests.support.every import every
from tests.support.prompts import PROMPTS
from tests.support.questions import question_of
from tests.support.reading import CANDIDATES, FEES, LIMITS, LOANS, candidate, document
from tests.support.waiting import idle, until

INVENTED = "Zebras graze quietly under distant volcanic mountains."
WHOLE = document((["E1"], LOANS), (["E2"], FEES))
INSIDE = WHOLE[: WHOLE.index(FEES) + 20]
REST = document((["E2"], FEES), (["E3"], LIMITS))


class Reader(Outlets):
    """Runs one generation and keeps what was shown."""

    def __init__(self, model, *others, ladder=None, budget=None, verifier=None, earlier=(), before=None, **fields):
        self.events, self.states = [], []
        comparer, candidates = fields.pop("comparer", None), fields.pop("candidates", CANDIDATES)
        self.question = question_of("default", "How long may a book be borrowed?", "en", **fields)
        ladder = replace(ladder or Ladder(rollback=True, regenerate=True), resumes=1 + len(others))
        across = EvidenceSettings(across=comparer is not None)
        self.stream = AnswerStream(
            candidates, language="en", ladder=ladder, verified=verifier is not None, evidence=across
        )
        self.task = AnswerTask(PROMPTS, self.question, candidates)
        self.generation = Generation(
            self.task,
            self.stream,
            [model, *others],
            self,
            Spending(budget or Budget(), before),
            verifier,
            earlier,
            comparer,
        )

    def show(self, items):
        self.events += items

    async def announce(self, state):
        self.states.append(state)

    def record(self, kind, fields):
        """Keeps nothing."""

    def room(self):
        return None

    @property
    def repairs(self):
        return self.states.count("repairing")

    async def run(self):
        async with asyncio.timeout(30):
            ending = await self.generation.write()
        self.show(self.stream.close())
        return ending

    @property
    def paragraphs(self):
        folded = fold(self.shown).paragraphs
        return [(paragraph.text, paragraph.citation_ids, paragraph.degraded) for paragraph in folded]

    @property
    def shown(self):
        return [item for item in self.events if not isinstance(item, CoreDecision)]


def stop(usage=None):
    return ModelPiece(finish_reason="stop", usage=usage)


async def test_a_good_answer_takes_one_request():
    model = Model([WHOLE[:30], ModelPiece(thinking="hm"), WHOLE[30:], stop(Usage(9, 4))])
    reader = Reader(model, history=(Message("user", "before"),))
    assert await reader.run() == Ending("stop")
    assert len(model.prompts) == 1 and model.closed == 1 and reader.repairs == 0
    assert reader.generation.usage == Usage(9, 4) and model.histories[0] == reader.question.history
    assert any(isinstance(event, Thinking) for event in reader.events)


async def test_a_deliverable_is_asked_for_as_one():
    model = Model([INSIDE, UpstreamError()], [REST, stop()])
    await Reader(model, deliverable=True).run()
    assert [prompt.deliverable for prompt in model.prompts] == [True, True]


async def test_every_request_of_an_answer_has_its_tone():
    model = Model([INSIDE, UpstreamError()], [REST, stop()])
    reader = Reader(model, tone="Be brief.")
    await reader.run()
    prompts = [*model.prompts, reader.task.rest(reader.stream.accepted, only_next=True)]
    assert len({prompt.system for prompt in prompts}) == 1 and "Be brief." in prompts[0].system


@pytest.mark.parametrize(("error", "reason"), [(UpstreamError(), "upstream_error"), (UpstreamTimeout(), "timeout")])
async def test_a_broken_text_is_continued_once_behind_what_was_accepted(error, reason):
    model = Model([INSIDE, error], [REST, stop()])
    reader = Reader(model, ladder=Ladder())
    assert await reader.run() == Ending("stop")
    assert [paragraph.text for paragraph in model.prompts[1].accepted] == [LOANS, FEES[:20] + "…"]
    assert not model.prompts[1].only_next and model.prompts[1].candidates is CANDIDATES
    assert reader.paragraphs == [
        (LOANS, ["E1"], None),
        (FEES[:20] + "…", [], reason),
        (FEES, ["E2"], None),
        (LIMITS, ["E3"], None),
    ]
    assert reader.repairs == 1 and model.closed == 2


async def test_with_rollback_the_model_sees_only_what_stands():
    model = Model([INSIDE, ModelPiece(finish_reason="length")], [REST, stop()])
    reader = Reader(model)
    await reader.run()
    assert [paragraph.text for paragraph in model.prompts[1].accepted] == [LOANS]
    assert [text for text, _, _ in reader.paragraphs] == [LOANS, FEES, LIMITS]


async def test_a_second_failure_ends_the_answer():
    model = Model([INSIDE, UpstreamError()], [UpstreamTimeout()])
    reader = Reader(model)
    assert await reader.run() == Ending(failure="timeout")
    assert reader.paragraphs == [(LOANS, ["E1"], None)] and len(model.prompts) == 2
    summary = reader.stream.summary
    assert (summary.complete, summary.degraded_reason, summary.has_citation_error) == (False, "timeout", True)


async def test_a_failure_before_any_text_is_the_callers():
    with pytest.raises(UpstreamTimeout):
        await Reader(Model([UpstreamTimeout()])).run()


async def test_a_provider_that_fails_before_any_text_is_followed_by_the_next():
    model, spare = Model([UpstreamError()]), Model([WHOLE, stop()])
    reader = Reader(model, spare)
    assert await reader.run() == Ending("stop")
    assert reader.states == ["provider_switching"] and reader.generation.provider is spare
    assert [text for text, *_ in reader.paragraphs] == [LOANS, FEES]


@pytest.mark.parametrize("begun", ["<think>Let me", '{"paragraphs":[{"citationIds":["E3"],"text":"T', "Loa"])
async def test_what_a_provider_began_before_it_failed_is_no_part_of_the_next_ones_answer(begun):
    reader = Reader(Model([begun, UpstreamError()], [UpstreamError()]), Model([WHOLE, stop()]))
    assert await reader.run() == Ending("stop")
    assert [text for text, *_ in reader.paragraphs] == [LOANS, FEES]


async def test_when_all_providers_fail_before_any_text_the_last_ones_error_is_the_callers():
    with pytest.raises(UpstreamTimeout):
        await Reader(Model([UpstreamError()]), Model([UpstreamTimeout()])).run()


async def test_a_text_that_breaks_off_before_anything_was_shown_is_asked_for_once_more_from_the_start():
    model = Model(['{"paragraphs":[{"citationIds":["E', UpstreamError()], [WHOLE, stop()])
    reader = Reader(model)
    assert await reader.run() == Ending("stop")
    assert [prompt.accepted for prompt in model.prompts] == [(), ()] and reader.states == ["repairing"]
    assert reader.paragraphs == [(LOANS, ["E1"], None), (FEES, ["E2"], None)] and reader.stream.summary.complete


async def test_a_text_of_which_nothing_was_shown_twice_is_the_next_providers_to_write():
    model = Model(['{"paragraphs":[', UpstreamError()], ['{"paragraphs":[', UpstreamTimeout()])
    reader = Reader(model, Model([WHOLE, stop()]))
    assert await reader.run() == Ending("stop")
    assert reader.states == ["repairing", "provider_switching"] and len(reader.paragraphs) == 2


async def test_when_no_text_ever_showed_anything_the_last_error_is_the_callers():
    half = '{"paragraphs":['
    with pytest.raises(UpstreamTimeout):
        await Reader(Model([half, UpstreamError()], [half, UpstreamTimeout()])).run()


async def test_what_a_text_held_back_is_said_when_all_others_fail():
    model, spare = Model(["Three weeks.", UpstreamTimeout()], [UpstreamError()]), Model([UpstreamError()])
    reader = Reader(model, spare)
    await reader.run()
    summary = reader.stream.summary
    assert (summary.text, summary.complete, summary.degraded_reason) == ("Three weeks.", False, "timeout")
    assert len(model.prompts) == 2 and len(spare.prompts) == 1


async def test_a_first_paragraph_that_breaks_off_stays_and_the_next_provider_writes_the_rest():
    first = WHOLE[: WHOLE.index(LOANS) + 20]
    model, spare = Model([first, UpstreamError()], [UpstreamTimeout()]), Model([REST, stop()])
    reader = Reader(model, spare, ladder=Ladder())
    assert await reader.run() == Ending("stop")
    assert reader.paragraphs == [
        (LOANS[:20] + "…", [], "interrupted"),
        (FEES, ["E2"], None),
        (LIMITS, ["E3"], None),
    ]
    assert [paragraph.text for paragraph in spare.prompts[0].accepted] == [
        LOANS[:20] + "…"
    ] and reader.stream.summary.complete


async def test_a_provider_that_stands_in_is_asked_once_more_too():
    spare = Model([INSIDE, UpstreamError()], [REST, stop()])
    reader = Reader(Model([UpstreamError()]), spare)
    assert await reader.run() == Ending("stop")
    assert reader.states == ["provider_switching", "repairing"] and len(spare.prompts) == 2
    assert [text for text, *_ in reader.paragraphs] == [LOANS, FEES, LIMITS]


async def test_a_provider_that_gives_nothing_is_not_asked_again_for_the_rest():
    """Another process has written a paragraph; here the first provider is down."""
    model, spare = Model([UpstreamError()]), Model([REST, stop()])
    reader = Reader(model, spare)
    reader.stream.restore([TextAdded(LOANS + "\n\n"), ParagraphFinished(0, LOANS)])
    assert await reader.run() == Ending("stop")
    assert reader.states == ["provider_switching", "repairing"] and len(model.prompts) == 1
    assert [text for text, *_ in reader.paragraphs] == [FEES, LIMITS]


async def test_what_a_dead_process_left_half_written_is_no_hindrance_to_the_next_provider():
    model, spare = Model([UpstreamError()]), Model([REST, stop()])
    reader = Reader(model, spare, ladder=Ladder())
    reader.show(reader.stream.restore([TextAdded(LOANS[:20])]))
    assert await reader.run() == Ending("stop")
    assert [(text, degraded) for text, _, degraded in reader.paragraphs] == [
        (LOANS[:20] + "…", "interrupted"),
        (FEES, None),
        (LIMITS, None),
    ]


async def test_all_providers_together_have_the_whole_time_and_no_more():
    model, spare = Model([SILENCE]), Model([SILENCE])
    with pytest.raises(UpstreamTimeout, match="GATEWAY_TOTAL_TIMEOUT_S"):
        await Reader(model, spare, budget=Budget(total_s=0.1)).run()
    assert len(model.prompts) == 1 and spare.prompts == [] and model.closed == 1


HALF_OF_FEES = {
    "json": INSIDE,
    "tags": f'<p c="E1">{LOANS}</p><p c="E2">{FEES[:20]}',
    "plain": f"{LOANS}\n\n{FEES[:20]}",
    "one line": LOANS[:40],
    "another shape": f'{{"response":"{LOANS[:40]}',
}


@every("pieces", HALF_OF_FEES.values(), ids=HALF_OF_FEES)
@every("cut", [SILENCE, UpstreamTimeout()])
async def test_when_the_time_is_over_what_came_drop_by_drop_is_kept(pieces, cut):
    reader = Reader(Model([*pieces, cut], [UpstreamTimeout()]), ladder=Ladder(), budget=Budget(total_s=1.5))
    await reader.run()
    summary = reader.stream.summary
    assert (summary.complete, summary.degraded_reason, summary.has_citation_error) == (False, "timeout", True)
    shown = summary.text.removesuffix("…")
    assert shown == (f"{LOANS}\n\n{FEES[:20]}" if len(shown) > 40 else LOANS[:40])


async def test_a_text_that_breaks_off_twice_goes_on_with_the_next_provider():
    model = Model([INSIDE, UpstreamError()], [UpstreamError()])
    spare = Model([REST, stop()])
    reader = Reader(model, spare)
    assert await reader.run() == Ending("stop")
    assert reader.states == ["repairing", "provider_switching", "repairing"]
    assert [text for text, *_ in reader.paragraphs] == [LOANS, FEES, LIMITS]
    assert [paragraph.text for paragraph in spare.prompts[0].accepted] == [LOANS]
    assert fold(reader.shown).text.count(LOANS) == 1


async def test_when_every_provider_breaks_off_the_answer_ends_with_what_stands():
    reader = Reader(Model([INSIDE, UpstreamError()], [UpstreamError()]), Model([UpstreamError()]))
    assert await reader.run() == Ending(failure="upstream_error")
    assert [text for text, *_ in reader.paragraphs] == [
        LOANS
    ] and reader.stream.summary.degraded_reason == "upstream_error"


async def test_plain_text_that_breaks_off_is_not_continued():
    model = Model([f"{LOANS}\n\n{FEES}", UpstreamError()])
    reader = Reader(model)
    assert await reader.run() == Ending(failure="upstream_error")
    assert reader.stream.summary.citation_mode == "answer" and len(model.prompts) == 1


async def test_when_the_whole_time_is_over_nothing_is_continued():
    model = Model([INSIDE, UpstreamTimeout()])
    reader = Reader(model, budget=Budget(total_s=0))
    assert await reader.run() == Ending(failure="timeout")
    assert len(model.prompts) == 1 and reader.repairs == 0


async def test_the_continuation_ends_with_the_whole_time():
    model = Model([INSIDE, UpstreamError()], [REST[: REST.index(LIMITS)], SILENCE])
    reader = Reader(model, budget=Budget(total_s=0.3))
    assert await reader.run() == Ending(failure="timeout")
    assert [text for text, _, _ in reader.paragraphs] == [LOANS, FEES] and model.closed == 2
    assert reader.stream.summary.degraded_reason == "timeout"


async def test_a_full_answer_closes_the_connection():
    many = document(*[(["E1"], f"Paragraph number {n}.") for n in range(250)])
    model = Model([many, SILENCE])
    await Reader(model).run()
    assert model.closed == 1


async def test_no_evidence_ends_like_a_stop():
    assert await Reader(Model([WHOLE, ModelPiece(finish_reason=NO_EVIDENCE)])).run() == Ending(NO_EVIDENCE)


# One paragraph ----------------------------------------------------------------------------------------------------

STRICT = Ladder(strict=True, regenerate=True, nothing_found="Nothing was found.")
WITH_INVENTED = document((["E1"], LOANS), (["E1"], INVENTED), (["E3"], LIMITS))


async def test_an_unsupported_paragraph_is_asked_for_once_more_before_the_next_one_is_shown():
    model = Model([WITH_INVENTED, stop(Usage(10, 30))], [document((["E2"], FEES), (["E3"], LIMITS)), SILENCE])
    reader = Reader(model, ladder=STRICT)
    async with asyncio.timeout(REPAIR_S / 2):  # it does not wait for more than the one paragraph
        await reader.run()
    assert [text for text, _, _ in reader.paragraphs] == [LOANS, FEES, LIMITS]
    prompt = model.prompts[1]
    assert prompt.only_next and [paragraph.text for paragraph in prompt.accepted] == [LOANS]
    assert model.closed == 2 and reader.repairs == 1
    assert reader.generation.usage.prompt_tokens > 10 and reader.generation.usage.answer_tokens > 30


@pytest.mark.parametrize(
    "script", [[UpstreamError("gone")], ["I cannot.", stop()], [document((["E1"], INVENTED)), stop()]]
)
async def test_a_try_that_fails_is_the_only_one(script):
    model = Model([WITH_INVENTED, stop()], script)
    reader = Reader(model, ladder=STRICT)
    await reader.run()
    assert [text for text, _, _ in reader.paragraphs] == [LOANS, "Nothing was found.", LIMITS]
    assert len(model.prompts) == 2 and reader.generation.usage is None


class Judge:
    """A verifier that refutes the paragraphs it is given."""

    grace_s = None

    def __init__(self, *refuted):
        self.refuted, self.asked = refuted, []

    async def verify(self, claims):
        self.asked += [claim.text for claim in claims]
        return [Verdict("refuted" if claim.text in self.refuted else "supported", 0.9) for claim in claims]


async def test_a_replacement_is_judged_by_the_verifier_before_it_stands():
    model = Model([WITH_INVENTED, stop()], [document((["E2"], FEES)), stop()])
    judge = Judge()
    reader = Reader(model, ladder=STRICT, verifier=judge)
    await reader.run()
    assert judge.asked == [LOANS, FEES, LIMITS]
    assert [text for text, _, _ in reader.paragraphs] == [LOANS, FEES, LIMITS]


async def test_a_replacement_that_the_verifier_refutes_does_not_stand():
    model = Model([WITH_INVENTED, stop()], [document((["E2"], FEES)), stop()])
    reader = Reader(model, ladder=STRICT, verifier=Judge(FEES))
    await reader.run()
    assert [text for text, _, _ in reader.paragraphs] == [LOANS, "Nothing was found.", LIMITS]
    assert len(model.prompts) == 2


class Slow(Judge):
    """One that says nothing before it may."""

    grace_s = 0.0

    def __init__(self, *refuted):
        super().__init__(*refuted)
        self.may, self.cancelled = asyncio.Event(), 0

    async def verify(self, claims):
        try:
            await self.may.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return await super().verify(claims)


def counts(reader):
    return {status: count for status, count in reader.stream.summary.citation_status.items() if count}


async def test_a_paragraph_does_not_wait_for_a_verdict_that_takes_long():
    judge = Slow(FEES)
    reader = Reader(Model([WHOLE, stop()]), ladder=Ladder(), verifier=judge)
    running = asyncio.create_task(reader.run())
    await until(lambda: len(fold(reader.shown).paragraphs) == 2)
    assert not running.done() and counts(reader) == {"ok": 2}
    judge.may.set()
    await running
    assert counts(reader) == {"ok": 1, "dropped": 1}
    assert [tuple(late) for late in reader.stream.summary.late_verdicts] == [(1, "E2", "dropped")]
    assert [paragraph[1] for paragraph in reader.paragraphs] == [["E1"], ["E2"]], "what is sent stays"
    assert [event.detail["late"] for event in reader.events if getattr(event, "kind", "") == "id_dropped"] == [True]


async def test_in_strict_mode_every_verdict_is_waited_for():
    judge = Slow(FEES)
    reader = Reader(Model([WHOLE, stop()]), ladder=Ladder(strict=True, nothing_found="Nothing."), verifier=judge)
    running = asyncio.create_task(reader.run())
    await idle()
    assert fold(reader.shown).paragraphs == ()
    judge.may.set()
    await running
    assert [text for text, _, _ in reader.paragraphs] == [LOANS, "Nothing."]
    assert reader.stream.summary.late_verdicts == ()


async def test_a_generation_that_is_stopped_asks_no_verifier_any_more():
    judge = Slow()
    reader = Reader(Model([WHOLE, SILENCE]), ladder=Ladder(), verifier=judge)
    running = asyncio.create_task(reader.run())
    await until(lambda: fold(reader.shown).paragraphs)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    await idle()
    assert judge.cancelled >= 1


async def test_as_many_tries_as_the_setting_says():
    model = Model([WITH_INVENTED, stop()], ["I cannot.", stop()], [document((["E2"], FEES)), stop()])
    reader = Reader(model, ladder=STRICT, budget=Budget(tries=2))
    await reader.run()
    assert [text for text, _, _ in reader.paragraphs] == [LOANS, FEES, LIMITS]


@pytest.mark.parametrize(("left", "prompts"), [(0, 1), (1, 2)])
async def test_the_last_token_for_repairs_may_be_spent_and_none_after_it(left, prompts):
    model = Model([WITH_INVENTED, stop()], ["I cannot.", stop()])
    reader = Reader(model, ladder=STRICT)
    reader.generation._spending.repair_tokens = left
    await reader.run()
    assert len(model.prompts) == prompts


# JSON that its model left open ------------------------------------------------------------------------------------

ENDLESS = ['{"paragraphs":[{"citationIds":["E2"],"text":"', "word " * 400]


@pytest.mark.parametrize("open_", [WHOLE[:-1], WHOLE[:-2], WHOLE[: WHOLE.index(FEES) - 27]])
async def test_json_that_never_closes_is_asked_to_go_on_once(open_):
    model = Model([open_, stop()], [REST, stop()])
    reader = Reader(model, ladder=Ladder(regenerate=True))
    assert await reader.run() == Ending("stop")
    assert [text for text, *_ in reader.paragraphs] == [LOANS, FEES, LIMITS]
    assert reader.stream.summary.complete and reader.states == ["repairing"]
    assert not model.prompts[1].only_next and model.prompts[1].accepted


async def test_json_that_came_as_a_thought_alone_is_asked_to_go_on_too():
    model = Model([ModelPiece(thinking=WHOLE[:-2]), stop()], [ModelPiece(thinking=REST), stop()])
    reader = Reader(model, ladder=Ladder(regenerate=True))
    await reader.run()
    assert [text for text, *_ in reader.paragraphs] == [LOANS, FEES, LIMITS] and reader.stream.summary.complete


@pytest.mark.parametrize("script", [[WHOLE[:-2], stop()], [UpstreamError()], [stop()], [*ENDLESS, stop()]])
async def test_what_does_not_close_then_either_is_truncated_and_no_other_model_is_asked(script):
    model, spare = Model([WHOLE[:-2], stop()], script), Model()
    reader = Reader(model, *([] if isinstance(script[0], UpstreamError) else [spare]), ladder=Ladder(regenerate=True))
    await reader.run()
    summary = reader.stream.summary
    assert (summary.complete, summary.degraded_reason, summary.text[: len(LOANS)]) == (False, "truncated", LOANS)
    assert len(model.prompts) == 2 and spare.prompts == []


@pytest.mark.parametrize(("ladder", "tokens"), [(Ladder(), 2000), (Ladder(regenerate=True), 6)])
async def test_without_a_budget_for_repairs_it_is_not_asked_to_go_on(ladder, tokens):
    model = Model([WHOLE[:-2], stop()])
    reader = Reader(model, ladder=ladder, budget=Budget(tokens=tokens))
    await reader.run()
    summary = reader.stream.summary
    assert (summary.complete, summary.degraded_reason) == (False, "truncated")
    assert [text for text, *_ in reader.paragraphs] == [LOANS, FEES] and len(model.prompts) == 1


async def test_what_goes_on_with_it_is_paid_from_the_budget_for_repairs():
    reader = Reader(Model([WHOLE[:-2], stop()], [REST, stop()]), ladder=Ladder(regenerate=True))
    await reader.run()
    assert reader.generation._spending.repair_tokens == 300 - tokens_estimate(REST)


# Thoughts and formats ---------------------------------------------------------------------------------------------


def thoughts(reader):
    return "".join(event.text for event in reader.events if isinstance(event, Thinking))


@pytest.mark.parametrize("error", [UpstreamError(), UpstreamTimeout()])
@pytest.mark.parametrize("thought", [ModelPiece(thinking="Let me see"), "<think>Let me see"])
async def test_a_stream_that_ends_in_an_error_loses_nothing_of_its_thoughts(thought, error):
    reader = Reader(Model([thought, error], [error]))
    with contextlib.suppress(UpstreamError):  # a thought in the text is an answer where nothing else comes
        await reader.run()
    assert thoughts(reader) == "Let me see"


@pytest.mark.parametrize("thought", [ModelPiece(thinking="Let me see"), "<think>Let me see"])
async def test_the_thoughts_of_a_model_end_before_another_one_thinks(thought):
    spare = Model([ModelPiece(thinking="Hm."), WHOLE, stop()])
    reader = Reader(Model([thought, UpstreamError()], [UpstreamError()]), spare)
    await reader.run()
    assert thoughts(reader) == "Let me seeHm." and len(reader.paragraphs) == 2
    switch = [event for event in reader.events if isinstance(event, Thinking)]
    assert switch[0].text + switch[1].text == "Let me see"


def recorded(script, *others, ladder=None):
    reader, lines = Reader(Model(*script), *others, ladder=ladder), []
    reader.record = lambda kind, fields: lines.append(fields)
    reader.generation._outlets = reader
    return reader, lines


async def compliance(*script, others=(), ladder=None):
    reader, lines = recorded(script, *others, ladder=ladder)
    with contextlib.suppress(UpstreamError):
        await reader.run()
    return [line["detail"]["format_compliance"] for line in lines if line.get("decision") == "format_compliance"]


@every(
    ("script", "verdicts"),
    [
        ([[WHOLE, stop()]], [True]),
        ([[ModelPiece(thinking="Hm."), f"<think>{{</think>{WHOLE}", stop()]], [True]),
        ([[f"```json\n{WHOLE}\n```", stop()]], [False]),
        ([[WHOLE.replace("}]", "},]"), stop()]], [False]),
        ([[f"{LOANS} [E1]", stop()]], [False]),
        ([[WHOLE[:-2], stop()], [REST, stop()]], [False]),
        ([[WHOLE[:-2], UpstreamError()], [REST, stop()]], [False]),
        ([[UpstreamError()]], []),
    ],
)
async def test_whether_the_json_of_a_model_complies_is_recorded_once(script, verdicts):
    assert await compliance(*script, ladder=Ladder(regenerate=True)) == verdicts


async def test_the_verdict_is_about_the_model_that_wrote_last():
    assert await compliance([WHOLE[:-2], UpstreamError()], [UpstreamError()], others=[Model([REST, stop()])]) == [True]


async def test_in_a_replay_nothing_is_counted_or_recorded_of_the_format():
    with unwatched():
        assert await compliance([WHOLE, stop()]) == []


async def test_a_damaged_paragraph_is_replaced_in_its_place():
    model = Model([WHOLE[:-20], stop()], [document((["E2"], FEES)), stop()])
    reader = Reader(model)
    await reader.run()
    assert reader.paragraphs == [(LOANS, ["E1"], None), (FEES, ["E2"], None)]
    assert reader.stream.summary.complete


async def test_a_try_takes_two_seconds_at_most(monkeypatch):
    assert REPAIR_S == 2
    monkeypatch.setattr("gateway.turn.writing.generation.REPAIR_S", 0.05)
    model = Model([WITH_INVENTED, stop()], ["{", SILENCE])
    reader = Reader(model, ladder=STRICT, budget=Budget(tries=3))
    await reader.run()
    assert [text for text, _, _ in reader.paragraphs] == [LOANS, "Nothing was found.", LIMITS]
    assert len(model.prompts) == 2 and model.closed == 2


async def test_all_tries_together_take_a_share_of_the_tokens():
    many = document(*[(["E1"], f"{INVENTED} Number {n}.") for n in range(4)], (["E3"], LIMITS))
    endless = ['{"paragraphs":[{"citationIds":["E2"],"text":"', *["word " * 8] * 100]
    model = Model([many, stop()], endless, endless)
    reader = Reader(model, ladder=STRICT, budget=Budget(tokens=400))
    await reader.run()
    assert len(model.prompts) == 2 and model.closed == 2
    assert reader.repairs == 1 and model.pieces < 12
    assert [text for text, _, _ in reader.paragraphs] == ["Nothing was found.", LIMITS]


async def test_a_turn_that_is_cancelled_while_it_mends_keeps_what_was_said():
    model = Model([WITH_INVENTED], [SILENCE])
    reader = Reader(model, ladder=STRICT)
    asked = asyncio.Event()

    async def announce(state):
        asked.set()

    reader.announce = announce
    task = asyncio.create_task(reader.generation.write())
    await asyncio.wait_for(asked.wait(), 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 5)
    reader.show(reader.stream.close(failure="interrupted"))
    assert reader.paragraphs[0] == (LOANS, ["E1"], None)
    assert reader.stream.summary.degraded_reason == "interrupted" and not reader.stream.summary.complete
    assert "".join(event.text for event in reader.events if isinstance(event, TextAdded)).startswith(LOANS)


def bounded(tokens):
    """A bound that the prompt and so many tokens of text reach."""
    reader = Reader(Model())
    prompt = reader.task.whole()
    return Budget(turn_tokens=tokens_estimate(prompt.system + prompt.user) + tokens)


async def test_a_turn_that_reaches_its_bound_begins_no_other_paragraph():
    model = Model([*document((["E1"], LOANS), (["E2"], FEES), (["E3"], LIMITS)), stop()])
    reader = Reader(model, budget=bounded(30))
    await reader.run()
    assert [text for text, *_ in reader.paragraphs] == [LOANS, FEES]
    summary = reader.stream.summary
    assert (summary.complete, summary.degraded_reason, summary.has_citation_error) == (False, "budget", False)
    assert model.closed == 1


async def test_a_bound_that_the_prompt_alone_reaches_leaves_one_paragraph():
    reader = Reader(Model([*WHOLE, stop()]), budget=Budget(turn_tokens=1))
    await reader.run()
    assert [text for text, *_ in reader.paragraphs] == [LOANS]


async def test_behind_the_bound_nothing_is_mended_and_nothing_resumed():
    model = Model([*INSIDE, UpstreamError()])
    reader = Reader(model, budget=bounded(1))
    await reader.run()
    assert [text for text, *_ in reader.paragraphs] == [LOANS] and not reader.repairs and len(model.prompts) == 1


async def test_what_was_spent_before_anything_is_written_counts():
    reader = Reader(Model([*WHOLE, stop(Usage(50, 7))]), before=Usage(30, 6))
    await reader.run()
    assert reader.generation.usage == Usage(80, 13)
    reader = Reader(Model([*WHOLE, stop()]), budget=bounded(300), before=Usage(290, 10))
    await reader.run()
    assert [text for text, *_ in reader.paragraphs] == [LOANS]


async def test_what_was_said_in_another_process_counts_once():
    spent = Reader(Model([REST, stop(Usage(50, 7))]), earlier=[LOANS])
    restored = [TextAdded(LOANS + "\n\n"), ParagraphFinished(0, LOANS)]
    spent.stream.restore(restored)
    await spent.run()
    prompt = spent.task.whole()
    assert spent.generation.usage == Usage(
        50 + tokens_estimate(prompt.system + prompt.user), 7 + tokens_estimate(LOANS)
    )
    model = Model()
    reached = Reader(model, budget=bounded(5), earlier=[LOANS])
    reached.stream.restore(restored)
    assert await reached.run() == Ending(failure="budget") and not model.prompts
    assert reached.stream.summary.degraded_reason == "budget"


class Comparer:
    """One that finds everything near, and keeps what it was asked."""

    def __init__(self):
        self.asked = []

    async def compare(self, sources):
        self.asked.append([source.citation_id for source in sources])
        return [[Near(0.9, 0)] * len(source.claims) for source in sources]


async def test_sources_in_another_language_are_compared_once_for_a_paragraph():
    french = candidate(2, "La bibliothèque prête dix livres au plus à chaque personne.", "fr")
    told = "The library lends at most ten books to each person."
    comparer = Comparer()
    model = Model([document((["E1"], LOANS), (["E2"], told), (["E2"], told + " No more.")), stop()])
    candidates = Candidates([CANDIDATES[0], french])
    reader = Reader(model, ladder=Ladder(), comparer=comparer, candidates=candidates)
    await reader.run()
    assert comparer.asked == [["E2"], ["E2"]] and counts(reader) == {"ok": 3}
