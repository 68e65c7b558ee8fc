"""What the standard library compiles while modules are imported, kept beside their byte code.

A start makes some seven hundred regular expressions and three hundred dataclasses, which takes a third of the time that
its imports take. `re` works a list of numbers out of each expression and hands it to `_sre.compile`; `dataclasses`
writes methods as text and compiles that. The numbers and the code are kept and used again, so what comes out is the
same. They count for one build of Python and are believed as far as the byte code beside them; whatever is missing or
does not fit is compiled as usual.
"""

from __future__ import annotations

import contextlib
import dataclasses
import importlib
import importlib.util
import marshal
import os
import sys
import threading
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType
from typing import Any

PatternKey = tuple[str | bytes, int]
Pattern = tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]
"""The arguments of `_sre.compile` behind the expression's text, the numbers as bytes."""


@contextlib.contextmanager
def kept(name: str) -> Iterator[None]:
    """Takes what is compiled meanwhile from the file of this name, and in the end leaves there what was used."""
    compiler, file = _compiler(), _beside(name)
    if compiler is None or file is None:
        yield
        return
    cache = ImportCache(compiler, file)
    with cache.used():
        yield
    cache.save()


class ImportCache:
    """What one file holds, in the place of the compiler of `re`, of the module that it calls, and of the `exec` of
    `dataclasses`."""

    def __init__(self, compiler: Any, file: Path) -> None:
        self._compiler, self._file = compiler, file
        self._compile, self._sre = compiler.compile, compiler._sre
        self._build = (sys.version, self._sre.MAGIC, importlib.util.MAGIC_NUMBER)
        self._patterns, self._methods = self._read()
        self._used_patterns: dict[PatternKey, Pattern] = {}
        self._used_methods: dict[str, CodeType] = {}
        self._asked = threading.local()
        self.compiled = 0
        """How many were in no file."""

    @contextlib.contextmanager
    def used(self) -> Iterator[None]:
        """Stands in for the compilers. Other threads may compile meanwhile."""
        behind_dataclasses: Any = dataclasses
        self._compiler.compile, self._compiler._sre = self.pattern, _Listening(self._sre, self._note)
        behind_dataclasses.exec = self.execute
        try:
            yield
        finally:
            self._compiler.compile, self._compiler._sre = self._compile, self._sre
            del behind_dataclasses.exec

    def pattern(self, text: Any, flags: int = 0) -> Any:
        """Returns the pattern, as `re._compiler.compile` does."""
        if not isinstance(text, (str, bytes)):
            return self._compile(text, flags)
        key = (text, int(flags))
        if found := self._patterns.get(key):
            self._used_patterns[key] = found
            all_flags, numbers, *groups = found
            return self._sre.compile(text, all_flags, array("I", numbers).tolist(), *groups)
        self._asked.key = key
        try:
            return self._compile(text, flags)
        finally:
            self._asked.key = None

    def execute(self, text: str, *names: Any) -> None:
        """Runs methods of a dataclass, as `exec` does."""
        code = self._methods.get(text)
        if code is None:
            code = compile(text, "<string>", "exec")
            self.compiled += 1
        self._used_methods[text] = code
        exec(code, *names)

    def save(self) -> None:
        """Writes what was used, where something was not there. Python's own wish to write no byte code is heeded."""
        if not self.compiled or sys.dont_write_bytecode:
            return
        fresh = self._file.with_name(f"{self._file.name}.{os.getpid()}")
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(exist_ok=True)
            fresh.write_bytes(marshal.dumps((self._build, self._used_patterns, self._used_methods)))
            os.replace(fresh, self._file)

    def _read(self) -> tuple[dict[PatternKey, Pattern], dict[str, CodeType]]:
        try:
            build, patterns, methods = marshal.loads(self._file.read_bytes())
        except (OSError, ValueError, EOFError, TypeError):
            return {}, {}
        return (patterns, methods) if build == self._build else ({}, {})

    def _note(self, text: str | bytes, flags: int, numbers: list[int], *groups: Any) -> None:
        key = getattr(self._asked, "key", None)
        if key is not None and key[0] == text:
            count, names, order = groups
            self._used_patterns[key] = (int(flags), array("I", numbers).tobytes(), count, dict(names), tuple(order))
            self.compiled += 1


class _Listening:
    """The module `_sre`, of which one hears what is compiled."""

    def __init__(self, sre: Any, note: Callable[..., None]) -> None:
        self._sre, self._note = sre, note

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sre, name)

    def compile(self, *arguments: Any) -> Any:
        self._note(*arguments)
        return self._sre.compile(*arguments)


def _compiler() -> Any:
    """Returns the module behind `re`; None in a Python that has another one than this was written for."""
    try:
        compiler: Any = importlib.import_module("re._compiler")
        return compiler if array("I").itemsize == compiler._sre.CODESIZE else None
    except (ImportError, AttributeError):
        return None


def _beside(name: str) -> Path | None:
    """Returns the file of this name; None where Python keeps no byte code."""
    try:
        return Path(importlib.util.cache_from_source(__file__)).with_name(f"{name}.{sys.implementation.cache_tag}.kept")
    except NotImplementedError:
        return None
