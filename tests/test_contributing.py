"""CONTRIBUTING.md is true: every path that it names exists."""

import re
from pathlib import Path

import pytest

from tests.support.every import every

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PATH = re.compile(r"(?:[\w.*-]+/)+[\w.*-]*|[\w.*-]+\.(?:py|md|toml|lock|example)|\.env\.example")
QUOTED = re.compile(r"```\n(.*?)```|`([^`\n]+)`", re.DOTALL)


def named_paths(page: str) -> list[str]:
    """Returns what looks like a path in code, without what is inside a virtual environment or an address."""
    quoted = " ".join(block or word for block, word in QUOTED.findall(page))
    words = [word for word in quoted.split() if PATH.fullmatch(word) and not word.startswith(".venv/")]
    return list(dict.fromkeys(words))


def exists(path: str) -> bool:
    """Tells whether a path is there. `GROUP` and `NAME` stand for any name of which there is a file already."""
    return any(ROOT.glob(re.sub("GROUP|NAME", "[a-z]*", path).rstrip("/")))


def test_the_page_names_many_paths():
    assert {"gateway/wire/NAME.py", "docs/settings.md", "uv.lock", ".env.example"} <= set(named_paths(PAGE))


@every("path", named_paths(PAGE))
def test_a_path_that_the_page_names_exists(path):
    assert exists(path), f"CONTRIBUTING.md names {path}, which does not exist."


@pytest.mark.parametrize("path", ["gateway/nothing.py", "gateway/wire/nothing/NAME.py", "nothing.md"])
def test_a_path_that_is_missing_is_seen(path):
    assert named_paths(f"see `{path}`") == [path] and not exists(path)
