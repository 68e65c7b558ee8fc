"""Terms that are searched for in one string stand where they are listed."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from gateway import words
from gateway.words.terms.placed_terms import LONGEST, PlacedTerms, placed
from tests.support.every import every

PIECES = [
    "The readers' reading-room isn't open, GATEWAY_TOP_K=8.",
    "L’été dernier, 1 000,50 € – «œuvre»",
    "Wohnungsmieten und Mietverträge; Straße",
    "哈哈哈，借书证ABC书v2。2019年",
    "データﾃﾞｰﾀ ｶﾞ คำถาม 가격은ㄱ",
    "Ёлка и йод. हिन्दी भाषा e\u0301te\u0301 e\u0301",
    "a a a b, a",
    "\n\t\u2009\xa0一",
]


def same(text: str, language: str | None) -> None:
    """Compares every question that can be asked with the plain list of terms."""
    listed, found = words.terms(text, language), PlacedTerms(text, language)
    assert found.count == len(listed)
    assert set(found) == set(listed)
    for term in {*listed, "reading", "a", "书", "借书", "absent", "哈哈", "1"}:
        places = [at for at, other in enumerate(listed) if other == term]
        assert (found.places(term), term in found) == (places, bool(places)), term
    for letters in {term[:6] for term in listed if len(term) >= 6} | {"readin", "mietve", "absent"}:
        assert found.begins(letters) == any(term.startswith(letters) for term in listed)
        assert found.ends(letters) == any(term.endswith(letters) for term in listed)


@every("language", ["en", "fr", "de", "zh", "ru", None, "tlh"], reader="words")
@every("text", ["", "?!", *PIECES, " ".join(PIECES)])
def test_every_term_stands_where_it_is_listed(text: str, language: str | None) -> None:
    same(text, language)


@given(
    st.lists(st.sampled_from(PIECES) | st.text("ab哈书证ﾞｶอำ가가 ，.-'_1०\u0301\n", max_size=12)).map("".join),
    st.sampled_from(["en", "de", "zh", None]),
)
@example("ก哈ำ", "zh")
def test_a_text_of_any_scripts_has_the_terms_of_its_list(text: str, language: str | None) -> None:
    same(text, language)


@given(st.text(), st.sampled_from(["fr", "zh", None]))
def test_any_text_has_the_terms_of_its_list(text: str, language: str | None) -> None:
    same(text, language)


def test_a_text_is_read_once_and_a_very_long_one_each_time() -> None:
    text, long = "The same text of a passage.", "word " * LONGEST
    assert placed(text, "en") is placed("".join(text), "en")
    assert placed(text, "en") is not placed(text, "fr")
    assert placed(long, "en") is not placed(long, "en")
    assert placed(long, "en").count == LONGEST
