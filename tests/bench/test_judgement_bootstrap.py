"""The mean of figures and its interval."""

import pytest

from bench.judgement_parts.bootstrap import mean


def test_a_mean_has_the_same_interval_every_time():
    found = mean([0.0, 1.0] * 50)
    assert found.value == 0.5 and found == mean([0.0, 1.0] * 50)
    assert found.low == pytest.approx(0.4, abs=0.04) and found.high == pytest.approx(0.6, abs=0.04)
    assert mean([0.3, 0.3]).low == pytest.approx(0.3) and mean([]).count == 0
