"""`citestream evaluate run`: a set through the whole pipeline, and its report."""

import json
import re

import pytest

from tests.fakes.upstream import FakeUpstream, answer_json, status

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
        text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
        (tmp_path / "set.jsonl").write_text(text)
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
    ]
    report, run, done = evaluated(lines, "--repeat", "2")
    assert done.returncode == 0, done.stderr
    assert (report["run"], report["set"], report["cases"], report["failed"]) == (run, "set.jsonl", 4, 0)
    assert [line["line"] for line in report["lines"]] == [4, 5, 6]
    assert "colour" in report["lines"][1]["problem"] and "No passage at all" in report["lines"][2]["problem"]
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
