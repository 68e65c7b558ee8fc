"""Similar objects become a table, or blocks with names next to values; settings do not."""

from __future__ import annotations

from gateway.knowledge.formats.tabular.records import Value, is_settings, records_content
from tests.support.every import every


def text(root: Value, fewest: int = 2) -> str | None:
    content = records_content(root, 10_000, fewest)
    return content and content.text


def test_short_values_are_a_table() -> None:
    records: Value = [{"id": "1", "address": {"city": "Bonn|Beuel"}, "tags": ["a", "b"]}, {"id": "2", "note": "new"}]
    assert text([*records, {"id": "3", "address": {"city": "Ulm"}}]) == (
        "| id | address.city | tags | note |\n| --- | --- | --- | --- |\n| 1 | Bonn\\|Beuel | a, b |  |\n"
        "| 2 |  |  | new |\n| 3 | Ulm |  |  |"
    )


def test_longer_values_are_blocks_and_long_records_have_headings() -> None:
    note = "The pump stops if the tank is empty or the lid is open, and the red light of the panel is on for a minute or two. "
    records: Value = [{"id": str(number), "note": note.strip()} for number in (1, 2)]
    assert text(records) == f"id: 1\nnote: {note.strip()}\n\nid: 2\nnote: {note.strip()}"
    records = [{"id": str(number), "title": f"Pump {number}", "note": (note * 9).strip()} for number in (1, 2)]
    found = text(records) or ""
    assert found.startswith("## Pump 1\n\nid: 1\ntitle: Pump 1\nnote: The pump stops") and "\n\n## Pump 2\n\n" in found


def test_html_in_values_is_read_and_text_that_only_looks_so_stays() -> None:
    found = text([{"a": "<p>Hello <b>you</b></p>", "b": "x <y> z"}, {"a": "# no heading", "b": "1"}]) or ""
    assert "| Hello you | x <y> z |" in found or "| Hello **you** | x <y> z |" in found


def test_values_above_the_list_come_first_and_name_the_text() -> None:
    content = records_content({"info": {"title": "Stock"}, "rows": [{"a": "1", "b": "2"}, {"a": "3", "b": "4"}]}, 1000)
    assert content and content.title == "Stock"
    assert content.text == "info.title: Stock\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"


def test_several_lists_have_a_heading_each_and_objects_under_names_are_a_list() -> None:
    rows: Value = [{"a": "1", "b": "2"}, {"a": "3", "b": "4"}]
    table = "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"
    assert text({"db": {"old": rows, "new": rows}}) == f"## db.old\n\n{table}\n\n## db.new\n\n{table}"
    keyed: Value = {"x": {"a": "1", "b": "2"}, "y": {"a": "3", "b": "4"}, "z": {"a": "5", "b": "6"}}
    assert text(keyed) == ("| key | a | b |\n| --- | --- | --- |\n| x | 1 | 2 |\n| y | 3 | 4 |\n| z | 5 | 6 |")


@every(
    "root",
    [
        {"a": "1", "b": ["1", "2", "3"]},
        [{"a": "1", "b": "2"}],
        [{"a": "1", "b": "2"}, {"c": "1", "d": "2"}, {"e": "1", "f": "2"}],
        {"dependencies": {}, "rows": [{"a": "1", "b": "2"}, {"a": "3", "b": "4"}]},
        {"a": "1", "b": "2", "c": "3", "d": "4", "rows": [{"a": "1", "b": "2"}, {"a": "3", "b": "4"}]},
        "text",
    ],
)
def test_other_data_is_no_export(root: Value) -> None:
    assert text(root) is None


def test_deep_and_growing_data_stay_source_text() -> None:
    deep: Value = "x"
    for _ in range(40):
        deep = {"a": deep}
    assert text([{"a": deep, "b": "1"}, {"a": deep, "b": "2"}]) is None
    wide: Value = [{"a" * 1000: [{"b": "1", "c": "2"}] * 50, "d": "1"}] * 2
    assert records_content(wide, 1000) is None


def test_settings_are_known_by_their_names() -> None:
    for name in ("package.json", "pom.xml", ".eslintrc.json", "tsconfig.app.json", "x/yarn-lock.json", "a.xsd"):
        assert is_settings(name)
    for name in ("clock.json", "orders.xml", "web-shop.json", "buildings.json"):
        assert not is_settings(name)
