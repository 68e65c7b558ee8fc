"""The rules of the house that no other tool holds: pure files, small files, mirrored tests, no leftovers."""

import ast
import fnmatch
import os
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from gateway.words.languages import LANGUAGES
from tests.support.syntax import parsed

ROOT = Path(__file__).resolve().parent.parent
GATEWAY = ROOT / "gateway"
PURE = (
    "answer/",
    "conversation/",
    "knowledge/",
    "wire/",
    "words/",
    "memory/rules/",
    "models/quoting/",
    "models/prompt.py",
    "models/breaker.py",
)
"""Folders and files without effects; the import contracts in pyproject.toml name the same."""
LOOSE_MODULES = 8
"""Modules beside the folders of `gateway/`, `__init__.py` and `__main__.py` not counted."""
LONGEST_FILE = 320
LONGEST_FUNCTION = 60
MOST_PARAMETERS = 7
MOST_OF_A_CONSTRUCTOR = 8
"""Parameters beside `self`; more of them travel together and want an object of their own."""

SAYS_NOTHING = {"said", "one", "place", "kept", "held"}
"""Names of variables, parameters and fields that leave the reader guessing what is in them."""
SAME_NAME = {
    "ports.py": "what the folder needs of others",
    "openai.py": "the value of a setting",
    "http.py": "the value of a setting",
    "search.py": "the search of a turn, and its door",
    "substitutes.py": "the rule, and its tables by language",
}
"""Files of one name in several folders, beside the commands (`cli/`) and the tables of languages, and what it means."""

FORMATTED_BY_HAND = 5
"""Files at most in which the formatter is switched off."""

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

SLOTS = (
    "models/providers",
    "models/embedders",
    "models/rerankers",
    "models/verifiers",
    "retrieval/retrievers",
    "wire",
)

TESTED_ELSEWHERE = {
    "cli/serve.py": "tests/serve/test_startup.py starts servers as the command does",
    "errors.py": "tests/http/test_problems.py walks the tree of errors",
    "services.py": "a plain value; tests/test_app.py makes it, and every endpoint is tested with it",
    "conversation/followups/counting.py": "tests/conversation/followups/test_resolve.py reads every table of questions",
    "conversation/followups/listing.py": "tests/conversation/followups/test_thread_state.py lists items of answers",
    "conversation/followups/pointing*.py": "tests/conversation/followups/test_resolve.py reads every table of questions",
    "conversation/followups/tokens.py": "tests/conversation/followups/test_resolve.py reads every table of questions",
    "conversation/prepared.py": "tests/turn/test_preparation.py and tests/live/test_takeover.py make and keep them",
    "turn/search.py": "tests/turn/test_preparation.py searches, and once more",
    "settings/*.py": "tests/settings/test_settings.py reads values of every kind, from wherever they come",
    "turn/limits.py": "a plain value; tests/settings/test_settings.py and tests/turn/test_preparation.py set it",
    "conversation/usage.py": "tests/turn/test_generation.py counts tokens",
    "http/mcp/search_tool.py": "tests/http/mcp/test_door.py calls the tool",
    "http/mcp/answer_tool.py": "tests/http/mcp/test_door.py calls the tool",
    "http/mcp/tool_server.py": "tests/http/mcp/test_door.py and tests/http/mcp/test_document_resources.py call it",
    "http/docs.py": "tests/http/openapi/test_description.py reads the description and its page",
    "http/openapi/*.py": "tests/http/openapi/test_description.py reads the whole description",
    "http/stored_answers.py": "tests/http/test_answers.py and test_guard.py read answers by their uuid",
    "http/uploads.py": "tests/http/test_documents.py sends texts and files",
    "models/quoting/embedded_questions.py": "tests/models/quoting/test_quotes.py quotes around questions",
    "models/transport/gemini_*.py": "tests/models/providers/test_gemini.py",
    "models/transport/ollama_lines.py": "tests/models/providers/test_ollama.py",
    "models/transport/openai_sdk.py": "tests/models/providers/test_openai.py and test_azure.py",
    "models/transport/streaming.py": "tests/models/providers/test_openai.py and test_ollama.py",
    "words/languages/*": "tests/words/test_languages.py reads every table of every language",
    "*/ports.py": "protocols and plain values; the contract tests of what implements them",
}
"""Patterns of modules without a test file of their own, and what tests them. What begins with "_" needs no entry."""

