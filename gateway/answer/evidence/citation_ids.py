"""Citation ids as models spell them, against the candidates that exist; and which paragraphs need one at all.

Wrong ids are ignored, counted and noted. Headings, questions, transitions and refusals claim nothing, so they need no
source; in doubt a sentence is a claim.
"""

from __future__ import annotations

import re
import unicodedata

from gateway import words
from gateway.answer.answer import Candidates
from gateway.answer.events import CoreDecision
from gateway.words.languages import LANGUAGES
from gateway.words.text import markdown
from gateway.words.text.patterns import any_of

MOST_IDS = 4
"""Citations of one paragraph; the model is asked for no more."""

_ID = re.compile(r"[\s\[(【{<\"'“”*#]*([EGeg])[\s_.-]?0{0,4}([1-9][0-9]{0,3})[\s\])】}>\"'“”*.:;]*")


def normalised(raw: str) -> str | None:
    """Returns the id that is meant: `e1`, `E01`, `[E1]` and `Ｅ１` are `E1`. None for what is no id; a bare number
    never is one."""
    found = _ID.fullmatch(unicodedata.normalize("NFKC", raw[:40]))
    return found.group(1).upper() + found.group(2) if found else None


class ClaimedIds:
    """The ids of one paragraph, checked as they arrive: form, membership, duplicates, cap."""

    def __init__(self, candidates: Candidates) -> None:
        self._candidates = candidates
        self.ids: list[str] = []
        self.dropped = 0
        self._marked: set[str | None] = set()

    def add(self, raw: str, whole: bool = True, marked: bool = False) -> CoreDecision | None:
        """Keeps an id, or returns why not.

        whole: its end was seen.
        marked: it is from the text, which may name an id again, also one that the paragraph's list has.
        """
        citation_id = normalised(raw)
        if not whole:
            reason = "cut_id"
        elif citation_id is None:
            reason = "not_an_id"
        elif self._candidates.get(citation_id) is None:
            reason = "unknown_id"
        elif citation_id in self.ids and (marked or citation_id in self._marked):
            self._marked.discard(None if marked else citation_id)
            return None
        elif citation_id in self.ids:
            reason = "duplicate_id"
        elif len(self.ids) >= MOST_IDS:
            reason = "too_many_ids"
        else:
            self.ids.append(citation_id)
            self._marked |= {citation_id} if marked else set()
            return None
        return self._drop(raw, reason)

    def clear(self, reason: str) -> list[CoreDecision]:
        """Drops what was kept."""
        ids, self.ids = self.ids, []
        return [self._drop(raw, reason) for raw in ids]

    def _drop(self, raw: str, reason: str) -> CoreDecision:
        self.dropped += 1
        return CoreDecision("id_dropped", {"id": raw[:40], "reason": reason})


# Which sentences claim nothing -------------------------------------------------------------------------------------

LONGEST_TRANSITION = 3
"""Content words behind the opening of a transition; with more of them (or a number) it says something."""

LONGEST_HEADING = 80
"""Characters of a line in bold, or of an underlined one; a longer one is a sentence."""
_ENDS_SENTENCE = re.compile(r"[.。!！]\s*$")
"""A bold line that ends like a sentence is a sentence."""
_QUESTION_MARKS = ("?", "？", "؟")
_FRAME = " \t\n>*_#\"'“”«»‘’()（）\u00a0"
_CLAIMS = [language.claims for language in LANGUAGES.values()]
_TRANSITION = any_of((each.transition for each in _CLAIMS), r"(?ix)(?:%s)[\s,，:：、]*")
_REFUSAL = any_of((each.refusal for each in _CLAIMS), "(?ix)%s")
_APOLOGY = any_of((each.apology for each in _CLAIMS), "(?ix)%s")
_CONTRAST = any_of((each.contrast for each in _CLAIMS), "(?ix)%s")


def needs_source(text: str, language: str | None = None) -> bool:
    """Tells whether a paragraph claims anything: one sentence that is no heading, question, transition or refusal is
    enough.

    `text` is one Markdown block; `language` is that of the answer.
    """
    prose = _without_headings(text)
    return any(_claims(prose[a:b].strip(_FRAME), language) for a, b in words.sentences(prose, language))


def refuses(text: str, language: str | None = None) -> bool:
    """Tells whether a sentence of a text refuses or apologises; a question never does."""
    sentences = (text[a:b].strip(_FRAME) for a, b in words.sentences(text, language))
    return any(
        _APOLOGY.match(sentence) or _REFUSAL.search(sentence)
        for sentence in sentences
        if not sentence.endswith(_QUESTION_MARKS)
    )


def _without_headings(text: str) -> str:
    headings = markdown.headings(text)
    text = markdown.without(
        (found for found in headings if found.is_marked or len(found.title) <= LONGEST_HEADING), text
    )
    return "\n".join(line for line in text.split("\n") if not _is_title(markdown.bold_line(line)))


def _is_title(bold: str) -> bool:
    return 0 < len(bold) <= LONGEST_HEADING and not _ENDS_SENTENCE.search(bold)


def _claims(sentence: str, language: str | None) -> bool:
    if not any(character.isalnum() for character in sentence) or sentence.endswith(_QUESTION_MARKS):
        return False
    contrast = _CONTRAST.search(sentence)
    if _REFUSAL.search(sentence):
        return contrast is not None
    apology = _APOLOGY.match(sentence)
    opening = apology or _TRANSITION.match(sentence)
    rest = sentence[opening.end() :] if opening else sentence
    if opening is None and not sentence.endswith((":", "：")):
        return True
    return contrast is not None or bool(words.numbers(rest)) or _size(rest, language) > LONGEST_TRANSITION


def _size(text: str, language: str | None) -> int:
    """Returns the number of content words; of Chinese, whose words are pairs of characters that overlap, one in three
    is left out."""
    found = words.content_words(text, language)
    pairs = sum(not term.isascii() and len(term) == 2 for term in found)
    return len(found) - pairs // 3
