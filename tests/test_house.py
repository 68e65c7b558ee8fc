"""The rules of the house that no other tool checks: pure files, small files, mirrored tests, no leftovers.

Each rule is one test that lists all its findings. `tests/support/code_rules.py` says what the rules look for.
"""

import ast
import fnmatch
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from tests.support.code_rules import (
    imports_of_tests,
    impurities,
    languages_spoken,
    names_that_say_nothing,
    siblings_imported,
    spins,
    steps_by_hand,
    too_long,
    too_many_parameters,
)
from tests.support.syntax import nodes, parsed

ROOT = Path(__file__).resolve().parent.parent
GATEWAY = ROOT / "gateway"
PURE = (
    "answer/",
    "conversation/",
    "evaluation/",
    "knowledge/",
    "wire/",
    "words/",
    "memory/comparing/",
    "memory/rules/",
    "models/bodies/",
    "models/quoting/",
    "models/prompt.py",
    "models/services/breaker.py",
)
"""Folders and files without effects; the import contracts in pyproject.toml name the same."""
LOOSE_MODULES = 4
"""Modules beside the folders of `gateway/`, `__init__.py` and `__main__.py` not counted."""
MOST_MODULES = 12
"""Modules of a folder at every level, `__init__.py` and sub-folders not counted."""
ONE_FILE_EACH = {"words/languages": "language"}
"""Folders beside the slots that may have more modules, and what has one file each."""
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

SLOTS = (
    "models/providers",
    "models/embedders",
    "models/rerankers",
    "models/verifiers",
    "retrieval/retrievers",
    "wire",
)

