"""docs/security.md is true: every row names a test, and every test that it names exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith(("| LLM", "| V"))]
NAMED = {*re.findall(r"`(test_\w+)`", PAGE)}


def test_every_row_says_what_is_done_and_names_a_test():
    assert len(ROWS) == 10 + 15
    for row in ROWS:
        threat, done, proof = (cell.strip() for cell in row.strip("|").split(" | "))
        assert threat and len(done) > 20 and "`test_" in proof, row


def test_the_ten_threats_to_language_models_are_there():
    assert [row[2:7] for row in ROWS if row.startswith("| LLM")] == [f"LLM{number:02}" for number in range(1, 11)]


def test_every_test_that_the_page_names_exists():
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    functions = re.compile(r"^(?:async )?def (test_\w+)", re.MULTILINE)
    known = {name for file in files for name in (file.stem, *functions.findall(file.read_text(encoding="utf-8")))}
    assert len(NAMED) > 50 and NAMED - known == set()


@pytest.mark.parametrize("name", ["SECURITY.md", "docs/security.md"])
def test_the_readme_leads_there(name):
    assert f"]({name})" in (ROOT / "README.md").read_text(encoding="utf-8")
