"""Measures how the time of every pattern of the package grows with its text; a step of `dev.py check`.

    python -m supply.patterns [PATH …]      only patterns of files below these paths

`re` tries again from every place where a part of a pattern can begin, and it holds the interpreter lock meanwhile. One
pattern that does this over a long run stops the process. So every pattern is tried on runs of white space, brackets and
markers, and on runs that its own loops take (`supply/growth.py`). When a run doubles, the time must grow by a factor
under 3. Patterns that are compiled at first use are compiled here; a call of `re` that was not reached is a finding.

Exit codes: 0 all patterns pass, 1 after a line for each that does not.

Other checkers, tried on the eight worst patterns of this package (issue 39): regexploit 1.0 (2021) reports three.
redoctor 0.1.5 confirms none and needs minutes. redos 0.1 and redos-linter 0.3 read only literal calls. recheck 4.5 and
scslre 0.3 report all of them, and with them most patterns that are fast: both read JavaScript's syntax, which has no
possessive repeats and no atomic groups.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import os
import pkgutil
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple, cast

from supply.growth import Mode, judged

ROOT = Path(__file__).resolve().parent.parent
STAMP = ROOT / ".venv" / ".patterns"
"""Which patterns have passed: they are measured once for each Python and each version of the measure."""
BOUNDED = {
    "gateway/conversation/citations/tagging.py": 200,
    "gateway/conversation/followups/leaning.py": 1_000,
    "gateway/conversation/followups/": 400,
    "gateway/conversation/intent/talk.py": 120,
    "gateway/conversation/intent/manners.py": 200,
    "gateway/http/openai/responses_input.py": 400,
    "gateway/knowledge/formats/plain_headings.py": 100,
    "gateway/memory/rules/agreement.py": 0,
    "gateway/memory/rules/routing.py": 2_000,
    "gateway/memory/rules/": 500,
    "gateway/memory/comparing/": 500,
    "gateway/models/quoting/walking.py": 900,
    "gateway/knowledge/formats/titles.py": 300,
    "gateway/settings/": 1_000,
    "gateway/store/graph/graph_search.py": 4_000,
    "gateway/store/search/passage_search.py": 2_000,
}
"""Characters that the input of a file's patterns has at most, by paths, the first that fits; 0 for any number."""
USED_AS: dict[str, Mode] = {
    "gateway/conversation/followups/stepping.py:_patterns": "fullmatch",
    "gateway/knowledge/formats/markdown_comments.py:_EDGE": "match",
    "gateway/knowledge/formats/source_code.py:_NEW_SECTION": "match",
    "gateway/knowledge/formats/source_code.py:_NEW_STATEMENT": "match",
}
"""How patterns are used that have no name of their own where they are used."""
_CALLS = frozenset(["compile", "match", "fullmatch", "search", "split", "sub", "subn", "findall", "finditer"])
_LAZY = frozenset(["compiled", "any_of"])
"""Functions of `gateway/words/text/patterns.py`, which compile for others."""
_ONE_PLACE: tuple[Mode, ...] = ("fullmatch", "match")


