"""What the rules of the house look for in the source of one file. `tests/test_house.py` applies them to all files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from gateway.words.languages import LANGUAGES
from supply.measures import code_lines
from tests.support.syntax import nodes, parsed

LONGEST_FILE = 320
LONGEST_FUNCTION = 60
MOST_PARAMETERS = 7
MOST_OF_A_CONSTRUCTOR = 8
"""Parameters beside `self`; more of them travel together and want an object of their own."""
SAYS_NOTHING = {"said", "one", "place", "kept", "held"}
"""Names of variables, parameters and fields that leave the reader guessing what is in them."""
EFFECTS = {"open", "print", "input", "exec", "eval", "breakpoint", "__import__"}
CLOCKS_AND_FILES = {"now", "utcnow", "today", "read_text", "read_bytes", "write_text", "write_bytes", "getenv", "sleep"}
EFFECTFUL_MODULES = {
    "asyncio",
    "io",
    "logging",
    "os",
    "random",
    "secrets",
    "socket",
    "subprocess",
    "sys",
    "time",
}
KNOWN_LANGUAGES = LANGUAGES.keys() - {"en"}
LETTERS_OF_LANGUAGES = re.compile("[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u3400-\u4dbf\u4e00-\u9fff]")
RANGE_OF_LETTERS = re.compile("[^\x00-\x7f]-[^\x00-\x7f]")
"""In a pattern: letters of a script, not of a language."""


def impurities(source: str) -> Iterator[str]:
    """What a pure file may not contain, as `line: what`."""
    for node in nodes(source):
        match node:
            case ast.AsyncFunctionDef() | ast.AsyncFor() | ast.AsyncWith() | ast.Await():
                yield f"{node.lineno}: {type(node).__name__}"
            case ast.comprehension(is_async=1):
                yield f"{node.target.lineno}: asynchronous comprehension"
            case ast.Call(func=ast.Name(id=name)) if name in EFFECTS:
                yield f"{node.lineno}: {name}()"
            case ast.Call(func=ast.Attribute(attr=name)) if name in CLOCKS_AND_FILES:
                yield f"{node.lineno}: .{name}()"
            case ast.Import(names=names):
                yield from (
                    f"{node.lineno}: import {n.name}" for n in names if n.name.split(".")[0] in EFFECTFUL_MODULES
                )
            case ast.ImportFrom(module=str(module), level=0) if module.split(".")[0] in EFFECTFUL_MODULES:
                yield f"{node.lineno}: from {module}"


def siblings_imported(file: Path, slot: str) -> set[str]:
    """Returns the other files of its slot, a package, that a file imports."""
    found = set()
    for node in nodes(file.read_text(encoding="utf-8")):
        if isinstance(node, ast.ImportFrom) and node.module == slot:
            found |= {alias.name for alias in node.names}
        elif isinstance(node, (ast.ImportFrom, ast.Import)):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            found |= {name.removeprefix(f"{slot}.") for name in names if name.startswith(f"{slot}.")}
    return found & ({sibling.stem for sibling in file.parent.glob("[!_]*.py")} - {file.stem})


def too_long(source: str) -> Iterator[str]:
    """Yields what has too many code lines: the file, and each such function. Counts only where there are many lines."""
    if len(source.splitlines()) <= LONGEST_FUNCTION:
        return
    functions = [node for node in nodes(source) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    long = [node for node in functions if (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION]
    if not long and len(source.splitlines()) <= LONGEST_FILE:
        return
    lines = code_lines(source, parsed(source))
    if len(lines) > LONGEST_FILE:
        yield f"{len(lines)} code lines"
    for node in long:
        length = len(lines & set(range(node.lineno, (node.end_lineno or 0) + 1)))
        if length > LONGEST_FUNCTION:
            yield f"{node.name} has {length} code lines"


def too_many_parameters(source: str) -> list[str]:
    """Functions with more parameters than a caller can keep apart; those of a command are its options."""
    found = []
    for node in nodes(source):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
        most = MOST_OF_A_CONSTRUCTOR if node.name == "__init__" else MOST_PARAMETERS
        is_command = "typer." in ast.unparse(node.args)
        if not is_command and len([name for name in names if name not in ("self", "cls")]) > most:
            found.append(node.name)
    return found


def languages_spoken(source: str) -> Iterator[str]:
    """Yields the code of every language that a file names, and every text in it with letters that English has not."""
    silent = {id(node.value) for node in nodes(source) if isinstance(node, ast.Expr)}
    for node in nodes(source):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            letters = LETTERS_OF_LANGUAGES.search(RANGE_OF_LETTERS.sub("", node.value))
            if node.value in KNOWN_LANGUAGES or letters:
                yield f"{node.lineno}: {node.value[:40]!r}"


def imports_of_tests(source: str) -> Iterator[str]:
    """Test modules that a file imports from, or imports."""
    if not re.search(r"^\s*(?:from|import)\b.*\btest_", source, re.MULTILINE):
        return
    for node in nodes(source):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        yield from (name for name in names if re.search(r"(?:^|\.)test_\w+$", name))


def spins(source: str) -> Iterator[int]:
    """Lines of loops that do nothing but let others go on, which proves nothing about what the others do."""
    if "asyncio.sleep(0)" not in source:
        return
    for node in nodes(source):
        if isinstance(node, (ast.While, ast.For)) and {*map(ast.unparse, node.body)} == {"await asyncio.sleep(0)"}:
            yield node.lineno


def names_that_say_nothing(source: str) -> list[str]:
    """Variables, parameters and fields that are called by no better name."""
    found = []
    for node in nodes(source):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.Attribute(attr=name, ctx=ast.Store()):
                if name.strip("_") in SAYS_NOTHING:
                    found.append(f"{node.lineno}: {name}")
    return found


def steps_by_hand(source: str) -> Iterator[int]:
    """Yields the lines that drive a coroutine by hand, or use private attributes of asyncio or of an HTTP client."""
    private = {"_asyncio_future_blocking", "_aiohttp_response", "_ready", "_scheduled", "_fut_waiter", "_stream"}
    for node in ast.walk(parsed(source)):
        match node:
            case ast.Attribute(attr="__await__") | ast.Call(func=ast.Attribute(attr="send"), args=[ast.Constant(None)]):
                yield node.lineno
            case ast.Attribute(value, name) if name in private and not (
                isinstance(value, ast.Name) and value.id == "self"
            ):
                yield node.lineno
            case ast.Constant(str(name)) if name in private:  # for `getattr`
                yield node.lineno
