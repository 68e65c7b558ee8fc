"""What a refusal says beside that nothing was found: what was looked for, and which titles and headings come closest.
Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from gateway import words
from gateway.answer.answer import Candidate
from gateway.words.languages import LANGUAGES

OFFERED = 3
"""Most titles or headings."""
LONGEST = 120
"""Characters of what was looked for, and of a title or heading."""


def refusal(question: str, language: str, candidates: Sequence[Candidate], label: Callable[[str], str]) -> list[str]:
    """Returns the paragraphs of a refusal: the fixed sentence, and behind it what helps to ask better, where there is
    any. None of it is a source.

    language: that of the question's words; `label`: fixed sentences by name, in the language of the answer.
    """
    lines = []
    if told := _told(question, language):
        lines.append(label("looked_for").format(words=told))
    if near := _closest(question, language, candidates):
        lines += [label("closest"), *(f"- {name}" for name in near)]
    return [label("nothing_found"), *(["\n".join(lines)] if lines else [])]


def _told(question: str, language: str) -> str:
    """Returns the words of a question that were looked for, as they are written; where words are not separated, all of
    its last sentence, since the rest of it without some characters cannot be read. A question of lines has no sentence
    and is returned whole."""
    terms = set(words.content_words(question, language))
    if terms and language in LANGUAGES and not LANGUAGES[language].has_spaces:
        start, end = (words.sentences(question) or [(0, len(question))])[-1]
        line = question[start:end].strip("？?。.！! ")
    else:
        line = " ".join(words.excerpt(question, terms, language).split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST].rsplit(' ', 1)[0]} …"


def _closest(question: str, language: str, candidates: Iterable[Candidate]) -> list[str]:
    """Returns the places whose title or heading says a word of the question, the most words first. A word that may
    stand anywhere does not count."""
    asked = {term for term in words.content_words(question, language) if not words.is_general(term, language)}
    places: dict[str, int] = {}
    for candidate in candidates:
        named = words.vocabulary(f"{candidate.title}\n{candidate.heading}", language)
        name = " › ".join(" ".join(part.split()) for part in (candidate.title, candidate.heading) if part)
        if candidate.type == "embedding" and (shared := len(asked & named)):
            places[name[:LONGEST]] = max(shared, places.get(name[:LONGEST], 0))
    return sorted(places, key=lambda name: -places[name])[:OFFERED]