class Site(NamedTuple):
    """A call in a file of the package that compiles a pattern."""

    path: str
    line: int
    last_line: int
    pattern: ast.expr | None
    """What is compiled, as it is written there."""
    mode: Mode
    is_lazy: bool
    """Another function compiles for it, and may have done so before."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


class Found(NamedTuple):
    pattern: re.Pattern[Any]
    mode: Mode
    longest: int
    where: str


def main(paths: Sequence[str]) -> int:
    """Returns the exit code, after a line for each pattern that is not linear and each call that was not reached."""
    patterns, missed = collected()
    wanted = [each for each in patterns if not paths or each.where.startswith(tuple(paths))]
    failed = [f"{site}: this pattern was not compiled here; `_use_everything` must do it" for site in missed]
    for line in failed:
        print(line, file=sys.stderr)
    stamp, passed = _passed()
    fresh = [each for each in wanted if _digest(each) not in passed]
    with ProcessPoolExecutor(os.cpu_count() or 1) as pool:
        for each, finding in zip(fresh, pool.map(_judged, fresh), strict=True):
            if not finding:
                passed.add(_digest(each))
            else:
                failed.append(f"{each.where}: {each.mode} with {str(each.pattern.pattern)[:100]!r}: {finding}")
                print(failed[-1], file=sys.stderr, flush=True)
    STAMP.write_text("\n".join([stamp, *sorted(passed)]), encoding="utf-8")
    print(f"{len(wanted)} patterns, {len(failed)} of them not linear or not compiled")
    return 1 if failed else 0


def _passed() -> tuple[str, set[str]]:
    """Returns the digest of the measure, and those of the patterns that have passed it before."""
    measure = hashlib.sha256((ROOT / "supply" / "growth.py").read_bytes() + sys.version.encode()).hexdigest()
    before = STAMP.read_text(encoding="utf-8").split("\n") if STAMP.is_file() else [""]
    return measure, set(before[1:]) if before[0] == measure else set()


def _digest(found: Found) -> str:
    return hashlib.sha256(
        repr((found.pattern.pattern, found.pattern.flags, found.mode, found.longest)).encode()
    ).hexdigest()[:32]


def _judged(found: Found) -> str:
    return str(judged(found.pattern, found.mode, found.longest) or "")


def collected() -> tuple[list[Found], list[Site]]:
    """Returns every pattern of the package, and the calls that were not reached."""
    sites = [site for path in sorted((ROOT / "gateway").rglob("*.py")) for site in _sites(path)]
    by_line = {(site.path, line): site for site in sites for line in range(site.line, site.last_line + 1)}
    seen: defaultdict[Site, dict[tuple[str | bytes, int], re.Pattern[Any]]] = defaultdict(dict)
    genuine = cast(Callable[[Any, Any], re.Pattern[Any]], vars(re)["_compile"])

    def observed(pattern: Any, flags: Any) -> re.Pattern[Any]:
        made = genuine(pattern, flags)
        for place in _callers(sys._getframe(1)):
            if site := by_line.get(place):
                seen[site][made.pattern, made.flags] = made
                break
        return made

    vars(re)["_compile"] = observed
    try:
        _use_everything()
    finally:
        vars(re)["_compile"] = genuine
    for site in sites:
        if not seen[site] and (text := _value(site)):
            seen[site][text, 0] = re.compile(text)
    missed = [site for site in sites if not seen[site] and not site.is_lazy]
    found: dict[tuple[str | bytes, int, Mode, int], Found] = {}
    for site, patterns in seen.items():
        longest = next((bound for path, bound in BOUNDED.items() if site.path.startswith(path)), 0)
        for made in patterns.values():
            found.setdefault((made.pattern, made.flags, site.mode, longest), Found(made, site.mode, longest, str(site)))
    return sorted(found.values(), key=lambda each: each.where), missed


def _value(site: Site) -> str | bytes:
    """Returns a pattern that is written out, or made of what its module knows; empty for any other."""
    module = importlib.import_module(site.path.removesuffix(".py").replace("/", "."))
    try:
        value = eval(compile(ast.Expression(site.pattern), site.path, "eval"), vars(module)) if site.pattern else ""
    except NameError:
        return ""
    return value if isinstance(value, str | bytes) else ""


def _callers(frame: FrameType | None) -> Iterator[tuple[str, int]]:
    """Yields the places in the package that led to a call, except those that compile for others."""
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT / "gateway") and path.name != "patterns.py":
            yield path.relative_to(ROOT).as_posix(), frame.f_lineno
        frame = frame.f_back


def _sites(path: Path) -> Iterator[Site]:
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    parents = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    place = path.relative_to(ROOT).as_posix()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not (call := _compiling(node)) or place.endswith("words/text/patterns.py"):
            continue
        mode = _mode(call, node, parents, place, source)
        pattern = node.args[0] if node.args else None
        yield Site(place, node.lineno, node.end_lineno or node.lineno, pattern, mode, call in _LAZY)


def _compiling(node: ast.Call) -> str:
    """Returns the name of a function that compiles what it is given; empty for any other."""
    match node.func:
        case ast.Attribute(value=ast.Name(id="re"), attr=name) if name in _CALLS:
            return name
        case ast.Name(id=name) if name in _LAZY:
            return name
    return ""


def _mode(call: str, node: ast.Call, parents: Mapping[int, ast.AST], place: str, source: str) -> Mode:
    """Returns how a pattern is used: by the call itself, by the method of what it returns, or by all methods of its
    name. What cannot be told is searched for."""
    parent = parents.get(id(node))
    if call not in {"compile", *_LAZY} or isinstance(parent, ast.Attribute):
        name = call if call not in {"compile", *_LAZY} else cast(ast.Attribute, parent).attr
        return next((mode for mode in _ONE_PLACE if mode == name), "search")
    name, is_direct = _named(node, parents)
    if known := USED_AS.get(f"{place}:{name}"):
        return known
    if is_direct:
        searched = source if name.startswith("_") else "".join(_sources())
        uses = set(re.findall(rf"\b{name}\b(?!\s*=[^=])(?!,)(?:\.(\w+)\()?", searched))
        return next((mode for mode in _ONE_PLACE if uses and uses <= {mode, "fullmatch"}), "search")
    return "search"


def _named(node: ast.AST, parents: Mapping[int, ast.AST]) -> tuple[str, bool]:
    """Returns the name of a pattern and True; the name of what it becomes a part of and False; else the function's."""
    above, is_direct = parents.get(id(node)), True
    while above is not None:
        match above:
            case ast.Assign(targets=[ast.Name(id=name) | ast.Attribute(attr=name)]):
                return name, is_direct
            case ast.FunctionDef(name=name):
                return name, False
        above, is_direct = parents.get(id(above)), False
    return "", False


