"""Which people, places, products and organisations a question names. Pure.

Names are what is written with a capital inside a sentence, what stands in quotes, Latin words inside a text without
blanks, and a list of places and brands that people write without capitals.
"""

from __future__ import annotations

import re

from gateway import words
from gateway.memory.comparing.asked_figures import CALENDAR
from gateway.memory.comparing.question_words import QuestionReading
from gateway.words.languages import LANGUAGES
from gateway.words.languages.subjects.names import AMBIGUOUS, KNOWN
from gateway.words.terms.stopwords import STOP
from gateway.words.text.patterns import compiled

_ALIASES = {
    name: names[0]
    for names in ([words.fold(name) for name in group.split()] for group in re.split(r"[|\n]", KNOWN) if group.strip())
    for name in names
}
_LATIN_ALIASES = {name: first for name, first in _ALIASES.items() if name.isascii()}
_WIDE_NAMES = re.compile("|".join(sorted((name for name in _ALIASES if not name.isascii()), key=len, reverse=True)))

_WORD = re.compile(r"(?<!\w)[^\W\d_]+(?:['’-][^\W\d_]+)*", re.UNICODE)
_SENTENCE_END = frozenset('.?!:;。？！"“«(¿¡')
_CAPITAL = re.compile(r"[A-ZÀ-ÖØ-Þ]")
_SHOUTED, _SHOUTED_WORDS = 0.6, 4
"""Share of words in capitals, and how many words there must be, for capitals to tell nothing."""
_NO_NAMES = frozenset(CALENDAR).union(*(language.no_names for language in LANGUAGES.values()))
_TITLED = frozenset().union(*STOP.values()) - _NO_NAMES - frozenset("abcdefghijklmnopqrstuvwxyz")
"""A question with a capital on one of these, "How Do I Reset My Password", has it on every word."""
_QUOTED = re.compile(r"[\"“«《「『](?P<name>[^\"”»》」』]{1,60})[\"”»》」』]")


def names(reading: QuestionReading) -> frozenset[str]:
    """Returns the names of a question, folded; a name of several words gives each of them."""
    capitalised = () if reading.tables.nouns_in_capitals else _capitalised(reading.text)
    found = {_ALIASES.get(name, name) for name in capitalised}
    found |= {first for token in reading.tokens if (first := _LATIN_ALIASES.get(token)) and token not in AMBIGUOUS}
    for match in _QUOTED.finditer(reading.text):
        found |= {_ALIASES.get(word, word) for word in map(words.fold, _WORD.findall(match["name"]))}
    tables = reading.tables
    if not tables.has_spaces:
        found |= {_ALIASES[match.group()] for match in _WIDE_NAMES.finditer(reading.folded)}
        found |= {match.group() for match in compiled(tables.person_name).finditer(reading.text)}
        latin = (match.group() for match in re.finditer(r"[A-Za-z]{2,}", reading.text))
        found |= {_ALIASES.get(word.lower(), word.lower()) for word in latin}
    return frozenset(found)


def _capitalised(text: str) -> set[str]:
    matches = list(_WORD.finditer(text))
    capital = [match for match in matches if _CAPITAL.match(match.group())]
    acronyms = {match for match in capital if len(match.group()) > 1 and match.group().isupper()}
    enough = len(matches) >= _SHOUTED_WORDS
    shouted = enough and len(acronyms) > _SHOUTED * len(matches)
    titled = any(words.fold(match.group()) in _TITLED for match in capital if match.start())
    found = set()
    for match in capital:
        before = text[: match.start()].rstrip()
        first = not before or before[-1] in _SENTENCE_END
        if match in acronyms and not shouted:
            found.add(words.fold(match.group()))
        elif not first and not titled:
            found |= set(re.split("['’]", words.fold(match.group()).replace("-", "")))
    return {name for name in found - _NO_NAMES if len(name) > 1}


def is_named(name: str, reading: QuestionReading) -> bool:
    """Says whether a name of one question stands in another in any spelling: without capitals, joined, or as the words
    whose first letters it consists of."""
    if not name.isascii():
        return name in reading.folded or reading.spells(name)
    initials = "".join(token[0] for token in reading.tokens)
    return reading.spells(name) or (_SHORTEST_ACRONYM <= len(name) <= _LONGEST_ACRONYM and name in initials)


_SHORTEST_ACRONYM, _LONGEST_ACRONYM = 3, 5
"""Letters of an acronym that is looked for as the first letters of words."""
