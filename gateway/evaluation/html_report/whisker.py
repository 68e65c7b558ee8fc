"""A value with its interval as a small chart: a dot on a line. Pure."""

from __future__ import annotations

WIDTH, HEIGHT, EDGE = 160, 16, 5


def whisker(value: float, low: float, high: float, *, start: float = 0.0, end: float = 1.0, band: float = 0.0) -> str:
    """Returns the chart as SVG, from `start` to `end`. The table beside it has the numbers, so it is hidden from screen
    readers. band: how far from 0 a difference does not count; 0: there is no band."""

    def at(number: float) -> float:
        inside = (min(max(number, start), end) - start) / (end - start)
        return round(EDGE + inside * (WIDTH - 2 * EDGE), 1)

    middle = HEIGHT / 2
    marks = f'<line class="axis" x1="{at(start)}" x2="{at(end)}" y1="{middle}" y2="{middle}"/>'
    if start < 0:
        marks += f'<line class="zero" x1="{at(0)}" x2="{at(0)}" y1="0" y2="{HEIGHT}"/>'
    if band:
        wide = round(at(band) - at(-band), 1)
        marks = f'<rect class="band" x="{at(-band)}" y="0" width="{wide}" height="{HEIGHT}"/>{marks}'
    return (
        f'<svg class="whisker" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" aria-hidden="true">'
        f'{marks}<line class="interval" x1="{at(low)}" x2="{at(high)}" y1="{middle}" y2="{middle}"/>'
        f'<circle cx="{at(value)}" cy="{middle}" r="4"/></svg>'
    )


def reach(numbers: list[float]) -> float:
    """Returns how far a chart of differences goes to both sides of 0: to the farthest number, in steps of 0.05."""
    farthest = max(map(abs, numbers), default=0.0)
    return max(0.05, -(-farthest // 0.05) * 0.05)
