"""docs/security.md is true: every row names a test, and every test that it names exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith(("| LLM", "| V"))]
NAMED = sorted(set(re.findall(r"`(tests/[\w/.:]+)`", PAGE)))


def test_every_row_says_what_is_done_and_names_a_test():
    assert len(ROWS) == 10 + 15
    for row in ROWS:
        threat, done, proof = (cell.strip() for cell in row.strip("|").split(" | "))
        assert threat and len(done) > 20 and "`tests/" in proof, row


def test_the_ten_threats_to_language_models_are_there():
    assert [row[2:7] for row in ROWS if row.startswith("| LLM")] == [f"LLM{number:02}" for number in range(1, 11)]


@pytest.mark.parametrize("named", NAMED)
def test_a_test_that_the_page_names_exists(named):
    file, _, function = named.partition("::")
    text = (ROOT / file).read_text(encoding="utf-8")
    assert re.search(rf"^(?:async )?def {function or 'test_'}", text, re.MULTILINE), named


@pytest.mark.parametrize("name", ["SECURITY.md", "docs/security.md"])
def test_the_readme_leads_there(name):
    assert f"]({name})" in (ROOT / "README.md").read_text(encoding="utf-8")
