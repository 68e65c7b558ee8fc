"""Syntax trees of source files."""

from __future__ import annotations

import ast
import gc


def parsed(source: str) -> ast.Module:
    """Returns the tree of a source. Nothing is collected meanwhile: whoever is told in a log, with a traceback, that an
    object went with an error nobody looked at, parses its lines, and Python 3.11 cannot build two trees at once."""
    collects = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(source)
    finally:
        if collects:
            gc.enable()
