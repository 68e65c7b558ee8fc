"""One turn from question to terminal event, against a scripted model and a journal that only writes down."""

import asyncio
import logging
from dataclasses import replace

import pytest

from gateway.answer.answer import Candidates, Section
from gateway.answer.events import (
    CitationsFinished,
    Failed,
    Finished,
    Numbered,
    OutlineFound,
    ParagraphFinished,
    Started,
    StateChanged,
    TextAdded,
    Thinking,
    fold,
)
from gateway.answer.evidence.evidence_rule import EvidenceRule
from gateway.answer.evidence.verifier_verdicts import Verdict
from gateway.conversation.prepared import Prepared, StoredTurn
from gateway.conversation.question import Scope
from gateway.conversation.turn import Turn
from gateway.errors import Unavailable
from gateway.limits.thresholds import Levels
from gateway.models.providers import extractive, openai
from gateway.retrieval.ports import Hit, Retrieval
from gateway.retrieval.sources import Sources
from gateway.settings import Settings
from gateway.turn.ask import Ask
from gateway.turn.limits import TurnLimits
from gateway.turn.ports import JournalLost
from gateway.turn.preparation import Preparation
from tests.fakes.upstream import answer_json, reasoning, reset_after, silence, stall_after, status, text
from tests.support.prompts import PROMPTS
from tests.support.questions import question_of

SENTENCE = "A book may be borrowed for three weeks."
QUESTION = "How long may a book be borrowed?"


def found(text=SENTENCE, kind="embedding", score=0.5, **more):
    return Hit(kind, {"embeddingId": f"id of {text}", "title": "Loans", "text": text}, score, "en", **more)


class Shelf:
    """A retriever that always finds the same, or fails."""

    def __init__(self, *hits, error=None):
        self.hits, self.error, self.queries = hits, error, []

    async def search(self, query):
        self.queries.append(query)
        if self.error:
            raise self.error
        return Retrieval(self.hits, {"book": 2.0, "borrow": 3.0})


class Paper:
    """A journal in memory."""

    elapsed_ms = 5
    stopped = None

    def __init__(self, lost=False):
        self.events, self.frozen, self.outcome, self.lost = [], None, None, lost
        self.recorded = []

    @property
    def candidates(self):
        return self.frozen.candidates

    def record(self, kind, fields):
        self.recorded.append((kind, fields))

    def emit(self, events):
        self.events += events

    def room(self):
        return self.lose() if self.lost else None

    async def lose(self):
        raise JournalLost

    async def stored(self):
        if self.lost:
            raise JournalLost

    async def freeze(self, frozen):
        self.frozen = frozen

    async def finish(self, outcome):
        assert self.outcome is None, "a turn has one end"
        self.events.append(outcome.end)
        self.outcome = outcome

    def kinds(self):
        return [type(event) for event in self.events]


def turn(text=QUESTION, language="en", **fields):
    return Turn(question_of("default", text, language, **fields))


@pytest.fixture
async def model(upstream):
    fields = {"openai_base_url": upstream.url, "openai_model": "scripted", "silence_timeout_s": 1.5}
    provider = openai.create(Settings(_env_file=None, **fields))
    provider.retries = 0
    await provider.prepare()
    yield provider
    await provider.aclose()


def ask(retrievers, provider, limits=None, reranker=None, verifier=None):
    limits = limits or TurnLimits()
    preparation = Preparation(Sources(retrievers, reranker), PROMPTS, limits)
    return Ask(preparation, [provider], PROMPTS, limits, verifier)


async def run(provider, *, shelf=None, paper=None, limits=None, asked=None):
    paper = paper or Paper()
    async with asyncio.timeout(30):
        await ask([shelf or Shelf(found())], provider, limits).run(asked or turn(), paper)
    return paper


