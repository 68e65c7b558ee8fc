"""What kind of answer a question wants, read from its question words; English, French and Chinese. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from gateway import words

_DEFINITION = re.compile(
    r"^(?:so |and |please )?(?:what(?:'s| is| are| was| were)\b|what does .* (?:mean|do|stand for)|who (?:is|are|was)\b|define\b|meaning of)"
    r"|qu['’ ]?est[- ]ce qu|c['’]est quoi|que (?:signifie|veut dire|designe)|definition|qui (?:est|sont|etait)\b"
    r"|什么是|是什么|什么意思|何谓|何为|指的是|是指|谁是|是谁",
)
_QUANTITY = re.compile(
    r"\bhow (?:many|much|long|often|old|far|tall|high|big|large|small|fast|late|early|soon|hot|warm|cold|deep|wide)\b"
    r"|\b(?:when|until when|since when|by when|what time|what date|which (?:date|day|year|time|hour|port|version))\b"
    r"|\b(?:at|what|which)(?: is the| are the)?\b.{0,30}\b(?:temperature|price|cost|fee|limit|number|size|duration|confidence|threshold|port|hours?|age|rate|amount|date|deadline|version)\b"
    r"|\bcombien\b|\bquand\b|jusqu['’]a quand|a partir de quand"
    r"|\bquel(?:le)?s?\b.{0,30}\b(?:heures?|horaires?|prix|tarifs?|montant|duree|delai|date|jours?|age|temperature|taille|limite|nombre|penalite|cotisation|seuil|port|version|annee)\b"
    r"|多少|几[个天次年月日小点种位元分度条名级]|多久|多长|多大|多高|多远|多重|什么时候|何时|几点|哪天|哪年|温度|价格|费用",
)
_METHOD = re.compile(
    r"\bhow (?:do|does|can|could|should|to|would|must|may|is|are)\b|\bwhat (?:are the steps|should i do|do i do)|\bsteps\b|\bway to\b"
    r"|\bcomment\b|\bde quelle maniere\b|\betapes\b|怎么|怎样|如何|步骤|方法",
)
_LISTING = re.compile(
    r"\b(?:which|list|name|what are|what kinds?|what types?)\b|\bquel(?:le)?s\b|\blesquel(?:le)?s\b|\bliste\b|哪些|哪几|哪种|有什么|列出"
)
_REASON = re.compile(r"\bwhy\b|\bwhat for\b|\breason\b|\bpourquoi\b|\braison\b|为什么|为何|原因")

_COPULA = re.compile(
    r"\b(?:is|are|was|were|means?|refers? to|denotes?|stands? for|shows?|describes?|says?|tells?"
    r"|est|sont|etait|signifient?|designent?|veut dire|represente|indique|consiste)\b|是指|是|指|意味着|表示|意思|说明|即|称为"
)
_FIGURE = re.compile(
    r"\d|\b(?:once|twice|daily|weekly|monthly|yearly|hourly|never|always|every (?:day|week|month|year|hour|two|three|time)|(?:a|one|per|each) (?:day|week|month|year|hour|minute|second))\b"
    r"|\b(?:une?|par|chaque) (?:fois|jour|semaine|mois|an|annee|heure|minute)\b|\b(?:quotidien|hebdomadaire|mensuel|annuel)"
    r"|[一二两三四五六七八九十百千万半][个天次年月日周小点种位元分度条名级倍]|每[天周月年日次小]"
)
_CAUSE = re.compile(
    r"\b(?:because|since|so that|therefore|reason|otherwise|parce que?|car|puisque?|afin|sinon)\b|因为|由于|所以|因此|以免|否则|为了"
)
_ANAPHOR = re.compile(
    r"(?:it|its|this|that|these|those|they|their|he|she|such|both|then|otherwise|also|il|elle|ils|elles|cela|celui-ci|celle-ci|ceci|ces|cette|cet|ce"
    r"|alors|sinon|ensuite|leur|leurs|lui)\b(?!['’])|[它他她其此]|这|该|那|否则|然后|同样|也"
)
_NEGATION = re.compile(
    r"(?P<latin>\b(?:not|cannot|never|without|no|none|except|forbidden|[a-z]+n['’]t"
    r"|ne|pas|jamais|aucune?|sans|sauf|interdite?s?)\b|\bn['’])|(?P<wide>[不没未无勿].|禁止|除外)",
)
_STRADDLING = re.compile(r".[不没未]")
"""A pair of Chinese characters whose second one negates what follows: no word of its own."""
_LEAD_IN = re.compile(r"^(?:the|an?|each|every|le|la|les|une?|des|l['’]|chaque|\W)+\s*")


@dataclass(frozen=True, slots=True)
class Asking:
    """The question's content words and the kinds of answer that fit; a question may want several kinds."""

    question: str
    terms: tuple[str, ...]
    phrases: frozenset[tuple[str, str]]
    """Neighbouring terms of the question, function words included."""
    definition: bool
    quantity: bool
    method: bool
    listing: bool
    reason: bool
    negations: frozenset[str]
    """What it negates, see `negations`: "Which goods cannot be returned?"."""

    def defines(self, sentence: str) -> bool:
        """Whether the sentence says what the asked thing is: the thing stands before a copula, at the start."""
        folded = _LEAD_IN.sub("", words.fold(sentence)[:160])
        found = _COPULA.search(folded)
        if found is None or not self.terms:
            return False
        subject = set(words.terms(folded[: found.start()]))
        shared = sum(term in subject for term in self.terms)
        own = len(set(words.content_words(folded[: found.start()])))
        return shared * 2 >= max(len(self.terms), own) > 0


def asking(question: str, language: str) -> Asking:
    folded = words.fold(question).strip()
    quantity, listing = bool(_QUANTITY.search(folded)), bool(_LISTING.search(folded))
    terms = words.query_terms(question, language)
    return Asking(
        question=question,
        terms=tuple(term for term in terms if not _STRADDLING.fullmatch(term)) or tuple(terms),
        phrases=phrases(question),
        definition=bool(_DEFINITION.search(folded)) and not quantity,
        quantity=quantity,
        method=bool(_METHOD.search(folded)),
        listing=listing and not quantity,
        reason=bool(_REASON.search(folded)),
        negations=negations(folded),
    )


def phrases(text: str) -> frozenset[tuple[str, str]]:
    """Pairs of terms that follow each other."""
    return frozenset(pairwise(words.terms(text)))


def has_figure(text: str) -> bool:
    """A number, a date, or how often."""
    return bool(_FIGURE.search(words.fold(text))) or bool(words.numbers(text))


def negations(text: str) -> frozenset[str]:
    """ "not" for any negation in English or French; in Chinese with the next character, which is what is negated."""
    return frozenset("not" if found["latin"] else found.group() for found in _NEGATION.finditer(words.fold(text)))


def gives_cause(text: str) -> bool:
    return bool(_CAUSE.search(words.fold(text)))


def leans_back(text: str) -> bool:
    """Whether a sentence needs the one before it: it begins with a word that points back."""
    return bool(_ANAPHOR.match(words.fold(text).lstrip("*_\"'« ")))
