"""The comparison of two runs as one HTML file. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

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
from gateway.evaluation.html_report.run_page import Json
from gateway.evaluation.html_report.whisker import reach, whisker


def comparison_page(found: Json, runs: tuple[Mapping[str, str], Mapping[str, str]], bases: tuple[str, str]) -> str:
    """Returns the page of a comparison, as `Comparison.json` makes it. runs: facts of A and B. bases: the addresses of
    the gateways with their recordings."""
    margin, names = found["margin"], found["regressions"]
    verdict = (
        f'<strong class="bad">Regressions beyond {escape(shown("", margin))}</strong>: {", ".join(map(name_of, names))}.'
        if names
        else f"No regression beyond {escape(shown('', margin))}."
    )
    sides = "".join(f"<h2>{side}</h2>\n{facts(about)}" for side, about in zip(("Run A", "Run B"), runs, strict=True))
    body = [f"<p>{verdict}</p>\n", _figures(found["figures"], margin), _changed(found["changed"], bases)]
    for label, side in (("A", "only_a"), ("B", "only_b")):
        if found[side]:
            body.append(f"<p>Answered in {label} alone: {escape(', '.join(found[side]))}.</p>\n")
    return document("Comparison of two evaluation runs", "".join([*body, sides]))


def _figures(figures: Json, margin: float) -> str:
    compared = {name: each for name, each in figures.items() if each["difference"] is not None}
    shares = [each for name, each in compared.items() if not UNITS.get(name)]
    far = reach([bound for each in shares for bound in (each["low"], each["high"])])

    def chart(name: str, each: Json) -> str:
        if UNITS.get(name):
            return ""
        sign = 1 if each["higher_is_better"] else -1
        low, high = sorted((sign * each["low"], sign * each["high"]))
        return whisker(sign * each["difference"], low, high, start=-far, end=far, band=margin)

    rows = [
        HtmlRow(
            [
                name_of(name) + (" <strong>regression</strong>" if each["regression"] else ""),
                f"{'+' if each['difference'] > 0 else ''}{shown(name, each['difference'])}",
                chart(name, each),
                shown(name, each["a"]),
                shown(name, each["b"]),
                f"{shown(name, each['low'])} to {shown(name, each['high'])}",
                f"{each['better']} / {each['worse']}",
                f"{each['p_adjusted']:.2g}",
                str(each["cases"]),
            ],
            is_bad=each["regression"],
        )
        for name, each in compared.items()
    ]
    heads = ("A", "B", "95 % interval", "Better / worse cases", "p, adjusted", "Cases")
    columns = [
        Column("Figure"),
        Column("B less A", "n"),
        Column("Worse ← B → better"),
        *(Column(head, "n") for head in heads),
    ]
    caption = f"Each chart goes {shown('', far)} to both sides; the band is the margin of {shown('', margin)}"
    missing = {name: each["why"] for name, each in figures.items() if name not in compared}
    return f"<h2>Figures</h2>\n{table(caption, columns, rows)}{reasons('Not compared', missing)}"


def _changed(cases: Sequence[Json], bases: tuple[str, str]) -> str:
    if not cases:
        return "<h2>Changed cases</h2>\n<p>No case changed.</p>\n"
    columns = [Column("Case"), Column("Question", "q"), Column("Worse in B"), Column("Better in B"), Column("Answers")]
    rows = (
        HtmlRow(
            [
                escape(case["id"]),
                f"<bdi>{escape(case['question'])}</bdi>",
                "<br>".join(map(name_of, case["worse"])),
                "<br>".join(map(name_of, case["better"])),
                f"{answer_link(bases[0], case['answer_a'], 'A')} {answer_link(bases[1], case['answer_b'], 'B')}",
            ]
        )
        for case in cases
    )
    return f"<h2>Changed cases</h2>\n{table(f'{len(cases)} cases, the worst first', columns, rows)}"