async def test_a_turn_goes_from_start_to_done_in_one_line(upstream, model):
    upstream.script[:] = [answer_json([(["E1"], SENTENCE)])]
    paper = await run(model)
    assert paper.kinds()[:4] == [Started, StateChanged, StateChanged, StateChanged]
    assert paper.kinds()[-2:] == [CitationsFinished, Finished]
    states = [event.state for event in paper.events if isinstance(event, StateChanged)]
    assert states == ["question_analysing", "knowledge_searching", "responding"]
    assert isinstance(paper.candidates, Candidates) and paper.candidates[0].citation_id == "E1"
    outcome = paper.outcome
    assert (outcome.state, outcome.text, outcome.source, outcome.references) == ("done", SENTENCE, "model", ("E1",))
    assert (outcome.question_tokens, outcome.answer_tokens) == (11, 7) and outcome.gate_decision == "confident"
    assert outcome.prompt_version == PROMPTS.version and outcome.model == "scripted"


async def test_the_scope_and_the_limits_reach_the_retriever(upstream, model):
    upstream.script[:] = [answer_json([(["E1"], SENTENCE)])]
    shelf = Shelf(found())
    scope = Scope("house", "app", ("3f2c",), ("en",))
    await run(model, shelf=shelf, limits=TurnLimits(top_k=3), asked=turn(scope=scope))
    query = shelf.queries[0]
    assert (query.tenant, query.text, query.limit) == ("default", QUESTION, 3)
    assert (query.scope.workspace, query.scope.source_app, query.scope.document_ids) == ("house", "app", ("3f2c",))
    assert query.scope.languages == ("en",)


@pytest.mark.parametrize(("text", "spoken"), [("Who won the cup?", "en"), ("Quagmire", "fr")])
async def test_words_are_weighed_in_their_own_language_whatever_the_labels_speak(model, text, spoken):
    shelf = Shelf(found("Guests who come work with a member."))
    paper = await run(model, shelf=shelf, asked=turn(text, language="fr"))
    assert shelf.queries[0].language == spoken
    assert paper.outcome.text.startswith(PROMPTS.label("nothing_found", "fr"))


class Judge:
    """A verifier that refutes everything."""

    grace_s = None

    def __init__(self):
        self.claims = []

    async def verify(self, claims):
        self.claims += claims
        return [Verdict("refuted", 0.9) for _ in claims]


async def test_a_verifier_judges_every_citation_before_its_paragraph_is_shown(upstream, model):
    upstream.script[:] = [answer_json([(["E1"], SENTENCE), ([], "And so on.")])]
    judge, paper = Judge(), Paper()
    await ask([Shelf(found())], model, verifier=judge).run(turn(), paper)
    assert [claim.text for claim in judge.claims] == [SENTENCE]
    assert fold(paper.events).references == () and paper.outcome.text == f"{SENTENCE}\n\nAnd so on."
    assert paper.events[-1].meta["answer"]["citationStatus"]["dropped"] == 1


async def test_below_the_gate_the_model_is_not_asked(upstream, model):
    paper = await run(model, asked=turn("Who won the football championship?"))
    assert upstream.requests == []
    assert paper.outcome.source == "gate" and paper.outcome.state == "no_context"
    assert paper.outcome.gate_decision == "refused" and paper.outcome.references == ()
    answer = fold(paper.events)
    refusal, looked_for = answer.paragraphs
    assert refusal.text == PROMPTS.label("nothing_found", "en")
    assert looked_for.text == "Looked for: football championship"


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
async def test_no_candidate_is_refused_in_the_language_of_the_question(upstream, model, language):
    paper = await run(model, shelf=Shelf(), limits=TurnLimits(gate_threshold=Levels(0)), asked=turn(language=language))
    assert paper.outcome.text.startswith(PROMPTS.label("nothing_found", language)) and upstream.requests == []


async def test_a_threshold_of_zero_switches_the_gate_off(upstream, model):
    upstream.script[:] = [answer_json([([], "Something else entirely.")])]
    paper = await run(
        model, limits=TurnLimits(gate_threshold=Levels(0)), asked=turn("Who won the football championship?")
    )
    assert paper.outcome.gate_decision == "off" and paper.outcome.text == "Something else entirely."


