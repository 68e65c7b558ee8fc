"""The HTML reports need nothing else, link recordings, show every interval, and escape every text from outside."""

import re
from html.parser import HTMLParser

import pytest

from gateway.evaluation.cases import BadLine
from gateway.evaluation.comparison import compare
from gateway.evaluation.html_report.comparison_page import comparison_page
from gateway.evaluation.html_report.run_page import run_page
from gateway.evaluation.html_report.whisker import EDGE, HEIGHT, WIDTH, reach, whisker
from gateway.evaluation.report import Report, report_json
from tests.support.evaluated import cited, facts, failed, outcome

HOSTILE = "</style></table><script>alert(1)</script><img src=//evil.example onerror='x'>\"&"
WEAK = facts(cited=(cited(status="weak"),))
EMPTY = {"html", "meta", "br", "line", "circle", "rect"}


class Tags(HTMLParser):
    """Checks that each tag is closed where it was opened, and collects tags, links and text."""

    def __init__(self, page):
        super().__init__()
        self.open, self.names, self.attributes, self.text = [], set(), [], ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.names.add(tag)
        self.attributes += attributes
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.names.add(tag)

    def handle_endtag(self, tag):
        if tag not in EMPTY:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def whole(page):
    found = Tags(page)
    assert found.open == [] and page.startswith("<!doctype html>") and '<html lang="en">' in page
    assert not found.names & {"script", "img", "link", "iframe"}
    assert not any(name.startswith("on") or name in ("src", "style") for name, _ in found.attributes)
    assert "default-src 'none'" in page and not re.search(r"@import|url\(", page)
    return found


def test_a_report_is_one_page_with_all_figures_and_hostile_texts_stay_text():
    bad = [outcome("b", answer=WEAK, question=HOSTILE, kind=HOSTILE, language="fr"), outcome("b", repeat=1)]
    made = report_json(
        Report(
            run="run-1",
            set_name=HOSTILE,
            outcomes=[outcome("a"), *bad, failed(HOSTILE)],
            bad=[BadLine(7, HOSTILE)],
            unconfirmed=2,
        )
    )
    found = whole(run_page(made, {"Target": HOSTILE}, "https://ask.example"))
    assert found.text.count(HOSTILE) > 5 and f"Evaluation of {HOSTILE}" in found.text
    links = {value for name, value in found.attributes if name == "href"}
    assert "https://ask.example/qa/b-0" in links
    text = " ".join(found.text.split())
    assert all(name in text for name, figure in made["pooled"].items())
    assert "By repeat" in text and "By language" in text and "2 drafts that nobody has confirmed" in text
    assert "33.3 %" in text and "provider_error" in text and "p95 900 ms" in text


def test_a_comparison_marks_regressions_and_lists_the_cases_that_changed():
    a = [outcome(f"a{at}", question=HOSTILE) for at in range(20)]
    b = [outcome(f"a{at}", question=HOSTILE, answer=WEAK if at < 8 else None) for at in range(19)]
    made = compare(a, b).json()
    page = comparison_page(made, ({"Run": "1"}, {"Run": HOSTILE}), ("", "https://there.example"))
    found = whole(page)
    assert "Regressions beyond 2.0 %: consistency_pass_rate, weak_rate." in found.text
    losses = re.findall(r'<tr class=bad>.*?<circle cx="([0-9.]+)"', page)
    assert len(losses) == 2 and all(float(at) < WIDTH / 2 for at in losses)
    assert "Answered in A alone: a19." in found.text and "8 cases, the worst first" in found.text
    assert {"/qa/a0-0", "https://there.example/qa/a0-0"} <= {
        value for name, value in found.attributes if name == "href"
    }
    calm = whole(comparison_page(compare(a, a).json(), ({}, {}), ("", "")))
    assert "No regression beyond 2.0 %." in calm.text and "No case changed." in calm.text


def test_a_chart_places_value_interval_and_band():
    made = whisker(0.5, 0.25, 2.0)
    inside = WIDTH - 2 * EDGE
    assert f'<circle cx="{EDGE + inside / 2}" cy="{HEIGHT / 2}"' in made
    assert f'class="interval" x1="{EDGE + inside / 4}" x2="{WIDTH - EDGE:.1f}"' in made and "zero" not in made
    around = whisker(0, -0.1, 0.1, start=-0.2, end=0.2, band=0.02)
    assert f'class="zero" x1="{WIDTH / 2}"' in around and f'class="band" x="{WIDTH / 2 - inside / 20}"' in around


@pytest.mark.parametrize(("numbers", "far"), [([], 0.05), ([0.01, -0.12], 0.15), ([-1.0, 0.3], 1.0)])
def test_charts_of_differences_reach_as_far_as_the_farthest(numbers, far):
    assert reach(numbers) == pytest.approx(far)
