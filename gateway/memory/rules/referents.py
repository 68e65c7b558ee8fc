"""Of whom a question speaks: who acts, and whose things they are: mine, yours, his, a colleague's. Pure.

"How do you reset your password?" asks what "How do I reset my password?" asks: where the owner is also the one who acts,
it is whoever asks. Beside "I" or "my", "you" is whoever answers.
"""

from __future__ import annotations

import re

from gateway import words
from gateway.memory.rules.question_words import TELLING, QuestionReading

_OWNERS = {
    "en": {
        "my": "self", "mine": "self", "our": "self", "ours": "self", "me": "self", "us": "self", "myself": "self",
        "your": "you", "yours": "you", "yourself": "you", "his": "he", "him": "he", "himself": "he", "her": "she", "hers": "she",
        "herself": "she", "their": "they", "theirs": "they", "them": "they", "its": "it",
    },
    "fr": {
        "mon": "self", "ma": "self", "mes": "self", "notre": "self", "nos": "self", "mien": "self", "mienne": "self", "moi": "self",
        "ton": "you", "ta": "you", "tes": "you", "votre": "you", "vos": "you", "son": "they", "sa": "they", "ses": "they", "leur": "they", "leurs": "they",
    },
}  # fmt: skip
_ACTING = {
    "en": {"i": "self", "we": "self", "you": "you", "he": "he", "she": "she", "they": "they"},
    "fr": {"je": "self", "j": "self", "nous": "self", "on": "self", "tu": "you", "vous": "you", "il": "they", "elle": "they", "ils": "they", "elles": "they"},
}  # fmt: skip
_ME = frozenset({"me", "m"})
_ALSO = {"he": "they", "she": "they"}
"""Whose owner "they" may be as well."""

_RELATED = {
    "en": "child children kid kids son daughter baby|wife husband spouse partner|parent parents mother father|colleague colleagues coworker coworkers teammate"
    "|friend friends|boss manager supervisor|neighbour neighbor neighbours neighbors|guest guests visitor visitors|assistant secretary|roommate flatmate|grandmother grandfather grandparents|brother sister sibling|family",
    "fr": "enfant enfants fils fille bebe|femme mari conjoint conjointe epoux epouse partenaire|parent parents mere pere|collegue collegues"
    "|ami amis amie|chef patron superieur manager|voisin voisins voisine|invite invites visiteur visiteurs|assistant assistante secretaire|colocataire|frere soeur|famille",
    "zh": "孩子 儿子 女儿 子女 小孩 儿童|妻子 丈夫 配偶 老婆 老公 爱人|父母 父亲 母亲 爸爸 妈妈|同事|朋友|领导 上司 老板 经理 主管|邻居|客人 访客|秘书 助理|室友|兄弟 姐妹|家人 家属",
}
_RELATED_BY_WORD = {
    language: {word: group.split()[0] for group in text.split("|") for word in group.split()}
    for language, text in _RELATED.items()
}
_RELATED_OWNER = {
    language: re.compile(pattern.format("|".join(sorted(_RELATED_BY_WORD[language], key=len, reverse=True))))
    for language, pattern in {
        "en": r"\b({}) possessive\b",
        "fr": r"\bd(?:u|es|e la|e|) (?:l |une? |[mts](?:on|a|es) |[nv]o(?:tre|s) |leurs? )?({})\b",
        "zh": "({})的",
    }.items()
}
_SOMEONE_ELSE = {
    "en": re.compile(r"\b(?:someone|somebody|anyone|anybody|everyone|everybody) else\b|\b(?:another|other) (?:user|person|people|employee|customer|client|member|account holder|tenant|colleague|student)s?\b"),
    "fr": re.compile(r"\bquelqu'? ?un d'? ?autre\b|\b(?:un |une |d )?autres? (?:utilisateur|personne|salarie|employe|client|membre|collegue|locataire|eleve)s?\b|\bautrui\b|\bd un tiers\b"),
    "zh": re.compile("别人|他人|其他(?:人|用户|员工|客户|成员)|另一个(?:人|用户|员工|客户)|第三方"),
}  # fmt: skip
_OWNED_BY = {
    "en": re.compile(r"\b(user|employee|intern|customer|client|subscriber|member|person|people|student|tenant|patient|teacher|admin|administrator|everyone|everybody|someone|somebody)s? possessive\b"),
    "fr": re.compile(r"\bd(?:e l |u |es |e la | un | une |e )\s?(utilisateur|employe|salarie|collaborateur|stagiaire|abonne|client|membre|eleve|locataire|patient|administrateur)s?\b"),
}  # fmt: skip
_ZH_OWNER = re.compile("(我们?|咱们?|本人|自己|你们?|您|他们?|她们?|它们?)(?:自己)?的|(?<=[替帮为给])(我|你|他|她)")
_ZH_ACTOR = re.compile("(?<![给替帮为和跟与向对让请])(我们?|咱们?|你们|他们?|她们?)(?!自己的|的|们)")
"""A single 你 or 您 may be anybody."""
_INVERTED = re.compile(
    r"(?:(?:que|quand|ou|comment|combien|pourquoi) |qu')?(?!y |faut|est|existe|reste|s')\w+-(?:t-)?(?:ils?|elles?)\b"
)
"""A French question whose subject is a pronoun behind its verb; behind a noun ("Mon fils peut-il") it repeats the noun."""
_ZH_WHO = {
    "我": "self",
    "咱": "self",
    "本": "self",
    "自": "self",
    "你": "you",
    "您": "you",
    "他": "he",
    "她": "she",
    "它": "it",
}


