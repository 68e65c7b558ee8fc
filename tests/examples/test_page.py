"""docs/clients.md shows the programs of `examples/` as they are, each with a sentence that says how to run it.

`CITESTREAM_EXAMPLES=write python -m pytest tests/examples/test_page.py` writes them anew.
"""

import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "clients.md"
BLOCK = r"<!-- file: {} -->\n(?:```\w+\n(.*?)\n```\n)?"
PROGRAMS = sorted(
    path.name
    for path in (ROOT / "examples").iterdir()
    if path.name.startswith(("agent.", "ask.", "chat.", "fetch_", "legacy_page.", "openai_"))
)
LANGUAGES = {"py": "python", "sh": "sh", "mjs": "js", "ts": "ts", "tsx": "tsx", "html": "html"}


@pytest.fixture(scope="module")
def page():
    text = PAGE.read_text(encoding="utf-8")
    if os.environ.get("CITESTREAM_EXAMPLES") == "write":
        for name in PROGRAMS:
            program = (ROOT / "examples" / name).read_text(encoding="utf-8")
            block = f"<!-- file: examples/{name} -->\n```{LANGUAGES[name.rsplit('.')[1]]}\n{program}```\n"
            text = re.sub(
                BLOCK.format(re.escape(f"examples/{name}")), lambda _, block=block: block, text, flags=re.DOTALL
            )
        PAGE.write_text(text, encoding="utf-8")
    return text


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_page_shows_the_program(page, name):
    program = (ROOT / "examples" / name).read_text(encoding="utf-8")
    shown = re.findall(BLOCK.format(re.escape(f"examples/{name}")), page, flags=re.DOTALL)
    assert shown == [program.removesuffix("\n")], "CITESTREAM_EXAMPLES=write writes docs/clients.md anew."


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_page_says_how_to_run_it(page, name):
    """In the paragraph above the program."""
    said = page.split(f"<!-- file: examples/{name} -->")[0].rstrip().rsplit("\n\n", 1)[1]
    assert name in said or "<Chat />" in said


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_is_short(name):
    assert len((ROOT / "examples" / name).read_text(encoding="utf-8").splitlines()) <= 40
