"""The baselines cut words as they say, and share nothing with the gateway."""

import ast
from pathlib import Path

import pytest

from bench.judgement_parts import baselines
from bench.judgement_parts.baselines import book, cutting, language_of
from bench.textbook import Textbook
from tests.support.syntax import parsed


@pytest.mark.parametrize(
    ("name", "language", "text", "terms"),
    [
        ("raw", "fr", "Les Étés d'ÉTÉ", ["les", "etes", "d", "ete"]),
        ("six letters", "en", "The libraries of the world", ["librar", "world"]),
        ("six letters", "fr", "La bibliothèque et la durée", ["biblio", "duree"]),
        ("stems", "en", "The libraries were caring", ["librari", "care"]),
        ("stems", "de", "Die Häuser der Städte", ["haus", "stadt"]),
        ("stems", "es", "Las canciones del niño", ["cancion", "nin"]),
        ("stems", "xx", "Las canciones", ["las", "canciones"]),
        ("raw", "zh", "红苹果 pie 好", ["红苹", "苹果", "pie", "好"]),
        ("stems", "zh", "红苹果", ["红苹", "苹果"]),
    ],
)
def test_words_are_cut(name, language, text, terms):
    assert cutting(name, language)(text) == terms


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["What is the name of the river?", "Der"]),
        ("de", ["Wie heißt der Fluss, der durch die Stadt fließt?"]),
        ("fr", ["Quelle est la durée de la garantie ?"]),
        ("es", ["¿Cuál es el nombre de la ciudad?"]),
        ("zh", ["这条河叫什么名字？", "HTTP是什么？"]),
        ("ja", ["この川の名前は何ですか"]),
        ("en", []),
    ],
)
def test_the_language_of_a_set_is_that_of_most_of_its_texts(language, texts):
    assert language_of(texts) == language


def test_a_book_ranks_and_leaves_out_what_shares_no_word():
    made = book("stems", "en", ["He cares for cars.", "Cars, cars and more cars.", "Nothing of the kind."])
    assert made.search("Which car?", 5) == [1, 0]
    assert made.search("of the", 5) == []
    assert Textbook(["a"]).search("b", 1) == [] and Textbook([]).search("a", 1) == []


def test_the_baselines_import_nothing_of_the_gateway():
    for file in (Path(baselines.__file__), Path(baselines.__file__).parents[1] / "textbook.py"):
        imported = [
            ast.unparse(node)
            for node in ast.walk(parsed(file.read_text(encoding="utf-8")))
            if isinstance(node, (ast.Import, ast.ImportFrom))
        ]
        assert not [line for line in imported if "gateway" in line]