def owners(reading: QuestionReading) -> frozenset[str]:
    """Whose things, and to whom: `self`, `you`, `he`, `she`, `they`, `it`, `user` (some user's); empty without any."""
    if reading.language == "zh":
        pronouns = (match[1] or match[2] for match in _ZH_OWNER.finditer(reading.folded))
        return frozenset({_ZH_WHO[pronoun[0]] for pronoun in pronouns} | _named(reading))
    possessive = _OWNERS.get(reading.language, {})
    acting = {who for token in reading.tokens if (who := _ACTING.get(reading.language, {}).get(token))}
    found = {possessive[token] for token in reading.tokens if token in possessive}
    if "you" in found and acting == {"you"}:
        found = found - {"you"} | {"self"}
    return frozenset(found | _named(reading))


def _named(reading: QuestionReading) -> set[str]:
    """Owners that are no pronouns: `user` for some user, and third persons ("a friend's car")."""
    pattern, related = _OWNED_BY.get(reading.language), _RELATED_OWNER.get(reading.language)
    found = {"user"} if pattern and pattern.search(reading.folded) else set()
    table = _RELATED_BY_WORD.get(reading.language, {})
    return found | {table[match[1]] for match in related.finditer(reading.folded)} if related else found


def actors(reading: QuestionReading) -> frozenset[str]:
    """Who acts, as far as the first pronoun tells: `self`, `he`, `she`, `they`, or `you` where that is whoever answers."""
    text = words.fold(reading.text)
    if reading.language == "zh":
        return frozenset(_ZH_WHO[match[1][0]] for match in _ZH_ACTOR.finditer(text))
    tokens = re.findall(r"\w+", text)
    acting, owning = (table.get(reading.language, {}) for table in (_ACTING, _OWNERS))
    first = next((acting[token] for token in tokens if token in acting), None)
    if first == "you":
        selves = any("self" in (acting.get(token), owning.get(token)) or token in _ME for token in tokens)
        return frozenset({first} if selves and TELLING.isdisjoint(tokens) else ())
    if first is None or (reading.language == "fr" and first == "they" and not _INVERTED.match(text)):
        return frozenset()
    return frozenset({first})


def others(reading: QuestionReading) -> frozenset[str]:
    """Third persons that a question is about: a child, a colleague, somebody else."""
    table = _RELATED_BY_WORD.get(reading.language, {})
    if reading.language == "zh":
        found = {group for word, group in table.items() if word in reading.folded}
    else:
        found = {table[token] for token in reading.tokens if token in table}
    pattern = _SOMEONE_ELSE.get(reading.language)
    return frozenset(found | ({"else"} if pattern and pattern.search(reading.folded) else set()))


def differ(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two questions with owners have none in common; one that names none fits any."""
    return bool(one and other) and not any(_may_be(mine, theirs) for mine in one for theirs in other)


def _may_be(one: str, other: str) -> bool:
    return one == other or _ALSO.get(one) == other or _ALSO.get(other) == one
