"""`citestream memory evaluate` as a person runs it, and the sets of judged pairs that come with the project."""

import json
import re
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gateway.cli import options
from gateway.cli.main import cli
from gateway.errors import WrongUse
from gateway.evaluation.sets import read
from gateway.evaluation.thresholds import memory
from gateway.evaluation.thresholds.memory import Pair
from gateway.memory.rules.vetoes import VETO_ORDER
from tests.support.hashed_vectors import HashEmbedder
from tests.support.memory_pairs import different, same

SETS = Path(__file__).parents[3] / "bench" / "sets"
KINDS = {"number", "negation", "antonym", "entity", "order", "tier", "freshness", "person"}
PAIRS = [
    ("How do I pay?", "How can I pay?", True, "paraphrase"),
    ("Who may enter the lab?", "Who may enter the archive?", False, "topic"),
    ("Can I return it after 3 days?", "Can I return it after 5 days?", False, "number"),
    ("How do I clean a leather sofa?", "How do I clean a leather davenport?", True, "paraphrase"),
]


@pytest.fixture
def evaluate(tmp_path, monkeypatch):
    """Run the command over these pairs, or over a file of this text."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(options, "start_logging", lambda config: None)

    def run(*arguments, pairs=PAIRS, text=None):
        lines = [json.dumps(asdict(Pair("en", *pair))) for pair in pairs]
        (tmp_path / "pairs.jsonl").write_text("\n".join(lines) if text is None else text, encoding="utf-8")
        return CliRunner().invoke(cli, ["memory", "evaluate", "pairs.jsonl", *arguments])

    return run


def rows(output, title):
    """The table below a title, cells by the first one."""
    _, _, below = output.partition(title)
    lines = below.split("\n\n")[0].splitlines()[1:]
    return {name: cells for name, *cells in (re.split(r"\s{2,}", line) for line in lines)}


def test_without_an_embedder_every_pair_counts_as_similar(evaluate):
    done = evaluate()
    assert done.exit_code == 0
    assert done.stdout.startswith("en: 4 pairs, 2 ask the same\n")
    added = rows(done.stdout, "Vetoes added one by one, every pair counted as 0.9 similar, threshold 0.85")
    assert list(added) == ["", "near misses", "cosine only", *(f"+ {name}" for name in VETO_ORDER)]
    assert added[""] == ["precision", "recall", "wrong", "topic", "number"]
    assert added["cosine only"] == ["0.500", "1.000", "2", "1", "1"]
    assert added["+ numbers"] == ["0.667", "1.000", "1", "1", "0"]
    assert added["+ one_slot"] == ["1.000", "0.500", "0", "0", "0"]
    alone = rows(done.stdout, "Each veto alone, every pair counted as 0.9 similar")
    assert list(alone) == ["", "near misses", *VETO_ORDER]
    assert alone["one_slot"] == ["0.500", "0.500", "1", "0", "1"]
    assert "With all vetoes: 1 right, 0 wrong, 1 missed." in done.stdout
    assert "Refused by a veto although they ask the same: one_slot 1." in done.stdout
    assert "No threshold is recommended" in done.stdout


def test_an_embedder_gives_similarities_and_a_recommendation_and_changes_nothing(evaluate, tmp_path, monkeypatch):
    monkeypatch.setattr("gateway.models.embedders.openai.create", lambda settings: HashEmbedder())
    done = evaluate("--embedder", "openai")
    assert done.exit_code == 0 and "cosines of hash-512-3" in done.stdout
    assert (
        "Recommended threshold for en: 1.000 (precision 1.000, recall 0.500, wrong 0). Nothing was changed."
        in done.stdout
    )
    assert "serves the same words only" in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["pairs.jsonl"]


def test_the_threshold_is_that_of_the_setting_for_the_embedder(evaluate, monkeypatch):
    monkeypatch.setattr("gateway.models.embedders.openai.create", lambda settings: HashEmbedder())
    monkeypatch.setenv("MEMORY_SIMILARITY_THRESHOLD", "0.85,hash-512-3=0.5,fr=0.6")
    assert "threshold 0.5\n" in evaluate("--embedder", "openai").stdout
    assert "threshold 0.7\n" in evaluate("--embedder", "openai", "--threshold", "0.7").stdout
    assert "threshold 0.85\n" in evaluate().stdout


def test_more_wrong_hits_than_allowed_are_exit_code_1(evaluate):
    pairs = [("How do I pay?", "How can I pay?", False, "topic")]
    assert evaluate("--max-wrong", "0", pairs=pairs).exit_code == 1
    assert evaluate("--max-wrong", "1", pairs=pairs).exit_code == 0
    assert evaluate(pairs=pairs).exit_code == 0


def test_mistakes_are_listed_on_demand(evaluate):
    done = evaluate("--show", pairs=[*PAIRS, ("Who pays?", "Who is it that pays?", False, "person")])
    *_, missed, wrong = done.stdout.strip().splitlines()
    assert (
        missed
        == "missed (paraphrase, one_slot davenport / sofa): How do I clean a leather sofa? | How do I clean a leather davenport?"
    )
    assert wrong == "wrong hit (person, similarity 0.900): Who pays? | Who is it that pays?"


def test_half_of_the_pairs_can_be_left_out(evaluate):
    assert evaluate("--half", "odd").stdout.startswith("en: 2 pairs, 1 ask the same")
    even = evaluate("--half", "even").stdout
    assert "sofa" not in even and rows(even, "threshold 0.85")[""] == ["precision", "recall", "wrong", "topic"]


def test_what_the_memory_is_not_asked_about_is_said(evaluate):
    done = evaluate(pairs=[*PAIRS, ("Where is my parcel?", "Where is my letter?", False, "topic")])
    assert (
        "not asked about volatile and personal questions and deeds: none of the pairs that ask the same, personal 1 of"
        in done.stdout
    )


def test_tables_for_a_page(evaluate):
    done = evaluate("--markdown")
    assert "## en: 4 pairs, 2 ask the same" in done.stdout
    assert (
        "|  | precision | recall | wrong | topic | number |\n| --- | ---: | ---: | ---: | ---: | ---: |\n"
        in done.stdout
    )
    assert "| cosine only | 0.500 | 1.000 | 2 | 1 | 1 |" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "text", "sentence"),
    [
        ([], "{}", "pairs.jsonl, line 1: language: Field required."),
        ([], "", "pairs.jsonl is empty."),
        (["missing.jsonl"], None, "missing.jsonl cannot be read"),
        (["--embedder", "none"], None, "The embedder none makes no vectors"),
        (["--embedder", "oracle"], None, "--embedder='oracle' is not one of"),
    ],
)
def test_what_cannot_work_is_one_sentence(evaluate, arguments, text, sentence):
    done = evaluate(*arguments, text=text)
    assert isinstance(done.exception, WrongUse) and done.exception.detail.startswith(sentence)


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_the_sets_are_large_enough_and_hold_every_kind(language):
    pairs = read(language, (SETS / f"memory.{language}.jsonl").read_text(encoding="utf-8"), Pair)
    kinds = Counter(pair.kind for pair in pairs)
    assert len(pairs) >= 200 and len(set(pairs)) == len(pairs)
    assert kinds["paraphrase"] >= 80 and min(kinds[kind] for kind in KINDS) >= 15
    assert all(pair.language == language and pair.same == (pair.kind == "paraphrase") for pair in pairs)
    assert all(pair.a.strip() and pair.b.strip() and pair.a != pair.b for pair in pairs)


def test_the_sets_hold_no_pair_that_the_vetoes_were_developed_with():
    known = {frozenset(pair[-2:]) for pair in [*same(), *different()]}
    for file in SETS.glob("memory.*.jsonl"):
        pairs = read(file.name, file.read_text(encoding="utf-8"), Pair)
        assert known.isdisjoint(frozenset((pair.a, pair.b)) for pair in pairs)


@pytest.mark.parametrize(("language", "most"), [("en", 0), ("fr", 3), ("zh", 5)])
def test_the_vetoes_are_not_worse_than_the_documentation_says(language, most):
    arguments = [str(SETS / f"memory.{language}.jsonl"), "--half", "odd", "--max-wrong", str(most), "--show"]
    done = CliRunner().invoke(cli, ["memory", "evaluate", *arguments])
    assert done.exit_code == 0, [line for line in done.stdout.splitlines() if line.startswith("wrong hit")]


def test_no_near_miss_of_the_rounds_is_served_and_most_paraphrases_are():
    file = SETS / "near-rounds.jsonl"
    figures = memory.evaluate(read(file.name, file.read_text(encoding="utf-8"), Pair)).figures()
    assert figures.wrong == 0 and figures.recall >= 0.7
