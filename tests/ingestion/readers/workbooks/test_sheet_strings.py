"""Texts of cells keep their raised, lowered and struck-out words; escapes are letters again."""

from __future__ import annotations

from gateway.ingestion.readers.shared.xml_trees import tree
from gateway.ingestion.readers.workbooks.sheet_strings import text_of, unescaped

SUPER = '<x:rPr><x:vertAlign val="superscript"/></x:rPr>'


def test_runs_keep_their_marks_and_readings_are_left_out() -> None:
    found = tree(
        f'<x:sst xmlns:x="n"><x:si><x:r><x:t>10</x:t></x:r><x:r>{SUPER}<x:t>6</x:t></x:r>'
        '<x:r><x:rPr><x:strike val="0"/></x:rPr><x:t> m</x:t></x:r></x:si>'
        "<x:si><x:r><x:rPr><x:strike/></x:rPr><x:t>120 EUR</x:t></x:r></x:si>"
        '<x:si><x:t>東京</x:t><x:rPh sb="0" eb="2"><x:t>トウキョウ</x:t></x:rPh></x:si><x:si/></x:sst>'.encode()
    )
    assert list(map(text_of, found)) == ["10⁶ m", "~~120 EUR~~", "東京", ""]


def test_escapes_are_letters() -> None:
    assert unescaped("a_x000D_\nb_x005F_x000D_ c_x") == "a\r\nb_x000D_ c_x"
