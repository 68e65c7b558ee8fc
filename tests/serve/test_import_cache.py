"""What is compiled while modules are imported is compiled once, and comes out the same."""

import contextlib
import dataclasses
import re
import subprocess
import sys
import threading
from dataclasses import dataclass

import pytest

from gateway.serve import import_cache
from gateway.serve.import_cache import ImportCache

PATTERNS = [
    (r"(?P<year>\d{4})-(\d\d)", 0),
    ("[ä-ü一-鿿]+|straße", re.IGNORECASE),
    (rb"\x00(a|b)*?$", re.MULTILINE),
    ("", 0),
]
TEXTS = ["of 2024-05 and 1999-12", "STRASSE ÄÖ 漢字 Straße", "\ud800 lone"]


@pytest.fixture
def made(tmp_path):
    """Patterns and a dataclass, made with what the file holds; and how many things it did not hold."""

    def make(file=tmp_path / "kept"):
        re.purge()
        cache = ImportCache(import_cache._compiler(), file)
        with cache.used():
            patterns = [re.compile(text, flags) for text, flags in PATTERNS]

            @dataclass(frozen=True, slots=True, order=True)
            class Point:
                x: int
                y: list[int] = dataclasses.field(default_factory=list)

        cache.save()
        return patterns, Point, cache.compiled

    return make


def told(patterns, point):
    """All that can be seen of them."""
    found = []
    for pattern in patterns:
        texts = [text.encode("utf-8", "replace") for text in TEXTS] if isinstance(pattern.pattern, bytes) else TEXTS
        groups = [[match.groupdict() or match.groups() for match in pattern.finditer(text)] for text in texts]
        found.append((pattern, pattern.flags, dict(pattern.groupindex), pattern.groups, groups))
    with pytest.raises(dataclasses.FrozenInstanceError):
        point(1).x = 2
    return found, repr(point(1)), point(1) < point(2), point(1) == point(1), point.__match_args__


def test_the_second_time_nothing_is_compiled_and_all_is_the_same(made, tmp_path):
    re.purge()
    usual = [re.compile(text, flags) for text, flags in PATTERNS]
    *first, compiled = made()
    assert compiled > len(PATTERNS) and (tmp_path / "kept").exists()
    *second, compiled = made()
    assert compiled == 0
    assert told(*first) == told(*second) == told(usual, second[1])


@pytest.mark.parametrize("damage", [b"", b"\xff" * 40, b"i\x01\x00\x00\x00"])
def test_a_file_that_does_not_fit_is_made_anew(made, tmp_path, damage):
    *first, compiled = made()
    (tmp_path / "kept").write_bytes(damage)
    *second, again = made()
    assert again == compiled and told(*first) == told(*second)
    assert made()[2] == 0


def test_what_another_python_compiled_does_not_count(made, monkeypatch):
    _, _, compiled = made()
    monkeypatch.setattr(import_cache.sys, "version", "3.99")
    assert made()[2] == compiled


def test_nothing_is_written_where_python_writes_no_byte_code(made, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    made()
    assert not (tmp_path / "kept").exists()


def test_a_folder_that_cannot_be_written_stops_nothing(made, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert made(tmp_path / "file" / "kept")[2] > 0


def test_a_wrong_expression_fails_as_ever_and_the_compilers_come_back(tmp_path, monkeypatch):
    compiler = import_cache._compiler()
    before = compiler.compile, compiler._sre
    monkeypatch.setattr(import_cache, "_beside", lambda name: tmp_path / name)
    with contextlib.suppress(ZeroDivisionError), import_cache.kept("some"):
        assert compiler.compile != before[0]
        with pytest.raises(re.error, match="unterminated"):
            re.compile("(unterminated")
        raise ZeroDivisionError
    assert (compiler.compile, compiler._sre) == before and not hasattr(dataclasses, "exec")


def test_threads_that_compile_at_once_get_their_own(made, tmp_path):
    cache = ImportCache(import_cache._compiler(), tmp_path / "kept")
    texts = [f"{letter}{number}+" for letter in "abc" for number in range(50)]
    found = {}
    re.purge()
    with cache.used():
        parts = [texts[begin::3] for begin in range(3)]
        threads = [
            threading.Thread(target=lambda part=part: found.update({text: re.compile(text) for text in part}))
            for part in parts
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    cache.save()
    again = ImportCache(import_cache._compiler(), tmp_path / "kept")
    re.purge()
    with again.used():
        assert {text: re.compile(text) for text in texts} == found
    assert again.compiled == 0 and cache.compiled == len(texts)


def test_a_start_imports_no_library_that_no_first_request_needs():
    """What is loaded decides how long a person waits: clients of services that are not there, models, readers."""
    names = "import sys; import gateway.cli.main, gateway.cli.serve, gateway.serve.startup; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", names], capture_output=True, text=True, timeout=60, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    unneeded = {"aiohttp", "httpx2", "jsonschema", "mcp", "numpy", "openai", "py3langid", "redis", "requests", "rich"}
    assert not loaded & (unneeded | {"obstore", "opentelemetry", "protego", "pypdfium2"})
    assert {"asyncpg", "pydantic", "starlette", "uvicorn"} <= loaded
