"""What is told of the collection and of answers in words of any order, by language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gateway.words.languages.small_talk.table import TalkWords
from gateway.words.languages.small_talk.talk import ar, de, en, es, fr, it, ja, ko, nl, pt, ru, zh

TALK: Mapping[str, TalkWords] = MappingProxyType(
    {
        "en": en.TALK,
        "fr": fr.TALK,
        "zh": zh.TALK,
        "de": de.TALK,
        "es": es.TALK,
        "it": it.TALK,
        "pt": pt.TALK,
        "nl": nl.TALK,
        "ru": ru.TALK,
        "ja": ja.TALK,
        "ko": ko.TALK,
        "ar": ar.TALK,
    }
)
"""Tables by code."""
