"""Does a question ask for a document, such as a summary, a report or an overview? Words and their frames, no model.

A word that asks for such a document by itself (`summarise`, `synthèse`, `总结`) is enough, unless the clause asks about
an existing one ("how do I export the summary?"). A word that mostly names something else (`report`, `rapport`, `plan`,
`报告`) has to be asked for: "write a report", "rapport sur les congés", "写一份报告". When in doubt the answer is no: an
answer without an outline is an answer, an outline nobody wanted is in the way.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gateway import words
from gateway.conversation.gist import gist

_CLAUSE = re.compile(r"[.!?;:\n。！？；：，]+|,(?!\d)")
_POINTS_AT_SECTION = re.compile(
    r"^\W*s[1-8]\b(?!\s+\w+\s+\w)|(?:detail|develop|expand|elaborat|more (?:on|about)|sections?|points?|parts?|parties?"
    r"|approfondi|展开|详细|第)\w*(?:\s+\w+){0,3}?\s*\W{0,2}s[1-8]\b"
)


@dataclass(frozen=True, slots=True)
class _DeliverableRules:
    """Patterns over folded text (lower case, no accents)."""

    traps: re.Pattern[str]
    """Phrases that hold a listed word and mean something else."""
    enough: re.Pattern[str]
    """Words that ask for a document by themselves."""
    about: re.Pattern[str]
    """What before such a word asks about an existing document."""
    asked: re.Pattern[str]
    """Words that ask for a document only in such a frame."""


_EN_THING = r"(?!\s+(?:pages?|tabs?|screens?|buttons?|fields?|forms?|templates?|cards?|numbers?|ids?|status|generators?|tools?|views?)\b|['’]s\b)"
_FR_GIVE = (
    r"(?:redige[rz]?|ecri(?:s|re|vez)|fai(?:s|re|tes)|prepare[rz]?|etabli(?:s|r|ssez)|donne[rz]?|produi(?:s|re|sez)"
    r"|genere[rz]?|cree[rz]?|elabore[rz]?|propose[rz]?|fourni(?:s|r|ssez)|veux|voudrais|souhaite|voulons|faut|avoir|besoin d)"
)
_ZH_GIVE = "(?:写|撰|生成|起草|编写|出具|提供|整理|准备|需要|想要|要|做|给|形成|输出|制定|帮)"

_RULES: dict[str, _DeliverableRules] = {
    "en": _DeliverableRules(
        traps=re.compile(
            r"\bsummary (?:judge?ments?|dismissals?|offen[cs]es?|executions?|convictions?|proceedings?|statistics)\b"
            r"|\bin summary\b"
        ),
        enough=re.compile(
            rf"\b(?:summar(?:y|ies){_EN_THING}|summari[sz](?:e|ing)|sum up|overviews?{_EN_THING}"
            rf"|synops[ie]s|recap)\b{_EN_THING}"
        ),
        about=re.compile(
            r"\b(?:how|where|when|who|whom|whose|why|which)\b|\bwhat (?:does|do|did|should|goes|belongs|was|were)\b"
            r"|^\s*(?:is (?:the|an?)|does|do|did|has|have|was|were|must|should)\b|\b(?:says?|said) (?:in|by)\b"
        ),
        asked=re.compile(
            r"\b(?:writ(?:e|ing)|draft|prepare|create|make|compile|produce|generate|give|draw up|put together|provide|can (?:i|we) (?:get|have)"
            r"|want|need|like|show)\b(?: me| us)?(?: an?| the| one| your| our| my| this| some)(?: [\w-]+){0,3} (?:report|outline|plan)s?\b"
            rf"{_EN_THING}|^\W*(?:please )?(?:an? |the )?(?:[\w-]+ ){{0,2}}report (?:on|about|covering)\b|^\W*(?:please )?outline\b"
        ),
    ),
    "fr": _DeliverableRules(
        traps=re.compile(
            r"\ben resume\b(?! ?les?\b)|\bsynthese (?:vocale|additive|soustractive|proteique|d[e']s? ?proteines?|organique)\b"
            r"|\bimages? de synthese\b|\bse resumer?\b"
            r"|\b(?:par|en|sans|aucun|tout) rapport\b|\brapport (?:qualite|de force|entre|a l|sexuel)|\bplans? (?:du site|du metro|de metro"
            r"|d.acces|de la ville|d.epargne|tarifaire|b\b)|\b(?:arriere|premier|second|gros)[- ]plans?\b"
        ),
        enough=re.compile(
            r"\b(?:resume[sz]?|resumer|resumons|syntheses?|synthetise[rz]?|apercus?|vues? d.ensemble|recapitulatifs?|recapitule[rz]?"
            r"|tour d.horizon)\b"
        ),
        about=re.compile(
            r"\b(?:comment|ou|quand|qui|pourquoi|quel|quelle|quels|quelles|lequel|laquelle)\b(?! (?:est|serait) l[ea] $)"
            r"|\bque (?:dit|disent|contient|signifie|faut)\b"
        ),
        asked=re.compile(
            rf"\b{_FR_GIVE}\b[-' ’]?(?:moi |nous |m.)?(?: ?une? | ?le | ?du )?(?:[\w-]+ ){{0,3}}(?:rapport|plan|compte[- ]rendu)\b"
            r"|^\W*(?:un |le )?(?:[\w-]+ ){0,2}(?:rapport|compte[- ]rendu) (?:sur|concernant|detaille|de synthese|a propos)\b"
            r"|^\W*(?:un )?plan (?:pour|sur|detaille|d.action)\b"
        ),
    ),
    "zh": _DeliverableRules(
        traps=re.compile(
            "(?:消息|信息|报文)摘要|摘要(?:算法|认证|值|函数)|(?:总结|总结会|报告)(?:厅|会上)|(?:总结|报告|概述)(?:模板|按钮|页面?|表格|编号)"
        ),
        enough=re.compile(
            "(?:总结|總結|概述|摘要|综述|綜述|概览|概覽|小结|归纳|概括|总览|汇总一下)(?!什么时候|何时|在哪|由谁|是谁|要交)"
        ),
        about=re.compile(
            "如何|怎么|怎样|怎麼|哪里|哪儿|哪裡|在哪|谁|何时|什么时候|为什么|为何|哪个|哪些|里(?:说|写)|有没有"
        ),
        asked=re.compile(
            f"{_ZH_GIVE}.{{0,12}}(?:份|篇|个|的|下|出).{{0,16}}(?:报告|報告|计划|方案|提纲|大纲)|(?:写|撰写|生成|起草|编写|出具|形成|输出)(?:报告|報告)"
            "|^关于.{1,40}(?:报告|報告|计划|方案)$"
        ),
    ),
}


_WORD = re.compile(r"[^\W\d_]+")
_NAMES = {
    "en": re.compile(
        "summar(?:y|ies|i[sz]e|i[sz]ing)|overviews?|synops[ie]s|recap|reports?|outline|plan|sum",
    ),
    "fr": re.compile(
        "resume[szr]?|resumons|syntheses?|synthetise[rz]?|apercus?|ensemble|recapitulatifs?|recapitule[rz]?|horizon|rapport|plan|rendu"
    ),
}
"""Words that name the document, folded."""
_FRAME = {
    "en": re.compile(
        "writ(?:e|ing)|draft|prepare|create|make|compile|produce|generate|give|draw|put|together|provide|want|need|like|show"
        "|short|brief|concise|detailed|complete|full|quick|page|please"
    ),
    "fr": re.compile(
        "redige[rz]?|ecri(?:s|re|vez)|fai(?:s|re|tes)|prepare[rz]?|etabli[rs]|donne[rz]?|produi(?:s|re)|genere[rz]?|cree[rz]?"
        "|elabore[rz]?|propose[rz]?|fourni[rs]|veux|voudrais|souhaite|besoin|courte?|bref|breve|concis|detaillee?|complete?"
        "|compte|vue|tour"
    ),
}
"""Words that ask for it, folded."""
_ZH_FRAME = re.compile(
    "^\\s*(?:请|帮我|给我|为我|我(?:想|需)?要)*(?:撰写|写|生成|起草|编写|出具|提供|制定|做|给)?出?(?:一份|一篇|一个)?(?:关于)?"
)
_ZH_NAMES = re.compile(
    "(?:总结|總結|概述|摘要|综述|綜述|概览|概覽|小结|归纳|概括|总览|汇总|报告|報告|提纲|大纲)(?:一下)?|的(?=(?:报告|報告|摘要)$)"
)


def is_deliverable(question: str, language: str) -> bool:
    """Whether a finished document is wanted, for which an outline is asked (request field `deliverable` absent).

    `language`: `en`, `fr` or `zh`, of the question. A follow-up that points at a section (`S2`) wants that section. Of a
    long question its gist is read.
    """
    rules = _RULES[language]
    folded = words.fold(gist(question))
    if _POINTS_AT_SECTION.search(folded):
        return False
    return any(_asks(rules, clause) for clause in _CLAUSE.split(folded))


def _asks(rules: _DeliverableRules, clause: str) -> bool:
    clause = rules.traps.sub(" ", clause.strip())
    found = rules.enough.search(clause) or rules.asked.search(clause)
    return found is not None and not rules.about.search(clause, 0, found.start())


def topic(question: str, language: str) -> str:
    """What a deliverable is to be about: `topic("Write a report on loans", "en") == "a on loans"`.

    For looking things up: the words of the request stand in no passage, or in the wrong one. The question itself (of a long
    one its gist) where nothing else is left of it, or where it asks for no document.
    """
    question = gist(question)
    if not is_deliverable(question, language):
        return question
    rules = _RULES[language]
    clauses = (
        _without_request(clause, language) if _asks(rules, words.fold(clause)) else clause
        for clause in _CLAUSE.split(question)
    )
    left = " ".join(" ".join(clauses).split())
    return left if words.content_words(left, language) else question


def _without_request(clause: str, language: str) -> str:
    """Without the name of the document, and without what asks for it before that."""
    if language == "zh":
        return _ZH_NAMES.sub(" ", _ZH_FRAME.sub("", clause))
    found = [(match, words.fold(match.group())) for match in _WORD.finditer(clause)]
    end = next((match.end() for match, word in found if _NAMES[language].fullmatch(word)), 0)
    kept = (
        match.group()
        for match, word in found
        if match.end() <= end and not (_NAMES[language].fullmatch(word) or _FRAME[language].fullmatch(word))
    )
    return f"{' '.join(kept)} {clause[end:].strip()}"
