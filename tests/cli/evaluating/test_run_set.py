"""`citestream evaluate run`: a set through the whole pipeline, and its report."""

import asyncio
import json
import re
import signal

import pytest

from gateway.cli.evaluating import run_set
from gateway.cli.evaluating.run_set import RunOptions
from gateway.evaluation.measures.figure_kinds import CHECKS
from gateway.evaluation.set_files import read_set
from gateway.settings import Settings
from tests.fakes.upstream import answer_json, silence, status, text
from tests.support import processes
from tests.support.verifiers.model import verdicts
from tests.support.waiting import until

GOLD = "A book may be borrowed for three weeks."
CASES = [
    {
        "id": "book",
        "question": "How long may a book be borrowed?",
        "gold_passages": [GOLD],
        "gold_answer": "three weeks",
    },
    {"id": "film", "question": "How long may a film be borrowed?", "gold_passages": ["films.txt"], "kind": "plain"},
    {"id": "absent", "question": "Who won the football championship?", "answerable": False},
]


@pytest.fixture
def evaluated(citestream, notes, tmp_path):
    """Runs a set over the notes. Returns the report, the id of the run and the finished command."""
    citestream("ingest", "notes")

    def run(lines, *options, **more):
        written = (line if isinstance(line, str) else json.dumps(line) for line in lines)
        (tmp_path / "set.jsonl").write_text("\n".join(written))
        options = (*options, *(() if "--checks" in options else ("--no-checks",)))
        done = citestream("evaluate", "run", "set.jsonl", "--json", *options, **more)
        named = re.search(r"^run: ([0-9a-f]{32})$", done.stderr, re.MULTILINE)
        return json.loads(done.stdout) if done.stdout else None, named and named[1], done

    return run


def test_a_set_is_asked_and_reported(citestream, evaluated):
    lines = [
        *CASES,
        "{",
        {"question": "Why?", "colour": "red"},
        {
            "id": "lost",
            "question": "How long may a loan last?",
            "gold_passages": ["No passage at all contains these words."],
        },
        {"question": "Why?", "document_ids": ["loans.md"]},
        {"question": "Why?", "languages": ["english"]},
    ]
    report, run, done = evaluated(lines, "--repeat", "2")
    assert done.returncode == 0, done.stderr
    assert (report["run"], report["set"], report["cases"], report["failed"]) == (run, "set.jsonl", 4, 0)
    assert [line["line"] for line in report["lines"]] == [4, 5, 6, 7, 8]
    assert "colour" in report["lines"][1]["problem"] and "No passage at all" in report["lines"][2]["problem"]
    assert "document_ids" in report["lines"][3]["problem"] and "languages" in report["lines"][4]["problem"]
    assert "line 4" in done.stderr and "line 6" in done.stderr
    pooled = report["pooled"]
    assert pooled["retrieval_recall@k"] | {"low": 0} == {"value": 1.0, "low": 0, "high": 1.0, "cases": 2}
    assert pooled["answer_correct"]["value"] == 1 and pooled["answered_when_absent"]["value"] == 0
    assert pooled["refused_when_answerable"]["cases"] == 3 and pooled["format_compliance"]["value"] is None
    assert pooled["illegal_id_rate"]["value"] == 0 and pooled["citation_precision"]["value"] == 1
    assert pooled["first_text_ms"]["value"] > 0 and report["by"]["kind"]["plain"]
    assert citestream("evaluate", "list").stdout.splitlines()[1].split()[:2] == [run, "set.jsonl"]
    assert "yes" in (citestream("evaluate", "confirm", run), citestream("evaluate", "list"))[1].stdout
    assert "8 answers" in citestream("evaluate", "remove", run).stdout
    assert run not in citestream("evaluate", "list").stdout
    assert citestream("evaluate", "remove", run).returncode == 2


def test_labels_at_no_cost_are_part_of_the_report_and_their_turns_of_the_run(citestream, evaluated):
    report, run, done = evaluated(CASES[:1], "--checks")
    found = {name: report["pooled"][name]["value"] for name in CHECKS}
    assert found == {
        "gold_left_out_refused": 1,
        "source_swapped_caught": 1,
        "number_changed_caught": None,
        "negation_changed_caught": 1,
        "reworded_found": 1,
    }, done.stderr
    assert "3 answers" in citestream("evaluate", "remove", run).stdout
    report, _, _ = evaluated(CASES[:1])
    assert report["pooled"]["reworded_found"] == {"value": None, "why": "the run has --no-checks"}


def test_a_set_without_a_line_that_can_be_asked_is_wrong_use(evaluated):
    assert evaluated(["{"])[2].returncode == 2
    assert evaluated([{"question": "Why?", "confirmed": False}])[2].returncode == 2
    assert "there is no figure 'weak'" in evaluated(CASES, "--worst", "weak")[2].stderr


def test_earlier_questions_are_asked_first(evaluated):
    follow = {
        "question": "And how often can it be renewed?",
        "history": ["How long may a book be borrowed?"],
        "gold_passages": ["A loan can be renewed twice."],
        "subject": "book",
    }
    report, _, done = evaluated([follow], "--detect", "5")
    assert report["pooled"]["followup_resolved"]["value"] == 1, done.stderr
    assert "needs 469 cases" in done.stderr and "The set has 1: too few." in done.stderr


ABOUT_FILMS = "may a film"
FORMAT = answer_json([(["E1", "E9"], GOLD)])
"""An id that was not offered."""


def asking(upstream):
    return {"OPENAI_BASE_URL": upstream.url, "OPENAI_MODEL": "scripted", "GATEWAY_PRICES": "scripted=10/20"}


