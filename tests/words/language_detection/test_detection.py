"""The language of even a short text, and what a text costs a model."""

from __future__ import annotations

from itertools import chain

import pytest

from gateway import words
from gateway.words import told_language
from gateway.words.language_detection import detection
from gateway.words.text.fragments import pieces
from tests.support.every import every


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Who was king of France in 1685?", "en"),
        ("ใครเป็นกษัตริย์ของฝรั่งเศสในปี 1685", None),
        ("Takım ilk yarıda kaç sayı attı?", None),
        ("ERR_4711", "fr"),
    ],
)
def test_a_question_is_in_the_language_that_was_stated_unless_its_words_tell_another(
    question: str, language: str | None
) -> None:
    assert words.spoken(question, "fr") == language


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("Câte puncte a marcat echipa în prima repriză a meciului?", False),
        ("Ai là vua nước Pháp vào năm 1685?", False),
        ("Ποιος ήταν βασιλιάς της Γαλλίας το 1685;", False),
        ("Takım ilk yarıda kaç sayı attı?", True),
        ("誰於1681年奪取史特拉斯堡?", True),
        ("Who was king of France in 1685?", True),
        ("", True),
    ],
)
def test_a_model_understands_only_its_languages(text: str, understood: bool) -> None:
    assert words.is_understood(text, frozenset(["en", "fr", "it", "zh", "tr"])) is understood


def test_plain_prose_is_told_as_its_pieces_are_one_by_one() -> None:
    """Small letters, stops and blanks are looked up at once; the same words beside a sign are not."""
    for text in ("Where is it, and how:\nwhy?", "It is.And so...it was!", "le chat est dans la maison", "Ab", ""):
        plain = list(detection._signs_in(text))
        assert list(chain(*plain)) == list(chain(*map(detection._signs, pieces(text))))


def test_chinese_is_counted_apart_from_what_stands_between() -> None:
    signs = dict(detection._signs("汉字the汉字かな，l’été汉"))
    assert signs[0] == 5 and signs[1] == 2
    assert told_language("这是一个关于安装数据库的文档，the server。") == "zh"


@every(
    ("text", "language"),
    [
        ("What is a citation?", "en"),
        ("How do I install it", "en"),
        ("how long", "en"),
        ("Where are the files stored?", "en"),
        ("Comment ça marche ?", "fr"),
        ("installer le serveur", "fr"),
        ("Delai de remboursement", "fr"),
        ("durée", "fr"),
        ("Combien coûte l'abonnement", "fr"),
        ("怎么安装 Citestream?", "zh"),
        ("GATEWAY_TOP_K 是什么", "zh"),
        ("GATEWAY_TOP_K", None),
        ("", None),
        ("42", None),
        ("cómo instalar el servidor", "es"),
        ("Wie installiere ich den Server", "de"),
        ("ライセンスとは何ですか", "ja"),
        ("Как установить сервер", "ru"),
        ("서버를 어떻게 설치합니까?", "ko"),
        ("كيف أثبت الخادم؟", "ar"),
        ("Come posso installare il server?", "it"),
        ("Onde está o formulário de inscrição?", "pt"),
        ("Hoe installeer ik de server?", "nl"),
        ("Jak zainstalować serwer?", "pl"),
        ("Hur installerar jag servern?", "sv"),
        ("Passwort vergessen", "de"),
        ("remboursement des frais", "fr"),
        ("la base PostgreSQL embarquée", "fr"),
        ("2+2", None),
        ("Kubernetes", None),
        ("Müller", None),
        ("Angela Merkel", None),
        ("🙂🙂", None),
        ("Як змінити пароль", None),
        ("چگونه سرور را نصب کنم", None),
        ("Πώς εγκαθιστώ τον διακομιστή", None),
        ("วิธีติดตั้งเซิร์ฟเวอร์", None),
        ("\0\u0301\ud7ff", None),
        ("The word 引用 means citation and it is used in the Chinese texts", "en"),
    ],
    reader="words",
)
def test_the_language_of_short_texts_is_guessed(text: str, language: str | None) -> None:
    assert words.guess_language(text) == language


def test_a_long_text_costs_no_more_than_its_beginning() -> None:
    assert words.guess_language("The rules are these. " + "Das ist nicht so. " * 100_000) == "de"
    assert words.guess_language("The rules are these. " * 100 + "Das ist nicht so. " * 100_000) == "en"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("de", "de"),
        ("de-AT", "de"),
        ("zh_Hant", "zh"),
        ("EN", "en"),
        ("xx", None),
        ("", None),
        (None, None),
        ("🙂", None),
    ],
)
def test_codes_are_known_whatever_their_region_and_case(code: str | None, found: str | None) -> None:
    assert words.known(code) == found


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("abcd", 1), ("abcde", 2), ("数据库", 3), ("用 API", 2), ("数据ab", 3)]
)
def test_tokens_are_one_per_wide_character_and_one_per_four_others(text: str, tokens: int) -> None:
    assert words.tokens_estimate(text) == tokens


def test_every_wide_character_is_counted_whatever_block_it_lies_in() -> None:
    wide = [one for one in map(chr, range(0x40000)) if detection._WIDE.match(one)]
    assert wide and all(words.tokens_estimate(one * 4) == 4 for one in wide)


def test_languages_without_tables_are_named_if_that_is_certain():
    assert words.without_tables("ห้องสมุดเปิดทุกวันตั้งแต่เก้าโมงเช้า") == "th"
    assert words.without_tables("Kütüphane her gün sabah dokuzdan akşam beşe kadar açıktır.") == "tr"
    for text in ("The library is open from nine to five.", "图书馆每天开放", "E-17 / 4711", ""):
        assert words.without_tables(text) is None