async def test_a_provider_that_finds_no_evidence_ends_like_the_gate():
    provider = extractive.create(Settings(_env_file=None))
    passage = "The borrowed crane stood beside a tall house. Nothing else was ever written about it."
    asked = turn("borrowed book overdue reminder letter signature procedure")
    paper = await run(provider, shelf=Shelf(found(passage)), limits=TurnLimits(gate_threshold=Levels(0)), asked=asked)
    assert paper.outcome.source == "gate" and paper.outcome.state == "no_context" and paper.outcome.references == ()


@pytest.mark.requirement("R3")
async def test_reasoning_is_shown_as_thinking_and_is_no_part_of_the_answer(upstream, model):
    whole = '{"paragraphs":[{"citationIds":["E1"],"text":"A book may be borrowed for three weeks."}]}'
    upstream.script[:] = [reasoning("We look at the loans.", whole)]
    paper = await run(model)
    thought = "".join(event.text for event in paper.events if isinstance(event, Thinking))
    assert thought == "We look at the loans." and paper.outcome.text == SENTENCE


@pytest.mark.parametrize(
    ("behaviour", "code"),
    [
        (status(500), "upstream_error"),
        (status(401), "upstream_refused"),
        (status(400, {"error": {"code": "content_filter"}}), "content_filter"),
        (text("", finish="content_filter"), "content_filter"),
        (silence(), "upstream_timeout"),
    ],
)
async def test_a_failure_before_any_text_is_failed_with_its_code(upstream, model, behaviour, code):
    upstream.script[:] = [behaviour]
    paper = await run(model)
    end = paper.events[-1]
    assert isinstance(end, Failed) and end.code == code and end.message == PROMPTS.label(code, "en")
    assert end.retryable == (code not in ("upstream_refused", "content_filter"))
    assert paper.outcome.state == "failed" and TextAdded not in paper.kinds()


@pytest.mark.parametrize(("cut", "reason"), [(reset_after, "upstream_error"), (stall_after, "timeout")])
async def test_a_failure_after_text_keeps_the_text_and_says_why(upstream, model, cut, reason):
    whole = '{"paragraphs":[{"citationIds":["E1"],"text":"A book may be borrowed for three weeks. And then'
    upstream.script[:] = [cut(20, whole)]
    paper = await run(model)
    end = paper.events[-1]
    assert isinstance(end, Finished)
    answer = end.meta["answer"]
    assert (answer["complete"], answer["degradedReason"], answer["hasCitationError"]) == (False, reason, True)
    assert paper.outcome.text and SENTENCE.startswith(paper.outcome.text[:20])


async def test_an_answer_of_nothing_is_a_failure(upstream, model):
    upstream.script[:] = [answer_json([])]
    paper = await run(model)
    assert isinstance(paper.events[-1], (Failed, Finished))
    assert paper.outcome.text == "" or not isinstance(paper.events[-1], Failed)


async def test_a_knowledge_base_that_is_away_is_unavailable(model):
    paper = await run(model, shelf=Shelf(error=Unavailable("away")))
    assert paper.events[-1] == Failed("unavailable", PROMPTS.label("unavailable", "en"), True)


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
async def test_a_source_that_fails_beside_one_that_works_is_a_warning_in_the_readers_language(
    upstream, model, language
):
    upstream.script[:] = [answer_json([(["E1"], SENTENCE)])]
    paper = Paper()
    await ask([Shelf(error=Unavailable("away")), Shelf(found())], model).run(turn(language=language), paper)
    assert paper.events[-1].meta["warnings"] == [PROMPTS.label("source_failed", language).format(source="test_ask")]
    assert paper.outcome.state == "done" and paper.outcome.references == ("E1",)