KNOWN_LANGUAGES = LANGUAGES.keys() - {"en"}
LETTERS_OF_LANGUAGES = re.compile("[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u3400-\u4dbf\u4e00-\u9fff]")
RANGE_OF_LETTERS = re.compile("[^\x00-\x7f]-[^\x00-\x7f]")
"""In a pattern: letters of a script, not of a language."""
SPEAKS_A_LANGUAGE = {
    "http/context.py": "an example of a request",
    "http/legacy/*.py": "the older system's messages, and its language where a question tells none",
    "http/queries.py": "an example of a request",
    "knowledge/documents/encodings.py": "letters at the borders of encodings",
    "knowledge/documents/titles.py": "what programs in many languages call a document that nobody named",
    "memory/rules/acquisition.py": "a mark that the older system puts into answers",
    "memory/rules/question_words.py": "a sign of a currency",
    "words/detection.py": "letters of languages that have no tables",
    "words/folding.py": "letters in their plain spelling",
}
"""Files beside the tables of languages that name a language or hold its words, and why."""

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


def adapters() -> list[Path]:
    """Modules of the packages in `integrations/`."""
    return sorted((ROOT / "integrations").glob("*/src/**/*.py"))


def relative(file: Path) -> str:
    return file.relative_to(GATEWAY if file.is_relative_to(GATEWAY) else ROOT).as_posix()


def is_tested_elsewhere(file: Path) -> bool:
    return any(fnmatch.fnmatchcase(relative(file), pattern) for pattern in TESTED_ELSEWHERE)


def is_pure(file: Path) -> bool:
    return relative(file).startswith(PURE)


def impurities(source: str) -> Iterator[str]:
    """What a pure file may not contain, as `line: what`."""
    for node in ast.walk(parsed(source)):
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
    """Returns the other files of its slot that a file imports."""
    slot = "gateway." + relative(file.parent).replace("/", ".")
    found = set()
    for node in ast.walk(parsed(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == slot:
            found |= {alias.name for alias in node.names}
        elif isinstance(node, (ast.ImportFrom, ast.Import)):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            found |= {name.removeprefix(f"{slot}.") for name in names if name.startswith(f"{slot}.")}
    return found & ({sibling.stem for sibling in file.parent.glob("[!_]*.py")} - {file.stem})


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
    for node in ast.walk(parsed(source)):
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


@pytest.mark.parametrize("file", [file for file in modules() if relative(file.parent) in SLOTS], ids=relative)
def test_a_choice_of_a_slot_does_not_import_another_choice(file):
    assert siblings_imported(file) == set()


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("from gateway.models.providers import other", {"other"}),
        ("from gateway.models.providers.other import X", {"other"}),
        ("import gateway.models.providers.other", {"other"}),
        ("from gateway.models.providers._shared import X", set()),
        ("import other", set()),
    ],
)
def test_an_import_of_another_choice_is_seen(tmp_path, monkeypatch, line, seen):
    monkeypatch.setattr("tests.test_house.GATEWAY", tmp_path)
    slot = tmp_path / "models" / "providers"
    slot.mkdir(parents=True)
    for name in ("other.py", "_shared.py"):
        (slot / name).write_text("", encoding="utf-8")
    (slot / "one.py").write_text(line, encoding="utf-8")
    assert siblings_imported(slot / "one.py") == seen