@cache
def _sources() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted((ROOT / "gateway").rglob("*.py"))]


def _use_everything() -> None:
    """Imports every module and compiles what is compiled at first use."""
    import gateway

    for module in pkgutil.walk_packages(gateway.__path__, "gateway."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    from gateway.answer.evidence import same_thing
    from gateway.answer.evidence.facts import comparatives, negation
    from gateway.conversation.citations import citation_asked, short_replies, tagging
    from gateway.conversation.followups import leaning, resolve, stepping
    from gateway.conversation.intent import asked_origins, manners, talk
    from gateway.evaluation.measures import answer_wording
    from gateway.evaluation.planted import changed_claims
    from gateway.knowledge.splitting import prose, splitter
    from gateway.memory.comparing import asked_kind, interchangeable, opposites, question_words
    from gateway.memory.rules import routing
    from gateway.words.languages import LANGUAGES
    from gateway.words.languages.citation_talk import CITATION_TALK
    from gateway.words.languages.citation_talk.replies import REPLIES
    from gateway.words.languages.small_talk import MANNERS
    from gateway.words.text.patterns import compiled

    for code in MANNERS:
        manners._patterns(code)
        made = talk._patterns(code)
        asked_origins.is_open_document(code, "this page")
        asked_origins.is_called_document(code, "Faust", "")
        asked_origins.bare(code, "Faust")
        for pattern in (made.head, *(pattern for _, pattern in made.kinds)):
            compiled(pattern)
    for code in LANGUAGES:
        same_thing._since(code)
        comparatives._unspaced(code)
        for table in negation._TABLES:
            negation._pattern(table, code)
        leaning._read(code)
        resolve._asking(code)
        asked_kind._tables(code)
        question_words._phrases(code)
        question_words._elision(code)
        interchangeable._pattern(code)
        opposites._pattern(code)
        changed_claims.negated("", code)
        routing.admission("Where is my order?", code)
        manners.manner("What is in this document?", code)
        for question in ("And what about the second one?", "Write a report on loans.", "那第二点呢？"):
            resolve.resolve(question, code, None)
    for code in CITATION_TALK:
        tagging._keys(code)
    for code in REPLIES:
        short_replies._read(code)
    citation_asked.citation_asked("What does the staff handbook say?", "en", ["Staff handbook"])
    answer_wording.states("1200 km on 12 May 2024", "1200 km on 12 May 2024")
    stepping._patterns()
    list(splitter.split_pieces(["```\n" + "code\n" * 60_000], "text/markdown"))  # code that goes on behind a window
    for sign in prose._NO_PROSE:
        prose._pattern((sign,))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