async def test_a_reranker_that_fails_is_a_warning(upstream, model):
    class Away:
        async def rerank(self, question, texts):
            raise Unavailable("away")

    upstream.script[:] = [answer_json([(["E1"], SENTENCE)])]
    other, paper = found("A crane is a bird.", score=0.1), Paper()
    await ask([Shelf(found(), other)], model, reranker=Away()).run(turn(), paper)
    assert paper.events[-1].meta["warnings"] == [PROMPTS.label("reranker_failed", "en")]


async def test_an_unexpected_error_is_internal_and_tells_nothing(model):
    paper = await run(model, shelf=Shelf(error=RuntimeError("password=hunter2")))
    assert paper.events[-1].code == "internal" and "hunter2" not in repr(paper.events)


async def test_a_lost_journal_ends_the_turn_without_another_try(model, upstream):
    upstream.script[:] = [answer_json([(["E1"], SENTENCE)])]
    with pytest.raises(JournalLost):
        await run(model, paper=Paper(lost=True))


@pytest.fixture
async def speaking(upstream, model):
    """A turn whose model stalls inside its first paragraph, and what was written of it."""
    whole = '{"paragraphs":[{"citationIds":["E1"],"text":"A book may be borrowed for three weeks.'
    upstream.script[:] = [stall_after(20, whole), answer_json([(["E1"], SENTENCE)])]
    paper, spoken = Paper(), asyncio.Event()

    def emit(events):
        paper.events += events
        if any(isinstance(event, TextAdded) for event in events):
            spoken.set()

    paper.emit = emit
    task = asyncio.create_task(ask([Shelf(found())], model).run(turn(), paper))
    await asyncio.wait_for(spoken.wait(), 5)
    return task, paper


async def ended(task):
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 5)


async def test_a_stopped_turn_keeps_what_was_said(speaking):
    task, paper = speaking
    paper.stopped = "stopped"
    await ended(task)
    assert paper.outcome.state == "aborted" and paper.outcome.text
    answer = paper.events[-1].meta["answer"]
    assert (answer["degradedReason"], answer["complete"], answer["hasCitationError"]) == ("stopped", False, False)
    assert all(event.degraded for event in paper.events if isinstance(event, ParagraphFinished))


async def test_a_turn_that_is_stopped_before_any_text_ends_as_an_empty_answer(model):
    class Silence:
        async def search(self, query):
            looked.set()
            await asyncio.Event().wait()

    looked, paper = asyncio.Event(), Paper()
    task = asyncio.create_task(ask([Silence()], model).run(turn(), paper))
    await asyncio.wait_for(looked.wait(), 5)
    paper.stopped = "stopped"
    await ended(task)
    answer = paper.events[-1].meta["answer"]
    assert (paper.outcome.text, answer["degradedReason"], answer["complete"]) == ("", "stopped", False)


async def test_a_turn_that_is_let_go_writes_no_end_and_goes_on_elsewhere(speaking, model):
    task, paper = speaking
    await ended(task)
    assert paper.outcome is None
    stored = tuple(Numbered(seq, 1, seq, event) for seq, event in enumerate(paper.events, 1))
    asked, later = turn(), Paper()
    kept = StoredTurn(asked, paper.frozen, stored, 100)
    await ask([], model).go_on(asked, later, kept)
    answer = fold([*paper.events, *later.events])
    assert [paragraph.degraded for paragraph in answer.paragraphs] == ["interrupted", None]
    assert answer.paragraphs[0].text.endswith("…") and answer.paragraphs[1].text == SENTENCE
    assert answer.text == "\n\n".join(paragraph.text for paragraph in answer.paragraphs)
    assert later.events[0] == StateChanged("resuming", "Resuming: looking for the place to continue")


