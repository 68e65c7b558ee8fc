"""The encoding of a text without a label, by what its letters would be (`chardet`). Pure.

A wrong guess stores letters that nobody wrote. So a guess counts only if no other encoding gives another text that is
nearly as likely; else nothing is guessed, and the file is refused.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from itertools import pairwise

SAMPLE = 1 << 15
"""Bytes of the lines with letters beyond ASCII that are judged."""
_SHORT = 500
"""Characters of a sample in which one rare letter is a doubt."""
_HIGH = bytes(range(128, 256))
_WIDE_WITHIN = 4096
_WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
_CANDIDATES = (
    *("cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "cp874", "tis-620"),
    *("iso8859-1", "iso8859-2", "iso8859-5", "iso8859-6", "iso8859-7", "iso8859-8", "iso8859-9", "iso8859-13"),
    *("iso8859-15", "koi8-r", "koi8-u", "mac-roman", "mac-latin2", "mac-cyrillic", "cp437", "cp850", "cp852", "cp866"),
    *("gb18030", "big5hkscs", "cp932", "shift_jis_2004", "euc_jis_2004", "iso2022_jp_2", "cp949", "euc_kr"),
)
_WIDER = {"iso8859-1": "cp1252", "iso8859-9": "cp1254", "tis-620": "cp874", "euc_kr": "cp949"} | {
    "shift_jis_2004": "cp932",
}
OF_PAIRS = ("gb18030", "big5hkscs", "cp932", "shift_jis_2004", "euc_jis_2004", "cp949", "euc_jp")
_CYRILLIC = ("cp1251", "mac-cyrillic", "koi8-r", "koi8-u", "iso8859-5", "cp866")
_RARE = ("mac-latin2", "cp437", "cp850", "cp852", "cp1258")
_COMMON = dict.fromkeys(_RARE, 0.8) | {"cp1252": 1.08, "cp1258": 0.6}
"""Factors: of two encodings that are equally likely by their letters, one is more common."""
_SCRIPTS = (
    "A-Za-zªº\u00c0-\u024f",
    "\u0370-\u03ff",
    "\u0400-\u052f",
    "\u0590-\u05ff",
    "\u0600-\u06ff",
    "\u0e00-\u0e7f",
)
_MIXED = "|".join(f"[{script}](?=[{''.join(other for other in _SCRIPTS if other != script)}])" for script in _SCRIPTS)
_NEVER = re.compile(f"[\x80-\x9f¤\ufffd\ue000-\uf8ff]|{_MIXED}")
"""Signs that nobody writes, and words that change their script."""
_ODD = re.compile(
    r"[^\W\d_](?=[¡-©«-¬®-´¶»-¿×÷ˆ˜†‡‰“”„‚‹›∂-≥◊]\w)|[^\W\d_](?=[†‡ˆ˜§])|(?<![─-▟])[▀-▟](?![─-▟])|(?<![\s─-▟])[─-╿](?![─-▟])|[a-zà-ÿ]–(?=[a-zà-ÿ])"
    r"|(?<!\S)[‚„ˆ](?!\S)|\d ?Û"
)
"""Signs where no writer puts them, such as within words."""
_SERBIAN, _RUSSIAN = re.compile("[ЂЃЅЈЉЊЋЌЏђѓѕјљњћќџ]"), re.compile("[ыэщъюя]", re.IGNORECASE)
_BEYOND_ASCII = re.compile(rb"[\x80-\xff\x1b]")
_SIGNS = "[\xa0£§°«»·–—€“”‘’½¼¾²³®©™•]"
_SIGNS_ALONE = re.compile(rf"(?:[\x00-\x1a\x1c-\x7f]|{_SIGNS}(?!{_SIGNS}|[^\W\d_])|(?<![^\W\d_]){_SIGNS}(?!{_SIGNS}))+")
"""A text of no other signs beyond ASCII than these, each alone and none within a word: they occur in any language."""
_WORD, _RARE_LETTERS = re.compile(r"[^\W\d_]+"), re.compile("[ðþÝÞšžŠŽ]")
_BEYOND_LATIN = re.compile("[\u0370-\u1dff\u3040-\U0003ffff]")


def wide(data: bytes) -> str | None:
    """Returns which UTF-16 or UTF-32 bytes without a mark are in, if any."""
    import chardet  # it takes 40 MB, and most texts are in UTF-8

    named = chardet.detect(
        data,
        compat_names=False,
        include_encodings=(*_WIDE, "ascii"),
        no_match_encoding="ascii",
        empty_input_encoding="ascii",
    )
    return named["encoding"] if named["encoding"] in _WIDE else None


def guessed(data: bytes) -> Iterator[str]:
    """Yields the codec that a text without a label is in, and others that give the same text of the sample."""
    if codec := wide(data[:_WIDE_WITHIN]):
        yield codec
        return
    sample = _sample(data)
    if _SIGNS_ALONE.fullmatch(sample.decode("cp1252", "replace")):
        yield "cp1252"
        return
    found = sorted(_judged(sample), key=lambda guess: -guess[0]) if sample else []
    if not found:
        return
    (best, text, meant), others = found[0], found[1:]
    high = len(sample) - len(sample.translate(None, _HIGH)) if b"\x1b" not in sample else SAMPLE
    likely, _, rivals = others[0] if others else (0.0, "", [""])
    if likely <= best * _most(meant[0], rivals[0], text, high):
        yield from meant


def _most(codec: str, rival: str, text: str, high: int) -> float:
    """Returns how likely the second guess may be, as a share of the first; below 0, nothing is sure enough.

    high: bytes beyond ASCII in the sample.
    """
    odd = _oddness(text, codec)
    if 10 * odd > max(high, 20):
        return -1
    if high >= 30:
        return 1.0 if codec in _CYRILLIC else 0.97
    if codec in OF_PAIRS:
        return 0.5 if high >= 10 else 0.35 if high >= 6 else -1
    if _BEYOND_LATIN.search(text):
        if codec in _CYRILLIC and high >= 10:
            return 1.0 if rival in _CYRILLIC and high >= 12 else 0.8
        return 0.7 if high >= 10 else 0.35 if high >= 6 else -1
    if high < 3 and not re.search("[A-Za-z0-9]", text):
        return -1
    if odd or (codec in _RARE and high < 10):
        return 0.6 if high >= 6 else 0.3
    return (0.99 if high > 2 else 0.92) if codec == "cp1252" else 0.97 if high >= 3 else 0.4


def _judged(sample: bytes) -> list[tuple[float, str, list[str]]]:
    """Returns each text that the sample may be, with its likelihood and its codecs."""
    import chardet

    texts: dict[str, tuple[float, list[str]]] = {}
    for guess in chardet.detect_all(sample, ignore_threshold=True, compat_names=False, include_encodings=_CANDIDATES):
        named = guess["encoding"] or ""
        for codec in dict.fromkeys((_WIDER.get(named, named), named)):
            try:
                text = codecs.getincrementaldecoder(codec)().decode(sample)  # the sample may end within a letter
            except (LookupError, UnicodeDecodeError):
                continue
            likely = guess["confidence"] * _COMMON.get(codec, 1) * 0.5 ** min(_oddness(text, codec), 20)
            before, others = texts.get(text, (0.0, []))
            texts[text] = max(before, likely), [*others, codec] if before >= likely else [codec, *others]
            break
    return [(likely, text, found) for text, (likely, found) in texts.items()]


def _oddness(text: str, codec: str) -> int:
    """Returns how often a text breaks rules that writers keep."""
    odd = 2 * len(_NEVER.findall(text)) + len(_ODD.findall(text))
    if _RUSSIAN.search(text):
        odd += len(_SERBIAN.findall(text))
    rare = len(_RARE_LETTERS.findall(text)) if codec in ("cp1252", "iso8859-15") and len(text) < _SHORT else 0
    odd += 4 * rare > len(text) - len(text.encode("ascii", "ignore"))
    words = (word for word in _WORD.findall(text) if not word.isascii() and not word.isupper())
    turns = (a + b for word in words for a, b in pairwise(word) if a.islower() and b.isupper())
    return odd + sum(not turn.isascii() for turn in turns)


def _sample(data: bytes) -> bytes:
    """Returns the lines of a text that have bytes beyond ASCII, or escapes of Japanese mails, up to `SAMPLE`."""
    lines, at, size = [], 0, 0
    while size < SAMPLE and (found := _BEYOND_ASCII.search(data, at)):
        start = max(data.rfind(b"\n", at, found.start()) + 1, at, found.start() - _SHORT)
        at = data.find(b"\n", found.end()) + 1 or len(data)
        lines.append(data[start : min(at, start + SAMPLE - size)])
        size += len(lines[-1])
    return b"".join(lines)
