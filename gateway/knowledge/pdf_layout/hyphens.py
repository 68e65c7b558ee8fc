"""Words that a line end cuts: a dictionary of the document's own words decides whether the hyphen is theirs."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable

from gateway.knowledge.pdf_layout.runs import CJK, Run
from gateway.words.languages.tables import listed

_LONGEST_WORD = 60
_MOST_COLUMNS = 8
"""Cut lines on one height of a page."""
_CUT_WORD = re.compile(r"(?<!\w)(\w++)[-\u00ad\u2010\x02]$")
_AROUND = ".,;:!?()[]\"'“”‘’«»„"
_PREFIXES = listed("any be every for fore in inter out over some there under up where with")
"""Words that are the first part of words without a hyphen."""
_BETWEEN = listed("and or nor to und oder bis sowie et ou y o e ed i lub en of och og eller")
"""Words after a part of a word whose rest comes later: "pre- and post-war"."""
_LEAST_PART = 3
"""Letters of each part of a compound."""


class Words:
    """The words of a document. pages: the lines of each page, from top to bottom. A word that a line end cuts does not
    count.
    """

    def __init__(self, pages: Iterable[Iterable[Run]] = ()) -> None:
        self._count: Counter[str] = Counter()
        self._written: set[str] = set()
        for lines in pages:
            cuts: deque[Run] = deque(maxlen=_MOST_COLUMNS)
            for line in lines:
                tokens = line.text.split()
                if tokens and any(_is_below(line, cut) for cut in cuts):
                    del tokens[0]
                if tokens and _CUT_WORD.search(tokens[-1][-_LONGEST_WORD:]):
                    cuts.append(line)
                    del tokens[-1]
                words = [token.strip(_AROUND) for token in tokens]
                self._written.update(words)
                self._count.update(map(str.casefold, words))

    def text(self, lines: Iterable[str]) -> str:
        """Returns lines as one; words cut at their ends are whole again."""
        text = ""
        for line in (" ".join(line.split()) for line in lines):
            text = (self.joined(text, line) if text else "") + line
        return text.replace("\x02", "-")

    def joined(self, text: str, line: str) -> str:
        """Returns the text that a line continues, without its last hyphen if that is only the cut, or with a space."""
        if CJK.match(text[-1:]) and CJK.match(line):
            return text
        cut = _CUT_WORD.search(text, max(0, len(text) - _LONGEST_WORD))
        if not cut or not line:
            return f"{text} "
        head, tail = cut[1], line.split(maxsplit=1)[0].strip(_AROUND)
        if text.endswith("\u00ad"):
            return text[:-1]
        before = text[: cut.start()]
        lower = tail[:1].isalpha() and not tail[:1].isupper()
        if lower or (head.isupper() and tail[:1].isupper()):
            if tail in _BETWEEN and not self._count[(head + tail).casefold()]:
                return f"{text} "
            return text if self._is_compound(head, tail, is_part=before.endswith("-")) else text[:-1]
        return text if self._count[f"{head}-{tail}".casefold()] else f"{text} "

    def _is_compound(self, head: str, tail: str, *, is_part: bool) -> bool:
        """Tells whether a hyphen is the word's own: the document writes the word so, or writes both parts as words and
        the whole never. is_part: the head follows another hyphen, as in "state-of-the-art".
        """
        first, whole = head.casefold(), (head + tail).casefold()
        with_hyphen, without = self._count[f"{first}-{tail.casefold()}"], self._count[whole]
        if with_hyphen or without:
            return with_hyphen > without
        if any(self._count[form] for form in (f"{whole}s", whole[:-1], whole[:-2])):
            return False
        if is_part or "-" in tail:
            return bool(self._count[first])
        is_long = min(len(head), len(tail)) >= _LEAST_PART
        return is_long and first not in _PREFIXES and bool(self._count[first]) and tail in self._written


def _is_below(line: Run, above: Run) -> bool:
    return line.left < above.right and line.right > above.left and 0 < above.middle - line.middle < 2 * line.height
