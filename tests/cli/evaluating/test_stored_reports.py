"""`citestream evaluate report` and `compare`: text, JSON, HTML and exit codes."""

import json

import pytest

from gateway.cli.options import in_gateway
from gateway.settings import Settings
from tests.support.evaluated import cited, facts, outcome, stored_run

WEAK = facts(cited=(cited(status="weak"),))


@pytest.fixture
def stored(database_url):
    """Stores a run in which this many of 20 cases have a weak citation; returns its id."""

    def store(weak=0, name="a", **others):
        made = [outcome(f"{name}{at}", answer=WEAK if at < weak else None) for at in range(20)]
        return in_gateway(
            Settings(database_url=database_url), lambda gateway: stored_run(gateway.database, made, **others)
        )

    return store


def test_a_regression_has_exit_code_1_and_a_page(evaluate, stored, tmp_path, monkeypatch):
    monkeypatch.setenv("GATEWAY_PUBLIC_URL", "https://ask.example")
    a, b = stored(), stored(8, target="https://there.example/")
    worse = evaluate("compare", a, b, "--html", "changes.html")
    assert worse.exit_code == 1 and "Regressions beyond 0.02: consistency_pass_rate, weak_rate." in worse.stdout
    page = (tmp_path / "changes.html").read_text(encoding="utf-8")
    assert 'href="https://ask.example/qa/' in page and 'href="https://there.example/qa/' in page and a in page
    better = evaluate("compare", b, a, "--json")
    assert better.exit_code == 0 and json.loads(better.stdout)["regressions"] == []
    assert evaluate("compare", a, b, "--margin", "0.5").exit_code == 0


def test_a_stored_run_is_reported_again(evaluate, stored, tmp_path):
    run = stored(3, settings={"repeat": 1, "top_k": 5, "unconfirmed": 4})
    told = evaluate("report", run, "--worst", "weak_rate", "--html", "report.html")
    assert told.exit_code == 0 and told.stdout.startswith(f"loans.jsonl: 20 cases, 0 failed (run {run})")
    assert "4 drafts" in told.stdout and "Worst cases of weak_rate:" in told.stdout
    assert 'href="/qa/' in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert json.loads(evaluate("report", run, "--json").stdout)["pooled"]["weak_rate"]["value"] == 3 / 20


def test_what_cannot_be_compared_is_one_sentence(evaluate, stored):
    a, other = stored(), stored(name="b")
    for arguments, sentence in (
        (["compare", a, "0" * 32], "There is no evaluation run 000"),
        (["compare", a, "12"], "'12' is no id of a run"),
        (["compare", a, other], "have no case that both answered."),
        (["report", a, "--worst", "size"], "there is no figure 'size'"),
        (["report", a, "--html", "none/report.html"], "none/report.html cannot be written"),
    ):
        assert sentence in str(evaluate(*arguments).exception)
