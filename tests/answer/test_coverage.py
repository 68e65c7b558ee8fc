"""The core's own tests reach every line and every branch of it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
RULES = r"""
[report]
exclude_also =
    case _:\n\s+assert_never\(
"""
"""That no other event comes to these is shown by mypy."""


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_no_line_and_no_branch_of_the_core_is_left_out(tmp_path):
    """In a process of its own, because what is loaded here already would be measured too late."""
    rules = tmp_path / "rules"
    rules.write_text(RULES, encoding="utf-8")
    settings = {"COVERAGE_FILE": str(tmp_path / "data"), "COVERAGE_RCFILE": str(rules)}
    tests = ["pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow", "--timeout", "600", str(HERE)]
    for measure in (
        ["run", "--branch", "--source", "gateway.answer", "-m", *tests],
        ["report", "--show-missing", "--skip-covered", "--precision", "2", "--fail-under", "100"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", "coverage", *measure],
            cwd=HERE.parent.parent,
            env=os.environ | settings,
            capture_output=True,
            text=True,
            timeout=1700,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