TESTED_ELSEWHERE = {
    "store/accounts/tenants.py": "tests/cli/people/test_tenants.py erases tenants by the command",
    "cli/evaluating/evaluate.py": "tests/cli/evaluating/test_run_set.py lists, confirms and removes runs",
    "cli/evaluating/evaluation_runs.py": "tests/cli/evaluating/test_run_set.py lists, confirms and removes runs",
    "cli/evaluating/running/ask_*.py": "tests/journeys/test_hidden_evaluation.py asks here and at a target",
    "cli/evaluating/running/runner.py": "tests/cli/evaluating/test_run_set.py runs sets",
    "cli/evaluating/running/judge.py": "tests/cli/evaluating/test_run_set.py has answers judged",
    "cli/operating/serve.py": "tests/serve/test_startup.py starts servers as the command does",
    "errors.py": "tests/http/test_problems.py walks the tree of errors",
    "ingestion/readers/shared/opendocument/*.py": "tests/ingestion/readers/test_odt.py, test_odp.py and test_ods.py",
    "ingestion/readers/shared/presentations/*.py": "tests/ingestion/readers/test_pptx.py and test_odp.py read slides",
    "ingestion/readers/shared/rich_text/*.py": "tests/ingestion/readers/test_rtf.py reads files of every kind",
    "ingestion/readers/shared/review_comments.py": "the tests of odt, odp, ods, rtf and pptx read comments",
    "ingestion/ingest_result.py": "tests/ingestion/test_ingest.py looks at every result",
    "evaluation/cases.py": "tests/evaluation/test_set_files.py reads lines of every kind",
    "evaluation/outcomes.py": "tests/evaluation/test_figures.py makes outcomes of every kind",
    "evaluation/html_report/*.py": "tests/evaluation/html_report/test_pages.py makes every page and chart",
    "store/evaluation/evaluation_reports.py": "tests/http/reading_room/test_evaluations.py reads reports again",
    "evaluation/measures/figure_kinds.py": "tests/evaluation/test_figures.py plants a fault for each figure",
    "services.py": "a plain value; tests/test_app.py makes it, and every endpoint is tested with it",
    "answer/json_types.py": "tests/http/openapi/test_description.py checks responses against schemas of these types",
    "conversation/citations/citation_reading.py": "tests/conversation/citations/test_citation_asked.py reads questions of every kind",
    "conversation/citations/tagging.py": "tests/conversation/citations/test_citation_asked.py reads questions of every kind",
    "turn/citations/*.py": "tests/journeys/test_citation_talk.py asks about sources",
    "store/evaluation/quality_rows.py": "tests/http/reading_room/test_quality.py reads rates",
    "store/evaluation/draft_rows.py": "tests/cli/evaluating/test_draft.py drafts from documents and questions",
    "store/recordings/shown_rows.py": "tests/journeys/test_citation_talk.py asks about sources",
    "conversation/followups/counting.py": "tests/conversation/followups/test_resolve.py reads every table of questions",
    "conversation/followups/listing.py": "tests/conversation/followups/test_thread_state.py lists items of answers",
    "conversation/followups/pointing*.py": "tests/conversation/followups/test_resolve.py reads every table of questions",
    "conversation/followups/tokens.py": "tests/conversation/followups/test_resolve.py reads every table of questions",
    "conversation/prepared.py": "tests/turn/test_preparation.py and tests/live/test_takeover.py make and keep them",
    "conversation/session_data.py": "tests/http/openapi/test_description.py and tests/conversation/test_session.py",
    "models/encoding/encoder_requests.py": "two structures and an environment; the tests beside it send and read them",
    "turn/searching/search.py": "tests/turn/test_preparation.py searches, and once more",
    "turn/searching/seen_rows.py": "tests/journeys/test_seen_rows.py asks about sheets, CSV and lists",
    "settings/*.py": "tests/settings/test_settings.py reads values of every kind, from wherever they come",
    "turn/limits.py": "a plain value; tests/settings/test_settings.py and tests/turn/test_preparation.py set it",
    "conversation/usage.py": "tests/turn/writing/test_generation.py counts tokens",
    "http/mcp/search_tool.py": "tests/http/mcp/test_door.py calls the tool",
    "http/mcp/answer_tool.py": "tests/http/mcp/test_door.py calls the tool",
    "http/mcp/tool_server.py": "tests/http/mcp/test_door.py and tests/http/mcp/test_document_resources.py call it",
    "http/site/docs.py": "tests/http/openapi/test_description.py reads the description and its page",
    "http/openapi/*.py": "tests/http/openapi/test_description.py reads the whole description",
    "http/asking/stored_answers.py": "tests/http/asking/test_answers.py and test_guard.py read answers by their uuid",
    "http/knowledge/uploads.py": "tests/http/knowledge/test_documents.py sends texts and files",
    "models/quoting/embedded_questions.py": "tests/models/quoting/test_quotes.py quotes around questions",
    "models/*/gemini_*.py": "tests/models/providers/test_gemini.py",
    "models/bodies/ollama_lines.py": "tests/models/providers/test_ollama.py",
    "models/transport/openai_sdk.py": "tests/models/providers/test_openai.py and test_azure.py",
    "models/transport/streaming.py": "tests/models/providers/test_openai.py and test_ollama.py",
    "words/languages/*": "tests/words/test_languages.py reads every table of every language",
    "ingestion/readers/shared/word/lines.py": "tests/ingestion/readers/shared/word/test_text.py",
    "ingestion/readers/shared/word/styles.py": "tests/ingestion/readers/shared/word/test_text.py and test_numbering.py",
    "ingestion/readers/shared/word/wrappers.py": "tests/ingestion/readers/shared/word/test_text.py wraps everything",
    "*/ports.py": "protocols and plain values; the contract tests of what implements them",
    "knowledge/workspaces.py": "two names",
}
"""Patterns of modules without a test file of their own, and what tests them. What begins with "_" needs no entry."""

