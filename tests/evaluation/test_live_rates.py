"""Rates of live answers, and their drift."""

from __future__ import annotations

from gateway.evaluation.live_rates import RatePart, drifting, pooled, rates


def part(figure, hits, cases, answers, model="m", prompt="p"):
    return RatePart(model, prompt, figure, hits, cases, answers)


def test_rates_are_those_of_each_model_and_prompt():
    parts = [part("weak_rate", 0, 4, 90), part("weak_rate", 2, 4, 10), part("weak_rate", 4, 4, 10, prompt="q")]
    found = rates(parts)
    assert found["m", "p"]["weak_rate"]["value"] == 20 / 400 and found["m", "p"]["weak_rate"]["cases"] == 100
    assert found["m", "q"]["weak_rate"]["value"] == 1
    assert pooled(parts)["weak_rate"]["value"] == 60 / 440


def test_a_figure_drifts_if_it_is_worse_beyond_both_intervals():
    def of(weak, good):
        return pooled(
            [
                part("weak_rate", 1, 1, weak),
                part("weak_rate", 0, 1, 100 - weak),
                part("format_compliance", 1, 1, good),
                part("format_compliance", 0, 1, 100 - good),
            ]
        )

    before = of(20, 90)
    assert drifting(of(60, 90), before) == ["weak_rate"]
    assert drifting(of(20, 50), before) == ["format_compliance"]
    assert drifting(of(25, 85), before) == drifting(of(0, 100), before) == []
    assert drifting(of(60, 50), {}) == []
