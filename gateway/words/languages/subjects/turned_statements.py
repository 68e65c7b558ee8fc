"""How a statement is turned into its opposite, by language: for the labels that an evaluation plants.

The words are chosen without a look at the tables of the evidence check, which these labels measure.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TURNED: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "en": {
            r"\bcan['’]t\b": "can",
            r"\bwon['’]t\b": "will",
            r"(?<!\bor )\b(?:not(?! only| just| merely)|never|no longer) +|n['’]t\b": "",
            r"\b(is|are|was|were|has|have|had|can|could|will|would|should|may|might|must|does|did|do)\b(?! not)": (
                r"\1 not"
            ),
        },
        "de": {
            r"\b(?:nicht(?! nur)|nie|niemals) +": "",
            r"\b(ist|sind|war|waren|hat|haben|hatte|hatten|kann|können|konnte|wird|werden|wurde|wurden|muss|müssen|soll"
            r"|darf)\b": r"\1 nicht",
        },
        "fr": {
            r"\b(?:ne +|n['’])(\w+) +(?:pas(?! seulement)|plus|jamais)\b": r"\1",
            r"(?<!\bne )(?<!\by )(?<!['’-])\b(est|était|étaient|a|ont|avait)\b(?!-)": r"n'\1 pas",
            r"(?<!\bne )(?<!\by )(?<!['’-])\b(sont|peut|peuvent|doit|doivent|sera|fut|faut)\b(?!-)": r"ne \1 pas",
        },
        "es": {
            r"\b(?:no(?! s[oó]lo)|nunca) +": "",
            r"\b(es|son|era|eran|fue|fueron|ha|han|había|puede|pueden|debe|deben|está|están|tiene|tienen|será)\b": (
                r"no \1"
            ),
        },
        "it": {
            r"\bnon(?! solo) +": "",
            r"\b(è|sono|era|erano|fu|furono|ha|hanno|aveva|può|possono|deve|devono|viene|vengono)\b": r"non \1",
        },
        "pt": {
            r"\b(?:não(?! só| apenas)|nunca) +": "",
            r"\b(é|são|era|eram|foi|foram|tem|têm|tinha|pode|podem|deve|devem|está|estão|será)\b": r"não \1",
        },
        "nl": {
            r"\b(?:niet(?! alleen)|nooit) +": "",
            r"\b(is|zijn|was|waren|heeft|hebben|had|hadden|kan|kunnen|wordt|worden|werd|werden|moet|moeten|mag|mogen)\b": (
                r"\1 niet"
            ),
        },
        "sv": {
            r"\b(?:inte(?! bara)|aldrig) +": "",
            r"\b(är|var|har|hade|kan|kunde|ska|skulle|måste|får|blir|blev)\b": r"\1 inte",
        },
        "pl": {
            r"\bnie(?! tylko) +": "",
            r"\b(jest|są|był|była|było|były|może|mogą|musi|muszą|ma|mają|można|należy)\b": r"nie \1",
        },
        "ru": {
            r"\bне(?! только) +": "",
            r"\b(может|могут|должен|должна|должны|является|являются|был|была|было|были|имеет|имеют|можно|нужно)\b": (
                r"не \1"
            ),
        },
        "zh": {
            r"不(?=是|会|會|能|可以|需要|必|得|应|應|再)|(?:没|沒)(?=有)|未(?=能|曾|被)": "",
            r"(是(?!否)|会|會|能够|能夠|可以|需要|必须|必須|应该|應該|允许|允許)": r"不\1",
        },
        "ja": {r"(?<=[きりし])ません": "ます", r"(?<=[きりし])ます": "ません"},
        "ko": {r"없습니다": "있습니다", r"있습니다": "없습니다"},
        "ar": {r"\bلا +": "", r"\b(يمكن|يجب|يجوز)\b": r"لا \1"},
    }
)
"""Patterns and what replaces them; the first pattern that occurs counts. It removes a negation, the others add one."""