async def test_what_a_model_writes_is_measured_and_what_it_breaks_off_is_counted_apart(evaluated, upstream):
    upstream.choose = lambda request: status(500) if ABOUT_FILMS in str(request.body["messages"][-1]) else FORMAT
    report, _, done = await asyncio.to_thread(evaluated, CASES[:2], **asking(upstream))
    assert done.returncode == 0 and (report["cases"], report["failed"]) == (2, 1), done.stderr
    pooled = report["pooled"]
    assert pooled["illegal_id_rate"]["value"] == pooled["dropped_rate"]["value"] == 0.5
    assert pooled["format_compliance"]["value"] == pooled["consistency_pass_rate"]["value"] == 1
    assert pooled["cost"]["value"] > 0 and pooled["answer_correct"] | {"low": 0} == {
        "value": 1.0,
        "low": 0,
        "high": 1.0,
        "cases": 1,
    }


@pytest.mark.parametrize(("verdict", "correct"), [("yes", 1), ("no", 0)])
async def test_a_judge_model_compares_answers_with_gold_answers(evaluated, upstream, verdict, correct):
    judged = text(json.dumps({"correct": verdict}))
    upstream.choose = lambda request: judged if request.body["model"] == "judge" else FORMAT
    lines = [CASES[0] | {"gold_answer": "21 days"}]
    report, _, done = await asyncio.to_thread(evaluated, lines, "--judge", "openai:judge", **asking(upstream))
    assert report["pooled"]["answer_correct"]["value"] == correct, done.stderr
    (asked,) = (request for request in upstream.requests if request.body["model"] == "judge")
    assert "21 days" in str(asked.body["messages"]) and GOLD in str(asked.body["messages"])
    assert (await asyncio.to_thread(evaluated, lines, "--judge", "judge"))[2].returncode == 2


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGKILL, marks=pytest.mark.slow)])
async def test_a_run_that_was_interrupted_continues(citestream, evaluated, upstream, tmp_path, database_url, number):
    """The model answers one question and is silent at the other one."""
    upstream.choose = lambda request: silence() if ABOUT_FILMS in str(request.body["messages"][-1]) else FORMAT
    (tmp_path / "set.jsonl").write_text("\n".join(map(json.dumps, CASES[:2])))
    child = await asyncio.create_subprocess_exec(
        *processes.command("evaluate", "run", "set.jsonl", "--concurrency", "1"),
        cwd=tmp_path,
        env=processes.environment(DATABASE_URL=database_url, **asking(upstream)),
        stderr=asyncio.subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    run = (await child.stderr.readline()).decode().removeprefix("run: ").strip()
    await until(lambda: any(ABOUT_FILMS in str(request.body["messages"][-1]) for request in upstream.requests))
    child.send_signal(number)
    told = (await child.stderr.read()).decode()
    assert await child.wait() == (130 if number == signal.SIGINT else -9)
    assert (f"--resume {run}" in told) == (number == signal.SIGINT)

    before = len(upstream.requests)
    upstream.choose = lambda request: FORMAT
    report, again, done = await asyncio.to_thread(evaluated, CASES[:2], "--resume", run, **asking(upstream))
    assert again == run and (report["cases"], report["failed"]) == (2, 0), done.stderr
    assert upstream.requests[before:]
    assert all(ABOUT_FILMS in str(request.body["messages"][-1]) for request in upstream.requests[before:])
    changed = await asyncio.to_thread(evaluated, CASES, "--resume", run)
    assert changed[2].returncode == 2 and "changed" in changed[2].stderr


def test_a_target_that_is_unavailable_ends_the_run_until_it_is_resumed(evaluated):
    _, run, done = evaluated(CASES, "--target", "http://127.0.0.1:9", "--wait-s", "0")
    assert done.returncode == 3 and f"--resume {run}" in done.stderr and "cannot be reached" in done.stderr


async def test_two_runs_work_at_the_same_time(evaluated, citestream, database_url, tmp_path, capsys):
    config = Settings(_env_file=None, database_url=database_url, provider="extractive", embedder="none")
    (tmp_path / "set.jsonl").write_text("\n".join(map(json.dumps, CASES)))
    found = read_set(tmp_path / "set.jsonl", lambda path: path.read_text())
    options = RunOptions(
        tenant="default",
        concurrency=2,
        settings={"repeat": 1, "workspace": None, "judge": None, "checks": False},
        target="",
        key=None,
        again="",
        wait_s=0,
        resume=None,
        as_json=False,
        worst=(),
    )
    runs = (run_set.run_cases(config, tmp_path / "set.jsonl", found, options) for _ in range(2))
    assert await asyncio.gather(*runs) == [0, 0]
    listed = citestream("evaluate", "list").stdout.splitlines()[1:]
    assert [line.split()[4:] for line in listed] == [["3", "done"]] * 2
    assert capsys.readouterr().out.count("set.jsonl: 3 cases, 0 failed") == 2


async def test_without_labels_the_verifier_tells_of_hallucinations(evaluated, upstream):
    def behaviour(request):
        if request.body["model"] != "judge":
            return answer_json([(["E1"], GOLD), (["E1"], "Readers of all ages may borrow a book for three weeks.")])
        return verdicts("refuted" if "all ages" in str(request.body["messages"][-1]) else "supported")

    upstream.choose = behaviour
    judging = {"GATEWAY_VERIFIER_MODEL": "judge", "GATEWAY_SERVICE_TIMEOUTS": "verifier=20", "GATEWAY_REGENERATE": "0"}
    report, _, done = await asyncio.to_thread(evaluated, CASES[:1], **asking(upstream), **judging)
    figure = report["pooled"]["hallucination_rate"]
    assert (figure["value"], figure["by"]) == (0.5, "verifier"), done.stderr
    assert (
        report["pooled"]["dropped_rate"]["value"] == 0.5 and report["pooled"]["consistency_pass_rate"]["value"] == 0.5
    )
