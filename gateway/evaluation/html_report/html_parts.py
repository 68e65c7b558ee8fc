"""What the HTML reports of evaluations are made of. Every text from outside is escaped here. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from gateway.evaluation.measures.figure_kinds import figure_kinds
from gateway.evaluation.report import number

UNITS = {name: kind.unit for name, kind in figure_kinds((), {}).items()}
"""The unit of each figure; empty for a share."""
STYLE = """
:root{color-scheme:light dark;--paper:light-dark(#fdfdfb,#15181a);--ink:light-dark(#1d2429,#e7e7e2);
--soft:light-dark(#59636b,#a2abb1);--line:light-dark(#e3e5e3,#2f3539);--wash:light-dark(#f0f2ee,#23292c);
--dot:light-dark(#1c5fb8,#8ab8f5);--alarm:light-dark(#9d2f1f,#f0a192)}
*{box-sizing:border-box}
body{max-width:72rem;margin:0 auto;padding:1rem clamp(1rem,4vw,2rem) 4rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 system-ui,"Segoe UI",Roboto,"PingFang SC","Microsoft YaHei",sans-serif;overflow-wrap:break-word}
h1{font-size:1.75rem;line-height:1.2;margin:1rem 0}h2{font-size:1.25rem;margin:2.5rem 0 .5rem}
a{color:inherit}p{max-width:46rem}.soft,caption,dt{color:var(--soft);font-size:.875rem}
dl{display:flex;flex-wrap:wrap;gap:.75rem 2rem;margin:1rem 0}dd{margin:0}
.rates dd{font-size:1.5rem;font-variant-numeric:tabular-nums}.rates dd small{display:block;color:var(--soft);
font-size:.8125rem}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.875rem}caption{text-align:start;padding:.25rem 0}
th,td{padding:.375rem .75rem .375rem 0;border-bottom:1px solid var(--line);font-weight:400;text-align:start;
vertical-align:top}thead th{color:var(--soft)}
td{white-space:nowrap}td.n{text-align:end;font-variant-numeric:tabular-nums}th code{white-space:nowrap}
td.q{min-width:14rem;white-space:normal;overflow-wrap:anywhere}code{font-size:.8125rem}
.whisker{display:block;margin:.2rem 0;max-width:none}.axis,.zero{stroke:var(--line)}.zero{stroke:var(--soft)}
.interval{stroke:var(--dot);stroke-width:2}.whisker circle{fill:var(--dot)}.band{fill:var(--wash)}
tr.bad .interval{stroke:var(--alarm)}tr.bad circle{fill:var(--alarm)}.bad strong,strong.bad{color:var(--alarm)}
details{margin:.5rem 0}summary{cursor:pointer}
@media (width<40rem){th,td{padding-inline-end:.625rem}.whisker{width:6rem;height:auto}}
@media print{body{max-width:none;padding:0;font-size:9pt}table{font-size:7.5pt}code{font-size:7pt}.wide{overflow:visible}
.whisker{width:5rem;height:auto}th,td{padding-inline-end:.5rem}tr{break-inside:avoid}}
"""


class Column(NamedTuple):
    """A column of a table. `kind`: `n` for numbers, `q` for long texts."""

    head: str
    kind: str = ""


class HtmlRow(NamedTuple):
    """A row of HTML, whose first cell names it."""

    cells: Sequence[str]
    is_bad: bool = False


def document(title: str, body: str) -> str:
    """Returns a page that loads nothing and runs nothing. body: HTML."""
    named = escape(title)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="referrer" '
        f'content="no-referrer">\n<title>{named}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n'
        f"<h1>{named}</h1>\n{body}</main>\n</body>\n</html>\n"
    )


def table(caption: str, columns: Sequence[Column], rows: Iterable[HtmlRow]) -> str:
    """Returns a table in a box that scrolls alone if the window is narrow."""
    heads = "".join(f'<th scope="col">{escape(column.head)}</th>' for column in columns)
    body = []
    for row in rows:
        first, *others = row.cells
        cells = "".join(
            f'<td class="{column.kind}">{cell}</td>' for cell, column in zip(others, columns[1:], strict=True)
        )
        body.append(f'<tr{" class=bad" if row.is_bad else ""}><th scope="row">{first}</th>{cells}</tr>')
    named = escape(caption, quote=True)
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{named}"><table><caption>{escape(caption)}</caption>'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>{''.join(body)}</tbody></table></div>\n"
    )


def facts(of: Mapping[str, str]) -> str:
    """Returns names and values."""
    return f"<dl>{''.join(f'<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>' for name, value in of.items())}</dl>\n"


def reasons(title: str, why: Mapping[str, str]) -> str:
    """Returns the figures that are missing, and why; empty if none is."""
    items = "".join(f"<li>{name_of(name)}: {escape(reason)}</li>" for name, reason in why.items())
    return items and f"<h2>{title}</h2>\n<ul>{items}</ul>\n"


def name_of(figure: str) -> str:
    return f"<code>{escape(figure)}</code>"


def shown(figure: str, value: float) -> str:
    """Returns a value of a figure for people: a share in percent, a time in milliseconds."""
    unit = UNITS.get(figure, "")
    if not unit:
        return f"{100 * value:.1f} %"
    return (number(value) if value else "0") + (" ms" if unit == "ms" else "")


def answer_link(base: str, answer_uuid: str, words: str) -> str:
    """Returns a link to the recording of an answer. base: the address of the gateway; empty: that of the page."""
    if not answer_uuid:
        return escape(words)
    return f'<a href="{escape(f"{base}/qa/{answer_uuid}", quote=True)}">{escape(words)}</a>'
