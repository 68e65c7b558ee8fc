"""Signs of the fonts Symbol, Wingdings and Webdings, which put pictures in the place of letters, as Unicode."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.xml_trees import attribute
from gateway.knowledge.formats.inline_marks import box

_FONTS: Mapping[str, dict[int, str]] = {
    "symbol": dict(
        enumerate(
            " !∀#∃%&∍()*+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}~"
            + "\0" * 33
            + "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑"
            "⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\0〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭",
            0x20,
        )
    ),
    "wingdings": dict(
        enumerate(
            "🖉✂✁👓🕭🕮🕯☎✆✉🖃📪📫📬📭🗀🗁🗎🗏🗐🗄⌛🖮🖰🖲🖳🖴🖫🖬✇✍🖎✌🖏👍👎☜☞☝☟🖐☺😐☹💣🕱🏳🏱✈☼🌢❄🕆✞🕈✠✡☪☯🕉☸♈♉♊♋♌♍♎♏♐♑♒♓&&"
            "●🔾■□□❑❒🞟⧫◆❖⬩⌧⮹⌘🏵🏶“”▯⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿🙢🙠🙡🙣🙞🙜🙝🙟∙•▪○🞆🞈🞊🞋🔿▪□🟁🟅★🟋🟏🟓🟑⯐⌖⯎⯏⯑✪✰"
            "🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛⮰⮱⮲⮳⮴⮵⮶⮷🙪🙫🙕🙔🙗🙖🙐🙑🙒🙓⌫⌦⮘➢⮙⮛⮈⮊⮉⮋←→↑↓↖↗↙↘🡸➔🡹🡻🡼🡽🡿🡾⇦⇨⇧⇩⬄⇳⬁⬀⬃⬂🢬🢭✗✓☒☑",
            0x21,
        )
    ),
    "wingdings 2": {
        **dict(enumerate("✗✓☒☑☒☒", 0x4F)),
        **dict(enumerate("⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿", 0x69)),
        **dict(enumerate("•●○", 0x97)),
        0xA2: "■",
        0xA3: "□",
        0xA5: "□",
    },
    "wingdings 3": dict(enumerate("▲▼△▽◀▶◁▷", 0x70)),
    "webdings": {0x61: "✔", 0x63: "□", 0x67: "■", 0x6E: "●", 0x72: "✗"},
}
_BOXES = {"☐": False, "☑": True, "☒": True, "□": False, "❑": False, "❒": False}
_TELLING = {*"✓✔✗✘", box(True), box(False)}
_PRIVATE = 0xF000


def symbol(font: str, code: int) -> str:
    """Returns the sign that a font shows for a code; a box of a form is ticked or not."""
    shown = _FONTS.get(font.lower(), {}).get(code - _PRIVATE if code > _PRIVATE else code, "\0")
    if shown == "\0":
        return chr(code - _PRIVATE) if _PRIVATE + 0x20 <= code < _PRIVATE + 0x100 else chr(code)
    return box(_BOXES[shown]) if shown in _BOXES else shown


def shown_in(font: str, text: str) -> str:
    """Returns a text as a font shows it."""
    return "".join(symbol(font, ord(letter)) for letter in text) if font.lower() in _FONTS else text


def telling_bullet(font: str, text: str) -> str:
    """Returns what the sign in front of an item says: a box or a tick; empty if it only begins an item."""
    shown = shown_in(font, text)
    shown = box(_BOXES[shown]) if shown in _BOXES else shown
    return shown if shown in _TELLING else ""


def sign(node: Element) -> str:
    """Returns the sign of an element that names a font and a code in it."""
    try:
        return symbol(attribute(node, "font"), int(attribute(node, "char")[:4], 16))
    except ValueError:
        return ""
