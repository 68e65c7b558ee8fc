"""The mean of figures with what chance does to it. Nothing here is drawn anew in another run: the bootstrap has its own
seeded source of chance."""

from __future__ import annotations

import random
from collections.abc import Sequence

from gateway.evaluation.intervals import Estimate

RESAMPLED = 1000


def mean(values: Sequence[float]) -> Estimate:
    """Returns the mean, with the percentile interval of a bootstrap of 1,000 samples; of nothing, 0."""
    count = len(values)
    if not count:
        return Estimate(0.0, 0.0, 0.0, 0)
    chance = random.Random(20)
    means = sorted(sum(chance.choices(values, k=count)) / count for _ in range(RESAMPLED))
    low, high = means[int(0.025 * RESAMPLED)], means[int(0.975 * RESAMPLED) - 1]
    return Estimate(sum(values) / count, low, high, count)
