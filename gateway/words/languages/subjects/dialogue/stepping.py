"""How one goes on in a list that was given: "the next one", "the other", "both". Alternatives of patterns over folded
text, apostrophes and hyphens taken as blanks; a language that is missing has no such words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class SteppingWords(NamedTuple):
    next: str
    previous: str
    other: str
    both: str
    around: str
    """What may stand beside them: "and", "tell me about", "please"."""


STEPPING: Mapping[str, SteppingWords] = MappingProxyType(
    {
        "en": SteppingWords(
            "(?:the )?next(?: one)?",
            "(?:the )?(?:previous|one before)(?: one)?",
            "(?:the )?others?(?: ones?)?",
            "both(?: of (?:them|these|those))?",
            "and|ok|okay|now|then|so|please|what about|how about|tell me(?: more)? about|more about|explain|show me|what (?:is|are|does)|do|say",
        ),
        "fr": SteppingWords(
            "(?:le |la |au |a la )?suivante?",
            "(?:le |la |au |a la )?precedente?",
            "(?:l autre|les autres)",
            "(?:les deux|tous les deux|toutes les deux)",
            "et|ok|alors|maintenant|puis|s il (?:vous|te) plait|qu en est il|quid|de|parle(?:z)? moi|dis m en plus sur|explique(?:z)?(?: moi)?|passe(?:z|ons)?",
        ),
        "de": SteppingWords(
            "(?:de[rn]|die|das|zu[mr]) nachste[nr]?|weiter zum nachsten",
            "(?:de[rn]|die|das|zu[mr]) vorige[nr]?|(?:de[rn]|die|das) vorherige[nr]?",
            "(?:de[rn]|die|das) anderen?",
            "(?:die )?beiden?",
            "und|ok|jetzt|dann|bitte|was ist mit|wie ist es mit|erklare?|mehr zu[rm]?|erzahl mir von",
        ),
        "es": SteppingWords(
            "(?:el |la |al |a la )?siguiente",
            "(?:el |la |al |a la )?anterior",
            "(?:el otro|la otra|los otros|las otras|los demas|las demas)",
            "(?:los dos|las dos|ambos|ambas)",
            "y|ok|ahora|por favor|que hay de|que tal|explica(?:me)?|hablame de|dime mas sobre",
        ),
        "zh": SteppingWords(
            "下一?[个個点點条條项項]",
            "上一?[个個点點条條项項]|前一[个個点點条條项項]",
            "另外?一?[个個点點条條项項]|另外[那]?[些几幾][个個点點条條项項]?|其他的?|其余的?|其餘的?",
            "[两兩二]者(?:都)?|[两兩][个個点點条條项項]都",
            "那[么麼]?|请|請|再|说说|說說|讲讲|講講|看看|介绍一?下?|介紹一?下?|解释一?下?|解釋一?下?|呢|吧|怎么样|怎麼樣|详细|詳細",
        ),
    }
)
