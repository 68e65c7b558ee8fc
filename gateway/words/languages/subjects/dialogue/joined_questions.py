"""Two questions in one sentence: "How long does it take and what does it cost?". Patterns over the text in any case.

A language has the words that join two questions, and the words that a question begins with. In Chinese a question word
may be anywhere in its clause.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

_JOINS_AND_ASKS = {
    "en": (
        "and(?: also)?|but(?: also)?",
        r"(?:(?:in|at|by|for|with|from|of|on|to|until) )?(?:what|which|who|whom|whose|when|where|why|how)"
        r"|(?:is|are|can|could|do|does|did|may|must|should|will|has|have|was|were) (?:i|we|you|it|there|they|the|an?)",
    ),
    "fr": (
        "et(?: aussi)?|mais(?: aussi)?",
        r"(?:(?:[àa]|de|d'|en|par|pour|avec|sur|dans|depuis|jusqu'[àa]) ?)?(?:combien|comment|quand|o[ùu]|pourquoi"
        r"|qu['’]est[- ]ce|qui|quoi|quel(?:le)?s?|lequel|laquelle|est[- ]ce|peut-on|faut-il|puis-je|y a-t-il)",
    ),
    "de": (
        "und(?: auch)?|aber(?: auch)?|sowie",
        r"(?:(?:in|an|auf|aus|bei|bis|f[üu]r|mit|nach|seit|um|von|vor|zu|zum|zur|ab) )?(?:wie|was|wann|wo|wohin|woher|wer|wem"
        r"|wen|wessen|warum|wieso|weshalb|welche[mnrs]?|womit|wof[üu]r|woran|worin|wozu)"
        r"|(?:kann|darf|muss|soll|ist|sind|gibt|hat|haben|wird|k[öo]nnen|d[üu]rfen|m[üu]ssen) (?:ich|man|wir|es|der|die|das)",
    ),
    "es": (
        "y(?: tambi[ée]n)?|e|pero",
        r"¿?(?:(?:a|de|en|con|por|para|desde|hasta) )?(?:qu[ée]|cu[áa]l(?:es)?|cu[áa]nt[oa]s?|c[óo]mo|cu[áa]ndo|d[óo]nde"
        r"|qui[ée]n(?:es)?)|¿(?:puedo|puede|hay|es|son|se puede|debo)",
    ),
    "it": (
        "e(?: anche)?|ed|ma",
        "(?:(?:a|di|in|con|per|da|su) )?(?:che cosa|cosa|quanto|quant[aei]|quando|dove|come|chi|perch[ée]|qual[ei]?)",
    ),
    "pt": (
        "e(?: tamb[ée]m)?|mas",
        "(?:(?:a|de|em|com|por|para|at[ée]) )?(?:o que|quant[oa]s?|quando|onde|como|quem|por que|qual|quais)",
    ),
    "nl": (
        "en(?: ook)?|maar",
        r"(?:(?:in|op|aan|met|van|voor|tot|bij|naar) )?(?:wat|wie|wanneer|waar\w*|waarom|hoe\w*|welke?|wiens)",
    ),
}
_CHINESE = "多少|[几幾]|什[么麼]|怎[么麼样樣]|如何|哪|谁|誰|多[久长長大高远遠]|[为為]何|是否|能否|[吗嗎]"

JOINED_QUESTIONS: Mapping[str, tuple[re.Pattern[str], re.Pattern[str]]] = MappingProxyType(
    {
        language: (
            re.compile(rf"\s{{0,2}}[,;]?\s{{1,2}}(?:{joins})\s{{1,2}}(?=(?:{asks})\b)", re.IGNORECASE),
            re.compile(rf"\W{{0,9}}(?:{asks})\b", re.IGNORECASE),
        )
        for language, (joins, asks) in _JOINS_AND_ASKS.items()
    }
    | {
        "zh": (
            re.compile(
                rf"(?:[，,；;]|以及|还有|還有|并且|並且|和|而且|另外){{1,3}}(?=[^，,；;。]{{0,100}}(?:{_CHINESE}))"
            ),
            re.compile(rf"[^，,；;。]{{0,100}}(?:{_CHINESE})"),
        )
    }
)
"""By language: where a sentence is cut, and the beginning of a question."""
