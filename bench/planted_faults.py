"""Does each figure of `citestream evaluate run` notice its own fault, and no other figure?

    python bench/planted_faults.py                 one run without a fault, and one with each fault
    python bench/planted_faults.py --only illegal-id,slow
    python bench/planted_faults.py --list          the faults, and the figures that they must move

A stand-in model knows the gold of the sample's set. It answers well, or with one fault. Each run is the command itself
over HTTP to the stand-in. A fault must move its own figure. It may also move the figures that follow from it by
definition, which are named here before the run; every other figure must stay within 2 points (median times: 250 ms).
No run asks again for a lost paragraph, and none is in doubt: then the gateway would repair what the fault did.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from gateway import slots
from tests.fakes.upstream import Behaviour, FakeUpstream, Request, paragraphs_json, reset_after, text
from tests.support.library import passages
from tests.support.processes import command, environment

SET = slots.resource("examples") / "evaluation" / "sample.jsonl"
KINDS = ("single", "two-passages", "follow-up", "unanswerable")
MARGIN, SLOWER_MS = 0.02, 250
VERIFIED = {"GATEWAY_VERIFIER_MODEL": "same"}
PLAIN = {"GATEWAY_REGENERATE": "0", "GATEWAY_GATE_DOUBT": "0.3"}
ABSENT = "The passages do not say anything about this subject."
INVENTED = "Visitors from Portugal receive a golden umbrella at the northern entrance."
Paragraphs = list[tuple[list[str], str]]
Shown = Mapping[str, str]
"""The text of each passage by its id."""


@dataclass(frozen=True, slots=True)
class Fault:
    """`own`: the figures that it must move; `follow`: those that move with them by definition."""

    own: tuple[str, ...]
    follow: tuple[str, ...] = ()
    change: Callable[[Paragraphs, Shown], Paragraphs] | None = None
    """What the model writes instead."""
    send: Callable[[str], Behaviour] | None = None
    """How its text is sent instead."""
    settings: Mapping[str, str] = field(default_factory=dict)
    fails: bool = False
    """Cases fail; no figure may move."""
    verified: bool = False
    """The same model verifies, in the run without the fault, too."""


def each(change: Callable[[list[str], str, Shown], tuple[list[str], str]]) -> Callable[[Paragraphs, Shown], Paragraphs]:
    """Returns a change of every paragraph that cites something."""
    return lambda written, shown: [change(ids, said, shown) if ids else (ids, said) for ids, said in written]


def other(ids: Sequence[str], shown: Shown) -> str:
    return next((name for name in reversed(shown) if name not in ids), ids[0])


def renumbered(said: str) -> str:
    return re.sub(r"\d+", lambda found: str(int(found[0]) + 37), said) if re.search(r"\d", said) else f"{said} (37 %)"


def later(pause_s: float, first_s: float = 0.0) -> Callable[[str], Behaviour]:
    def send(content: str) -> Behaviour:
        async def behave(exchange: Any) -> None:
            await asyncio.sleep(first_s)
            await text(content, 40, usage=False, pause_s=pause_s)(exchange)

        return behave

    return send


CITATIONS = ("citation_precision", "citation_recall")
CHECKED = ("weak_rate", "consistency_pass_rate", "dropped_rate", "moved_rate")
COSTS = ("answer_tokens", "cost")
FAULTS: dict[str, Fault] = {
    "broken-json": Fault(("format_compliance",), send=lambda content: text(content[:-2], 40, usage=False)),
    "fenced-json": Fault(
        ("format_compliance",), COSTS, send=lambda content: text(f"```json\n{content}\n```", 40, usage=False)
    ),
    "illegal-id": Fault(
        ("illegal_id_rate",), ("dropped_rate", *COSTS), each(lambda ids, said, _: ([*ids, "E19"], said))
    ),
    "other-source": Fault(
        ("moved_rate",),
        (*CITATIONS, "weak_rate", "dropped_rate", "consistency_pass_rate"),
        each(lambda ids, said, shown: ([other(ids, shown)], said)),
    ),
    "number-changed": Fault(
        ("consistency_pass_rate", "weak_rate"),
        ("answer_correct", "moved_rate", "dropped_rate", *CITATIONS, *COSTS),
        each(lambda ids, said, _: (ids, renumbered(said))),
    ),
    "invented": Fault(
        ("dropped_rate", "consistency_pass_rate"),
        ("answer_correct", "weak_rate", "moved_rate", *CITATIONS, *COSTS),
        each(lambda ids, said, _: (ids, INVENTED)),
    ),
    "half-invented": Fault(
        ("weak_rate", "consistency_pass_rate"),
        ("dropped_rate", "moved_rate", *CITATIONS, *COSTS),
        each(lambda ids, said, _: (ids, f"{said} {INVENTED}")),
    ),
    "unsupported": Fault(
        ("hallucination_rate",),
        (*CHECKED, *CITATIONS, *COSTS, "question_tokens", "answer_correct", "first_text_ms", "total_ms"),
        each(lambda ids, said, _: (ids, f"{said} {INVENTED}")),
        verified=True,
    ),
    "no-citation": Fault(
        ("citation_recall",),
        ("citation_precision", *CHECKED, "illegal_id_rate", *COSTS),
        each(lambda ids, said, _: ([], said)),
    ),
    "cites-everything": Fault(
        ("citation_precision",),
        ("citation_recall", *CHECKED, *COSTS),
        each(lambda ids, said, shown: ([*ids, *[name for name in shown if name not in ids]][:4], said)),
    ),
    "one-of-two": Fault(("citation_recall",), ("answer_correct", *COSTS), lambda written, _: written[:1]),
    "declines": Fault(
        ("answer_correct",),
        (*CITATIONS, *CHECKED, "illegal_id_rate", *COSTS),
        lambda written, _: [([], ABSENT)],
    ),
    "strict-gate": Fault(
        ("refused_when_answerable",),
        ("answer_correct", "answered_when_absent", *CITATIONS, "first_text_ms", "total_ms", "question_tokens", *COSTS),
        settings={"GATEWAY_GATE_THRESHOLD": "0.9", "GATEWAY_GATE_DOUBT": "0.9"},
    ),
    "no-gate": Fault(
        ("answered_when_absent",),
        ("refused_when_answerable", "answer_correct", *CITATIONS, *COSTS, "question_tokens", *CHECKED),
        lambda written, shown: written if written[0][0] else [([name], said) for name, said in list(shown.items())[:1]],
        settings={"GATEWAY_GATE_THRESHOLD": "0"},
    ),
    "wrong-wording": Fault(
        ("answer_correct",),
        COSTS,
        each(lambda ids, said, shown: (ids, shown[ids[0]].split("\n")[-1][:160])),
    ),
    "one-candidate": Fault(
        ("retrieval_recall@5", "retrieval_recall@k"),
        (
            "ndcg@10",
            "answer_correct",
            "followup_resolved",
            *CITATIONS,
            *COSTS,
            "question_tokens",
            *CHECKED,
            "refused_when_answerable",
            "answered_when_absent",
        ),
        settings={"GATEWAY_TOP_K": "1"},
    ),
    "forgets-conversation": Fault(
        ("followup_resolved",),
        (
            "retrieval_recall@1",
            "retrieval_recall@5",
            "retrieval_recall@k",
            "ndcg@10",
            "answer_correct",
            *CITATIONS,
            *COSTS,
            "question_tokens",
            "refused_when_answerable",
            *CHECKED,
        ),
        settings={"GATEWAY_RETRIEVAL_CONTEXT": "strict"},
    ),
    "slow-start": Fault(("first_text_ms",), ("total_ms",), send=later(0.0, 0.6)),
    "slow": Fault(("total_ms",), ("first_text_ms",), send=later(0.25)),
    "wordy": Fault(
        ("answer_tokens", "cost"),
        ("total_ms", *CHECKED),
        lambda written, shown: [*written, ([], "That is all there is to say about it. " * 20)],
    ),
    "check-off": Fault(
        ("consistency_pass_rate",),
        (*CHECKED, *CITATIONS),
        each(lambda ids, said, _: (ids, said)),
        settings={"GATEWAY_EVIDENCE": "off"},
    ),
    "breaks-off": Fault((), fails=True, send=lambda content: reset_after(2, content)),
}


class StandIn:
    """The model: it knows the cases by their questions."""

    def __init__(self, cases: Sequence[Mapping[str, Any]]) -> None:
        self._cases = {case["question"]: case for case in cases}
        self.fault: Fault = Fault(())

    def __call__(self, request: Request) -> Behaviour:
        system, asked = (request.body["messages"][at]["content"] for at in (0, -1))
        if system.startswith("You check"):
            verdict = "refuted" if INVENTED in asked else "supported"
            judged = [
                {"passage": int(number), "verdict": verdict} for number in re.findall(r'<passage number="(\d+)"', asked)
            ]
            return text(json.dumps({"verdicts": judged}), 40, usage=False)
        question = re.findall(r"<question>\n(.*?)\n</question>", asked, re.DOTALL)[-1]
        case = self._cases.get(question, {})
        if system.startswith("You rewrite"):
            subject = case.get("subject", "")
            return text(f"{question.rstrip('?？ ')} ({subject})?" if subject else question, 40)
        shown = passages(asked)
        written = self._answer(case, shown)
        if self.fault.change is not None:
            written = self.fault.change(written, shown)
        content = paragraphs_json([(ids, said) for ids, said in written])
        return self.fault.send(content) if self.fault.send else text(content, 40, usage=False)

    def _answer(self, case: Mapping[str, Any], shown: Shown) -> Paragraphs:
        """Returns a paragraph for each wording of the gold that a passage has, and for the gold answer."""
        golden = case.get("gold_answer", [])
        wanted = [*case.get("gold_passages", []), *([golden] if isinstance(golden, str) else golden)[:1]]
        found: Paragraphs = []
        for wording in wanted:
            for name, said in shown.items():
                if wording in said:
                    if not any(wording in text for _, text in found):
                        found.append(([name], _sentence(said, wording)))
                    break
        return found or [([], ABSENT)]


def _sentence(said: str, wording: str) -> str:
    """Returns the line, or the sentence, of a passage with a wording."""
    at = said.index(wording)
    start = max(said.rfind(mark, 0, at) + len(mark) for mark in ("\n", ". ", "。"))
    ends = [end for mark in ("\n", ". ", "。") if (end := said.find(mark, at + len(wording) - 1)) >= 0]
    return said[max(start, 0) : min(ends, default=len(said)) + 1].strip()


async def evaluated(folder: Path, url: str, settings: Mapping[str, str]) -> dict[str, Any]:
    """Returns the report of one run of the command."""
    process = await asyncio.create_subprocess_exec(
        *command("evaluate", "run", str(folder / "set.jsonl"), "--json", "--no-checks", "--concurrency", "4"),
        cwd=folder,
        env=environment(
            GATEWAY_PROVIDER="openai",
            OPENAI_BASE_URL=url,
            OPENAI_MODEL="stand-in",
            GATEWAY_PRICES="stand-in=1/2",
            GATEWAY_DATA_DIR=str(folder / "data"),
            **{**PLAIN, **settings},
        ),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, told = await process.communicate()
    if not out:
        raise SystemExit(told.decode())
    return json.loads(out)


def moved(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, tuple[float | None, float | None]]:
    """Returns the figures that moved beyond the noise, with both values."""
    found = {}
    for name in before:
        one, two = before[name].get("value"), after[name].get("value")
        if one is None or two is None:
            changed = one is not two
        elif name.endswith("_ms"):
            one, two = before[name]["p50"], after[name]["p50"]
            changed = abs(two - one) > SLOWER_MS
        elif name in ("question_tokens", *COSTS):
            changed = abs(two - one) > MARGIN * max(one, two)
        else:
            changed = abs(two - one) > MARGIN
        if changed:
            found[name] = one, two
    return found


def shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.4g}"


async def measure(only: Sequence[str]) -> int:
    cases = [case for line in SET.read_text("utf-8").splitlines() if (case := json.loads(line))["kind"] in KINDS]
    cases = [case for case in cases if case["language"] == "en"]
    wrong = 0
    stand_in = StandIn(cases)
    with tempfile.TemporaryDirectory(prefix="planted-") as name:
        folder = Path(name)
        (folder / "set.jsonl").write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
        await _filled(folder)
        async with FakeUpstream(stand_in, models=["stand-in"]) as upstream:
            before = {}
            for verified in {FAULTS[fault].verified for fault in only}:
                before[verified] = (await evaluated(folder, upstream.url, VERIFIED if verified else {}))["pooled"]
                told = ", ".join(f"{figure} {shown(found.get('value'))}" for figure, found in before[verified].items())
                print(
                    f"without a fault, {'' if verified else 'not '}verified ({len(cases)} cases): {told}\n", flush=True
                )
            for fault in only:
                planted = stand_in.fault = FAULTS[fault]
                settings = {**(VERIFIED if planted.verified else {}), **planted.settings}
                report = await evaluated(folder, upstream.url, settings)
                stand_in.fault = Fault(())
                wrong += _told(fault, planted, moved(before[planted.verified], report["pooled"]), report["failed"])
    print(f"\n{len(only) - wrong} of {len(only)} faults moved what they had to, and nothing else.")
    return 1 if wrong else 0


def _told(name: str, planted: Fault, found: Mapping[str, tuple[float | None, float | None]], failed: int) -> bool:
    """Prints what a fault moved; returns whether that is wrong."""
    missing = [figure for figure in planted.own if figure not in found]
    strange = [figure for figure in found if figure not in (*planted.own, *planted.follow)] if not planted.fails else []
    is_wrong = bool(missing or strange or planted.fails != (failed > 0))
    said = ", ".join(f"{figure} {shown(one)} → {shown(two)}" for figure, (one, two) in found.items())
    print(f"{'WRONG' if is_wrong else 'ok':<6}{name:<22}{said or 'nothing moved'}; {failed} failed", flush=True)
    if missing or strange:
        print(f"{'':<28}not moved: {', '.join(missing) or '–'}; not expected: {', '.join(strange) or '–'}", flush=True)
    return is_wrong


async def _filled(folder: Path) -> None:
    """Puts the sample documents into a new knowledge base."""
    from gateway.app import Gateway
    from gateway.settings import Settings

    os.environ["GATEWAY_EMBEDDER"] = "none"
    gateway = await Gateway(Settings(data_dir=folder / "data", embedder="none", _env_file=None), new=True).open()
    await gateway.load_sample()
    await gateway.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default=",".join(FAULTS), help="some faults, with commas")
    parser.add_argument("--list", action="store_true", help="list the faults and what they must move")
    asked = parser.parse_args()
    if asked.list:
        for name, fault in FAULTS.items():
            own, follow = ", ".join(fault.own) or "the failed cases", ", ".join(fault.follow) or "–"
            print(f"{name:<22}must move {own}; may move {follow}")
        return 0
    return asyncio.run(measure([name for name in asked.only.split(",") if name]))


if __name__ == "__main__":
    sys.exit(main())
