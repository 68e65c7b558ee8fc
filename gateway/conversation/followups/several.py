"""The questions in one message: those that end with a question mark, and those that "and" joins. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from gateway import words
from gateway.conversation.followups.resolve import resolve
from gateway.words.languages import language_of
from gateway.words.languages.subjects.dialogue.joined_questions import JOINED_QUESTIONS

MOST = 3
"""Questions of one message that are each looked up separately."""
FEW = 2
"""Content words below which a question needs the sentence before it to be understood."""
_MARK = re.compile(r"[?？؟]\W{0,40}$")
_ALSO = re.compile(r"^\W{0,9}(?:and|but|et|mais|und|aber|y|pero|e|ma|mas|en|maar|och|men|и|а|i)\s{1,9}", re.IGNORECASE)
_QUOTATION = re.compile('[「『“«"].*[」』”»"]', re.DOTALL)
_QUOTED = re.compile('[「『“«"]')
_BRACKETS = ("「」", "『』", "《》", "“”", "«»", "()", "（）")


@lru_cache(maxsize=256)
def several(text: str, language: str) -> tuple[str, ...]:
    """Returns the last `MOST` questions of a text; empty if it is one question. A question that refers to the sentence
    before it, or says next to nothing, comes with that sentence. `language`: that of the words."""
    whole = [text[start:end] for start, end in words.sentences(text, language)]
    sentences = [part for sentence in whole for part in _joined(sentence, language)]
    asking = [at for at, sentence in enumerate(sentences) if _MARK.search(sentence) and _content(sentence, language)]
    if len(sentences) < 2 or not all(map(_is_own, whole)):
        return ()
    has_spaces = language_of(language).has_spaces
    least, joint = (FEW, " ") if has_spaces else (1, "")
    found = []
    for at in asking[-MOST:]:
        question = _ALSO.sub("", sentences[at])
        refers = len(_content(question, language)) < least or resolve(question, language, None).dependent
        found.append(f"{sentences[at - 1]}{joint}{question}" if at and refers else question)
    return tuple(found)


def _joined(sentence: str, language: str) -> list[str]:
    """Returns the questions that a sentence joins, each with a question mark; else the sentence."""
    mark = _MARK.search(sentence)
    if mark is None or language not in JOINED_QUESTIONS or _QUOTED.search(sentence):
        return [sentence]
    cut, begins = JOINED_QUESTIONS[language]
    parts = cut.split(sentence)
    if not all(begins.match(part) and _content(part, language) for part in parts):
        return [sentence]
    return [part if _MARK.search(part) else part + mark[0] for part in parts]


def _content(text: str, language: str) -> set[str]:
    return set(words.content_words(text, language))


def _is_own(sentence: str) -> bool:
    """Says whether a sentence is no quotation, and none begins or ends inside it: the asker does not ask that."""
    balanced = all(sentence.count(pair[0]) == sentence.count(pair[1]) for pair in _BRACKETS)
    return balanced and sentence.count('"') % 2 == 0 and not _QUOTATION.fullmatch(sentence)
