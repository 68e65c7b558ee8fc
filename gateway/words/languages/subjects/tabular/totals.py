"""Questions whose answer needs all rows of a table: a count, a sum, an average, a highest or lowest value, all.

Patterns over folded text. `FIGURES` are answered by a figure, `EXTREMES` by a value or by a list. `TOTAL_ROW` begins
the row of a table that has the totals.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

FIGURES: Mapping[str, str] = MappingProxyType(
    {
        "en": r"\bhow many\b|\b(?:the|total|overall) number of\b|\bcount(?:s|ed)?\b|\b(?:sub)?totals?\b|\bsum\b"
        r"|\baltogether\b|\baverages?\b|\bon average\b|\bthe (?:mean|median)\b",
        "de": r"\bwie ?viele?[nr]?\b|\banzahl\b|\b\w{0,20}summe\b|\b(?:ins)?gesamt\w{0,20}\b|\bdurchschnitt\w{0,10}\b"
        r"|\bmittelwert\b|\bim (?:schnitt|mittel)\b",
        "fr": r"\bcombien\b|\bnombre (?:total )?d(?:e|es|u|')|\bsomme\b|\b(?:au )?total(?:e|ite)?\b|\bmoyenne?s?\b",
        "es": r"\bcuant[oa]s?\b|\bnumero (?:total )?de\b|\bcantidad (?:total )?de\b|\bsuma\b|\btotal(?:es)?\b"
        r"|\bpromedio\b|\bmedia\b",
        "it": r"\bquant[iaeo]\b|\bnumero (?:totale )?d(?:i|ei|elle|egli)\b|\bsomma\b|\btotal[ei]\b|\bmedia\b",
        "pt": r"\bquant[oa]s?\b|\bnumero (?:total )?d(?:e|os|as)\b|\bsoma\b|\btotal\b|\bmedia\b",
        "nl": r"\bhoeveel\b|\baantal\b|\bsom\b|\btota(?:al|le)\b|\bgemiddelde?\b",
        "ru": r"\bсколько\b|\bколичеств\w{1,3}\b|\bчисло\b|\bсумм\w{1,3}\b|\bитого\b|\bвсего\b|\bсредн\w{2,5}\b",
        "zh": "多少|几[个张项条人次件名家台]|总[数共和计额]|一共|合计|平均",
        "ja": "いくつ|何[件個人枚本名台回]|合計|総[数額計]|全部で|平均",
        "ko": r"\b몇|얼마나 많|총 ?\w{1,4}\b|합계|평균",
        "ar": r"\bكم\b|\bعدد\b|\bمجموع\b|\b[اإ]جمالي\b|\bمتوسط\b|\bمعدل\b",
    }
)
EXTREMES: Mapping[str, str] = MappingProxyType(
    {
        "en": r"\b(?:high|low|larg|small|bigg|great|long|short|old|new|lat|earli|cheap|fast|slow|heavi|few)est\b"
        r"|(?<!\bat )\b(?:most|least)\b|\bmax(?:imum)?\b|\bmin(?:imum)?\b|(?<!\bat )(?<!\bafter )\ball\b|\bevery\b",
        "de": r"\b(?:hoch|niedrig|tief|gros|klein|mei|wenig|lang|kurze|alte|neue|spate|fruhe|teuer|billig|gunstig"
        r"|schnell|langsam)ste[nmrs]?\b|\bmaxim\w{0,8}\b|\bminim\w{0,8}\b"
        r"|\balle[nr]?\b|\bsamtliche\w?\b",
        "fr": r"\b(?:le|la|les) (?:plus|moins)\b|\bmaxim\w{1,5}\b|\bminim\w{1,5}\b|\btou(?:s|tes) les\b|\bchaque\b",
        "es": r"\b(?:el|la|los|las) (?:\w{1,20} )?(?:mas|menos|mayor|menor)(?:es)?\b|\bmaxim\w{1,2}\b|\bminim\w{1,2}\b"
        r"|\btod[oa]s (?:los|las)\b",
        "it": r"\b(?:il|la|i|le|lo|gli) (?:\w{1,20} )?(?:piu|meno|maggior\w?|minor\w?)\b|\bmassim\w\b|\bminim\w\b"
        r"|\btutt[ie] (?:i|le|gli)\b",
        "pt": r"\b(?:o|a|os|as) (?:\w{1,20} )?(?:mais|menos|maior|menor)(?:es)?\b|\bmaxim\w\b|\bminim\w\b"
        r"|\btod[oa]s (?:os|as)\b",
        "nl": r"\b(?:hoog|laag|groot|klein|mee|min|lang|kort|oud|nieuw|duur|goedkoop)ste\b|\bmaxim\w{1,3}\b"
        r"|\bminim\w{1,3}\b|\balle\b",
        "ru": r"\bнаи(?:больш|меньш|высш|низш)\w{2,4}\b|\bсам(?:ый|ая|ое|ые|ого|ой|ую|ых)\b|\bмаксим\w{3,8}\b"
        r"|\bминим\w{3,8}\b|\bвсех?\b",
        "zh": "最[高低大小多少长短早晚新旧贵快慢]|全部|所有",
        "ja": "最[高低大小多少長短新古]|一番|最も|すべて|全て|全部",
        "ko": r"가장|최[고저대소다]|모든|모두|전체",
        "ar": r"\b(?:ال)?[اأ](?:على|قل|كبر|صغر|طول|قصر|كثر|حدث|قدم)\b|\bجميع\b|\bكل\b",
    }
)
TOTAL_ROW = (
    r"^\|[ *]*(?:(?:grand |sub)?total|sum|overall|gesamt|summe|insgesamt|somme|suma|totale|somma|soma|totaal|итого|всего"
    r"|合计|总计|合計|総計|합계|총계|المجموع|الاجمالي|الإجمالي)\b"
)
