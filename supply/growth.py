"""Measures how the time of a pattern grows with the text: the attacks on it, and whether one of them succeeds.

The measure is the engine itself. It knows possessive repeats, atomic groups and its own shortcuts, so a pattern that
passes is fast and one that fails is slow.
"""

from __future__ import annotations

import math
import re
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, Literal, NamedTuple

Mode = Literal["search", "match", "fullmatch"]
"""Where a pattern may begin and end."""

FACTOR = 2.9
"""When a run doubles, a linear pattern takes twice the time, a quadratic one four times. Two doublings are measured."""
SHORT, LENGTH = 250, 4_000
"""Characters of the two first runs of a pattern whose input has no bound."""
SUSPECT = 50
"""From `SHORT` to `LENGTH` the time of a linear pattern grows 16 times, that of a quadratic one 256 times."""
SUSPECT_S = 0.0003
"""Processor seconds for `LENGTH` characters up to which no pattern is suspect."""
CERTAIN_S = 0.04
"""Processor seconds at which a measured factor is no accident of the clock."""
_LAST = 64_000
"""Characters; what has cost nothing up to there is fast enough."""
LIMIT_S = 0.5
"""Processor seconds after which a run is stopped, and counts as too slow."""
LEAST_ALLOWED_S = 0.005
"""Processor seconds that bounded input may cost on any machine."""
SHARE = 8
"""A pattern with bounded input may cost this many times as much as a quadratic search of `REFERENCE` characters."""
REFERENCE = 1_000
RUNS = (
    *(" ", "\t", "\u3000", "\u00a0", "\n", "\r\n", "a ", "1 ", "\na", ". ", "Ab ", "---\n"),
    *("[", "[[", "![", "](", "(", "{", "<", "<a ", "<!--", "<![CDATA[", "/*", "「", '"', "'", "`", "``"),
    *("*", "**", "_", "~", "-", "=", "#", "|", ">", ":", ";", ",", ".", "\\", "$", "^", "@", "/"),
    *("a", "A", "1", "1.", "a.", "a-", "a_", "中", "，", "é", "\x00"),
)
"""White space, brackets and markers that every pattern is tried on."""
ENDS = ("\n!", "a")
"""What follows a run, so that a match of the whole fails; the second one only after runs of a pattern's own loops."""
_LETTERS = "a 1-.,;:!?'\"()[]{}<>*_=#|/\\~`$^@%&+\n\tZé中，\u3000\u00a0"
"""From these comes a letter for each class of characters."""
_WIDE = 64
"""A loop of more rounds is worth an attack."""
_MOST = 16
"""Loops of one pattern that are attacked: those of long tables of words resemble each other."""


class Finding(NamedTuple):
    """An attack that succeeds: the text `before` and then `unit` again and again, and what it costs."""

    before: str
    unit: str
    characters: int
    seconds: float
    factor: float

    def __str__(self) -> str:
        cost = f"{self.characters} characters cost {self.seconds:.3f} s"
        grows = f", twice as many {self.factor:.1f} times that" if self.factor else ""
        return f"{self.before!r} and runs of {self.unit!r}: {cost}{grows}"


class _Stopped(Exception):
    """A run took too long."""


def judged(pattern: re.Pattern[Any], mode: Mode, longest: int = 0) -> Finding | None:
    """Returns an attack on a pattern that succeeds; None if all of them fail. `longest`: characters that its input has
    at most; 0 for any number."""
    reference = max(_seconds(re.compile(r"\s*x").search, " " * REFERENCE) for _ in range(3)) if longest else 0.0
    allowed = max(LEAST_ALLOWED_S, SHARE * reference)
    run = _use(pattern, mode)
    for number, (before, unit) in enumerate(attacks(pattern)):
        for end in ENDS if number >= len(RUNS) else ENDS[:1]:
            attack = before, unit, end
            if found := _bounded(run, attack, longest, allowed) if longest else _growing(run, attack):
                return found
    return None


def attacks(pattern: re.Pattern[Any]) -> list[tuple[str, str]]:
    """Returns what stands before a run and what is repeated: for each of `RUNS` and of the loops of a pattern."""
    text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    loops = list(dict.fromkeys(_loops(parser.parse(text, pattern.flags & (re.X | re.I | re.M | re.S)), "")))[:_MOST]
    found = [("", unit) for unit in RUNS]
    for before, unit in loops:
        found += [(before, unit), ("", before + unit), ("", before), ("", unit), (before, " "), (before, "\n")]
    return [attack for attack in dict.fromkeys(found) if attack[1]]


def _use(pattern: re.Pattern[Any], mode: Mode) -> Callable[[str], object]:
    """Returns what the package does with a pattern, from a text on."""

    def given(text: str) -> Any:
        return text if isinstance(pattern.pattern, str) else text.encode("latin-1", "replace")

    if mode == "search":
        return lambda text: deque(pattern.finditer(given(text)), 0)
    return lambda text: getattr(pattern, mode)(given(text))


