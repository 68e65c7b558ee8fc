"""Parsing is not disturbed by what is collected meanwhile."""

import ast
import gc

import pytest

from tests.support.syntax import parsed


def test_nothing_is_collected_while_a_source_is_parsed(monkeypatch):
    collects, parse = [], ast.parse

    def noting(source):
        collects.append(gc.isenabled())
        return parse(source)

    monkeypatch.setattr(ast, "parse", noting)
    assert ast.get_docstring(parsed('"""It is."""')) == "It is."
    with pytest.raises(SyntaxError):
        parsed("is it")
    assert collects == [False, False] and gc.isenabled()