@pytest.mark.parametrize("file", [*modules(), *adapters()], ids=relative)
def test_files_and_functions_are_small(file):
    source = file.read_text(encoding="utf-8")
    held = code_lines(source)
    assert len(held) <= LONGEST_FILE
    for node in ast.walk(parsed(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            body = held & set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
            assert len(body) <= LONGEST_FUNCTION, f"{node.name} has {len(body)} code lines"


def too_many_parameters(source: str) -> list[str]:
    """Functions with more parameters than a caller can keep apart; those of a command are its options."""
    found = []
    for node in ast.walk(parsed(source)):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
        most = MOST_OF_A_CONSTRUCTOR if node.name == "__init__" else MOST_PARAMETERS
        is_command = "typer." in ast.unparse(node.args)
        if not is_command and len([name for name in names if name not in ("self", "cls")]) > most:
            found.append(node.name)
    return found


@pytest.mark.parametrize("file", [*modules(), *adapters()], ids=relative)
def test_what_travels_together_is_one_object(file):
    assert too_many_parameters(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def f(a, b, c, d, e, f, g): ...", []),
        ("def f(a, b, c, d, e, /, f, *, g, h): ...", ["f"]),
        ("class C:\n    def __init__(self, a, b, c, d, e, f, g, h): ...", []),
        ("class C:\n    def __init__(self, a, b, c, d, e, f, g, h, i): ...", ["__init__"]),
        ("def f(a: Annotated[int, typer.Option()], b, c, d, e, f, g, h): ...", []),
    ],
)
def test_parameters_are_counted_without_self_and_not_of_commands(source, found):
    assert too_many_parameters(source) == found


def test_code_lines_leave_out_docstrings_comments_and_empty_lines():
    assert code_lines('"""One.\n\nTwo."""\n\n# why\nx = """a\nb"""\n\n\ndef f():\n    """What."""\n    return x\n') == {
        6,
        7,
        10,
        12,
    }


@pytest.mark.parametrize(
    "file", [f for f in modules() if f.name[0] != "_" and not is_tested_elsewhere(f)], ids=relative
)
def test_every_module_has_a_test_file_where_one_looks_for_it(file):
    places = [ROOT / "tests" / file.relative_to(GATEWAY).with_name(f"test_{file.name}")]
    if is_one_thing(file.parent):
        places.append(ROOT / "tests" / f"test_{file.parent.name}.py")
    assert any(place.exists() for place in places), f"write {places[0].relative_to(ROOT)}"


def is_one_thing(folder: Path) -> bool:
    """A folder whose `__init__.py` is its public face may be tested as a whole."""
    face = parsed((folder / "__init__.py").read_text(encoding="utf-8"))
    return folder != GATEWAY and any(isinstance(node, ast.ImportFrom) for node in face.body)


def test_the_exceptions_to_the_mirror_exist():
    assert [name for name in TESTED_ELSEWHERE if not any(GATEWAY.glob(name))] == []


def test_few_modules_lie_beside_the_folders():
    loose = [file.name for file in GATEWAY.glob("*.py") if not file.name.startswith("__")]
    assert len(loose) <= LOOSE_MODULES, f"give one of {', '.join(sorted(loose))} a folder"


def test_no_class_name_stands_in_two_modules():
    """`Encoder` is what every dialect calls its class; `wire.shared.frame.Encoder` is their protocol."""
    found: dict[str, list[str]] = {}
    for file in modules():
        for node in parsed(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and relative(file.parent) != "wire":
                found.setdefault(node.name, []).append(relative(file))
    assert {name: files for name, files in found.items() if len(files) > 1} == {}


def test_endpoints_reach_the_open_parts_only_through_the_typed_services():
    """What lies in Starlette's `app.state` is `Any` to the type checker."""
    free = [file for file in modules() if relative(file) not in ("http/application.py", "http/guard.py")]
    state = re.compile(r"""\bapp(['"]\])?\.state\b""")
    assert [relative(file) for file in free if state.search(file.read_text(encoding="utf-8"))] == []


def test_every_question_is_made_by_question_asked():
    """Else the doors drift apart in what they take for strict, for a deliverable and for the question's language."""
    elsewhere = [file for file in modules() if relative(file) != "conversation/question.py"]
    made = [
        f"{relative(file)}:{node.lineno}"
        for file in elsewhere
        for node in ast.walk(parsed(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "Question"
    ]
    assert made == []


def test_every_module_says_what_it_is():
    assert [
        relative(file) for file in modules() if not ast.get_docstring(parsed(file.read_text(encoding="utf-8")))
    ] == []


def languages_spoken(source: str) -> Iterator[str]:
    """Yields the code of every language that a file names, and every text in it with letters that English has not."""
    tree = parsed(source)
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            letters = LETTERS_OF_LANGUAGES.search(RANGE_OF_LETTERS.sub("", node.value))
            if node.value in KNOWN_LANGUAGES or letters:
                yield f"{node.lineno}: {node.value[:40]!r}"


@pytest.mark.parametrize(
    "file", [file for file in modules() if not relative(file).startswith("words/languages/")], ids=relative
)
def test_only_tables_of_languages_speak_one(file):
    if not any(fnmatch.fnmatchcase(relative(file), pattern) for pattern in SPEAKS_A_LANGUAGE):
        assert list(languages_spoken(file.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("source", ["x = 'fr'", "x = 'durée'", "f('时间')", "x = f'{y}月'"])
def test_a_language_in_a_file_is_heard(source):
    assert list(languages_spoken(source))


@pytest.mark.parametrize("source", ["x = 'en'", '"""Où est 时间?"""', "x = '。、·×'", "x = 'Afrique'"])
def test_what_is_no_language_is_not_heard(source):
    assert list(languages_spoken(source)) == []


def test_what_speaks_a_language_does():
    silent = [
        pattern
        for pattern in SPEAKS_A_LANGUAGE
        if not any(list(languages_spoken(file.read_text(encoding="utf-8"))) for file in GATEWAY.glob(pattern))
    ]
    assert silent == []


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


def imports_of_tests(source: str) -> Iterator[str]:
    """Test modules that a file imports from, or imports."""
    for node in ast.walk(parsed(source)):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        yield from (name for name in names if re.search(r"(?:^|\.)test_\w+$", name))


@pytest.mark.parametrize("folder", ["tests", "bench"])
def test_nothing_imports_from_a_test(folder):
    """What tests share lies in `tests/support` and `tests/fakes`."""
    files = sorted((ROOT / folder).rglob("*.py"))
    found = {file.relative_to(ROOT).as_posix(): [*imports_of_tests(file.read_text(encoding="utf-8"))] for file in files}
    assert {file: modules for file, modules in found.items() if modules} == {}


@pytest.mark.parametrize("line", ["from tests.turn.test_ask import x", "import tests.turn.test_ask"])
def test_an_import_from_a_test_is_seen(line):
    assert list(imports_of_tests(line))
    assert not list(imports_of_tests(line.replace("test_ask", "questions")))


def spins(source: str) -> Iterator[int]:
    """Lines of loops that do nothing but let others go on, which proves nothing about what the others do."""
    for node in ast.walk(parsed(source)):
        if isinstance(node, (ast.While, ast.For)) and {*map(ast.unparse, node.body)} == {"await asyncio.sleep(0)"}:
            yield node.lineno


def test_no_test_counts_turns_of_the_event_loop():
    """`tests/support/waiting.py` waits until something holds, or until nothing can happen any more."""
    files = {*(ROOT / "tests").rglob("*.py")} - {
        ROOT / "tests/support/waiting.py",
        ROOT / "tests/support/test_waiting.py",
    }
    found = {file.relative_to(ROOT).as_posix(): [*spins(file.read_text(encoding="utf-8"))] for file in files}
    assert {file: lines for file, lines in found.items() if lines} == {}


@pytest.mark.parametrize("loop", ["for _ in range(20)", "while not done"])
def test_a_loop_that_only_spins_is_seen(loop):
    assert list(spins(f"async def f():\n    {loop}:\n        await asyncio.sleep(0)"))
    assert not list(spins(f"async def f():\n    {loop}:\n        work()\n        await asyncio.sleep(0)"))


def names_that_say_nothing(source: str) -> list[str]:
    """Variables, parameters and fields that are called by no better name."""
    found = []
    for node in ast.walk(parsed(source)):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.Attribute(attr=name, ctx=ast.Store()):
                if name.strip("_") in SAYS_NOTHING:
                    found.append(f"{node.lineno}: {name}")
    return found


def test_variables_say_what_they_are():
    files = [*modules(), *adapters()]
    found = {relative(file): names_that_say_nothing(file.read_text(encoding="utf-8")) for file in files}
    assert {file: names for file, names in found.items() if names} == {}
    assert len(names_that_say_nothing("def f(one):\n    self._kept = [said for said in one]")) == 3


def test_our_modules_and_names_keep_their_names_when_they_are_imported():
    found = []
    for file in modules():
        for node in ast.walk(parsed(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gateway"):
                found += [f"{relative(file)}: {alias.name} as {alias.asname}" for alias in node.names if alias.asname]
    assert found == []


def test_a_file_name_has_one_meaning():
    folders: dict[str, list[str]] = {}
    for file in modules():
        folder = relative(file.parent)
        if not file.name.startswith("__") and folder != "cli" and not folder.startswith("words/languages"):
            folders.setdefault(file.name, []).append(folder)
    several = {name: where for name, where in folders.items() if len(where) > 1 and name not in SAME_NAME}
    assert several == {}


def test_the_formatter_lays_out_the_code():
    found = [
        file.relative_to(ROOT).as_posix()
        for folder in ("gateway", "tests", "bench", "integrations")
        for file in sorted((ROOT / folder).rglob("*.py"))
        if re.search(r"# fmt: (skip|o[f]f)", file.read_text(encoding="utf-8"))
    ]
    assert len(found) <= FORMATTED_BY_HAND, found


def test_only_the_way_to_an_endpoint_knows_starlettes_request():
    """Handlers and their helpers receive a `Visit`, which the guard creates once."""
    imported = re.compile(r"^from starlette\.requests import .*\bRequest\b", re.MULTILINE)
    found = {relative(file) for file in modules() if imported.search(file.read_text(encoding="utf-8"))}
    assert found == {"http/endpoint.py", "http/guard.py", "http/problems.py", "http/visit.py"}
