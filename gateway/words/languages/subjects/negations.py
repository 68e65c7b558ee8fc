"""What negates a question, in languages whose tables say nothing of it: patterns over folded text."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

NEGATIONS: Mapping[str, str] = MappingProxyType(
    {
        "de": r"\b(?:nicht|kein\w*|nie|niemals|nichts|niemand\w*|ohne|ausser|nirgend\w*|weder)\b",
        "es": r"\b(?:no|nunca|jamas|sin|ningun\w*|nada|nadie|tampoco|ni|salvo|excepto)\b",
        "it": r"\b(?:non|mai|senza|nessun\w*|niente|nulla|salvo|tranne|eccetto)\b",
        "pt": r"\b(?:nao|nunca|jamais|sem|nenhum\w*|nada|ninguem|nem|exceto|salvo)\b",
        "nl": r"\b(?:niet|geen|nooit|niets|niemand|zonder|noch|behalve|nergens)\b",
        "sv": r"\b(?:inte|ej|icke|aldrig|ingen|inget|inga|ingenting|utan|varken|utom)\b",
        "ru": r"\b(?:не|нет|нельзя|никогда|ни|ничего|никто|никак|без|кроме|невозможно)\b",
        "pl": r"\b(?:nie|nigdy|nic|nikt|bez|ani|oprocz|zaden|zadn\w+|brak)\b",
        "ja": "ない|ません|なく|なし|ずに|不可|禁止|以外|未",
        "ko": "(?:^| )(?:안|못) |없|않|아니|금지|불가|못하|못합|제외",
        "ar": r"\b(?:لا|ليس\w*|لم|لن|غير|بدون|دون|ما عدا|سوى|باستثناء|عدم|ممنوع\w*)\b",
    }
)
