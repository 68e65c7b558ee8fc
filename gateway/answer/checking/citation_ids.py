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
from gateway.words import markdown

MOST_IDS = 4
"""Citations of one paragraph; the model is asked for no more."""

_ID = re.compile(r"[\s\[(【{<\"'“”*#]*([EGeg])[\s_.-]?0{0,4}([1-9][0-9]{0,3})[\s\])】}>\"'“”*.:;]*")


def normalised(raw: str) -> str | None:
    """`e1`, `E01`, `[E1]`, `Ｅ１` → `E1`; None for what is no id. A bare number never is one."""
    found = _ID.fullmatch(unicodedata.normalize("NFKC", raw[:40]))
    return found.group(1).upper() + found.group(2) if found else None


class ClaimedIds:
    """The ids of one paragraph, checked as they arrive: form, membership, duplicates, cap."""

    def __init__(self, candidates: Candidates) -> None:
        self._candidates = candidates
        self.ids: list[str] = []
        self.dropped = 0

    def add(self, raw: str, whole: bool = True) -> CoreDecision | None:
        """Keep an id, or say why not. `whole`: its end was seen."""
        citation_id = normalised(raw)
        if not whole:
            reason = "cut_id"
        elif citation_id is None:
            reason = "not_an_id"
        elif self._candidates.get(citation_id) is None:
            reason = "unknown_id"
        elif citation_id in self.ids:
            reason = "duplicate_id"
        elif len(self.ids) >= MOST_IDS:
            reason = "too_many_ids"
        else:
            self.ids.append(citation_id)
            return None
        return self._drop(raw, reason)

    def clear(self, reason: str) -> list[CoreDecision]:
        """Drop what was kept."""
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
_FRAME = " \t\n>*_#\"'“”«»‘’()（）\u00a0"
_TRANSITION = re.compile(
    r"""(?ix)(?:
    (?:now|first(?:ly)?|second(?:ly)?|third(?:ly)?|next|then|finally|lastly|so|well|ok(?:ay)?|sure|certainly|of\scourse
      |in\s(?:summary|short|conclusion|brief)|to\s(?:sum\sup|conclude|begin\swith|start\swith)|that\ssaid)\b
    |(?:here|below|above)\s(?:is|are|follows?)\b|here['’]s\b|there\sare\s(?:several|some|a\sfew|two|three)\b
    |let(?:['’]s|\sus|\sme)\b|(?:i|we)(?:['’]ll|\swill)\s(?:now\s)?(?:look|go|turn|explain|describe|summari[sz]e)\b
    |the\sfollowing\b|as\sfollows\b|(?:i\s)?hope\s(?:this|that)\b|feel\sfree\b|(?:thank\syou|thanks)\b
    |(?:tout\s)?d['’]abord|ensuite|puis|enfin|premièrement|deuxièmement|maintenant|bien\ssûr|certainement
    |en\s(?:résumé|bref|conclusion|somme)|pour\s(?:résumer|conclure|commencer)|cela\sdit
    |voici|voilà|voyons|passons|regardons|examinons|commençons|ci-dessous|il\sy\sa\s(?:plusieurs|quelques|deux|trois)
    |(?:j['’]espère|n['’]hésitez|merci)\b
    |首先|其次|接着|接下来|然后|最后|好的|当然|总之|综上(?:所述)?|总的来说|简而言之|下面|以下(?:是|为)?|如下|让我们|我们(?:来|先|再)?(?:看|看看|分析|讨论)
    |希望(?:这|以上|对)|谢谢|感谢
    )[\s,，:：、]*"""
)
_REFUSAL = re.compile(
    r"""(?ix)
    \b(?:i|we)(?:\s(?:cannot|can\snot|could\snot|do\snot|did\snot|am|are|was|were)|['’]m|['’]re|\s(?:can|could|do|did)n['’]t)\s
      (?:[a-z]+\s)?(?:not\s|unable\sto\s)?(?:answer|help|assist|find|found|have|know|provide|say|tell|determine|confirm|able)\b
    |\b(?:knowledge\sbase|sources?|documents?|passages?|context|candidates?)\b[^.]{0,40}?\b(?:(?:do(?:es)?|did)(?:\snot|n['’]t)
      \s(?:contain|mention|say|hold|cover|provide|include|answer|address|give|have|specify)|ha(?:s|ve)\sno|contains?\sno|holds?\sno
      |gives?\sno|provides?\sno|offers?\sno)\b
    |\b(?:no|not\sany|not\senough|insufficient)\s(?:relevant\s|such\s|further\s)?(?:evidence|information|source|mention|answer|data)s?\b
      [^.]{0,40}?\b(?:found|available|given|provided|in\sthe\s(?:knowledge|provided|given|sources?|documents?|passages?))\b
    |\bje\s(?:ne\s(?:peux|sais|dispose|trouve|suis)|n['’]ai)\s(?:malheureusement\s)?(?:pas|aucune?)\b
    |\b(?:base\sde\sconnaissances|sources?|documents?|passages?|extraits?|contexte)\b[^.]{0,40}?
      \b(?:ne\s\w+(?:\s\w+)?\s(?:pas|aucune?|rien)|n['’]\w+(?:\s\w+)?\s(?:pas|aucune?|rien))\b
    |\baucune?\s(?:information|source|preuve|mention|réponse|donnée)s?\b[^.]{0,40}?
      \b(?:trouvée?s?|disponibles?|dans\s(?:la\sbase|les\s(?:sources|documents|passages)))
    |(?:未|没有?|无法|不能)(?:能)?(?:在[^。]{0,20}(?:知识库|资料|文档|来源)[^。]{0,10})(?:找到|查到|提及|涉及|包含)
    |(?:知识库|资料|文档|来源|上下文)[^。，]{0,8}(?:没有|未|并未|不)(?:找到|查到|提及|提到|涉及|包含|提供|说明|记载|相关)
    |我(?:无法|不能|没有办法|没法|不知道|不清楚)
    |(?:未|没有)(?:找到|查到)(?:相关|任何|足够)?(?:的)?(?:信息|依据|资料|内容|答案|证据)
    """
)
_APOLOGY = re.compile(
    r"(?i)(?:i(?:['’]m|\sam)\s)?(?:sorry|unfortunately)\b|désolée?\b|malheureusement\b|(?:很)?抱歉|对不起|很遗憾"
)
_CONTRAST = re.compile(
    r"(?i)\b(?:but|however|although|though|yet|mais|cependant|toutefois|pourtant)\b|但|不过|然而|只是"
)


def needs_source(text: str, language: str | None = None) -> bool:
    """Whether a paragraph claims anything: one sentence that is no heading, question, transition or refusal is enough.

    `text` is one Markdown block; `language` (`en`, `fr`, `zh`) is that of the answer.
    """
    prose = _without_headings(text)
    return any(_claims(prose[a:b].strip(_FRAME), language) for a, b in words.sentences(prose, language))


def _without_headings(text: str) -> str:
    headings = markdown.headings(text)
    text = markdown.without(
        (found for found in headings if found.is_marked or len(found.title) <= LONGEST_HEADING), text
    )
    return "\n".join(line for line in text.split("\n") if not _is_title(markdown.bold_line(line)))


def _is_title(bold: str) -> bool:
    return 0 < len(bold) <= LONGEST_HEADING and not _ENDS_SENTENCE.search(bold)


def _claims(sentence: str, language: str | None) -> bool:
    if not any(character.isalnum() for character in sentence) or sentence.endswith(("?", "？")):
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
    """Content words; of Chinese, whose words are pairs of characters that overlap, one in three goes."""
    found = words.content_words(text, language)
    pairs = sum(not term.isascii() and len(term) == 2 for term in found)
    return len(found) - pairs // 3
