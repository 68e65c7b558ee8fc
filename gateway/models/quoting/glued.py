"""Sentences that stand together without a blank ("Yes.The form …"), as text taken from web pages has them. Pure."""

from __future__ import annotations

import re

LONG = 200
"""Characters from which a sentence is looked at: short ones with a point inside are about names of code."""
_GLUED = re.compile(r"((?<![\w.`/@:\\-])[^\W\d_]{2,}[)»”\"]?[.!?][)»”\"]?\.?)(?=[^\W\d_a-z]['’ ]?[^\W\d_A-Z])")
"""A word, a full stop and a word that begins with a capital; what stands before is no name of code."""


def pieces(sentence: str) -> list[str]:
    """Returns the sentences of a text that is taken for one."""
    return _GLUED.sub("\\1\n", sentence).split("\n") if len(sentence) > LONG and "\n" not in sentence else [sentence]
