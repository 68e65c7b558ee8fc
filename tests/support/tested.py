"""Cases about languages: all of them if something that they depend on has changed, otherwise a sample.

`tests/words/tested.json` has a hash of each language package and of each folder that reads the tables, from the last
time when all cases passed. `python -m tests.support.tested` runs all cases and then writes the file anew. If it is out
of date, all cases run.
"""

from __future__ import annotations

import functools
import hashlib
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from tests.support import effort

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "tests/words/tested.json"
PACKAGES = "gateway/words/languages"
READERS = {
    "words": (
        *(f"gateway/words/{folder}*.py" for folder in ("", "text/", "terms/", "language_detection/")),
        "tests/words/**/*.py",
    ),
    "conversation": ("gateway/conversation/**/*.py", "tests/conversation/**/*.py", "tests/support/talk.py"),
    "memory": ("gateway/memory/[rc]*/*.py", "tests/memory/[rc]*/*.py", "tests/support/memory_pairs.py"),
}
"""What reads the tables, and the files of each: the code and its cases. All depend on `words` and the packages."""
ONE_IN = 4


def hashes() -> dict[str, str]:
    """Returns the hash of the files of each reader and of each language package, by name."""
    packages = {file.stem: [file] if file.is_file() else file.rglob("*.py") for file in (ROOT / PACKAGES).iterdir()}
    readers = {name: [file for pattern in files for file in ROOT.glob(pattern)] for name, files in READERS.items()}
    named = {f"languages/{name}": files for name, files in packages.items() if not name.startswith("__")} | readers
    return {name: _hash(files) for name, files in sorted(named.items())}


def _hash(files: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for file in sorted(files):
        total.update(f"{file.name}\0".encode() + file.read_bytes().replace(b"\r\n", b"\n"))
    return total.hexdigest()[:16]


@functools.cache
def changed() -> frozenset[str]:
    """Returns what has changed since all cases passed: names of readers, and `languages/…`."""
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    now = hashes()
    return frozenset(name for name in {*now, *known} if now.get(name) != known.get(name))


def sample(cases: Iterable[T], reader: str = "words") -> list[T]:
    """Returns all cases with `dev.py test --all`, and if the reader, `words` or a language has changed since they
    passed; otherwise every fourth."""
    assert reader in READERS
    everything = effort.whole or any(name in ("words", reader) or "/" in name for name in changed())
    return [*cases] if everything else [*cases][::ONE_IN]


def main() -> int:
    """Runs all cases and stores the hashes of what they have passed with."""
    before = hashes()
    folders = ["tests/words", "tests/conversation", "tests/memory"]
    code = subprocess.call([sys.executable, "-m", "pytest", "-q", "-m", "", *folders], cwd=ROOT)
    if code == 0:
        FILE.write_text(json.dumps(before, indent=1) + "\n", encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main())