SPEAKS_A_LANGUAGE = {
    "http/asking/context.py": "an example of a request",
    "http/legacy/*.py": "the older system's messages, and its language where a question tells none",
    "http/asking/queries.py": "an example of a request",
    "ingestion/readers/shared/numerals.py": "numbers of lists in many scripts",
    "ingestion/readers/shared/word/drawings.py": "the name of an element",
    "ingestion/readers/shared/word/styles.py": "the names of styles of headings",
    "ingestion/readers/shared/symbols.py": "a sign of a font",
    "knowledge/documents/guessed_encoding.py": "letters at the borders of encodings",
    "knowledge/formats/titles.py": "what programs in many languages call a document that nobody named",
    "ingestion/readers/shared/opendocument/pieces.py": "a unit",
    "ingestion/readers/shared/rich_text/interpreter.py": "a control word",
    "knowledge/pdf_layout/title_pages.py": "what is around the titles of papers in many languages",
    "memory/rules/acquisition.py": "a mark that the older system puts into answers",
    "memory/comparing/question_words.py": "a sign of a currency",
    "words/language_detection/detection.py": "letters of languages that have no tables",
    "words/text/even_letters.py": "letters that look like others",
    "words/text/folding.py": "letters in their plain spelling",
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


@pytest.fixture(scope="module", autouse=True)
def trees():
    """Each file is parsed once for all rules."""
    yield
    nodes.cache_clear()


def modules() -> list[Path]:
    return sorted(GATEWAY.rglob("*.py"))


def adapters() -> list[Path]:
    """Modules of the packages in `integrations/`."""
    return sorted((ROOT / "integrations").glob("*/src/**/*.py"))


def relative(file: Path) -> str:
    return file.relative_to(GATEWAY if file.is_relative_to(GATEWAY) else ROOT).as_posix()


def check(files: Iterable[Path], finder: Callable[[str], Iterable[object]]) -> None:
    """Fails with all that the finder finds in the sources of these files."""
    report(f"{relative(file)}: {each}" for file in files for each in finder(file.read_text(encoding="utf-8")))


def report(findings: Iterable[str]) -> None:
    listed = list(findings)
    assert not listed, "\n".join(listed)


def test_a_pure_file_has_no_effects():
    check((file for file in modules() if relative(file).startswith(PURE)), impurities)


def test_a_choice_of_a_slot_does_not_import_another_choice():
    choices = [file for file in modules() if relative(file.parent) in SLOTS]
    assert {relative(file.parent) for file in choices} == set(SLOTS)
    report(
        f"{relative(file)}: {sibling}"
        for file in choices
        for sibling in siblings_imported(file, "gateway." + relative(file.parent).replace("/", "."))
    )


def test_files_and_functions_are_small():
    check([*modules(), *adapters()], too_long)


def test_what_travels_together_is_one_object():
    check([*modules(), *adapters()], too_many_parameters)


def test_no_folder_has_many_modules():
    counted = Counter(relative(file.parent) for file in modules() if file.name != "__init__.py")
    allowed = dict.fromkeys([*SLOTS, *ONE_FILE_EACH], len(modules()))
    report(
        f"{folder}: {number} modules; give some of them a sub-folder"
        for folder, number in counted.items()
        if number > allowed.get(folder, MOST_MODULES)
    )


def test_every_module_has_a_test_file_where_one_looks_for_it():
    missing = []
    for file in modules():
        elsewhere = any(fnmatch.fnmatchcase(relative(file), pattern) for pattern in TESTED_ELSEWHERE)
        if file.name.startswith("_") or elsewhere:
            continue
        places = [ROOT / "tests" / file.relative_to(GATEWAY).with_name(f"test_{file.name}")]
        if is_one_thing(file.parent):
            places.append(ROOT / "tests" / f"test_{file.parent.name}.py")
        if not any(place.exists() for place in places):
            missing.append(f"write {relative(places[0])}")
    report(missing)


def is_one_thing(folder: Path) -> bool:
    """A folder whose `__init__.py` is its public face may be tested as a whole."""
    face = parsed((folder / "__init__.py").read_text(encoding="utf-8"))
    return folder != GATEWAY and any(isinstance(node, ast.ImportFrom) for node in face.body)


def test_the_exceptions_to_the_mirror_exist():
    report(name for name in TESTED_ELSEWHERE if not any(GATEWAY.glob(name)))


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
    report(f"{name}: {', '.join(files)}" for name, files in found.items() if len(files) > 1)


def test_endpoints_reach_the_open_parts_only_through_the_typed_services():
    """What lies in Starlette's `app.state` is `Any` to the type checker."""
    free = [file for file in modules() if relative(file) not in ("http/application.py", "http/door/guard.py")]
    check(free, re.compile(r"""\bapp(?:['"]\])?\.state\b""").findall)


def test_every_question_is_made_by_question_asked():
    """Else the endpoints differ in what they treat as strict, as a deliverable and as the question's language."""

    def made(source: str) -> list[int]:
        calls = [node for node in nodes(source) if isinstance(node, ast.Call)]
        return [call.lineno for call in calls if re.search(r"\bQuestion$", ast.unparse(call.func))]

    others = [file for file in modules() if relative(file) != "conversation/question.py"]
    check((file for file in others if "Question(" in file.read_text(encoding="utf-8")), made)


def test_every_module_says_what_it_is():
    check(modules(), lambda source: [] if ast.get_docstring(parsed(source)) else ["no docstring"])


def test_only_tables_of_languages_speak_one():
    files = [
        file
        for file in modules()
        if not relative(file).startswith("words/languages/")
        and not any(fnmatch.fnmatchcase(relative(file), pattern) for pattern in SPEAKS_A_LANGUAGE)
    ]
    check(files, languages_spoken)


def test_what_speaks_a_language_does():
    silent = [
        pattern
        for pattern in SPEAKS_A_LANGUAGE
        if not any(list(languages_spoken(file.read_text(encoding="utf-8"))) for file in GATEWAY.glob(pattern))
    ]
    report(silent)


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
    report(found)


def test_lock_files_name_no_place_on_a_disk():
    for name in ("uv.lock", "requirements.lock", "requirements-dev.lock", "web/package-lock.json"):
        assert not re.search(r"file:|[\"' ]/(?:home|root|tmp|opt|Users)/", (ROOT / name).read_text(encoding="utf-8")), (
            name
        )


def test_nothing_imports_from_a_test():
    """What tests share lies in `tests/support` and `tests/fakes`."""
    files = sorted(file for folder in ("tests", "bench") for file in (ROOT / folder).rglob("*.py"))
    check(files, imports_of_tests)


def test_no_test_counts_turns_of_the_event_loop():
    """`tests/support/waiting.py` waits until something holds, or until nothing can happen any more."""
    waiting = {ROOT / "tests/support/waiting.py", ROOT / "tests/support/test_waiting.py"}
    check(sorted({*(ROOT / "tests").rglob("*.py")} - waiting), spins)


def test_variables_say_what_they_are():
    check([*modules(), *adapters()], names_that_say_nothing)


def test_our_modules_and_names_keep_their_names_when_they_are_imported():
    def renamed(source: str) -> list[str]:
        ours = [n for n in nodes(source) if isinstance(n, ast.ImportFrom) and (n.module or "").startswith("gateway")]
        return [f"{alias.name} as {alias.asname}" for node in ours for alias in node.names if alias.asname]

    check(modules(), renamed)


def test_a_file_name_has_one_meaning():
    folders: dict[str, list[str]] = {}
    for file in modules():
        folder = relative(file.parent)
        if (
            not file.name.startswith("__")
            and not folder.startswith("cli/")
            and not folder.startswith("words/languages")
        ):
            folders.setdefault(file.name, []).append(folder)
    report(f"{name}: {where}" for name, where in folders.items() if len(where) > 1 and name not in SAME_NAME)


def test_the_formatter_lays_out_the_code():
    found = [
        file.relative_to(ROOT).as_posix()
        for folder in ("gateway", "tests", "bench", "integrations")
        for file in sorted((ROOT / folder).rglob("*.py"))
        if re.search(r"# fmt: (skip|o[f]f)", file.read_text(encoding="utf-8"))
    ]
    report(found if len(found) > FORMATTED_BY_HAND else [])


def test_no_coroutine_is_driven_by_hand():
    check([*modules(), *adapters()], steps_by_hand)
    seen = 'body.__await__()\nsteps.send(None)\nf._asyncio_future_blocking = False\ngetattr(s, "_stream")\nself._stream'
    assert sorted(steps_by_hand(seen)) == [1, 2, 3, 4]


def test_only_the_way_to_an_endpoint_knows_starlettes_request():
    """Handlers and their helpers receive a `Visit`, which the guard creates once."""
    imported = re.compile(r"^from starlette\.requests import .*\bRequest\b", re.MULTILINE)
    found = {relative(file) for file in modules() if imported.search(file.read_text(encoding="utf-8"))}
    assert found == {"http/door/endpoint.py", "http/problems.py", "http/door/visit.py"}
