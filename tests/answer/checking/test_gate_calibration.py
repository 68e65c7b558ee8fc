"""Coverage against error."""

from gateway.answer.checking.gate_calibration import GateShares, Share, margins, outcome, rows, table, thresholds


def test_coverage_and_error_are_shares_of_their_own_kind():
    found = outcome([(True, True), (True, True), (True, False), (False, True), (False, False)])
    assert found == GateShares(Share(2, 3), Share(1, 2))
    assert outcome([(True, False)]) == GateShares(Share(0, 1), Share(0, 0))
    assert (str(Share(2, 3)), str(Share(0, 0)), Share(0, 0).value) == (" 67% (2/3)", "–", None)


def test_levels_are_even_steps_and_the_one_that_is_set():
    assert thresholds(0.3)[:3] == [0.0, 0.05, 0.1] and thresholds(0.3)[-1] == 1.0 and len(thresholds(0.3)) == 21
    assert thresholds(0.33).index(0.33) == 7 and len(thresholds(0.33)) == 22
    assert margins(0.5) == [0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.5]


def test_the_set_level_is_marked_and_measured_with_its_exceptions():
    seen = []

    def at(level):
        seen.append(level)
        return GateShares(Share(3, 4), Share(0, 2))

    lines = table("threshold", rows([0.0, 0.3], 0.3, at))
    assert seen == [0.0, None]
    assert [line.split() for line in lines] == [
        ["threshold", "coverage", "error"],
        ["0", "75%", "(3/4)", "0%", "(0/2)"],
        ["0.3", "75%", "(3/4)", "0%", "(0/2)", "<-", "now"],
    ]
