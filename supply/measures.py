"""Prints how much code the package has: modules, code lines and tokens by folder, the language tables separately.

A code line is a line that contains code: not empty, and neither a comment nor a part of a docstring. A string that
describes an attribute is a docstring too. Tokens are those of Python 3.11; later versions split f-strings.
"""

from __future__ import annotations

import ast
import sys
import tokenize
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "gateway"
TABLES = "words/languages"
"""The folder of language tables. Its `tables.py` defines the types of the tables and counts as code."""
TOTAL, LANGUAGES = "total", "language tables"
_NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def code_tokens(source: str, tree: ast.Module | None = None) -> list[tokenize.TokenInfo]:
    """Returns the tokens of a module without comments, docstrings and layout. Parses the source if there is no tree."""
    docstring_lines = {
        line
        for node in ast.walk(tree or ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    lines = iter(source.splitlines(keepends=True))
    tokens = tokenize.generate_tokens(lambda: next(lines, ""))
    return [token for token in tokens if token.type not in _NO_CODE and token.start[0] not in docstring_lines]


def code_lines(source: str, tree: ast.Module | None = None) -> set[int]:
    """Returns the numbers of the lines of a module that contain code."""
    tokens = code_tokens(source, tree)
    return {line for token in tokens for line in range(token.start[0], token.end[0] + 1)}


def measured(package: Path) -> dict[str, Counter[str]]:
    """Returns the figures of each top folder by name, then of the whole code, then of the language tables."""
    figures: dict[str, Counter[str]] = {}
    total, tables = Counter[str](), Counter[str]()
    for file in sorted(package.rglob("*.py")):
        path = file.relative_to(package)
        source = file.read_text(encoding="utf-8")
        tokens = code_tokens(source)
        lines = {line for token in tokens for line in range(token.start[0], token.end[0] + 1)}
        found = Counter(modules=1, lines=len(lines), tokens=len(tokens))
        if path.as_posix().startswith(f"{TABLES}/") and path.name != "tables.py":
            tables += found
        else:
            folder = path.parts[0] if len(path.parts) > 1 else "(loose)"
            figures[folder] = figures.get(folder, Counter()) + found
            total += found
    return {**figures, TOTAL: total, LANGUAGES: tables}


def main(package: Path = PACKAGE) -> int:
    print(f"{'gateway/':<16}{'modules':>8}{'lines':>9}{'tokens':>10}")
    for folder, figures in measured(package).items():
        print(f"{folder:<16}{figures['modules']:>8,}{figures['lines']:>9,}{figures['tokens']:>10,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
