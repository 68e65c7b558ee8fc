"""The rules of the house that no other tool holds: pure files, small files, mirrored tests, no leftovers."""

import ast
import os
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GATEWAY = ROOT / "gateway"
SUBJECTS = ("answer", "conversation", "knowledge", "memory", "wire", "words")
PURE_FILES = ("breaker.py", "words.py", "prompt.py")
LONGEST_FILE = 320
LONGEST_FUNCTION = 60

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

SLOTS = ("providers", "embedders", "retrievers", "rerankers", "verifiers", "wire")
SHARED = {"wire": {"frame"}}

TESTED_ELSEWHERE = {
    "ports.py": "protocols and plain values; every slot's contract test runs them",
    "errors.py": "the tree is data; tests/http/test_problems.py walks it",
}
"""Modules without a test file of their own, and why. What begins with "_" is tested through the files that share it."""

LEFTOVERS = re.compile(
    r"\b(?:TO"
    r"DO|FIX"
    r"ME|X"
    r"XX|HA"
    r"CK)\b|\.\./sha"
    r"red|/wo"
    r"rk/|py"
    r"pi\.org|registry\.np"
    r"mjs|files\.python"
    r"hosted"
)
TEXT = {".py", ".sql", ".md", ".toml", ".json", ".html", ".ts", ".tsx", ".css", ".yml", ".yaml", ".txt", ".example"}
NOT_OURS = {"node_modules", "dist", "data", "__pycache__", "test-results", "resources"}
NAMES_THE_REGISTRY = {"uv.lock", "package-lock.json"}
"""Lock files say where a package comes from; the rest of the project works with any mirror."""


def modules() -> list[Path]:
    return sorted(GATEWAY.rglob("*.py"))


def relative(file: Path) -> str:
    return file.relative_to(GATEWAY).as_posix()


def is_pure(file: Path) -> bool:
    return relative(file) in PURE_FILES or file.relative_to(GATEWAY).parts[0] in SUBJECTS


def impurities(source: str) -> Iterator[str]:
    """What a pure file may not contain, as `line: what`."""
    for node in ast.walk(ast.parse(source)):
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


def siblings_imported(file: Path) -> set[str]:
    """Files of the same slot that a file imports, without those that are there to be shared."""
    slot = f"gateway.{file.parent.name}"
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == slot:
            found |= {alias.name for alias in node.names}
        elif isinstance(node, (ast.ImportFrom, ast.Import)):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            found |= {name.removeprefix(f"{slot}.") for name in names if name.startswith(f"{slot}.")}
    beside = (
        {sibling.stem for sibling in file.parent.glob("[!_]*.py")} - {file.stem} - SHARED.get(file.parent.name, set())
    )
    return found & beside


def code_lines(source: str) -> set[int]:
    """Numbers of the lines that hold code: neither empty nor a comment nor part of a docstring."""
    silent = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    lines = iter(source.splitlines(keepends=True))
    held = {
        line
        for token in tokenize.generate_tokens(lambda: next(lines, ""))
        if token.type not in silent
        for line in range(token.start[0], token.end[0] + 1)
    }
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            held -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return held


@pytest.mark.parametrize("file", [file for file in modules() if is_pure(file)], ids=relative)
def test_a_pure_file_has_no_effects(file):
    assert list(impurities(file.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "effect",
    [
        "async def f(): ...",
        "async def f():\n    return [x async for x in y]",
        "open('x')",
        "print('x')",
        "datetime.now()",
        "from time import monotonic",
        "import logging",
        "import os.path",
        "Path('x').read_text()",
    ],
)
def test_an_effect_in_a_pure_file_is_seen(effect):
    assert list(impurities(effect))


@pytest.mark.parametrize(
    "harmless", ["from gateway.words import fold", "x.opened()", "def timed(now): return now", "'print()'"]
)
def test_a_harmless_line_is_not_taken_for_an_effect(harmless):
    assert list(impurities(harmless)) == []


@pytest.mark.parametrize("file", [file for file in modules() if file.parent.name in SLOTS], ids=relative)
def test_a_choice_of_a_slot_does_not_import_another_choice(file):
    assert siblings_imported(file) == set()


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("from gateway.providers import other", {"other"}),
        ("from gateway.providers.other import X", {"other"}),
        ("import gateway.providers.other", {"other"}),
        ("from gateway.providers._shared import X", set()),
        ("import other", set()),
    ],
)
def test_an_import_of_another_choice_is_seen(tmp_path, line, seen):
    slot = tmp_path / "providers"
    slot.mkdir()
    for name in ("other.py", "_shared.py"):
        (slot / name).write_text("", encoding="utf-8")
    (slot / "one.py").write_text(line, encoding="utf-8")
    assert siblings_imported(slot / "one.py") == seen


@pytest.mark.parametrize("file", modules(), ids=relative)
def test_files_and_functions_are_small(file):
    source = file.read_text(encoding="utf-8")
    held = code_lines(source)
    assert len(held) <= LONGEST_FILE
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            body = held & set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
            assert len(body) <= LONGEST_FUNCTION, f"{node.name} has {len(body)} code lines"


def test_code_lines_leave_out_docstrings_comments_and_empty_lines():
    assert code_lines('"""One.\n\nTwo."""\n\n# why\nx = """a\nb"""\n\n\ndef f():\n    """What."""\n    return x\n') == {
        6,
        7,
        10,
        12,
    }


@pytest.mark.parametrize(
    "file", [f for f in modules() if f.name[0] != "_" and relative(f) not in TESTED_ELSEWHERE], ids=relative
)
def test_every_module_has_a_test_file_where_one_looks_for_it(file):
    places = [ROOT / "tests" / file.relative_to(GATEWAY).with_name(f"test_{file.name}")]
    if is_one_thing(file.parent):
        places.append(ROOT / "tests" / f"test_{file.parent.name}.py")
    assert any(place.exists() for place in places), f"write {places[0].relative_to(ROOT)}"


def is_one_thing(folder: Path) -> bool:
    """A folder whose `__init__.py` is its public face may be tested as a whole."""
    face = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    return folder != GATEWAY and any(isinstance(node, ast.ImportFrom) for node in face.body)


def test_the_exceptions_to_the_mirror_exist():
    assert [name for name in TESTED_ELSEWHERE if not (GATEWAY / name).exists()] == []


def test_every_module_says_what_it_is():
    assert [
        relative(file) for file in modules() if not ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))
    ] == []


def ours() -> Iterator[Path]:
    """Every text file of the project that people read."""
    for folder, below, names in os.walk(ROOT):
        below[:] = sorted(
            name for name in below if name not in NOT_OURS and (name == ".ci" or not name.startswith("."))
        )
        yield from (
            Path(folder, name) for name in sorted(names) if Path(name).suffix in TEXT or name in ("run", "LICENSE")
        )


def test_nothing_unfinished_and_nothing_of_one_machine_is_left_in_the_project():
    found = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for file in ours()
        if file.name not in NAMES_THE_REGISTRY
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if LEFTOVERS.search(line)
    ]
    assert found == []


def test_lock_files_name_no_place_on_a_disk():
    for name in ("uv.lock", "requirements.lock", "requirements-dev.lock", "web/package-lock.json"):
        assert not re.search(r"file:|[\"' ]/(?:home|root|tmp|opt|Users)/", (ROOT / name).read_text(encoding="utf-8")), (
            name
        )