def _growing(run: Callable[[str], object], attack: tuple[str, str, str]) -> Finding | None:
    """Returns the attack if the time grows faster than the text."""
    before, unit, end = attack

    def seconds(length: int, least_of: int = 1) -> float:
        text = before + unit * (length // len(unit)) + end
        return min(_seconds(run, text) for _ in range(least_of))

    short = seconds(SHORT)  # an attack on a cubic or exponential pattern succeeds before it becomes expensive
    if short >= LIMIT_S:
        return Finding(before, unit, SHORT, short, 0)
    length, long = LENGTH, seconds(LENGTH)
    if long < LIMIT_S and (long < max(SUSPECT_S, SUSPECT * short) or long < SUSPECT * seconds(SHORT, 3)):
        return None
    while length <= _LAST:
        once, fourfold = seconds(length // 4, 3), seconds(length, 3)
        if fourfold < min(FACTOR**2 * once, LIMIT_S):
            return None
        if fourfold >= CERTAIN_S:
            return Finding(before, unit, length // 4, once, math.sqrt(fourfold / once) if fourfold < LIMIT_S else 0)
        length *= 4
    return None


def _bounded(
    run: Callable[[str], object], attack: tuple[str, str, str], longest: int, allowed_s: float
) -> Finding | None:
    """Returns the attack if a text of the greatest length costs too much."""
    before, unit, end = attack
    for length in (longest // 8, longest):
        text = (before + unit * (length // len(unit)))[: length - len(end)] + end
        if _seconds(run, text) > allowed_s and (least := min(_seconds(run, text) for _ in range(3))) > allowed_s:
            return Finding(before, unit, length, least, 0)
    return None


def _seconds(run: Callable[[str], object], text: str) -> float:
    """Returns the processor seconds of a run; `LIMIT_S` if it took longer and could be stopped."""
    can_stop = hasattr(signal, "setitimer")
    if can_stop:
        signal.signal(signal.SIGPROF, _stop)
        signal.setitimer(signal.ITIMER_PROF, LIMIT_S)
    started = time.thread_time()  # the clock of the process ticks only every 4 ms while the timer runs
    try:
        run(text)
        return time.thread_time() - started
    except _Stopped:
        return LIMIT_S
    finally:
        if can_stop:
            signal.setitimer(signal.ITIMER_PROF, 0)


def _stop(*_: object) -> None:
    raise _Stopped


def _loops(tree: Sequence[Any], before: str) -> Iterator[tuple[str, str]]:
    """Yields the shortest text before each wide loop of a pattern, and texts that one round of it takes."""
    for op, given in tree:
        if op in _REPEATS:
            if given[1] > _WIDE:
                yield from ((before, unit) for unit in _rounds(given[2]))
            yield from _loops(given[2], before)
        for inner in _inner(op, given):
            yield from _loops(inner, before)
        before += _shortest([(op, given)])


_REPEATS = (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT)


def _inner(op: Any, given: Any) -> Sequence[Any]:
    """Returns the parts of a group, of a choice, or of what looks around."""
    if op is ops.BRANCH:
        branches: Sequence[Any] = given[1]
        return branches
    if op is ops.SUBPATTERN:
        return [given[-1]]
    if op is ops.ATOMIC_GROUP:
        return [given]
    return [given[1]] if op in (ops.ASSERT, ops.ASSERT_NOT) else []


def _shortest(tree: Sequence[Any]) -> str:
    """Returns a short text that a part of a pattern takes; what looks around is not asked."""
    return "".join(next(_texts(op, given, 1), "") for op, given in tree)


def _rounds(tree: Sequence[Any]) -> list[str]:
    """Returns a few texts that a part of a pattern takes."""
    found = [""]
    for op, given in tree:
        more = list(_texts(op, given, 3)) or [""]
        found = [text + rest for text in found for rest in more][:12]
    return [text for text in dict.fromkeys(found) if text][:4]


def _texts(op: Any, given: Any, most: int) -> Iterator[str]:
    if op is ops.LITERAL:
        yield chr(given)
    elif op is ops.NOT_LITERAL:
        yield "a" if given != ord("a") else "b"
    elif op is ops.ANY:
        yield from ("a", " ", "\n")[:most]
    elif op is ops.IN:
        yield from _members(given)[:most]
    elif op in _REPEATS:
        least = given[0]
        yield from (
            text * max(least, 1 if most > 1 else 0)
            for text in ([_shortest(given[2])] if most == 1 else _rounds(given[2]))
        )
        if not least:
            yield ""
    elif op is ops.BRANCH:
        for branch in given[1][: 2 * most]:
            yield _shortest(branch)
    elif op is ops.SUBPATTERN or op is ops.ATOMIC_GROUP:
        inner = given[-1] if op is ops.SUBPATTERN else given
        yield from [_shortest(inner)] if most == 1 else _rounds(inner)


def _members(items: Sequence[Any]) -> list[str]:
    """Returns letters of a class, those of `_LETTERS` first."""
    negated = items[0][0] is ops.NEGATE
    found = [letter for letter in _LETTERS if any(_holds(item, letter) for item in items) != negated]
    if found or negated:
        return found
    return [chr(given if op is ops.LITERAL else given[0]) for op, given in items if op in (ops.LITERAL, ops.RANGE)]


def _holds(item: Any, letter: str) -> bool:
    op, given = item
    if op is ops.LITERAL:
        return bool(ord(letter) == given)
    if op is ops.RANGE:
        return bool(given[0] <= ord(letter) <= given[1])
    return op is ops.CATEGORY and re.match(_CATEGORIES[given], letter) is not None


_CATEGORIES = {
    ops.CATEGORY_DIGIT: r"\d",
    ops.CATEGORY_NOT_DIGIT: r"\D",
    ops.CATEGORY_SPACE: r"\s",
    ops.CATEGORY_NOT_SPACE: r"\S",
    ops.CATEGORY_WORD: r"\w",
    ops.CATEGORY_NOT_WORD: r"\W",
}
