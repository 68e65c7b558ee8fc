"""Other programs that extract text, as yardsticks for our readers. None of them is a dependency."""

from __future__ import annotations

import csv
import importlib.util
import io
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

OFFICE = (".docx", ".odt", ".rtf", ".pptx", ".odp")
SHEETS = (".xlsx", ".ods")
_TIMEOUT_S = 120


@dataclass(frozen=True, slots=True)
class Extract:
    """What a yardstick finds in a file. `cells`: of its tables; None if it knows none."""

    text: str
    cells: list[str] | None = None


@dataclass(frozen=True, slots=True)
class Yardstick:
    """A program or module, if it is installed.

    checks: what it is good for.
    is_there: tells whether it is installed.
    """

    name: str
    suffixes: tuple[str, ...]
    checks: str
    is_there: Callable[[], bool]
    extract: Callable[[Path], Extract]


def _module(name: str) -> Callable[[], bool]:
    return lambda: importlib.util.find_spec(name) is not None


def _program(*names: str) -> str:
    return next((found for name in names if (found := shutil.which(name))), "")


def _pdftotext(path: Path) -> Extract:
    done = subprocess.run(["pdftotext", str(path), "-"], capture_output=True, timeout=_TIMEOUT_S, check=True)
    return Extract(done.stdout.decode("utf-8", "replace"))


def _pdf_inspector(path: Path) -> Extract:
    return Extract(_load("pdf_inspector").process_pdf(str(path)).markdown or "")


def _pdfplumber(path: Path) -> Extract:
    with _load("pdfplumber").open(path) as book:
        text = "\n".join(page.extract_text() or "" for page in book.pages)
        tables = [table for page in book.pages for table in page.extract_tables()]
    return Extract(text, [cell for table in tables for row in table for cell in row if cell])


def _office(path: Path) -> Extract:
    kind = "csv" if path.suffix in SHEETS else "txt:Text"
    with tempfile.TemporaryDirectory() as folder:
        command = [_program("soffice", "libreoffice"), "--headless", f"-env:UserInstallation=file://{folder}/profile"]
        subprocess.run(
            [*command, "--convert-to", kind, "--outdir", folder, str(path)],
            capture_output=True,
            timeout=_TIMEOUT_S,
            check=True,
        )
        text = next(Path(folder).glob(f"*.{kind[:3]}")).read_text("utf-8-sig", "replace")
    if kind == "csv":
        return Extract(text, [cell for row in csv.reader(io.StringIO(text)) for cell in row if cell])
    return Extract(text)


def _load(name: str) -> Any:
    return importlib.import_module(name)


YARDSTICKS = (
    Yardstick("pdf_inspector", (".pdf",), "right to left", _module("pdf_inspector"), _pdf_inspector),
    Yardstick("pdfplumber", (".pdf",), "framed tables", _module("pdfplumber"), _pdfplumber),
    Yardstick("pdftotext", (".pdf",), "reading order", lambda: bool(_program("pdftotext")), _pdftotext),
    Yardstick(
        "LibreOffice",
        (*OFFICE, *SHEETS),
        "number formats, list numbers",
        lambda: bool(_program("soffice", "libreoffice")),
        _office,
    ),
)
