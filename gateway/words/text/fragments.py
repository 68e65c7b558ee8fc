"""A text between blanks, and what each piece yields, worked out once.

No word, number within a word or run of Chinese crosses a blank, so that whatever is found in pieces is found in the
text. Words come back: nine pieces in ten of a text were seen before, and a look in a dictionary costs a tenth of a
regular expression.
"""

from __future__ import annotations

from collections.abc import Callable, Sized
from typing import Generic, TypeVar

MOST, LONGEST = 1 << 16, 64
"""Pieces kept of one kind, and their characters: some 15 MB. A line of Chinese never comes back."""
MOST_YIELDED = 16
"""What a kept piece yields; more (a path, a run of Chinese) would make that a gigabyte."""

T = TypeVar("T", bound=Sized)


def pieces(text: str) -> list[str]:
    """Returns the text cut at blanks and line ends; some are empty. Other blanks stay inside: numbers may hold narrow
    ones."""
    return text.replace("\n", " ").split(" ")


class FragmentCache(dict[str, T], Generic[T]):
    """Piece to what `make` finds in it. Full, it begins anew: that costs less than remembering which was used last."""

    def __init__(self, make: Callable[[str], T], most_yielded: int = MOST_YIELDED) -> None:
        super().__init__()
        self._make, self._most_yielded = make, most_yielded

    def __missing__(self, piece: str) -> T:
        made = self._make(piece)
        if len(piece) <= LONGEST and len(made) <= self._most_yielded:
            if len(self) >= MOST:
                self.clear()
            self[piece] = made
        return made
