"""CSV becomes one Markdown table; long tables repeat their header in every passage."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.knowledge.extraction import Unreadable, opened
from gateway.knowledge.formats.delimited import header_end
from gateway.knowledge.splitting.splitter import LIMIT
from tests.support.splitting import split
from tests.support.tables import read_csv


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(delimiter: str) -> None:
    text = f"name{delimiter}price\nwine{delimiter}12\nbread{delimiter}3\n"
    assert read_csv(text) == "| name | price |\n| --- | --- |\n| wine | 12 |\n| bread | 3 |"


def test_a_comma_in_the_cells_of_a_table_with_semicolons_is_no_delimiter() -> None:
    assert "| wine, red | 12,50 |" in read_csv("name;price\nwine, red;12,50\nbread, dark;3,20\n")


def test_quotes_line_ends_and_bars_in_cells_stay_in_their_cell() -> None:
    assert read_csv('a,b\n"x, ""y""\nz",p|q\n') == '| a | b |\n| --- | --- |\n| x, "y" z | p\\|q |'


def test_short_rows_are_filled_and_empty_ones_dropped() -> None:
    assert read_csv("a,b,c\n1\n,,\n\n1,2,3\n") == "| a | b | c |\n| --- | --- | --- |\n| 1 |  |  |\n| 1 | 2 | 3 |"


def test_a_table_of_numbers_alone_has_numbered_columns() -> None:
    assert read_csv("1.5,2\n3,4\n").startswith("| 1 | 2 |\n| --- | --- |\n| 1.5 | 2 |")


def test_a_quote_that_never_ends_loses_nothing() -> None:
    text = 'name,note\nwine,"red\n' + "".join(f"bread {n},dark\n" for n in range(20_000))
    assert "bread 19999" in read_csv(text)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_encodings_of_tables(encoding: str) -> None:
    table = "ville;prix\nOrléans;12 €\nSète;9 €\n" * 3
    assert "| Orléans | 12 € |" in opened(table.encode(encoding), "prix.csv").text


def test_a_chinese_table_in_gb18030() -> None:
    assert "| 北京 | 十二 |" in opened("城市,价格\n北京,十二\n上海,九\n".encode("gb18030"), "价格.csv").text


def test_an_empty_table_is_refused() -> None:
    with pytest.raises(Unreadable, match=r"a\.csv holds no text"):
        opened(b",,\n,,\n", "a.csv")


def test_a_table_that_fits_is_one_passage() -> None:
    text = read_csv("name,price\n" + "".join(f"wine {n},{n}\n" for n in range(100)))
    (passage,) = split(text, "text/csv")
    assert passage.text == text


@pytest.mark.parametrize("media_type", ["text/csv", "text/markdown"])
def test_a_longer_one_is_cut_by_rows_and_every_piece_begins_with_the_header(media_type: str) -> None:
    table = read_csv("name,price\n" + "".join(f"wine {n},{n} euros\n" for n in range(2000)))
    text = table if media_type == "text/csv" else f"# Prices\n\n{table}\n\nThe end.\n"
    passages = split(text, media_type)
    assert len(passages) > 10
    for passage in passages:
        if passage.text == "The end.":
            continue
        lines = passage.text.removeprefix("# Prices\n\n").split("\n")
        assert lines[:2] == ["| name | price |", "| --- | --- |"]
        assert all(line.startswith("| wine") for line in lines[2:] if line and line != "The end.")
        assert passage.text.endswith(text[passage.start : passage.end])
        assert len(passage.text) <= LIMIT
    cells = "".join(text[passage.start : passage.end] + "\n" for passage in passages)
    assert all(f"| wine {n} | {n} euros |\n" in cells for n in range(2000))


def test_a_header_longer_than_a_quarter_of_a_passage_is_not_repeated() -> None:
    text = read_csv(",".join(f"column {n} with a long name" for n in range(60)) + "\n" + ("1," * 59 + "1\n") * 60)
    passages = split(text, "text/csv")
    assert all(text[passage.start : passage.end] == passage.text for passage in passages)


def test_only_a_ruled_first_row_is_a_header() -> None:
    assert header_end("| a |\n| --- |\n| b |", 0, 19) == 14
    assert header_end("| a |\n| b |\n| c |", 0, 17) == 0
    assert header_end("| a |", 0, 5) == 0


cells = st.text(
    st.characters(codec="utf-8", exclude_characters="\0\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), max_size=20
)


@given(st.lists(st.lists(cells, min_size=2, max_size=4), min_size=1, max_size=60), st.integers(60, 400))
def test_every_cell_is_in_a_passage_that_ends_with_its_slice(rows: list[list[str]], limit: int) -> None:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    text = read_csv(out.getvalue())
    passages = split(text, "text/csv", target=limit // 2, limit=limit)
    assert all(passage.text.endswith(text[passage.start : passage.end]) for passage in passages)
    assert all(len(passage.text) <= limit for passage in passages)
    kept = "".join("".join(text[passage.start : passage.end].split()) for passage in passages)
    assert kept == "".join(text.split())


def test_a_first_line_may_name_the_delimiter() -> None:
    assert read_csv("sep=;\nTool;Force, N\nAlpha;1,5\n") == "| Tool | Force, N |\n| --- | --- |\n| Alpha | 1,5 |"


def test_lines_above_a_table_stay_above_it_and_the_header_goes_with_every_piece() -> None:
    text = read_csv("Report of 2024\n\nPump,Head\n" + "".join(f"pump {n},{n} metres\n" for n in range(500)))
    assert text.startswith("Report of 2024\n\n| Pump | Head |\n| --- | --- |\n| pump 0 | 0 metres |")
    passages = split(text, "text/csv")
    assert passages[0].text.startswith("Report of 2024")
    assert all(passage.text.startswith("| Pump | Head |\n| --- |") for passage in passages[1:])
    assert all(passage.text.endswith(text[passage.start : passage.end]) for passage in passages)


def test_a_table_of_one_column_and_one_whose_rows_are_mostly_of_one_cell_stay_tables() -> None:
    assert read_csv("name\nwine\n").startswith("| name |")
    assert read_csv("a,b\n" + "x,\n" * 30).startswith("| a | b |")
    assert read_csv("x,\n" * 30 + "a,b\n").startswith("| x |  |")


def test_two_header_rows_become_one() -> None:
    text = read_csv("Region,2023,,2024,\n,Spring,Autumn,Spring,Autumn\nNorth,1,2,3,4\nSouth,5,6,7,8\n")
    assert text.startswith("| Region | 2023 Spring | 2023 Autumn | 2024 Spring | 2024 Autumn |\n| --- |")
    assert text.count("Spring") == 2 and "| North | 1 | 2 | 3 | 4 |" in text


def test_comments_titles_and_remarks_above_a_table_are_no_header() -> None:
    table = "| Name | Q1 | Q2 | Q3 |\n| --- | --- | --- | --- |\n| x | 1 | 2 | 3 |\n| y | 1 | 2 | 3 |"
    rows = "Name,Q1,Q2,Q3\nx,1,2,3\ny,1,2,3\n"
    assert read_csv(f"# made on May 1, 2024\n# by me\n{rows}") == f"\\# made on May 1, 2024\n\\# by me\n\n{table}"
    assert read_csv(f"Report\nDate,2024-05-01\n\n{rows}") == f"Report\nDate 2024-05-01\n\n{table}"
    preamble = "".join(f"Channel {number},on\n" for number in range(20))
    assert read_csv(preamble + rows + "y,1,2,3\n" * 30).split("\n")[19:23] == [
        "Channel 19 on",
        "",
        *table.split("\n")[:2],
    ]
    assert read_csv("#id,name\n1,a\n").startswith("| #id | name |")


def test_a_first_row_of_data_is_no_header() -> None:
    assert read_csv("wine,12.5\nbeer,3.5\n").startswith("| 1 | 2 |\n| --- | --- |\n| wine | 12.5 |")
    assert read_csv("Country,2019,2020\nFrance,1.5,2\n").startswith("| Country | 2019 | 2020 |")


def test_decimal_commas_and_blanks_before_quotes() -> None:
    assert "| 1,5 | 2,5 |" in read_csv("a;b\n1,5;2,5\n3,5;4,5\n")
    assert "| 1,5 | 2,5 |" in read_csv("1,5;2,5\n3,5;4,5\n")
    assert "| a | b, c |" in read_csv('name, note\n"a", "b, c"\n')
