"""Is a question negated, and does it hold a word whose opposite stands in the other one? Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from gateway.memory.rules import opposites
from gateway.memory.rules.question_words import QuestionReading, listed, term

_NOT = {
    "en": listed(
        "not never without no none nothing nobody nowhere neither nor cannot non lack lacking except avoid avoids avoiding"
        " prevent prevents preventing"
    ),
    "fr": listed(
        "pas jamais sans aucun aucune rien personne nulle non ni sauf hors hormis excepte guere eviter evite evitez empecher empeche"
    ),
}
_WEAK = {
    "en": listed(
        "fail fails failed failing unable impossible refuse refuses refused hardly unless lost missing stuck deny denies"
        " denied wrong bad"
    ),
    "fr": listed("impossible echoue echouer echec refuse refuser refusent incapable manque manquant bloque"),
}
"""Words that may stand for a negation ("it fails", "it does not work") or be one more subject."""
_ZH_NOT = re.compile(
    "(?:不(?!同|错|仅|但|过|论|管|久|好意思|动产|锈钢|得不|得已|只)|没(?!关系)|未(?!来|必)|无(?!线|论|人机|锡|条件)|非(?!常|洲)|(?<![特级类性识区分个鉴])别(?!墅|人|的)|勿|莫|避免|防止)"
)
_ZH_WEAK = re.compile("失败|拒绝|无法|不能|不了|不上|不到|出错|故障|异常|打不开|缺少")
_PERSON_NOT = frozenset({"personne"})
"""French words that negate only beside "ne"."""
_FIXED = re.compile(r"\b(?:if not|not only|no matter|no\.? \d|non seulement|sans contact|mains libres|sans fil)\b")


@dataclass(frozen=True, slots=True)
class Polarity:
    """`strong`: how many negations; `weak`: the words that may stand for one."""

    strong: int
    weak: frozenset[str]


def polarity(reading: QuestionReading) -> Polarity:
    """The negations of a question; double ones are counted twice."""
    if reading.language == "zh":
        text = reading.folded
        weak = frozenset(_ZH_WEAK.findall(text))
        return Polarity(len(_ZH_NOT.findall(text)), weak)
    said = _FIXED.sub(" ", reading.folded).split()
    lists = [_NOT[reading.language]] if reading.language in _NOT else _NOT.values()
    negative = frozenset().union(*lists)
    if not {"ne", "n"} & set(said):
        negative -= _PERSON_NOT
    plain = [word.strip('?!.,;:()"') for word in said]
    strong = sum(word in negative or word.startswith(("non-", "sans-")) for word in plain)
    weak_lists = [_WEAK[reading.language]] if reading.language in _WEAK else _WEAK.values()
    return Polarity(strong, frozenset(map(term, frozenset().union(*weak_lists).intersection(plain))))


def differs(one: Polarity, other: Polarity) -> bool:
    """Whether one question is negated and the other is not, whatever words that may negate are taken for."""
    doubtful = bool(one.weak ^ other.weak)
    return not doubtful and one.strong % 2 != other.strong % 2


def opposed(one: QuestionReading, other: QuestionReading) -> list[tuple[str, str]]:
    """Pairs of opposites of which one word stands only in the first question, the other only in the second."""
    if one.language == "zh":
        first, second = opposites.chinese(one.folded), opposites.chinese(other.folded)
        only, against = (
            [word for word in mine if word not in text and word not in theirs]
            for mine, theirs, text in ((first, second, other.folded), (second, first, one.folded))
        )
    else:
        first, second = set(map(term, one.tokens)), set(map(term, other.tokens))
        only, against = list(first - second), list(second - first)
    return sorted(_pairs(only, against, one.language))


def modality(reading: QuestionReading) -> frozenset[str]:
    """Whether a question is about what must be (`must`) or what may be (`may`); empty where it says neither."""
    must, may = _MODAL.get(reading.language, (None, None))
    if must is None or may is None:
        return frozenset()
    return frozenset(name for name, pattern in (("must", must), ("may", may)) if pattern.search(reading.folded))


_MODAL = {
    "en": (
        re.compile(r"\b(?:must|required|necessary|obligatory|mandatory|compulsory|obliged|need to)\b"),
        re.compile(r"\b(?:can|may|could|allowed|permitted|able|possible|let)\b"),
    ),
    "fr": (
        re.compile(
            r"\b(?:devoirquestion|dois|doit|doivent|devons|devez|obligatoires?|necessaires?|obligee?s?|faut|requise?s?|tenue?s?)\b"
        ),
        re.compile(
            r"\b(?:pouvoirquestion|puis|peux|peut|peuvent|pouvons|pouvez|permise?s?|autorisee?s?|possible|droit)\b"
        ),
    ),
    "zh": (re.compile("必须|必需|一定要|强制|务必|要不要|需要"), re.compile("可以|能|允许|可否|准许|许可")),
}


def complementary(pairs: Iterable[tuple[str, str]], language: str) -> bool:
    """Whether each pair is one whose negation is the other ("not enabled", "disabled")."""
    return all(opposites.are_complements(one, other, language) for one, other in pairs)


def _pairs(only: Iterable[str], against: Iterable[str], language: str) -> Iterable[tuple[str, str]]:
    others = list(against)
    return [(one, other) for one in only for other in others if opposites.are_opposite(one, other, language)]
