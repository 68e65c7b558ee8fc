"""Runs the cases of a set, several at once. Each outcome is stored when its case ends, so that a run can continue."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from gateway.cli.evaluating.running.answer_facts import facts_of
from gateway.cli.evaluating.running.ask_here import CaseAsker, CaseQuestion
from gateway.cli.evaluating.running.free_labels import Answered, FreeLabels
from gateway.cli.evaluating.running.judge import Judge
from gateway.conversation.question import Message
from gateway.evaluation.cases import BadLine, Case
from gateway.evaluation.gold import GoldEntry, resolved
from gateway.evaluation.outcomes import Outcome
from gateway.models.prices import Prices
from gateway.store.evaluation.evaluation_runs import EvaluationRun, EvaluationRuns

DEFAULT = "default"
FindGold = Callable[[str, Collection[str], Sequence[str] | None], Awaitable[Mapping[str, GoldEntry]]]
"""Returns what entries of `gold_passages` name, of a tenant and some workspaces (None: all)."""


@dataclass(frozen=True, slots=True)
class CaseToAsk:
    """A case as it is asked. Gold that no passage contains is out of it."""

    case: Case
    workspace: str | None
    gold: Mapping[str, GoldEntry]


class Runner:
    """One run. Raises what the asker raises, and `errors.Unavailable`."""

    def __init__(
        self,
        tenant: str,
        run: EvaluationRun,
        runs: EvaluationRuns,
        asker: CaseAsker,
        prices: Prices,
        judge: Judge | None,
        labels: FreeLabels | None = None,
    ) -> None:
        """`labels`: makes the labels that cost nothing."""
        self._tenant, self._run, self._runs = tenant, run, runs
        self._asker, self._prices, self._judge, self._labels = asker, prices, judge, labels
        self._cases: Sequence[Case] = ()

    async def run(self, cases: Sequence[CaseToAsk], concurrency: int, progress: Callable[[int, int], object]) -> None:
        """Asks what has no answer yet. progress: receives how many are done, and of how many."""
        repeats, self._cases = int(self._run.settings["repeat"]), [asked.case for asked in cases]
        stored = {
            (each.case.id, each.repeat): each for each in await self._runs.outcomes(self._tenant, self._run.run_id)
        }
        wanted = [(case, repeat) for repeat in range(repeats) for case in cases]
        left = [key for key in wanted if (found := stored.get((key[0].case.id, key[1]))) is None or found.failure]
        done = len(wanted) - len(left)
        progress(done, len(wanted))
        waiting = iter(left)

        async def work() -> None:
            nonlocal done
            for case, repeat in waiting:  # shared: each worker takes the next one
                outcome = await self._outcome(case, repeat)
                await self._runs.add(self._tenant, self._run.run_id, outcome)
                done += 1
                progress(done, len(wanted))

        workers = [asyncio.create_task(work(), name="evaluation") for _ in range(min(concurrency, len(left)))]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
        await self._runs.change(self._tenant, self._run.run_id, "done")

    async def _outcome(self, asked: CaseToAsk, repeat: int) -> Outcome:
        """Asks the earlier questions of a case, then the case."""
        case, history = asked.case, list[Message]()
        stated = case.stated
        outcome = Outcome(case=case, repeat=repeat, workspace=asked.workspace or DEFAULT)
        for earlier in stated.history:
            if not isinstance(earlier, str):
                history.append(Message(earlier.role, earlier.content))
                continue
            before = await self._asker.ask(CaseQuestion(earlier, stated, asked.workspace, tuple(history)))
            if before.code:
                return replace(outcome, answer_uuid=before.answer_uuid, failure=before.code)
            history += [
                Message("user", earlier),
                Message("assistant", before.document["answer"], before.answer_uuid),
            ]
        observed = await self._asker.ask(CaseQuestion(stated.question, stated, asked.workspace, tuple(history)))
        if observed.code:
            return replace(outcome, answer_uuid=observed.answer_uuid, failure=observed.code)
        facts = facts_of(observed, case, asked.gold, self._prices)
        if case.answerable and case.gold_answers and self._judge is not None:
            verdict = await self._judge.matches(stated.question, case.gold_answers, observed.document["answer"])
            facts = replace(facts, judged_correct=verdict)
        checks = None
        if self._labels is not None:
            answered = Answered(case, asked.workspace, asked.gold, observed, facts)
            checks = await self._labels.of(answered, self._cases)
        return replace(outcome, answer_uuid=observed.answer_uuid, facts=facts, checks=checks)


async def with_gold(
    find: FindGold, tenant: str, cases: Iterable[Case], workspace: str | None
) -> tuple[list[CaseToAsk], list[BadLine]]:
    """Returns the cases with what their gold names, and a line for each entry that no passage contains.

    workspace: of the run, for cases that name none.
    """
    found, missing = list[CaseToAsk](), list[BadLine]()
    known: dict[tuple[str | None, str], GoldEntry] = {}
    for case in cases:
        within = case.stated.workspace or workspace
        entries = case.stated.gold_passages
        if unknown := [entry for entry in entries if (within, entry) not in known]:
            named = await find(tenant, unknown, [within] if within else None)
            known |= {(within, entry): gold for entry, gold in named.items()}
        gold = {entry: known[within, entry] for entry in entries}
        missing += [
            BadLine(case.number, f"no passage contains or is the gold {entry[:80]!r}; figures of gold leave it out")
            for entry in entries
            if not gold[entry]
        ]
        found.append(CaseToAsk(resolved(case, gold), within, gold))
    return found, missing
