"""Which passages of a document show what is in it, where not all can be shown. Pure."""

from __future__ import annotations

from collections.abc import Sequence


def route(headings: Sequence[str], most: int) -> list[int]:
    """Returns the places of at most `most` passages, in their order, given the heading of each.

    Every section of the first level gets a passage, the earliest ones first where there are more sections than
    passages; what is left goes round among those that are longer. Inside a section they are spread evenly, its
    beginning always among them.
    """
    sections: dict[str, list[int]] = {}
    for index, heading in enumerate(headings):
        sections.setdefault(heading.partition(" › ")[0], []).append(index)
    shares = dict.fromkeys(list(sections)[:most], 0)
    left = min(most, sum(len(sections[name]) for name in shares))
    while left:
        for name in shares:
            if left and shares[name] < len(sections[name]):
                shares[name] += 1
                left -= 1
    return sorted(
        sections[name][number * len(sections[name]) // share]
        for name, share in shares.items()
        for number in range(share)
    )
