"""The headings of plain texts, and texts that have none."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.knowledge.extraction import opened
from gateway.knowledge.formats.plain_headings import plain_headings, plain_title
from gateway.knowledge.splitting.splitter import split_pieces
from tests.support.every import every
from tests.support.splitting import split


def titles(text: str) -> list[str]:
    return [heading.title for heading in plain_headings(text.split("\n"))]


@every(
    ("text", "expected"),
    [
        ("Kettles\n=======\n\nHot.\n\nPots\n----\n\nCold.\n", ["Kettles", "Pots"]),
        ("**********\n Kettles\n**********\n\nHot.\n", ["Kettles"]),
        ("茶壶\n====\n\n热。\n", ["茶壶"]),
        ("Intro.\n\nKETTLES\n    Hot.\n", ["KETTLES"]),
        ("Intro.\n\nKETTLES AND POTS\n\nHot.\n\nÜBERSICHT\n\nCold.\n", ["KETTLES AND POTS", "ÜBERSICHT"]),
        ("1. Kettles\n\nHot ones.\n\n1.1 Small\n\nTiny.\n\n2. Pots\n\nCold.\n", ["1. Kettles", "1.1 Small", "2. Pots"]),
        ("I. Kettles\n\nHot.\n\nII. Pots\n\nCold.\n", ["I. Kettles", "II. Pots"]),
        ("§ 1 Kessel\n\nHeiß.\n\n§ 2 Töpfe\n\nKalt.\n", ["§ 1 Kessel", "§ 2 Töpfe"]),
        ("Artikel 1\n\nHeiß.\n\nArtikel 2 Töpfe\n\nKalt.\n", ["Artikel 1", "Artikel 2 Töpfe"]),
        ("Chapter IV\n\nHot.\n\nChapter V\n\nCold.\n", ["Chapter IV", "Chapter V"]),
        ("= Kettles\n\nHot.\n\n== Small\n\nTiny.\n\n== Large\n\nHuge.\n", ["Kettles", "Small", "Large"]),
        ("* Kettles\n\n** Small\n\nTiny.\n\n** Large\n\nHuge.\n", ["Kettles", "Small", "Large"]),
        (
            "1.1 (2020-03-01)\n\n    * Kettles boil.\n    * Pots do not.\n    * Both are made of iron,\n      which rusts.\n\n"
            "1.0 (2019-03-01)\n\n    * The first\n      kettle\n      of all.\n",
            ["1.1 (2020-03-01)", "1.0 (2019-03-01)"],
        ),
    ],
)
def test_headings_are_known_by_how_they_are_set(text: str, expected: list[str]) -> None:
    assert titles(text) == expected


@every(
    "text",
    [
        "",
        "Dear Ada,\n\nthe kettle is broken\n\nYours\nBob\n\n-- \nBob Kettle\nBrew Lane 3\n",
        "From: Ada\nTo: Bob\nSubject: Kettle\n\nIt is hot.\n\n> Is it?\n\nYes.\n",
        "The kettle sang upon the fire,\n  The cat was on the mat,\nThe flames were climbing ever higher\n  And that, my dear, was that\n\n"
        "The mouse came out to hear the tune,\n  And sat beside the cat;\nBoth looked in silence at the moon\n  And that, my dear, was that\n",
        "2020-03-01 12:00:00 INFO kettle started\n2020-03-01 12:00:01 ERROR kettle BURNT\nTraceback:\n  File a\n    boil()\nHot: 3\n",
        "1. Buy tea\n\n2. Buy milk\n\n3. Buy cups\n",
        "1. Buy tea,\nwhich is out.\n\n2. Buy milk,\nwhich is sour.\n",
        "1. Grant of tea. Subject to the terms and conditions of this\n   cup, you may drink.\n\n2. Redistributions of tea must retain the above notice of\n   warmth, and this list.\n",
        "# a comment\n\nx = 1\n\n# another\n\ny = 2\n",
        "* tea\n\n* milk\n\n* cups\n",
        "Tea     Price\n-------------\nGreen   3\nBlack   4\n",
        "A line\n-----------------------------------------------\nAnother line\n",
        "IN NO EVENT SHALL THE KETTLE BE LIABLE\nFOR ANY WATER, HOWEVER HOT, THAT\nIT SPILLS.\n\nTHE CUP IS PROVIDED AS IS.\n",
        "PNG_FORMAT_*\n\nThe formats.\n\nCFLAGS=-O2\n\nThe flags.\n",
        "昨天我买了一个茶壶\n\n它很漂亮\n\n今天它坏了\n",
        "L'eau bout\n\nLe thé est prêt\n\nQui en veut ?\n",
    ],
)
def test_an_ordinary_text_is_not_torn(text: str) -> None:
    assert titles(text) == []


def test_a_table_of_contents_is_none_of_headings() -> None:
    text = "1. Kettles\n   1.1. Small\n\n2. Pots\n   2.1. Large\n\n1. Kettles\n\nHot.\n\n2. Pots\n\nCold.\n"
    assert [heading.start for heading in plain_headings(text.split("\n"))] == [6, 10]


def test_a_memo_in_pages_has_its_sections() -> None:
    body = "   The kettle is a vessel in which water is heated until it boils,\n   and from which it is poured.\n\n"
    foot = "Kettle                      Standards Track                     [Page 1]\n\nRFC 1                          Kettles                       March 2020\n\n\n"
    text = f"Abstract\n\n{body}1. Introduction\n\n{body}{foot}{body}1.1. Purpose\n\n{body}2. Boiling\n\n{body}{foot}Acknowledgements\n\n{body}"
    assert titles(text) == ["Abstract", "1. Introduction", "1.1. Purpose", "2. Boiling", "Acknowledgements"]


def test_passages_carry_the_headings_and_the_document_its_title() -> None:
    text = "Brewing\n=======\n\nAll about it.\n\nTea\n---\n\nPour it.\n\nPots\n----\n\nClean them.\n"
    found = opened(text.encode(), "brewing-notes.txt")
    assert (found.title, found.media_type, found.text) == ("Brewing", "text/plain", text)
    passages = split(found.text, found.media_type)
    assert [passage.heading for passage in passages] == ["Brewing", "Brewing › Tea", "Brewing › Pots"]
    assert passages[1].text == "Tea\n---\n\nPour it."


def test_headings_stay_in_force_from_window_to_window() -> None:
    text = "Brewing\n=======\n\n" + "".join(f"Tea {n}\n-----\n\n" + "Pour it slowly.\n\n" * 20 for n in range(1, 30))
    passages = [*split_pieces([text], "text/plain", target=200, window=1000)]
    assert {passage.heading for passage in passages} == {f"Brewing › Tea {n}" for n in range(1, 30)}
    assert all(text[passage.start : passage.end] == passage.text for passage in passages)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("\n\nKettles\n=======\n\nHot.\n", "Kettles"),
        ("Version 1.1\n===========\n\nHot.\n\nVersion 1.0\n===========\n\nCold.\n", None),
        ("= Kettles\n\nHot.\n", "Kettles"),
        ("Hot.\n\nKettles\n=======\n", None),
        ("", None),
    ],
)
def test_a_text_that_begins_with_its_title(text: str, title: str | None) -> None:
    assert plain_title(text) == title


@given(st.text("aA1.=-*# \n", max_size=300))
def test_headings_lie_in_the_text_one_after_the_other(text: str) -> None:
    lines = text.split("\n")
    found = plain_headings(lines)
    assert all(0 <= heading.start < heading.end <= len(lines) for heading in found)
    assert all(above.end <= below.start for above, below in pairwise(found))


@pytest.mark.parametrize("line", ["A B", "1. A\n", "= a\n", "a\n---", "  a", "A 1\n", "AAAA\n"])
def test_a_long_text_takes_its_length_in_time(line: str) -> None:
    began = time.process_time()
    plain_headings((f"{line}\n" * 20_000).split("\n"))
    assert time.process_time() - began < 10
