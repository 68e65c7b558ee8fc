"""A misspelt word is one step from the right one; compounds come apart and together."""

import pytest

from gateway import words


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en", "treshold", "threshold"),
        ("en", "refuasl", "refusal"),
        ("en", "snapshoot", "snapshot"),
        ("en", "recieve", "receive"),
        ("fr", "rembourssement", "remboursement"),
        ("fr", "restauraiton", "restauration"),
        ("fr", "garentie", "garantie"),
    ],
)
def test_one_error_is_undone_whatever_it_does_to_the_stem(language, typed, meant):
    assert words.stem(meant, language) in words.spellings(typed, language)
    assert words.stem(typed, language) not in words.spellings(typed, language)


@pytest.mark.parametrize("word", ["cat", "peut", "", "x" * 25, "e10000", "gateway_top_k", "数据库"])
def test_short_words_numbers_and_other_scripts_are_left_alone(word):
    assert not words.is_mendable(word) and words.spellings(word) == frozenset() and words.parts(word) == []


def test_a_short_word_is_not_turned_into_another_one_by_a_single_wrong_letter():
    assert "point" not in words.spellings("peint") and words.stem("paint", "en") in words.spellings("paiint", "en")


def test_a_compound_comes_apart_at_every_place():
    assert (words.stem("data", "en"), words.stem("base", "en")) in words.parts("database", "en")


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("pool.max_size", [("max_size",), ("pool", "max_size")]),
        ("np.linalg.solve", [("linalg.solve",), ("np", "linalg", "solv")]),
        ("pool->max_size", [("max_size",), ("pool", "max_size")]),
        ("max_size", [("maxsiz",)]),
        ("size", []),
        ("u.s", []),
        ("3.14", []),
        (".".join(["ab"] * 20), []),
    ],
)
def test_a_name_is_also_its_ending_its_segments_and_its_words_without_signs(name, others):
    assert words.other_names(name, "en") == others


def test_neighbours_are_written_together_only_over_one_blank_or_hyphen():
    at, bed, time, atbed, bedtime = (words.stem(word, "en") for word in ("at", "bed", "time", "atbed", "bedtime"))
    assert words.joined("at bed time", "en") == {atbed: (at, bed), bedtime: (bed, time)}
    assert words.joined("bed, time") == {} and words.joined("第 1 天") == {}


def test_surfaces_tell_what_was_typed():
    assert words.surfaces("Été, Prices", "en") == {"ete": "été", words.stem("prices", "en"): "prices"}
