"""How many cases a run needs to find a difference of so many points. Pure."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple

ALPHA, POWER = 0.05, 0.8
_Z_ALPHA, _Z_POWER = NormalDist().inv_cdf(1 - ALPHA / 2), NormalDist().inv_cdf(POWER)
DISCORDANT = 0.1
"""The share of cases that come out differently in two runs beside the difference itself, if nothing is known of it."""


class CasesNeeded(NamedTuple):
    """`paired`: both runs answer the same cases (`citestream evaluate compare`). `unpaired`: each has its own."""

    paired: int
    unpaired: int


def cases_needed(points: float, share: float = 0.8, discordant: float = DISCORDANT) -> CasesNeeded:
    """Returns the cases to find a difference of so many percentage points with a power of 80 % at 5 %, two-sided.

    Paired, as McNemar's test needs them (Connor 1987); unpaired, as two shares do (Fleiss 1981).
    share: the share that the figure has now. discordant: the share of cases that change in either direction for every
    other reason than the difference.
    """
    delta = points / 100
    share = max(share, delta)
    other = share - delta
    changed = min(1.0, delta + discordant)
    paired = (_Z_ALPHA * math.sqrt(changed) + _Z_POWER * math.sqrt(changed - delta**2)) ** 2 / delta**2
    middle = (share + other) / 2
    spread = share * (1 - share) + other * (1 - other)
    unpaired = (_Z_ALPHA * math.sqrt(2 * middle * (1 - middle)) + _Z_POWER * math.sqrt(spread)) ** 2 / delta**2
    return CasesNeeded(math.ceil(paired), math.ceil(unpaired))


def detect_text(points: float, cases: int) -> str:
    """Returns what `--detect` prints before a run of so many cases. points: above 0 and at most 100."""
    needed = cases_needed(points)
    enough = "enough" if cases >= needed.paired else "too few"
    return (
        f"A difference of {points:g} points needs {needed.paired} cases if both runs answer the same ones, else "
        f"{needed.unpaired} in each run. The set has {cases}: {enough}. This is for a power of 80 % at a level of 5 %. "
        f"It assumes a share of 80 %, and that {DISCORDANT:.0%} of the cases change for other reasons."
    )
