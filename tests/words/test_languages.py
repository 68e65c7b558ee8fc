"""What every language's tables keep to, however many of them it brings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from gateway import words
from gateway.words.languages import (
    ANSWERED,
    LANGUAGES,
    UNKNOWN,
    AnswerLanguage,
    english_name,
    language_of,
    sentences_in,
)
from gateway.words.languages.small_talk import MANNERS
from gateway.words.languages.subjects.asking import ASKING
from gateway.words.languages.subjects.english_names import ENGLISH_NAMES
from gateway.words.languages.subjects.exclusions import EXCLUSIONS
from gateway.words.languages.subjects.negations import NEGATIONS
from gateway.words.languages.tables import Language, counted, listed, named
from tests.support.every import every

LABELS = Path(__file__).parents[2] / "prompts" / "labels.json"
PAGE = Path(__file__).parents[2] / "docs" / "languages.md"
WITH_ACCENTS = {
    "letters",
    "names",
    "before_letter",
    "abbreviations_before_names",
    "abbreviations_before_numbers",
    "abbreviations_anywhere",
}
"""Fields that are compared with a text as it was written."""
WORD_LISTS = ("stop_words", "ambiguous", "general", "elisions", "clitics", "markers", "months")
ALTERNATIVES = {"articles", "sections", "fixed", "hour", "full_hour"}
"""Patterns that are a part of a larger one; they compile alone as well."""
PATTERNS = {
    *ALTERNATIVES,
    *("definition", "quantity", "method", "listing", "reason", "copula", "figure", "cause", "anaphor", "negation"),
    *("negated", "straddling", "announcement", "traps", "enough", "about", "asked", "frame", "opener", "more", "back"),
    *("impersonal", "volatile", "lasting", "how", "own", "own_state", "action", "numbered_case", "clause", "head"),
    *("wrapped", "polar", "whether", "question_word", "must", "may", "relative", "quarter", "past", "number", "month"),
    *("date", "weekday", "inverted", "someone_else", "owned_by", "owner", "actor", "passive", "person_name"),
    *("function_words", "kept_words", "section_id", "named_section_id", "nth", "bare_nth", "nth_list", "named"),
    *("numbered", "letter", "lone_letter", "first", "ends", "first_one", "wants", "polite", "that", "deep", "not_back"),
}

every_language = every("language", LANGUAGES.values(), ids=lambda language: language.code, reader="words")


def fields(table: Any, path: str = "") -> Iterator[tuple[str, str, Any]]:
    """Yields path, name and value of every field that a language has set."""
    for name in table._fields:
        value = getattr(table, name)
        if hasattr(value, "_fields"):
            yield from fields(value, f"{path}{name}.")
        elif value:
            yield f"{path}{name}", name, value


@every_language
def test_a_language_is_known_by_its_code(language: Language) -> None:
    assert LANGUAGES[language.code] is language is language_of(language.code)


def test_a_language_without_tables_has_empty_ones() -> None:
    assert language_of("xx") is language_of(None) is UNKNOWN
    assert [path for path, _, value in fields(UNKNOWN) if value is not True] == []


@every_language
def test_every_pattern_compiles(language: Language) -> None:
    for path, name, value in fields(language):
        if name in PATTERNS and isinstance(value, str):
            assert re.compile(value), path


@every_language
def test_words_are_folded(language: Language) -> None:
    for name in WORD_LISTS:
        text = getattr(language, name)
        assert words.fold(text) == text, name
    for path, name, value in fields(language):
        if isinstance(value, frozenset) and name not in WITH_ACCENTS:
            assert {word for word in value if words.fold(word) != word} == set(), path


@every_language
def test_months_are_twelve_or_none(language: Language) -> None:
    assert not language.months or len(language.months.split(";")) == 12
    assert len(language.figures.days.split()) in (0, 7)


@every_language
def test_a_stemmer_is_one_of_snowball(language: Language) -> None:
    import snowballstemmer

    assert not language.stemmer or language.stemmer in snowballstemmer.algorithms()


@every_language
def test_stop_words_are_no_content(language: Language) -> None:
    for word in listed(language.stop_words):
        assert words.content_words(word, language.code) == []


@every_language
def test_what_is_ambiguous_is_a_stop_word(language: Language) -> None:
    assert listed(language.ambiguous) <= listed(language.stop_words)


@every_language
def test_a_language_with_blanks_has_no_tables_of_one_without(language: Language) -> None:
    if language.has_spaces:
        assert not any(language.unspaced) and language.unspaced_grammar is None
    else:
        assert language.grammar is None


def test_languages_of_answers_have_labels_and_may_be_asked_for() -> None:
    assert set(json.loads(LABELS.read_text(encoding="utf-8"))) == set(ANSWERED) == set(get_args(AnswerLanguage))
    assert set(ANSWERED) <= set(LANGUAGES)


@every_language
def test_a_language_has_a_name(language: Language) -> None:
    assert re.fullmatch("[A-Z][a-z]+", language.name) and english_name(language.code) == language.name


def test_a_language_without_tables_has_a_name_too_and_english_sentences() -> None:
    assert ENGLISH_NAMES.keys().isdisjoint(LANGUAGES)
    assert all(re.fullmatch("[a-z]{2,3}", code) and name[0].isupper() for code, name in ENGLISH_NAMES.items())
    assert (english_name("th"), english_name("nb")) == ("Thai", "Norwegian Bokmål")
    assert english_name("xx") == english_name("") == "the language of the question"
    assert (sentences_in("th"), sentences_in(""), sentences_in("ar")) == ("en", "en", "ar")


LABELLED = json.loads(LABELS.read_text(encoding="utf-8"))
SCRIPTS = {"zh": "一-龥", "ja": "ぁ-ヿ", "ko": "가-힣", "ru": "а-яё", "ar": "ء-ي"}
"""Letters that a sentence in the language has, where it is not written in Latin ones."""


@pytest.mark.parametrize("code", LABELLED)
def test_every_label_is_there_in_every_language_with_the_same_places(code: str) -> None:
    english, said = LABELLED["en"], LABELLED[code]
    assert list(said) == list(english)
    for name, text in said.items():
        assert text.strip() == text != "", name
        assert sorted(re.findall(r"\{\w*\}", text)) == sorted(re.findall(r"\{\w*\}", english[name])), name
        assert re.search(f"[{SCRIPTS.get(code, 'a-z')}]", text), name
        assert code == "en" or text != english[name], name
        assert text[-1] in ".。" or not english[name].endswith("."), name
    assert len(set(said.values())) == len(said)


def test_lists_and_tables_are_read() -> None:
    assert listed("a  b\n c") == {"a", "b", "c"}
    assert counted(["first 1st", "second"]) == {"first": 1, "1st": 1, "second": 2}
    assert named("last year = past; this = current, in progress") == {
        "past": "last year",
        "current": "this",
        "in progress": "this",
    }


def table() -> str:
    """Returns the table of the page: what each language has."""
    rows = [
        "| language | words | stop words | dates | quoting | follow-ups | summaries | strict mode | memory"
        " | own sentences | manners |",
        "| --- " * 11 + "|",
    ]
    for code, language in LANGUAGES.items():
        pairs = not language.has_spaces or not language.stop_words
        has = (
            language.stop_words or any(language.unspaced),
            language.months or language.unspaced.year_sign,
            any(language.quoting),
            language.grammar or language.unspaced_grammar or (code in ASKING and "in part"),
            language.deliverable,
            any(language.claims),
            language.kinds.rules or (code in EXCLUSIONS and code in NEGATIONS and "in part"),
            code in ANSWERED,
            code in MANNERS,
        )
        told = (own if own == "in part" else "yes" if own else "" for own in has)
        cells = [f"{language.name} ({code})", "pairs" if pairs else "stems", *told]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def test_the_page_says_what_each_language_has() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.partition("<!-- languages -->\n")[2].partition("\n<!-- /languages -->")[0] == table()
