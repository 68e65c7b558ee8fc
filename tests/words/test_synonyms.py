"""Synonyms are found in both directions, by stem, and in Chinese inside the question."""

from gateway import words


def test_synonyms_go_both_ways_and_no_word_is_its_own():
    assert words.stem("price") in words.synonyms(words.stem("costs"))
    assert words.stem("cost") in words.synonyms(words.stem("prices"))
    assert words.stem("bail") in words.synonyms(words.stem("location"))
    assert all(words.stem(word) not in words.synonyms(words.stem(word)) for word in ("buy", "fee", "acheter"))


def test_a_word_without_synonyms_has_none():
    assert words.synonyms("microscop") == () and words.synonyms_within("显微镜") == {}


def test_chinese_synonyms_are_given_as_pairs_of_characters():
    found = words.synonyms_within("在哪里购买？")
    assert list(found) == ["购买"] and {"选购", "订购"} <= set(found["购买"])
