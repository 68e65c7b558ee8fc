"""Source code in blocks: functions, classes, settings. A block that fits a passage is never cut.

One rule serves all languages: a line belongs to the block above it while it is deeper (inside brackets, a string, a
comment, or indented) or only closes it. Where blocks are too long, the same rule finds the blocks inside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gateway.words.text.folding import collapsed

_SLASHES = r"//[^\n]*|/\*.*?(?:\*/|\Z)"
_HASH = r"\#[^\n]*"
_DOUBLE = r'(?<!\\)"(?:\\.|[^"\\\n])*+"'
_SINGLE = r"(?<!\\)'(?:\\.|[^'\\\n])*+'"
_TICKS = r"(?<!\\)`(?:\\.|[^`\\])*+`"
"""Text between quotation marks. One behind a backslash opens none, or many of them would each look for an end."""
_TRIPLE = r'"""(?:\\.|[^\\])*?(?:"""|\Z)|\'\'\'(?:\\.|[^\\])*?(?:\'\'\'|\Z)'
_CHARACTER = r"'(?:\\[^\n]{1,8}?|[^'\\\n])'"
"""In languages where a single `'` may stand alone (lifetimes in Rust)."""

_TYPES = (
    r"\b(?:class|interface|enum|struct|record|trait|impl|module|namespace|object|protocol|extension|mod|union)"
    r"(?:<[^>{;]{0,200}>)?\s{1,2}(?P<type>[A-Za-z_$][\w$]*(?:(?:\.|::)[\w$]+)*)"
)
_FUNCTIONS = (
    r"\b(?:function(?:\s{0,2}\*)?|def|fn|func|fun|sub|procedure)\s{1,2}(?:\([^)]{0,200}\)\s{0,2})?"
    r"(?P<function>[A-Za-z_$][\w.$?!]*)"
)
_ASSIGNED = (
    r"^\s{0,2}(?:export\s{1,2})?(?:const|let|var)\s{1,2}(?P<assigned>[\w$]{1,200})\s{0,2}(?::[^=]{0,200})?=\s{0,2}"
    r"(?:async\b|function\b|\(|\w{1,200}\s{0,2}=>)"
)
_CALLED = (
    r"^\s{0,2}(?!(?:if|for|while|switch|catch|return|else|do|try|using|lock|foreach|match|new|throw)\b)"
    r"[^=;(){}\"']{0,200}?(?<![\w:$])(?!(?:if|for|while|switch|catch|func|function|fn|fun)\b)"
    r"(?P<called>~?[A-Za-z_$][\w:$]{0,100}+)\s{0,2}\([^;{}]{0,400}\)[^;{}=]{0,100}\{"
)
_DEFINED = re.compile("|".join((_TYPES, _FUNCTIONS, r"\btype\s+(?P<alias>\w+)")))
_BRACED = re.compile("|".join((_TYPES, _FUNCTIONS, r"\btype\s+(?P<alias>\w+)", _ASSIGNED, _CALLED)), re.MULTILINE)
_SHELL = re.compile(
    r"^\s{0,2}(?:function\s{1,2})?(?P<function>[\w:.-]{1,200}+)\s{0,2}\(\)"
    r"|^\s{0,2}function\s{1,2}(?P<other>[\w:.-]{1,200})",
    re.MULTILINE,
)
_SQL = re.compile(
    r"\b(?:create|alter)\s{1,2}(?:or\s{1,2}replace\s{1,2})?(?:(?:unique|temp|temporary|materialized)\s{1,2}){0,3}"
    r"(?:table|view|function|procedure|trigger|index|type|schema|sequence)\s{1,2}(?:concurrently\s{1,2})?"
    r"(?:if\s{1,2}(?:not\s{1,2})?exists\s{1,2})?"
    r"(?P<name>[\w.\"`\[\]]+)",
    re.IGNORECASE,
)
_KEY = re.compile(r"^\s{0,2}(?:-\s{1,2})?[\"']?(?P<key>[\w./ -]{1,120}?)[\"']?\s{0,2}[:=]", re.MULTILINE)
_SECTION = re.compile(r"^\s{0,2}\[{1,2}\s{0,2}(?P<section>[^\]\n]{1,200}?)\s{0,2}\]", re.MULTILINE)
_ELEMENT = re.compile(
    r"<(?P<element>[A-Za-z_][\w:.-]*+)(?:[^<>]{0,400}?\b(?:id|name)\s{0,2}=\s{0,2}[\"'](?P<id>[^\"']{1,60})[\"'])?"
)
_SELECTOR = re.compile(r"^\s{0,2}(?P<selector>[^{};/]{1,80}?)\s{0,2}\{", re.MULTILINE)
"""The names of blocks, in text with single spaces (`collapsed`)."""

_NEW_SECTION = re.compile(r"[^\n]*\n\s*\[")
_NEW_STATEMENT = re.compile(r"(?=[^\n]*\n)[^\n]*(?:;[ \t]*(?:--[^\n]*)?\n|\n[ \t]*\n)")
_CLOSES = re.compile(
    r"\s*(?:[})\]]|\{|end\b|fi\b|done\b|esac\b|else\b|elif\b|elsif\b|except\b|finally\b|rescue\b|ensure\b|then\b|</)"
)
_LEADS = re.compile(r"\s*(?:@|#|//|/\*|\*|--|<!--|\[[A-Z]|\"\"\"|template\b)")
_OPEN, _CLOSE = frozenset("([{"), frozenset(")]}")
_LONGEST_NAMES = 120
_NAMED_WITHIN = 1000
"""Characters of a block in which it must name itself."""
_DEEPEST = 20


@dataclass(frozen=True, slots=True)
class ProgrammingLanguage:
    """How a kind of source is read: what strings and comments look like and how a block names itself."""

    media_type: str
    suffixes: tuple[str, ...]
    quiet: re.Pattern[str]
    names: re.Pattern[str]
    begins: re.Pattern[str] | None = None
    """Where indents say nothing: matches a line and the next one when the next begins a block."""


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """A block, or several small neighbours: `text[start:end]` and the names above and in it."""

    start: int
    end: int
    path: tuple[str, ...]


def _language(
    media_type: str, suffixes: str, quiet: Sequence[str], names: re.Pattern[str], begins: re.Pattern[str] | None = None
) -> ProgrammingLanguage:
    pattern = re.compile("|".join(quiet), re.DOTALL | re.MULTILINE)
    return ProgrammingLanguage(media_type, tuple(f".{suffix}" for suffix in suffixes.split()), pattern, names, begins)


_C_LIKE = (_SLASHES, _DOUBLE, _SINGLE)
_QUIET_IN_SQL = (r"--[^\n]*", r"/\*.*?(?:\*/|\Z)", r"\$(\w*)\$.*?(?:\$\1\$|\Z)", r"'(?:''|[^'])*'")
_QUIET_IN_SHELLS = (r"(?<!\S)\#[^\n]*", r'(?<!\\)"(?:\\.|[^"\\])*+"', r"'[^']*'")
LANGUAGES: tuple[ProgrammingLanguage, ...] = (
    _language("text/x-python", "py pyi", (_TRIPLE, _HASH, _DOUBLE, _SINGLE), _DEFINED),
    _language("text/javascript", "js mjs cjs jsx", (*_C_LIKE, _TICKS), _BRACED),
    _language("text/x-typescript", "ts tsx mts", (*_C_LIKE, _TICKS), _BRACED),
    _language("text/x-java", "java", (_TRIPLE, *_C_LIKE), _BRACED),
    _language("text/x-kotlin", "kt kts", (_TRIPLE, *_C_LIKE), _BRACED),
    _language("text/x-scala", "scala", (_TRIPLE, _SLASHES, _DOUBLE, _CHARACTER), _BRACED),
    _language("text/x-swift", "swift", (_TRIPLE, _SLASHES, _DOUBLE), _BRACED),
    _language("text/x-c", "c h", _C_LIKE, _BRACED),
    _language("text/x-c++", "cc cpp cxx hh hpp hxx", _C_LIKE, _BRACED),
    _language("text/x-csharp", "cs", _C_LIKE, _BRACED),
    _language("text/x-go", "go", (*_C_LIKE, r"`[^`]*`"), _BRACED),
    _language("text/x-rust", "rs", (_SLASHES, _DOUBLE, _CHARACTER), _BRACED),
    _language("text/x-ruby", "rb rake", (r"^=begin.*?(?:^=end|\Z)", _HASH, _DOUBLE, _SINGLE), _DEFINED),
    _language("text/x-php", "php", (_SLASHES, _HASH, _DOUBLE, _SINGLE), _BRACED),
    _language("text/x-lua", "lua", (r"--\[\[.*?(?:\]\]|\Z)", r"--[^\n]*", _DOUBLE, _SINGLE), _DEFINED),
    _language("text/x-shellscript", "sh bash zsh", _QUIET_IN_SHELLS, _SHELL),
    _language("application/sql", "sql", _QUIET_IN_SQL, _SQL, _NEW_STATEMENT),
    _language("text/css", "css scss less", (r"/\*.*?(?:\*/|\Z)", _DOUBLE, _SINGLE), _SELECTOR),
    _language("application/yaml", "yaml yml", (_HASH,), _KEY),
    _language("application/toml", "toml", (_TRIPLE, _HASH, _DOUBLE, _SINGLE), _SECTION, _NEW_SECTION),
    _language("text/x-ini", "ini cfg conf properties", (_HASH,), _SECTION, _NEW_SECTION),
    _language("application/json", "json", (_DOUBLE,), _KEY),
    _language("application/xml", "xml xsd xsl", (r"<!--.*?(?:-->|\Z)", r"<!\[CDATA\[.*?(?:\]\]>|\Z)"), _ELEMENT),
)
BY_MEDIA_TYPE = {language.media_type: language for language in LANGUAGES}


@dataclass(frozen=True, slots=True)
class _CodeLine:
    start: int
    end: int
    indent: int
    depth: int
    """Open brackets at its beginning."""
    bound: bool
    """Begins inside a string or comment, or is blank."""


def blocks(text: str, media_type: str, target: int, limit: int) -> list[CodeBlock]:
    """Pieces that cover the text in order: blocks of at most `limit` code points, small neighbours together up to
    `target`. Longer pieces are single lines, or blocks without blocks inside them.
    """
    language = BY_MEDIA_TYPE[media_type]
    return list(_pieces(text, _lines(text, language), language, (), target, limit))


def _lines(text: str, language: ProgrammingLanguage) -> list[_CodeLine]:
    lines: list[_CodeLine] = []
    depth = at = 0
    quiet = [(match.start(), match.end()) for match in language.quiet.finditer(text)]
    position = 0
    for row in text.split("\n"):
        end = min(at + len(row) + 1, len(text))
        while position < len(quiet) and quiet[position][1] <= at:
            position += 1
        inside = position < len(quiet) and quiet[position][0] < at
        wide = row.expandtabs(4)
        bare = wide.lstrip()
        lines.append(_CodeLine(at, end, len(wide) - len(bare), depth, inside or not bare))
        index, cursor = at, position
        while index < end:
            if cursor < len(quiet) and quiet[cursor][0] <= index:
                index = max(index, quiet[cursor][1])
                cursor += 1
                continue
            stop = min(end, quiet[cursor][0]) if cursor < len(quiet) else end
            for character in text[index:stop]:
                depth += (character in _OPEN) - (character in _CLOSE)
            index = stop
        depth = max(0, depth)
        at = end
    return lines


def _pieces(
    text: str, lines: Sequence[_CodeLine], language: ProgrammingLanguage, path: tuple[str, ...], target: int, limit: int
) -> Iterator[CodeBlock]:
    """Cuts one level: blocks that are too long are opened, small neighbours are joined."""
    group: list[tuple[int, int, str]] = []
    for block in _blocks(text, lines, language.begins):
        start, end = block[0].start, block[-1].end
        name = _name(text[start:end], language)
        if group and end - group[0][0] > target:
            yield _joined(group, path)
            group = []
        if end - start <= limit or len(block) == 1:
            group.append((start, end, name))
            continue
        if group:
            yield _joined(group, path)
            group = []
        head, inner = _opened(block) if len(path) < _DEEPEST else (end, [])
        below = (*path, name)
        first = True
        for piece in _pieces(text, inner, language, below, target, limit) if inner else ():
            # The line that opens a class stays with its first member.
            if first and piece.end - start <= limit:
                piece = CodeBlock(start, piece.end, piece.path)
            elif first:
                yield CodeBlock(start, head, below)
            first = False
            yield piece
        if not inner:
            yield CodeBlock(start, end, below)
    if group:
        yield _joined(group, path)


def _joined(group: Sequence[tuple[int, int, str]], path: tuple[str, ...]) -> CodeBlock:
    names = ", ".join(dict.fromkeys(name for _, _, name in group if name))
    if len(names) > _LONGEST_NAMES:
        names = names[:_LONGEST_NAMES].rpartition(",")[0] + ", …"
    return CodeBlock(group[0][0], group[-1][1], (*path, names))


def _opened(block: Sequence[_CodeLine]) -> tuple[int, list[_CodeLine]]:
    """Returns where the head of a block ends, and the lines inside it; no lines when nothing inside is deeper than the
    head.
    """
    first = block[0]
    for index, line in enumerate(block[1:], 1):
        if not line.bound and (line.depth > first.depth or line.indent > first.indent):
            return line.start, list(block[index:])
    return block[-1].end, []


def _blocks(text: str, lines: Sequence[_CodeLine], begins: re.Pattern[str] | None) -> Iterator[list[_CodeLine]]:
    """Lines from one beginning to the next; comments and decorators directly above a block belong to it."""
    opening = [line for line in lines if not line.bound and not _CLOSES.match(text, line.start, line.end)]
    level = min((line.depth for line in opening), default=0)
    margin = min((line.indent for line in opening if line.depth <= level), default=0)
    block: list[_CodeLine] = []
    leading = False
    last = lines[0].start if lines else 0
    for line in lines:
        row = text[line.start : line.end]
        deeper = line.bound or line.depth > level or line.indent > margin or _CLOSES.match(row)
        if not deeper and begins is not None and not begins.match(text, last, line.end):
            deeper = True
        if row.strip():
            last = line.start
        if block and not deeper and not leading:
            yield block
            block = []
        block.append(line)
        if not deeper:
            leading = _LEADS.match(row) is not None
    if block:
        yield block


def _name(source: str, language: ProgrammingLanguage) -> str:
    """Returns the first name that a block defines."""
    source = source[:_NAMED_WITHIN]
    if language.names not in (_KEY, _ELEMENT):
        source = language.quiet.sub(" ", source)
    found = language.names.search(collapsed(source))
    if found is None:
        return ""
    named = {key: value for key, value in found.groupdict().items() if value}
    return " ".join(" ".join(named.values()).split())[:_LONGEST_NAMES]
