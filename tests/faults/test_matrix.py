"""Every row of the fault matrix is injected by a test, or is listed here with the reason why it cannot be yet."""

import ast
from collections import defaultdict
from pathlib import Path

from tests.support.syntax import parsed

HERE = Path(__file__).parent
FOLDERS = (HERE, HERE.parent / "models" / "providers")
ROWS = {f"F{row:02}" for block in (range(1, 31), range(33, 60), range(65, 68)) for row in block}
NOT_BUILT: dict[str, str] = {}


def injected() -> dict[str, list[str]]:
    """Row to the tests that are marked with it, read from their source."""
    found = defaultdict(list)
    for file in sorted(file for folder in FOLDERS for file in folder.glob("test_*.py")):
        for node in ast.walk(parsed(file.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                for call in node.decorator_list:
                    if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.fault":
                        for argument in call.args:
                            found[ast.literal_eval(argument)].append(node.name)
    return found


def test_every_row_has_a_test_or_a_reason():
    assert ROWS - set(injected()) == set(NOT_BUILT)


def test_nothing_is_called_missing_that_is_tested():
    assert set(NOT_BUILT) & set(injected()) == set()
