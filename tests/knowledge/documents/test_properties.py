"""Properties become plain JSON that can be stored, however large or odd what a file states is."""

from __future__ import annotations

import datetime
import json

from gateway.knowledge.documents.properties import LARGEST, LONGEST, MOST_ITEMS, MOST_NAMES, properties


def test_plain_values_stay_and_empty_ones_go() -> None:
    stated = {"a": "x", "b": 3, "c": [1, "y"], "d": True, "e": "", "f": None, "g": [], 7: 0.5}
    assert properties(stated) == {"a": "x", "b": 3, "c": [1, "y"], "d": True, "7": 0.5}


def test_dates_are_written_in_iso_8601() -> None:
    noon = datetime.datetime(2024, 3, 5, 12, tzinfo=datetime.UTC)
    assert properties({"a": noon.date(), "b": noon}) == {"a": "2024-03-05", "b": "2024-03-05T12:00:00+00:00"}


def test_nothing_in_them_can_break_a_store_or_a_page() -> None:
    stated = {"a\0b": "x\ud800\u202ey\nz", "big": 10**30, "inf": float("inf"), "deep": [[[[1]]]]}
    found = properties(stated)
    assert found == {"a b": "x y z", "big": str(10**30), "inf": "inf", "deep": [[[None]]]}
    json.dumps(found, allow_nan=False).encode()


def test_they_are_few_and_short() -> None:
    assert len(properties({str(number): 1 for number in range(999)})) == MOST_NAMES
    assert len(properties({"a": "x" * 99_999})["a"]) == LONGEST
    assert len(properties({"a": [1] * 999})["a"]) == MOST_ITEMS
    assert len(json.dumps(properties({str(number): "x" * 900 for number in range(40)}))) <= LARGEST
