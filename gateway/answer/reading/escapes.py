r"""Escapes of JSON strings as models write them: invalid ones stay as they are, LaTeX gets its backslash back.

A model that writes `\frac` in JSON without doubling the backslash writes a form feed and `rac`. Inside `$…$`, or where
the letters are the rest of a known command, the control character is read as the backslash and letter it came from.

Some models escape a text once too often: `\\n` for a line end, `\\u00e9` for an é. In the text that is decoded, such an
escape differs from a path, a command and a pattern by the characters around it (`overdone`).
"""

from __future__ import annotations

import re

from gateway.answer.reading.characters import REPLACEMENT, joined
from gateway.words.languages.tables import listed

_Decoded = tuple[str, int] | None
"""A text and the place behind its escape; None: more characters are needed."""
_PLAIN = {'"': '"', "\\": "\\", "/": "/", "n": "\n", "'": "'", "“": "“", "”": "”"}
_CONTROL = {"t": "\t", "b": "", "f": "", "r": "\n"}
_LINE_ENDS = frozenset((0x0A, 0x0D, 0x85, 0x2028, 0x2029))
"""As in `characters.Sanitizer`."""
_LETTERS = re.compile(r"[A-Za-z]{0,16}")
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_PART_OF_HEX = re.compile(r"[0-9a-fA-F]{0,3}")
_LOW = re.compile(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_PART_OF_LOW = re.compile(r"(?:\\(?:u(?:[dD](?:[c-fC-F][0-9a-fA-F]?)?)?)?)?")
_BROKEN = re.compile(r"[0-9a-fA-F]{0,4}")
"""What is left of an escape behind a NUL."""
_RUN = re.compile(r"(?:\\[nrt]){1,8}")
_LINE_ENDED = re.compile(r"\\r\\n|\\[nr]")
_ENDS_SENTENCE = re.compile(r"[.!?:;。！？：；…)）\]”»\"'*|](?P<blank>\s?)\Z")
_PATH = re.compile(r"(?:^|\W)[A-Za-z]:\Z|^[\"'`(]?\.{1,2}\Z|\\|%\w+%\Z|[~^]\Z")
"""In what precedes a backslash without a blank: the backslash is one of a path or a pattern."""
_BEGINS = re.compile(r"[^\Wa-z_]|[-*+•#>|“«„(\[_$`\n]|[\"'](?=\w)")
"""What a line begins with; small Latin letters aside, which may as well be the rest of a name."""
_QUOTES, _CLOSING_QUOTES = ('"', "'", "“", "”", "‘", "’", "(", "«", "[", "[^"), ('"', "'", "”", "’", ")", "»", "-\\")
"""Around an escape that the text only speaks of, or in a pattern."""


_COMMANDS = {
    "t": listed("au ext extbf extit exttt extrm extsc heta ilde imes riangle riangleq herefore frac op"),
    "b": listed("ar eta egin ecause ig igl igr igg iggl iggr igcap igcup inom m mod ot oldsymbol ox oxed ullet"),
    "f": listed("rac orall lat rown ootnotesize"),
    "r": listed("angle brace ceil ef floor ho ight ightarrow ightleftharpoons m oot"),
}
_AMBIGUOUS = listed("au op ef m oot angle floor brace")
"""Words of their own, so that a tab or line end before them is one."""
_OUTSIDE = {letter: rest - _AMBIGUOUS for letter, rest in _COMMANDS.items()}
_NEWLINE_IN_MATH = listed("abla e eq eg ewline otin u")


def decode(buffer: str, at: int, final: bool, in_math: bool) -> _Decoded:
    """Returns the text behind the backslash at `at` and the place after it; None when more characters are needed."""
    size = len(buffer)
    if at + 1 >= size:
        return ("", size) if final else None
    letter = buffer[at + 1]
    if letter == "u":
        return _unicode(buffer, at, final)
    if letter in _CONTROL or (letter == "n" and in_math):
        return _control(buffer, at, final, in_math)
    plain = _PLAIN.get(letter)
    # An invalid escape (`\alpha`, `\d`) is a backslash that the model forgot to double.
    return ("\\", at + 1) if plain is None else (plain, at + 2)


def _control(buffer: str, at: int, final: bool, in_math: bool) -> _Decoded:
    letter, after = buffer[at + 1], at + 2
    run = _LETTERS.match(buffer, after)
    rest = run.group() if run else ""
    if not final and len(rest) < 16 and after + len(rest) >= len(buffer):
        return None
    if letter == "n":
        return ("\\n", after) if rest in _NEWLINE_IN_MATH else ("\n", after)
    if (rest and in_math) or rest in _OUTSIDE[letter]:
        return "\\" + letter, after
    if letter == "r" and not rest:
        return _carriage_return(buffer, after, final)
    return _CONTROL[letter], after


def _carriage_return(buffer: str, after: int, final: bool) -> _Decoded:
    r"""Reads an escaped `\r`; with `\n` behind it, the two are one newline."""
    if buffer.startswith("\\n", after):
        return "\n", after + 2
    if not final and after + 1 == len(buffer) and buffer[after] == "\\":
        return None
    return "\n", after


def _unicode(buffer: str, at: int, final: bool) -> _Decoded:
    digits = _HEX.match(buffer, at + 2)
    if digits is None:
        part = _PART_OF_HEX.match(buffer, at + 2)
        waits = part is not None and part.end() >= len(buffer) and not final
        return None if waits else ("\\", at + 1)
    code, after = int(digits.group(), 16), at + 6
    if not code:
        return _restored(buffer, after, final)
    if 0xD800 <= code < 0xDC00:
        low = _LOW.match(buffer, after)
        if low:
            return joined(code, int(low.group(1), 16)), after + 6
        part = _PART_OF_LOW.match(buffer, after)
        waits = part is not None and part.end() >= len(buffer) and not final
        return None if waits else (REPLACEMENT, after)
    if 0xDC00 <= code < 0xE000:
        return REPLACEMENT, after
    if code in _LINE_ENDS:
        return "\n", after
    if code < 0x20 and code != 9:
        return "", after
    return chr(code), after


def _restored(buffer: str, after: int, final: bool) -> _Decoded:
    """Returns the character that was meant by `\\u0000` and the digits behind it; nothing where there are none.

    In JSON mode some services let nothing but a control character follow `\\u00`. A model that is about to write
    `\\u00e9` or `\\u4e2d` then writes `\\u0000e9` or `\\u00004e2d`. No two digits of a Latin letter begin the four of a
    letter in another alphabet, but for those of Korean and of rare forms.
    """
    digits = _BROKEN.match(buffer, after)
    found = digits.group() if digits else ""
    if not final and len(found) < 4 and after + len(found) == len(buffer):
        return None
    for size, least in ((2, 0xA0), (4, 0x100)):
        letter = chr(int(found[:size], 16)) if len(found) >= size else ""
        if ord(letter or " ") >= least and letter.isprintable():
            return letter, after + size
    return "", after


def overdone(buffer: str, at: int, final: bool, before: str, sure: bool) -> _Decoded:
    """Returns what the escape at `at`, in a text that is decoded already, was meant to be, and the place behind it;
    ("", at) where it is none, None: wait.

    before: the text before it, as far as it is needed.
    sure: others of this text were escapes.
    """
    letter = buffer[at + 1 : at + 2]
    word = (before.split() or [""])[-1] if before[-1:].strip() else ""
    if not letter or _PATH.search(word):
        return None if not letter and not final else ("", at)
    if letter == "u":
        return _overdone_letter(buffer, at, final, before)
    if letter in "nrt":
        return _overdone_line_end(buffer, at, final, before, sure)
    if letter in '"/':
        if at + 2 == len(buffer) and not final:
            return None
        accent = letter == '"' and before[-1:].isalpha() and buffer[at + 2 : at + 3].isalpha()  # `G\\"odel`
        return ("", at) if accent else (letter, at + 2)
    return "", at


def _overdone_letter(buffer: str, at: int, final: bool, before: str) -> _Decoded:
    decoded = _unicode(buffer, at, final)
    if decoded is None or decoded[0] in ("", "\\", REPLACEMENT):
        return decoded and ("", at)
    if len(buffer) < decoded[1] + 2 and not final:
        return None
    return ("", at) if _quoted(before, buffer, decoded[1]) else decoded


def _quoted(before: str, buffer: str, end: int) -> bool:
    return before.endswith(_QUOTES) and buffer.startswith(_CLOSING_QUOTES, end)


def _overdone_line_end(buffer: str, at: int, final: bool, before: str, sure: bool) -> _Decoded:
    run = _RUN.match(buffer, at)
    assert run is not None  # an escape stands here
    end = run.end()
    letters = _LETTERS.match(buffer, end)
    rest = letters.group() if letters else ""
    if not final and (len(buffer) < end + 2 or (len(rest) < 16 and end + len(rest) == len(buffer))):
        return None
    if _quoted(before, buffer, end):
        return "", at
    sentence, last = _ENDS_SENTENCE.search(before), buffer[end - 1]
    if rest[:1].islower():
        command = rest in _NEWLINE_IN_MATH if last == "n" else rest in _COMMANDS[last]
        meant = not command and (sure or (sentence is not None and not sentence.group("blank")))
    else:
        begins = _BEGINS.match(buffer, end) is not None
        meant = sure or (begins and (sentence is not None or before[-1:].isalnum()))
        meant |= end == len(buffer) and sentence is not None
    text = _LINE_ENDED.sub("\n", run.group()).replace("\\t", "\t")
    return (text, end) if meant else ("", at)


class Math:
    """Whether the text being read stands between `$…$` or `$$…$$`. Inline formulas end with their line."""

    __slots__ = ("open",)

    def __init__(self) -> None:
        self.open = ""

    def dollar(self, buffer: str, at: int) -> int | None:
        """Takes the dollar sign at `at`; returns how many signs it is made of, or None when the next character is
        needed."""
        if at + 1 >= len(buffer):
            return None
        double = buffer[at + 1] == "$"
        if self.open:
            self.open = ""
        elif double:
            self.open = "$$"
        elif not (buffer[at + 1].isdigit() or buffer[at + 1].isspace()):
            self.open = "$"
        return 2 if double else 1

    def newline(self) -> None:
        if self.open == "$":
            self.open = ""
