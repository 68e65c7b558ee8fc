"""What a conversation is called before somebody names it."""

from __future__ import annotations

LONGEST = 80
"""Characters of a title that is made from a question."""
_SHORTEST = 40
"""Characters that stay where a title is cut between words; what has no blank for so long is cut anywhere."""


def title_of_question(question: str) -> str:
    """Returns the beginning of a question on one line, with an ellipsis where it was cut, between words if it has
    any."""
    whole = " ".join(question.split())
    if len(whole) <= LONGEST:
        return whole
    at = whole.rfind(" ", _SHORTEST, LONGEST)
    return whole[: at if at > 0 else LONGEST - 1].rstrip(" ,;:-") + "…"
