"""Records in JSON, alone, under a name, and one a line."""

from __future__ import annotations

from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import opened
from gateway.knowledge.formats.tabular.json_records import json_records, read_json_lines


def test_numbers_and_truth_values_are_written_as_in_the_file() -> None:
    content = json_records('{"data": [{"n": 12.50, "ok": true, "x": null}, {"n": 12345678901234567890, "ok": false}]}')
    assert content and "| 12.50 | true |  |\n| 12345678901234567890 | false |  |" in content.text


def test_broken_and_deep_texts_are_no_records() -> None:
    assert json_records("{") is None and json_records("[" * 100_000) is None and json_records("3") is None


def test_one_object_a_line() -> None:
    assert "| 1 | x |\n| 2 | y |" in read_json_lines('{"a":1,"b":"x"}\n\n{"a":2,"b":"y"}\n', Omissions()).text
    assert read_json_lines('{"a":1\nlog line\n', Omissions()).text == '{"a":1\nlog line\n'
    assert "| 1 | x |" in read_json_lines('[{"a":1,"b":"x"},\n{"a":2,"b":"y"}]', Omissions()).text


def test_exports_are_tables_and_settings_are_code() -> None:
    rows = b'[{"name": "Seal", "price": 1}, {"name": "Valve", "price": 2}]'
    assert opened(rows, "parts.json").media_type == "application/vnd.citestream.records+json"
    assert opened(rows, "tasks.json").media_type == "application/json"
    assert opened(b'{"name": "x", "version": "1"}', "other.json").media_type == "application/json"
