"""A question as the vetoes read it: contractions undone, set phrases as one word, Chinese character by character. Pure."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from gateway import words
from gateway.words.folding import HAN
from gateway.words.stopwords import STOP

CACHED = 4096
"""Questions whose reading is kept: the same entries are compared again and again."""

_TOKEN = re.compile(f"[{HAN}]|[^\\W_{HAN}]+")
_STEMS_APART = {"employer": "employer", "employers": "employer", "employeur": "employeur", "employeurs": "employeur"}
"""Words that share a stem with what they must be told from ("employee")."""

Phrases = tuple[tuple[re.Pattern[str], str], ...]


def _phrases(lines: str) -> Phrases:
    """One replacement a line: a pattern over folded text, `=>`, and what is read instead."""
    pairs = (line.partition("=>") for line in lines.strip().split("\n"))
    return tuple((re.compile(pattern.strip()), f" {said.strip()} ") for pattern, _, said in pairs)


_ENGLISH = _phrases(r"""
\bcan't\b|\bcannot\b => can not
\bwon't\b|\bshan't\b => will not
n't\b => not
\b(who|what|where|when|why|how|that|it|there|here|he|she)'s\b => \1 is
'(?:re|ve|ll|d|m)\b =>
(?<=s)'(?=\s) => possessive
's\b => possessive
\bno longer\b|\bnot any ?more\b|\b(?:fail(?:s|ed|ing)?|unable) to\b => not
\bwhether or not\b|\bor not\b|\bif not\b|\bnot only\b|\bwhy not\b =>
\be[- ]mails?\b => email
\bwi[- ]fi\b => wifi
\b(?:log|sign)(?:ged|ging|ned|ning|s)?[- ]?in(?:to)?\b|\blog(?:ged|ging|s)?[- ]on\b => login
\b(?:log|sign)(?:ged|ging|ned|ning|s)?[- ]?out\b|\blog(?:ged|ging|s)?[- ]?off\b => logout
\bsign(?:ed|ing|s)?[- ]?off\b => approve
\bsign(?:ed|ing|s)?[- ]?up\b => signup
\bset(?:ting|s)?[- ]?up\b => setup
\bcheck(?:ed|ing|s)?[- ]in\b => checkin
\bcheck(?:ed|ing|s)?[- ]out\b => checkout
\b(?:turn|switch)(?:ed|ing|s|es)?((?: \w+){0,4}?) on\b => enable \1
\b(?:turn|switch)(?:ed|ing|s|es)?((?: \w+){0,4}?) off\b => disable \1
\bfind(?:ing)? out\b => find
\bout of\b => from
\b(?:take|took|taking)((?: \w+){0,3}?) back\b => return \1
\b(?:send|sent|sending|give|giving|bring|bringing)((?: \w+){0,3}?) back\b => return \1
\bget((?: \w+){0,3}?) back\b => recover \1
\bget(?:ting)? rid of\b => delete
\bthrow(?:ing)?((?: \w+){0,3}?) (?:away|out)\b => discard \1
\b(?:fill(?:ed|ing)?)((?: \w+){0,3}?) (?:in|out)\b => complete \1
\bcall(?:ed|ing|s)? off\b => cancel
\bput(?:ting)? off\b => postpone
\bmoney back\b => refund
\b(?:home[- ]office|remote(?:ly)?|work(?:ing)? (?:from|at) home|home[- ]?working|telecommut\w+|teleworking|remote work(?:ing)?) => telework
\b(?:cell|mobile)[- ]?phones?\b|\bsmartphones?\b => mobile
\bco[- ]workers?\b => colleague
\bcash (?:machine|dispenser|point)s?\b => atm
\b(?:two[- ]factor|two[- ]step|multi[- ]factor) (?:authentication|verification)\b|\bmfa\b => 2fa
\bget in touch with\b|\breach out to\b => contact
\b(?:get|got|getting) (?:hold of|access to)\b => obtain
\b(?:other|foreign) countries\b|\banother country\b => abroad
\bdays? off\b|\btime off\b|\bannual leave\b => leave
\bin order to\b|\bso as to\b => to
\bhow far in advance\b => how long in advance
\bhow come\b => why
\bat what time\b|\bwhat time\b|\b(?:on |by )?(?:what|which) (?:date|day)\b => when
\b(?:in|at) (?:what|which) (?:place|location)\b => where
\bfor (?:what|which) reasons?\b|\bwhat for\b|\bwhat(?: is|'s) the reasons?\b => why
\b(?:in what way|by what means|what(?: is| are)? the (?:best )?(?:way|steps|procedure|process)s? (?:to|for|of|i|we|you)) => how
\b(?:have|has|had|having) to\b => must
\b(?:per|each|every|a) (year|month|week|day)\b => \1
\b(?:united states(?: of america)?|u\.?s\.?a\b\.?) => usa
\bunited kingdom\b|\bgreat britain\b => uk
""")
_FRENCH = _phrases(r"""
-t-(?:ils?|elles?)\b => t il
(?<=[a-z])-(?:ils?|elles?)\b => il
\baujourd'hui\b => aujourdhui
\bweek[- ]end\b => weekend
\bn'importe\b => importe
\b(?:pas a pas|ou pas|ou non|non seulement|pourquoi pas|pas de porte) =>
\be[- ]mails?\b|\bcourriels?\b|\bmels?\b|\bcourriers? electroniques?\b => email
\bwi[- ]fi\b => wifi
\b(?:a|ont) ete\b => ete
\btou(?:s|tes) les combien\b => a quelle frequence
\bdistributeurs?(?: (?:de billets|automatiques?))*\b|\bdab\b => atm
\b(?:double authentification|(?:authentification|verification|validation) a deux (?:facteurs|etapes))\b => 2fa
\bmots? de passe\b => motdepasse
\bidentifiants? de connexion\b => login
\b(?:se|me|vous|nous|s'y|m'y) rendre\b => aller
\bmettre a jour\b|\bmise a jour\b => actualiser
\ba l etranger\b|\bautres? pays\b => etranger
\b(ne |n')((?:[^\s?]+ ){1,2}?)plus\b(?! de \d) => \1\2pas
\bmettre fin a\b => resilier
\b(?:mettre|mise) en place\b => configurer
\bpr(?:end(?:re|s|ra)?|ennent|ises?|is) en charge\b => priseencharge
\bmettre en (?:marche|route|service)\b => allumer
\bprendre contact avec\b => contacter
\bprendre (?:un |le |des )?rendez[- ]vous\b => rendezvous
\brendez[- ]vous\b => rendezvous
\b(?:travail a distance|travail a domicile|travailler (?:a distance|de chez (?:soi|moi|nous)|a domicile|a la maison)) => teletravail
\btelephones? (?:portables?|mobiles?)\b|\bsmartphones?\b => portable
\barrets? maladie\b|\bconges? maladie\b => congemaladie
\bavoir droit\b|\bai[- ]je droit\b|\bj'ai droit\b|\ba[- ]t[- ]on droit\b|\bavons[- ]nous droit\b|\bon a droit\b => droit
\ba quelle heure\b|\b(?:a |pour )?quelle date\b|\bquels? jours?\b|\ba quel moment\b => quand
\b(?:a|dans|en) quel(?:le)? (?:endroit|lieu|place)\b => lieuou
\bpour quelles? raisons?\b|\bquelles? (?:est|sont) les? raisons?\b|\bpour quel motif\b => pourquoi
\bde quelle (?:facon|maniere)\b|\bquelle? (?:est|sont) (?:la|les) (?:marche a suivre|demarches?|procedures?|etapes?|methode) (?:pour|de|d|a)\b => comment
\b(?:par|chaque|tous les|toutes les) (an|annee|mois|semaine|jour)s?\b => \1
\b(?:etats[- ]unis|u\.?s\.?a\b\.?) => usa
\broyaume[- ]uni\b|\bgrande[- ]bretagne\b => uk
\b(?:doit|dois|doivent|devons|devez)[- ](?:je|on|il|elle|ils|elles|nous|vous)\b => devoirquestion
\b(?:peut|puis|peuvent|pouvons|pouvez)[- ](?:je|on|il|elle|ils|elles|nous|vous)\b => pouvoirquestion
\bfaut[- ]il\b => devoirquestion
""")
_CHINESE = _phrases(r"""
(?:隔|每隔)?(?:多久|多长时间)(\S{0,6}?)一[次回] => \1频率
是不是|是否|有没有|有无|能不能|能否|可不可以|可否|会不会|要不要|需不需要|行不行|好不好|用不用|该不该|应不应该 => 吗
e-?mail|电子邮箱|电子邮件 => 邮件
wi[- ]fi => wifi
自动(?:取款|提款|柜员)机|取款机|提款机 => atm
(?:双(?:因素|因子|重)|两步|二步|多因素)(?:身份)?(?:认证|验证) => 2fa
""")
_PHRASES: dict[str, Phrases] = {"en": _ENGLISH, "fr": _FRENCH, "zh": _CHINESE}
_SIGNS = str.maketrans(
    {"%": " percent ", "€": " euro ", "$": " dollar ", "£": " pound ", "¥": "元", "’": "'", "‘": "'"}
)
_ELISION = re.compile(r"\b([ldjmtsnc]|qu|jusqu|lorsqu|puisqu)'")
_SILENT = frozenset({"possessive", "lieuou", "devoirquestion", "pouvoirquestion"})
"""What phrases are replaced by to mark a place, and no words of the question."""
_WHERE = re.compile(r"(?i)\b(?:d['’ ]?)?où\b|^\W*ou\b")


@dataclass(frozen=True, slots=True)
class QuestionReading:
    """One question, read once.

    `text` is composed (NFKC) as it was written, `folded` without case and accents and with phrases replaced, `tokens`
    its words in order (each Chinese character is one), `content` the terms that carry meaning, in order and repeated as
    often as they occur, without Chinese; `surfaces` says how a term was written.
    """

    text: str
    folded: str
    language: str
    tokens: tuple[str, ...]
    content: tuple[str, ...]
    surfaces: dict[str, str]

    def spells(self, squashed: str) -> bool:
        """Whether neighbouring tokens, joined, are this: `x200` is spelt by "X 200" and "x-200"."""
        return any(
            squashed == "".join(self.tokens[at : at + size])
            for size in range(1, _MOST_JOINED + 1)
            for at in range(len(self.tokens) - size + 1)
        )


_MOST_JOINED = 4
"""Tokens that may be one name or code."""


def listed(text: str) -> frozenset[str]:
    """The words of a list written between blanks."""
    return frozenset(text.split())


TELLING = listed("tell show explain give let help say dire expliquer indiquer montrer aider donner preciser")
"""What is asked of whoever answers."""


def term(word: str) -> str:
    """The stem of a folded word; what shares a stem with its opposite is kept apart."""
    return _STEMS_APART.get(word) or words.stem(word)


@lru_cache(maxsize=CACHED)
def read(question: str, language: str) -> QuestionReading:
    """Read a question; `language` other than `en`, `fr` and `zh` is read by the rules that need no language."""
    text = " ".join(unicodedata.normalize("NFKC", question).translate(_SIGNS).split())
    folded = words.fold(_WHERE.sub("lieuou", text) if language == "fr" else text)
    for pattern, said in _PHRASES.get(language, ()):
        folded = pattern.sub(said, folded)
    if language == "fr":
        folded = _ELISION.sub(r"\1 ", folded)
    folded = " ".join(folded.split())
    tokens = tuple(_TOKEN.findall(folded))
    stop = STOP.get(language, STOP["any"])
    surfaces: dict[str, str] = {}
    content = []
    for token in tokens:
        if token in stop or token in _SILENT or not token.isalpha() or token[0] >= "\u3400":
            continue
        surfaces.setdefault(term(token), token)
        content.append(term(token))
    return QuestionReading(text, folded, language, tokens, tuple(content), surfaces)
