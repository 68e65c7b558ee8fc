"""Syntax trees of source files."""

from __future__ import annotations

import ast
import functools
import gc


def parsed(source: str) -> ast.Module:
    """Returns the tree of a source, parsed once until `nodes.cache_clear()`."""
    tree = nodes(source)[0]
    assert isinstance(tree, ast.Module)
    return tree


@functools.cache
def nodes(source: str) -> list[ast.AST]:
    """Returns the tree of a source and all nodes in it. No garbage is collected during the parsing: if a log reports an
    unhandled error with its traceback, its lines are parsed, and Python 3.11 cannot build two trees at the same time.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        return list(ast.walk(ast.parse(source)))
    finally:
        if collects:
            gc.enable()
