"""The report of a run as one HTML file. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from gateway.evaluation.html_report.html_parts import (
    UNITS,
    Column,
    HtmlRow,
    answer_link,
    document,
    facts,
    name_of,
    reasons,
    shown,
    table,
)
from gateway.evaluation.html_report.whisker import whisker

HEADLINES = ("format_compliance", "illegal_id_rate", "consistency_pass_rate", "hallucination_rate")
Json = Mapping[str, Any]


def run_page(report: Json, about: Mapping[str, str], base: str = "") -> str:
    """Returns the page of a report, as `report_json` makes it. about: further facts of the run. base: the address of
    the gateway with the recordings."""
    counts = {"Cases": str(report["cases"]), "Failed": str(report["failed"]), "Run": report["run"]}
    parts = [facts({**about, **counts}), _headlines(report["pooled"]), _figures(report["pooled"])]
    parts += [_group(group, values) for group, values in report["by"].items() if len(values) > 1]
    parts += [_worst(report["worst"], base), _problems(report)]
    return document(f"Evaluation of {report['set']}", "".join(parts))


def _headlines(pooled: Json) -> str:
    rates = ""
    for name in HEADLINES:
        value, below = "–", escape(pooled[name].get("why", ""))
        if pooled[name]["value"] is not None:
            value, below = escape(shown(name, pooled[name]["value"])), _interval(name, pooled[name])
        rates += f"<div><dt>{name_of(name)}</dt><dd>{value}<small>{below}</small></dd></div>"
    return f'<dl class="rates">{rates}</dl>\n'


def _interval(name: str, figure: Json) -> str:
    return f"{escape(shown(name, figure['low']))} to {escape(shown(name, figure['high']))}"


def _chart(name: str, figure: Json) -> str:
    return "" if UNITS.get(name) else whisker(figure["value"], figure["low"], figure["high"])


def _figures(pooled: Json) -> str:
    columns = [Column("Figure"), Column("Value", "n"), Column("0 to 100 %"), Column("95 % interval", "n")]
    rows = (
        HtmlRow(
            [
                name_of(name),
                shown(name, figure["value"]),
                _chart(name, figure),
                _interval(name, figure),
                str(figure["cases"]),
                escape(", ".join(_more(name, figure))),
            ]
        )
        for name, figure in pooled.items()
        if figure["value"] is not None
    )
    made = table("Figures of all cases", [*columns, Column("Cases", "n"), Column("More")], rows)
    missing = {name: figure["why"] for name, figure in pooled.items() if figure["value"] is None}
    return f"<h2>Figures</h2>\n{made}{reasons('Not computed', missing)}"


def _more(name: str, figure: Json) -> Iterator[str]:
    for key in ("p50", "p95", "total"):
        if key in figure:
            yield f"{key} {shown(name, figure[key])}"
    if "by" in figure:
        yield f"by {figure['by']}"


def _group(group: str, values: Json) -> str:
    """Returns the figures of each value of a group side by side."""

    def cell(name: str, figure: Json) -> str:
        if figure["value"] is None:
            return "–"
        return f"{shown(name, figure['value'])} ({figure['cases']}){_chart(name, figure)}"

    names = next(iter(values.values()))
    rows = (
        HtmlRow([name_of(name), *(cell(name, figures[name]) for figures in values.values())])
        for name in names
        if any(figures[name]["value"] is not None for figures in values.values())
    )
    made = table(f"By {group}: value and, in brackets, cases", [Column("Figure"), *map(Column, values)], rows)
    return f"<h2>By {escape(group)}</h2>\n{made}"


def _worst(worst: Json, base: str) -> str:
    columns = [Column("Case"), Column("Question", "q"), Column("Value", "n")]
    found = []
    for name, cases in worst.items():
        if cases and not UNITS.get(name):
            rows = (
                HtmlRow(
                    [
                        answer_link(base, case["answer_uuid"], case["id"]),
                        f"<bdi>{escape(case['question'])}</bdi>",
                        shown(name, case["value"]),
                    ]
                )
                for case in cases
            )
            made = table(f"Worst cases of {name}", columns, rows)
            found.append(f"<details open><summary>{name_of(name)} ({len(cases)})</summary>{made}</details>\n")
    none = "<p>Every case has the best value of each figure.</p>\n"
    return f"<h2>Worst cases</h2>\n{''.join(found) or none}"


def _problems(report: Json) -> str:
    """Returns the cases that failed and the lines that were not asked."""
    made = ""
    if report["failures"]:
        rows = (
            HtmlRow([escape(each["id"]), f"<bdi>{escape(each['question'])}</bdi>", escape(each["failure"])])
            for each in report["failures"]
        )
        columns = [Column("Case"), Column("Question", "q"), Column("Failure")]
        made += f"<h2>Failed cases</h2>\n{table('They count in no figure', columns, rows)}"
    if report["lines"]:
        rows = (HtmlRow([str(each["line"]), escape(each["problem"])]) for each in report["lines"])
        made += f"<h2>Lines of the set</h2>\n{table('Problems', [Column('Line'), Column('Problem', 'q')], rows)}"
    if report["unconfirmed"]:
        made += f"<p>{report['unconfirmed']} drafts that nobody has confirmed were not asked.</p>\n"
    return made
