"""The alert rules and the dashboard that are deployed beside the code: every query names figures that exist."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from pathlib import Path

import pytest
import yaml

from gateway.telemetry.families import REGISTRY
from gateway.telemetry.watched import FAMILIES
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.support.every import every
from tests.support.server import running

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs/observability.md").read_text(encoding="utf-8")
RULES = [
    rule for group in yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))["groups"] for rule in group["rules"]
]
DASHBOARD = json.loads((DEPLOY / "grafana-dashboard.json").read_text(encoding="utf-8"))
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
QUERIES = {
    **{f"alert {rule['alert']}": rule["expr"] for rule in RULES},
    **{f"{panel['title']} {each['refId']}": each["expr"] for panel in PANELS for each in panel["targets"]},
}
OF_PROMETHEUS = {"up", "job", "instance", "le"}
"""What Prometheus itself adds."""
NAME = re.compile(r"\b((?:citestream|process)_\w+|up)\b(?=[{\[) =])")
SELECTOR = re.compile(r"((?:citestream|process)_\w+|up)\{([^}]*)\}")
GROUPING = re.compile(r"\b(?:by|without|on|ignoring|group_left)\s*\(([^)]*)\)")
MATCHER = re.compile(r'(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"')


def labels_known() -> dict[str, set[str]]:
    """The labels of each family, by its name without an ending."""
    known: dict[str, set[str]] = {}
    for collector, names in REGISTRY._collector_to_names.items():
        for name in names:
            known[name] = {*getattr(collector, "_labelnames", ()), "process"}
    for name, family in FAMILIES.items():
        for ending in ("", "_total"):
            known[f"citestream_{name}{ending}"] = {"process"} | ({family.label} if family.label else set())
    known |= {key: {"process"} for key in ("process_cpu_seconds_total", "process_resident_memory_bytes")}
    for name, cell in re.findall(r"^\| `(\w+)` \|[^|]*\|([^|]*)\|", PAGE, re.MULTILINE):
        known.setdefault(name, set(re.findall(r"`(\w+)`", cell)))
    return known


def described(name: str) -> str:
    """The cell of the page that tells the labels of a family and their values."""
    name = re.sub(r"_(bucket|sum|count)$", "", name)
    found = re.search(rf"^\| `{name}` \|[^|]*\|([^|]*)\|", PAGE, re.MULTILINE)
    return found[1] if found else ""


@pytest.fixture(scope="module")
async def live():
    """All names of figures of a gateway that has answered a few questions."""
    from tests.conftest import _migrate
    from tests.support import postgres

    async with postgres.fresh_database(_migrate) as url, FakeUpstream([answer_json([(["E1"], "A link.")])]) as model:
        settings = {"provider": "openai", "openai_base_url": model.url, "openai_model": "small", "sample": True}
        async with running(url, **settings) as server:
            for question in ("What is a citation?", "What is a citation?", "Who won in 1954?"):
                await server.ask(question)
            text = (await server.client.get("/metrics")).text
    names = set(re.findall(r"^(\w+)(?:\{| )", text, re.MULTILINE))
    for name, kind in re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE):  # those that nothing has happened of
        names |= {f"{name}_{part}" for part in ("bucket", "sum", "count")} if kind == "histogram" else {name}
    return names


@every("query", QUERIES)
async def test_every_query_names_figures_that_exist(live, query):
    names = NAME.findall(QUERIES[query])
    assert names and not [name for name in names if name not in live | OF_PROMETHEUS]


@every("query", QUERIES)
def test_every_query_asks_for_labels_and_values_that_exist(query):
    text, known = QUERIES[query], labels_known()
    names = NAME.findall(text)
    grouped = {label.strip() for listed in GROUPING.findall(text) for label in listed.split(",") if label.strip()}
    labels = set().union(*(known.get(name, set()) for name in names)) | OF_PROMETHEUS
    assert not grouped - labels
    for name, matchers in SELECTOR.findall(text):
        for label, operator, value in MATCHER.findall(matchers):
            assert label in known.get(name, set()) | OF_PROMETHEUS, (name, label)
            if label not in OF_PROMETHEUS | {"route"} and operator in ("=", "!="):
                assert value in described(name), (name, label, value)


def test_a_name_that_does_not_exist_is_seen():
    assert NAME.findall('rate(citestream_nothing_total{a="b"}[5m]) / up{job="x"} > 1') == [
        "citestream_nothing_total",
        "up",
    ]
    assert GROUPING.findall("sum by (a, b) (x)") == ["a, b"]


def test_every_rule_has_rung_once():
    tried = yaml.safe_load((DEPLOY / "alerts.test.yml").read_text(encoding="utf-8"))["tests"]
    rang = {each["alertname"] for test in tried for each in test["alert_rule_test"] if each["exp_alerts"]}
    assert {rule["alert"] for rule in RULES} == rang


def test_every_rule_tells_what_to_do():
    for rule in RULES:
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert len(rule["annotations"]["description"]) > 20 and rule["annotations"]["summary"]


def test_every_rule_points_to_its_entry_of_the_runbook():
    runbook = (ROOT / "docs/runbook.md").read_text(encoding="utf-8")
    anchors = {heading.lower() for heading in re.findall(r"^## (\w+)$", runbook, re.MULTILINE)}
    links = [rule["annotations"]["runbook_url"].split("#") for rule in RULES]
    assert {base for base, _ in links} == {"{{ $externalLabels.citestream_docs }}/runbook.md"}
    assert [anchor for _, anchor in links] == [rule["alert"].lower() for rule in RULES]
    assert {anchor for _, anchor in links} == anchors
    for entry in runbook.split("\n## ")[1 : len(RULES) + 1]:
        assert all(f"- **{part}**: " in entry for part in ("Symptom", "Log", "Metric", "What to do")), entry
        known = set(re.findall(r"`(citestream_\w+)", PAGE))
        assert set(re.findall(r"`(citestream_\w+)", entry)) <= known | {"citestream_docs"}, entry


def test_panels_have_ids_of_their_own_and_do_not_overlap():
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(ids) == len(set(ids))
    taken = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & taken and at["x"] + at["w"] <= 24, panel["title"]
        taken |= cells


def test_the_dashboard_is_of_grafanas_classic_model():
    """Its fields and their values, as `kinds/dashboard/dashboard_kind.cue` of Grafana has them."""
    assert 8 <= len(DASHBOARD["uid"]) <= 40 and DASHBOARD["title"] and DASHBOARD["schemaVersion"] >= 36
    assert set(DASHBOARD["time"]) == {"from", "to"} and re.fullmatch(r"\d+[smhd]", DASHBOARD["refresh"])
    variables = {variable["name"]: variable for variable in DASHBOARD["templating"]["list"]}
    assert {name: variable["type"] for name, variable in variables.items()} == {
        "datasource": "datasource",
        "instance": "query",
    }
    chosen = {"type": "prometheus", "uid": "${datasource}"}
    assert variables["instance"]["datasource"] == chosen and variables["datasource"]["query"] == "prometheus"
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        assert at["h"] > 0 and 0 < at["w"] <= 24 and 0 <= at["x"] < 24 and at["y"] >= 0
        assert isinstance(panel["id"], int) and panel["title"]
    for panel in PANELS:
        assert panel["type"] in ("stat", "timeseries") and panel["datasource"] == chosen
        assert {"defaults", "overrides"} == set(panel["fieldConfig"]) and isinstance(panel["options"], dict)
        ids = [target["refId"] for target in panel["targets"]]
        assert len(ids) == len(set(ids)) and {str(target["datasource"]) for target in panel["targets"]} == {str(chosen)}
        used = set(re.findall(r"\$(\w+)", json.dumps(panel["targets"])))
        assert used <= {*variables, "__rate_interval"}


def test_every_family_of_ours_is_on_the_dashboard():
    shown = " ".join(each["expr"] for panel in PANELS for each in panel["targets"])
    of_the_page = set(re.findall(r"^\| `(citestream_\w+)` \|", PAGE, re.MULTILINE))
    beside = {"citestream_info", "citestream_paragraphs_total", "citestream_references_total"}
    beside |= {"citestream_ingestion_seconds", "citestream_memory_checks_total"}
    assert {name for name in of_the_page if name not in shown} == beside


async def promtool(*arguments: str) -> str:
    """What `promtool` says when it finds something wrong; "" when it does not."""
    found = shutil.which("promtool")
    if not found:
        pytest.skip("promtool is not installed here")
    process = await asyncio.create_subprocess_exec(
        found, *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    output, _ = await process.communicate()
    return output.decode() if process.returncode else ""


async def test_promtool_accepts_the_rules_and_they_ring_when_they_should():
    assert await promtool("check", "rules", str(DEPLOY / "alerts.yml")) == ""
    assert await promtool("test", "rules", str(DEPLOY / "alerts.test.yml")) == ""


async def test_promtool_understands_every_query_of_the_dashboard(tmp_path):
    filled = [
        query.replace("$__rate_interval", "5m").replace("$instance", ".*")
        for panel in PANELS
        for query in (each["expr"] for each in panel["targets"])
    ]
    rules = [{"record": f"panel:{index}", "expr": query} for index, query in enumerate(filled)]
    file = tmp_path / "panels.yml"
    file.write_text(json.dumps({"groups": [{"name": "panels", "rules": rules}]}), encoding="utf-8")
    assert await promtool("check", "rules", str(file)) == ""
