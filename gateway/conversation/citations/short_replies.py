"""Short replies that only the conversation before them gives a meaning: yes, more, "no, I meant …", "on which days?".

Rules over each language's words, no model. A reply is read in every language, for few words do not tell theirs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from gateway import words
from gateway.conversation.question import Message
from gateway.words.languages.citation_talk import NO, PARTICLES
from gateway.words.languages.citation_talk.replies import REPLIES
from gateway.words.text.folding import HAS_UNSPACED

LONGEST = 120
"""Characters of a reply."""
_SEVERAL, _ANY = "{1,8}", "{0,8}"
"""Words of consent or politeness in a reply. Many of them can be read in two ways ("i", "i would"), and any number of
them in too many."""
_SIGNS = re.compile(r"[^\w,;，、]+")
_COMMAS = re.compile(r" ?[,;，、] ?")
_EDGES = " .!?…。！？¿¡"
_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")
_NO = re.compile(NO)
_WORD = re.compile(r"\w+")


class _ReplyPatterns(NamedTuple):
    spaced: bool
    polite: re.Pattern[str]
    yes: re.Pattern[str]
    more: re.Pattern[str]
    meant: re.Pattern[str]
    instead: re.Pattern[str]
    offers: re.Pattern[str]
    opener: re.Pattern[str]
    attribute: re.Pattern[str]
    asking: re.Pattern[str]
    bare: re.Pattern[str]


@lru_cache(maxsize=len(REPLIES))
def _read(language: str) -> _ReplyPatterns:
    table = REPLIES[language]
    spaced = not HAS_UNSPACED.search(table.yes)
    end, blank = (r"(?!\w)", " ?") if spaced else ("", "")
    polite = f"(?:(?:{table.polite}){end}{blank})"
    each = dict.fromkeys(f"{table.yes}|{table.polite}".split("|"))  # some words are both
    either = f"(?:(?:{'|'.join(each)}){end}{blank})"
    wh = f"(?:{table.asking})"
    prepositions = f"(?:(?:{table.prepositions}) ?){{0,2}}"
    bare = f"{prepositions}{wh}(?: de)?(?: (?:{table.nouns})){{0,2}}(?: (?:on|onwards|exactly|an|genau|exactement))?"
    return _ReplyPatterns(
        spaced,
        re.compile(f"{either}{_SEVERAL}"),
        re.compile(f"{polite}{_ANY}(?:{table.yes}){end}{blank}{either}{_ANY}"),
        re.compile(f"{either}{_ANY}(?:{table.more}){end}{blank}{polite}{_ANY}"),
        re.compile(f"(?:{table.meant}){end}{blank}(.+)"),
        re.compile(table.instead),
        re.compile(f"(?:{table.offers}){end}" if table.offers else "(?!)"),
        re.compile(f"(?:{table.opener}){end}{blank}(.+)"),
        re.compile(f"(?:{table.prepositions}){end}"),
        re.compile(rf"(?<!\w){wh}{end}" if spaced else wh),
        re.compile(f"(?:(?:{table.opener}) )?{bare}" if spaced else f"(?:{table.opener})?(?:{table.nouns})"),
    )


def _line(text: str) -> str:
    """Returns a message folded, with a double space instead of a comma and a space instead of other signs."""
    return _COMMAS.sub("  ", _SIGNS.sub(" ", words.fold(text))).strip(_EDGES)


def _lines(text: str) -> tuple[str, str]:
    line = _line(text) if len(text) <= LONGEST else ""
    return line, " ".join(line.split())


def accepts(text: str) -> bool:
    """Says whether a message only says yes."""
    _, plain = _lines(text)
    return bool(plain) and any(_read(code).yes.fullmatch(_joined(plain, code)) for code in REPLIES)


def declines(text: str) -> bool:
    """Says whether a message only says no."""
    return _NO.fullmatch(_lines(text)[1]) is not None


def continues(text: str) -> bool:
    """Says whether a message only asks to continue."""
    _, plain = _lines(text)
    return bool(plain) and any(_read(code).more.fullmatch(_joined(plain, code)) for code in REPLIES)


def is_bare(text: str) -> bool:
    """Says whether a question is a question word with a preposition or a general noun: "on which days?"."""
    _, plain = _lines(text)
    return bool(plain) and any(_read(code).bare.fullmatch(_joined(plain, code)) for code in REPLIES)


def corrected(text: str) -> str:
    """Returns what a message says was meant instead, empty if it corrects nothing: "no, I meant the parking"."""
    line, plain = _lines(text)
    for code in REPLIES if line else ():
        read = _read(code)
        match = read.meant.fullmatch(_joined(plain, code)) or read.instead.fullmatch(
            line.replace(" ", "") if not read.spaced else line
        )
        if match and not read.polite.fullmatch(_joined(" ".join(match[1].split()), code)):
            return match[1].strip()
    return ""


def own_subject(text: str, language: str) -> tuple[str, bool]:
    """Returns the subject of a message that continues a conversation, and whether it asks something of it: "and the
    parking, how much is it?". Empty if it names none, or adds to what was spoken of: "and for children?"."""
    if meant := corrected(text):
        return meant, False
    line, plain = _lines(text)
    if not line or language not in REPLIES:
        return "", False
    read = _read(language)
    match = read.opener.fullmatch(_joined(plain, language))
    if not match or read.attribute.match(match[1]):
        return "", False
    return match[1], read.asking.search(match[1]) is not None


def offered(messages: Sequence[Message]) -> str:
    """Returns what the last answer of a conversation offers, empty if it offers nothing."""
    last = next((message.content for message in reversed(messages) if message.role == "assistant"), "")
    for sentence in reversed(_SENTENCE.findall(last[-1000:])):
        line = _line(sentence)
        for code in REPLIES:
            read = _read(code)
            if match := read.offers.search(line):
                rest = line[match.end() :].strip()
                if rest and words.content_words(rest):
                    return _as_written(sentence, rest) if read.spaced else rest.rstrip(PARTICLES)
        if sentence.strip():
            return ""
    return ""


def _as_written(sentence: str, rest: str) -> str:
    """Returns the last words of a sentence as it writes them: as many as `rest` has."""
    found = list(_WORD.finditer(sentence))
    count = len(rest.split())
    return sentence[found[-count].start() :].strip(f" {_EDGES}") if 0 < count <= len(found) else rest


def _joined(plain: str, language: str) -> str:
    return plain if _read(language).spaced else plain.replace(" ", "")
