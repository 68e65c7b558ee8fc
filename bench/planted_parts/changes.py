"""Changes one thing in a supported claim, so that its passage does not support it any more.

The words are the bench's own: the rules that are measured have other tables. A change that a claim does not allow gives
None.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping

from gateway.evaluation.planted.changed_claims import negated, renumbered

Change = Callable[[str, str, str, random.Random], str | None]
"""`(claim, passage, language, random) -> changed claim`."""

_OPPOSITES = {
    "en": "before after, more less, most least, first last, early late, won lost, increase decrease, increased decreased,"
    " higher lower, highest lowest, larger smaller, largest smallest, above below, north south, northern southern, east west,"
    " eastern western, maximum minimum, begin end, began ended, inside outside, always never, old new, older younger,"
    " allowed forbidden, open closed, high low, large small, long short, longer shorter, public private, left right,"
    " male female, buy sell, bought sold, true false, rise fall, rose fell, positive negative, good bad, better worse,"
    " best worst, import export, upper lower, hot cold, rich poor, strong weak, all none, many few, same different",
    "de": "vor nach, mehr weniger, erste letzte, ersten letzten, früh spät, früher später, höher niedriger, größer kleiner,"
    " größte kleinste, größten kleinsten, über unter, nördlich südlich, östlich westlich, norden süden, osten westen, maximal"
    " minimal, beginnt endet, begann endete, immer nie, alt neu, alte neue, alten neuen, offen geschlossen, hoch niedrig,"
    " groß klein, große kleine, großen kleinen, lang kurz, öffentlich privat, links rechts, männlich weiblich, gut"
    " schlecht, besser schlechter, reich arm, stark schwach, viele wenige, innerhalb außerhalb, oben unten, steigt sinkt,"
    " gewann verlor, erlaubt verboten",
    "fr": "avant après, plus moins, premier dernier, première dernière, tôt tard, supérieur inférieur, supérieure"
    " inférieure, nord sud, est ouest, maximum minimum, maximale minimale, commence finit, toujours jamais, ancien nouveau,"
    " ancienne nouvelle, ouvert fermé, haut bas, grand petit, grande petite, grands petits, grandes petites, long court, longue courte,"
    " public privé, publique privée, gauche droite, bon mauvais, bonne mauvaise, meilleur pire, riche pauvre, fort faible, beaucoup"
    " peu, autorisé interdit, obligatoire facultatif, possible impossible, intérieur extérieur, tous aucun, dessus dessous",
    "es": "antes después, más menos, primero último, primera última, temprano tarde, superior inferior, norte sur, este oeste,"
    " máximo mínimo, máxima mínima, comienza termina, comenzó terminó, siempre nunca, antiguo nuevo, antigua nueva, abierto"
    " cerrado, alto bajo, alta baja, grande pequeño, mayor menor, mayores menores, largo corto, larga corta, público privado,"
    " pública privada, izquierda derecha, bueno malo, mejor peor, rico pobre, fuerte débil, muchos pocos, muchas pocas,"
    " dentro fuera, ganó perdió, todos ningunos, permitido prohibido",
    "zh": "之前 之后, 之前 之後, 以前 以后, 以前 以後, 最多 最少, 第一 最后, 第一 最後, 增加 减少, 增加 減少, 上升 下降, 最大 最小,"
    " 最高 最低, 大于 小于, 大於 小於, 高于 低于, 高於 低於, 以上 以下, 北部 南部, 东部 西部, 東部 西部, 开始 结束, 開始 結束, 内部 外部,"
    " 內部 外部, 允许 禁止, 允許 禁止, 成功 失败, 成功 失敗, 赢得 输掉, 贏得 輸掉, 公开 秘密, 公開 秘密, 较大 较小, 較大 較小, 进口 出口, 進口 出口",
}
_FIGURE = re.compile(r"(?<![\w.,])\d{1,3}(?:[,.]\d{3})+(?![\d])|(?<![\w.,])\d+(?:[.,]\d+)?(?![\w])")
_HAN_FIGURE = re.compile(r"(?<![\d.,])\d+(?:[.,]\d+)*(?![\d])")
_NAME = re.compile(r"(?<![.!?:\n\"“] )(?<=\w )[A-ZÀ-Þ][\w'’-]+(?: (?:of |de |von |der |la )?[A-ZÀ-Þ][\w'’-]+)*")
_MADE_UP = ("Zorvath", "Quellmar", "Brindanov", "Tesselwyck", "Ardonia", "Velkomir", "Osterlund", "Marquesta")
_MARK = re.compile(r"\s?\[\d+(?:,\s?\d+)*\]")


def without_marks(text: str) -> str:
    """Returns a claim without citation marks such as `[2]`."""
    return _MARK.sub("", text).strip()


def turned(claim: str, passage: str, language: str, chance: random.Random) -> str | None:
    return negated(claim, language)


def opposite(claim: str, passage: str, language: str, chance: random.Random) -> str | None:
    """Replaces a word by its opposite, which the claim does not have yet."""
    pairs = [pair.split() for pair in _OPPOSITES.get(language, "").split(",") if pair.strip()]
    turned = [(old, new) for one, other in pairs for old, new in ((one, other), (other, one))]
    chance.shuffle(turned)
    edge = "" if language == "zh" else r"\b"
    for old, new in turned:
        if found := re.search(f"{edge}{old}{edge}", claim):
            return claim[: found.start()] + new + claim[found.end() :]
    return None


def other_name(claim: str, passage: str, language: str, chance: random.Random) -> str | None:
    """Replaces a name by another one of the passage."""
    names = _names(claim, language)
    others = [
        name
        for name in _names(passage, language)
        if name not in claim and not any(part in claim for part in name.split())
    ]
    return _replaced(claim, names, others, chance)


def made_up_name(claim: str, passage: str, language: str, chance: random.Random) -> str | None:
    return _replaced(claim, _names(claim, language), list(_MADE_UP), chance)


def other_number(claim: str, passage: str, language: str, chance: random.Random) -> str | None:
    """Replaces a number by another one of the passage."""
    pattern = _HAN_FIGURE if language == "zh" else _FIGURE
    others = sorted({number for number in pattern.findall(passage) if number not in pattern.findall(claim)})
    return _replaced(claim, pattern.findall(claim), others, chance)


def strange_number(claim: str, passage: str, language: str, chance: random.Random) -> str | None:
    """Replaces a number by one that the passage does not have."""
    return renumbered(claim, [claim, passage], chance.randint)


CHANGES: Mapping[str, Change] = {
    "negated": turned,
    "opposite": opposite,
    "other name": other_name,
    "made-up name": made_up_name,
    "other number": other_number,
    "strange number": strange_number,
}


def _names(text: str, language: str) -> list[str]:
    """Returns names inside sentences; of languages that write every noun with a capital, or none, nothing."""
    return [] if language in ("de", "zh") else sorted(set(_NAME.findall(text)))


def _replaced(claim: str, olds: list[str], news: list[str], chance: random.Random) -> str | None:
    if not olds or not news:
        return None
    old = chance.choice(olds)
    return (
        re.sub(rf"(?<![A-Za-z\d.,]){re.escape(old)}(?![A-Za-z\d])", lambda _: chance.choice(news), claim, count=1)
        if old in claim
        else None
    )
