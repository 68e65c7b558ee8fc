"""The requirement manifest and the tests agree, in both directions."""

import ast
import functools
import tomllib
from collections import defaultdict
from pathlib import Path

from tests.support.syntax import parsed

HERE = Path(__file__).parent
MANIFEST = tomllib.loads((HERE / "requirements.toml").read_text(encoding="utf-8"))


@functools.cache
def marked() -> dict[str, list[str]]:
    """Requirement id to the tests marked with it, read from the source so that one run of one file is enough."""
    found = defaultdict(list)
    marks = "mark.requirement("
    sources = {file: file.read_text(encoding="utf-8") for file in sorted(HERE.rglob("test_*.py"))}
    for file in [file for file, source in sources.items() if marks in source]:
        for node in parsed(sources[file]).body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                for call in node.decorator_list:
                    if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.requirement":
                        for argument in call.args:
                            found[ast.literal_eval(argument)].append(f"{file.name}::{node.name}")
    return found


def test_every_built_demand_has_a_test():
    proven = marked()
    assert [name for name, entry in MANIFEST.items() if entry.get("built") and name not in proven] == []


def test_every_mark_names_a_demand_that_is_listed_and_built():
    assert {name for name in marked() if not MANIFEST.get(name, {}).get("built")} == set()


def test_the_five_documents_are_listed_whole():
    counts = defaultdict(int)
    for name, entry in MANIFEST.items():
        assert entry["demand"]
        counts[name[0]] += 1
    assert counts == {"A": 23, "B": 26, "C": 26, "D": 16, "R": 34}
