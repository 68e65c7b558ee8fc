"""Text recognition (OCR) of scanned PDF files by a program that whoever runs the gateway has chosen: how it is called.

`scans.py` runs it, in the process that reads the file.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass

SOURCE, RESULT = "{in}", "{out}"


@dataclass(frozen=True, slots=True)
class OcrCommand:
    """A program and its arguments. One that names a `{out}` writes a PDF with text there; another one writes text, a
    form feed behind each page.

    seconds: by the clock for one file, all its pages.
    memory_mb: of each of its processes.
    """

    words: tuple[str, ...]
    seconds: float = 600
    memory_mb: int = 1024

    @property
    def program(self) -> str:
        return self.words[0].replace("\\", "/").rpartition("/")[2]

    @property
    def makes_file(self) -> bool:
        return any(RESULT in word for word in self.words)


def ocr_command(line: str | None) -> OcrCommand | None:
    """Returns the command of a setting; None without one. No shell is ever asked."""
    return OcrCommand(tuple(shlex.split(line))) if line else None