async def test_with_rollback_the_open_paragraph_is_withdrawn_when_a_turn_goes_on_elsewhere(speaking, model):
    task, paper = speaking
    await ended(task)
    stored = tuple(Numbered(seq, 1, seq, event) for seq, event in enumerate(paper.events, 1))
    asked, later = turn(rollback=True), Paper()
    await ask([], model).go_on(asked, later, StoredTurn(asked, paper.frozen, stored, 100))
    answer = fold([*paper.events, *later.events])
    assert answer.text == SENTENCE and [paragraph.revision for paragraph in answer.paragraphs] == [1]


@pytest.mark.parametrize("so_far", range(1, 9))
async def test_a_turn_goes_on_from_any_event(upstream, model, so_far):
    upstream.script[:] = [answer_json([(["E1"], SENTENCE), ([], "And so on.")], pause_s=0.01)]
    whole = await run(model)
    upstream.script[:] = [answer_json([(["E1"], SENTENCE), ([], "And so on.")])]
    kept_events = whole.events[:so_far]
    assert not isinstance(kept_events[-1], Finished)
    stored = tuple(Numbered(seq, 1, seq, event) for seq, event in enumerate(kept_events, 1))
    frozen = whole.frozen if any(isinstance(event, TextAdded) for event in kept_events) else None
    asked, later = turn(), Paper()
    await ask([Shelf(found())], model).go_on(asked, later, StoredTurn(asked, frozen, stored, 100))
    events = [*kept_events, *later.events]
    answer = fold(events)
    assert isinstance(events[-1], Finished) and sum(isinstance(event, Started) for event in events) == 1
    assert [paragraph.index for paragraph in answer.paragraphs] == list(range(len(answer.paragraphs)))
    assert answer.text == "\n\n".join(paragraph.text for paragraph in answer.paragraphs)
    assert [paragraph.text for paragraph in answer.paragraphs if paragraph.degraded is None].count(SENTENCE) == 1


async def test_who_goes_on_with_an_answer_keeps_its_calibrated_rule(upstream, model):
    upstream.script[:] = [answer_json([(["E1"], SENTENCE)])]
    first = await run(model)
    frozen = Prepared.of(
        first.candidates, {**first.frozen.decided, "evidence_rule": EvidenceRule((0.0,), 1.0, 90).to_json()}
    )
    asked, later = turn(), Paper()
    await ask([], model).go_on(asked, later, StoredTurn(asked, frozen, (Numbered(1, 1, 1, first.events[0]),), 100))
    [citation] = fold([first.events[0], *later.events]).paragraphs[0].citations
    assert (citation.status, citation.reason) == ("weak", "calibrated")
    assert later.events[-1].meta["answer"]["evidenceRule"]["claims"] == 90


POINTED = {"resolved": True, "ref_type": "section_id", "section_ids": ["S2"], "titles": ["Loans"], "matched": ["S2"]}


async def test_who_goes_on_with_a_follow_up_does_not_resolve_it_again(upstream, model):
    upstream.script[:] = [answer_json([(["E1"], SENTENCE)])]
    first = await run(model)
    frozen = replace(
        first.frozen,
        followup=POINTED,
        search=replace(first.frozen.search, meant="Loans — Detail S2", subject="Loans"),
        outline=({"id": "S2", "title": "Loans"},),
    )
    asked, later, shelf = turn("Detail S2", thread_id="t"), Paper(), Shelf()
    stored = (Numbered(1, 1, 1, first.events[0]),)
    upstream.requests.clear()
    await ask([shelf], model).go_on(asked, later, StoredTurn(asked, frozen, stored, 100))
    assert shelf.queries == [] and later.frozen is None, "nothing is decided again"
    meta = later.events[-1].meta
    pointed = {"resolved": True, "sectionIds": ["S2"], "refType": "section_id", "question": "Loans — Detail S2"}
    assert meta["followup"] == pointed
    assert meta["thread"] == {"threadId": "t", "outline": [{"id": "S2", "title": "Loans"}]}
    assert "[S2] Loans" in upstream.requests[0].body["messages"][-1]["content"]
    assert later.outcome.resolved_question == "Loans — Detail S2" and later.outcome.followup == POINTED
    assert later.outcome.prompt_version == PROMPTS.answer_version(False, followup=True) != PROMPTS.version


