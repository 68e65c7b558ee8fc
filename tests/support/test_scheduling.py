"""Which tests share a process, and which begin."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.support import effort
from tests.support.scheduling import APART, pytest_collection_modifyitems, scope


def test_a_file_stays_together_and_only_parameters_that_share_nothing_are_apart():
    assert scope("tests/test_app.py::test_a[root]") == scope("tests/test_app.py::test_b") == "tests/test_app.py"
    root, other = (scope(f"{APART[0]}::test_a[{name}]") for name in ("root", "normal user"))
    assert root != other and root == scope(f"{APART[0]}::test_b[root]") != scope(f"{APART[0]}::test_c")


@pytest.mark.parametrize(("whole", "order"), [(False, ["b1", "b2", "a1", "c1"]), (True, ["c1", "b1", "b2", "a1"])])
def test_files_with_tests_of_more_time_go_first_and_keep_their_order(monkeypatch, whole, order):
    def item(path, name, **marks):
        return SimpleNamespace(path=path, name=name, get_closest_marker=marks.get)

    monkeypatch.setattr(effort, "whole", whole)
    minutes, more = SimpleNamespace(args=(180,)), SimpleNamespace(args=(900,))
    items = [
        item("a", "1"),
        item("b", "1"),
        item("b", "2", timeout=minutes),
        item("c", "1", timeout=more, slow=more),
    ]
    pytest_collection_modifyitems(items)
    assert [item.path + item.name for item in items] == order
