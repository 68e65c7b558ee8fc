"""Sentences that stand together without a blank ("Yes.The form …"), as text taken from web pages has them. Pure."""

from __future__ import annotations

import re

LONG = 200
"""Characters from which a sentence is looked at: in a short one a word with a point inside is a name."""
_CLOSING = '[)»”"]?'
_GLUED = re.compile(rf"((?<![\w.`/@:\\-])[^\W\d_]{{2,}}{_CLOSING}[.!?]{_CLOSING}\.?)(?=[^\W\d_a-z]['’ ]?[^\W\d_A-Z])")
"""A word, a full stop and a word that begins with a capital. What stands before is no part of a name in code."""


def pieces(sentence: str) -> list[str]:
    """Returns the sentences of a line that is taken for one."""
    return _GLUED.sub(r"\1" + "\n", sentence).split("\n") if len(sentence) > LONG else [sentence]