@pytest.mark.parametrize(("text", "outline"), [("Summarise S2 and S3", False), ("Detail S2", True)])
async def test_words_that_ask_for_a_section_make_no_deliverable_of_it(upstream, model, text, outline):
    upstream.script[:] = [answer_json([(["E1"], SENTENCE)])]
    first = await run(model)
    asked, later = turn(text, thread_id="t", deliverable=True), Paper()
    frozen = replace(first.frozen, followup=POINTED, search=replace(first.frozen.search, meant="x", subject="x"))
    upstream.requests.clear()
    await ask([], model).go_on(asked, later, StoredTurn(asked, frozen, (), 100))
    assert ("outline" in upstream.requests[0].body["messages"][0]["content"]) is outline


async def test_the_outline_that_another_process_has_sent_is_the_threads(upstream, model):
    sections = (Section("S1", "Borrowing", (0,)),)
    upstream.script[:] = [answer_json([(["E1"], SENTENCE)])]
    whole = await run(model, asked=turn(thread_id="t"))
    events = [*whole.events[:-2], OutlineFound(sections)]
    stored = tuple(Numbered(seq, 1, seq, event) for seq, event in enumerate(events, 1))
    asked, later = turn(thread_id="t"), Paper()
    await ask([], model).go_on(asked, later, StoredTurn(asked, whole.frozen, stored, 100))
    assert later.events[-1].meta["thread"]["outline"] == [{"id": "S1", "title": "Borrowing"}]
    assert [entry.title for entry in later.outcome.brought.outline] == ["Borrowing"]


async def test_what_another_process_left_can_also_only_be_ended(speaking, model):
    task, paper = speaking
    await ended(task)
    stored = tuple(Numbered(seq, 1, seq, event) for seq, event in enumerate(paper.events, 1))
    asked, later = turn(), Paper()
    await ask([], model).go_on(asked, later, StoredTurn(asked, paper.frozen, stored, 100), "interrupted")
    assert later.outcome.state == "aborted" and later.outcome.text.endswith("…")
    assert later.events[-1].meta["answer"]["degradedReason"] == "interrupted"


async def test_what_had_no_text_yet_is_ended_as_a_failure(model):
    asked, later = turn(), Paper()
    await ask([], model).go_on(asked, later, StoredTurn(asked, None, (), 100), "interrupted")
    assert isinstance(later.events[-1], Failed)


async def test_a_deliverable_is_looked_for_by_its_topic_and_records_its_own_prompt(upstream, model):
    upstream.script[:] = [answer_json([(["E1"], SENTENCE)])]
    shelf = Shelf(found())
    paper = await run(model, shelf=shelf, asked=turn("Write a report on borrowing a book", deliverable=True))
    assert "report" not in shelf.queries[0].text and "borrowing a book" in shelf.queries[0].text
    assert paper.outcome.retrieval_query == shelf.queries[0].text
    assert "Write a report on borrowing a book" in upstream.requests[0].body["messages"][-1]["content"]
    assert paper.outcome.prompt_version == PROMPTS.answer("q", Candidates(), "en", True).version != PROMPTS.version


async def test_a_dropped_citation_is_one_structured_line_below_warning(upstream, model, caplog):
    caplog.set_level(logging.INFO)
    upstream.script[:] = [answer_json([(["E1", "E9"], SENTENCE)])]
    asked = turn()
    await run(model, shelf=Shelf(found()), asked=asked)
    (line,) = [record for record in caplog.records if record.getMessage() == "answer core decision"]
    told = {"kind": "id_dropped", "id": "E9", "tenant": asked.question.asker.tenant, "answer": asked.answer_uuid}
    assert line.levelno == logging.INFO and told.items() <= line.fields.items()
