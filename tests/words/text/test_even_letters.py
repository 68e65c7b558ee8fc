"""Letters that look the same are the same; places in the text as it was written stay right."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gateway import words
from gateway.words.text.even_letters import even, even_places
from tests.support.every import every

SAME = [
    ("re\u0301sume\u0301", "résumé"),
    (unicodedata.normalize("NFD", "가격"), "가격"),
    ("Donau\u00addampf\u200bschiff", "Donaudampfschiff"),
    ("a\u200c\u200d\u2060\ufeffb", "ab"),
    ("\u2f08\u2f1d", "人口"),
    ("\u2ea0\u2ecb", "民车"),
    ("\uf9d1", "六"),
    ("٤٥٫٢", "45.2"),
    ("۱۲", "12"),
    ("१२", "12"),
    ("ﻛﺘﺎﺏ", "كتاب"),
    ("ﷲ", "الله"),
    ("كتـــاب", "كتاب"),
    ("ＡＰＩ１２", "API12"),
    ("ﬁn", "fin"),
    ("lʼété", "l'été"),
    ("e\u2011mail", "e-mail"),
    ("−5", "-5"),
    ("10⁶", "10^6"),
    ("10⁻³", "10^-3"),
    ("2½", "2 1/2"),
    ("m²", "m²"),
]


@every(("written", "same"), SAME)
def test_letters_that_look_the_same_are_the_same(written: str, same: str) -> None:
    assert even(written) == same
    assert even(f"Ein {written}.") == f"Ein {same}."


def test_a_power_is_no_figure_of_its_number() -> None:
    assert words.terms("10⁶ Liter") == words.terms("10^6 Liter") != words.terms("106 Liter")
    assert words.numbers("10⁶") == words.numbers("10^6") == {"10", "6"}
    assert words.terms("5 m²") == words.terms("5 m2")


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("Le co\u0302te\u0301 pair est ferme\u0301 a\u0300 l'e\u0301te\u0301.", "Le côté pair est fermé à l'été."),
        (
            "Die Donau\u00addampf\u00adschiff\u00adfahrts\u00adgesell\u00adschaft.",
            "Die Donaudampfschifffahrtsgesellschaft.",
        ),
        ("Am ٤٥ ﻛﺘﺎﺏ e\u2011mail \u2f08\u2f1d", "Am 45 كتاب e-mail 人口"),
    ],
)
def test_search_gate_and_evidence_see_the_same_words(written: str, plain: str) -> None:
    language = words.guess_language(plain)
    assert words.guess_language(written) == language
    assert words.terms(written) == words.terms(plain)
    assert words.content_words(written) == words.content_words(plain)
    assert words.vocabulary(written) == words.vocabulary(plain)
    assert sorted(words.placed(written)) == sorted(words.placed(plain))
    assert words.numbers(written) == words.numbers(plain)
    assert words.surfaces(written) == words.surfaces(plain)
    assert [word.term for word in words.words(written)] == words.terms(written)


def test_a_term_points_at_the_letters_that_were_written() -> None:
    text = "x re\u0301su\u00adme\u0301 10⁶ \u2f08"
    found = {text[word.start : word.end]: word.term for word in words.words(text, "und")}
    assert found == {"x": "x", "re\u0301su\u00adme\u0301": "resume", "10": "10", "⁶": "6", "\u2f08": "人"}


ALPHABET = st.sampled_from(list("aé1 ,⁶²½\u0301\u00ad\u200b\u2f08٤ﻛ가Ａ\u1100\u1161-‑"))


@given(st.text(ALPHABET) | st.text())
@example("¼²")
@example("1\u00ad²")
@example("가\u11a8\u00ad")
@example("\u1100\u00ad\u1161\u00ad\u11a8")
@example("\u09c7\u09be\u00ad")
def test_every_place_is_in_order_and_evening_twice_changes_nothing_more(text: str) -> None:
    written, places = even_places(text)
    assert places is None or (places == sorted(places) and len(places) == len(written))
    assert even(even(text)) == even(text)
    assert [word.term for word in words.words(text)] == words.terms(text)
