"""Synonyms are found in both directions, by stem, and in Chinese inside the question."""

from gateway import words


def test_synonyms_go_both_ways_and_no_word_is_its_own():
    assert words.stem("price", "en") in words.synonyms(words.stem("costs", "en"), "en")
    assert words.stem("cost", "en") in words.synonyms(words.stem("prices", "en"), "en")
    assert words.stem("bail", "fr") in words.synonyms(words.stem("location", "fr"), "fr")
    for word, language in (("buy", "en"), ("fee", "en"), ("acheter", "fr")):
        assert words.stem(word, language) not in words.synonyms(words.stem(word, language), language) != ()


def test_synonyms_are_those_of_a_language_or_without_one_of_any() -> None:
    assert words.synonyms(words.stem("location", "fr"), "en") == ()
    price, cost = (words.stem(word, words.COMMON) for word in ("price", "cost"))
    assert price in words.synonyms(cost) == words.synonyms(cost, "xx") == words.synonyms(cost, words.COMMON)


def test_a_word_without_synonyms_has_none():
    assert words.synonyms("microscop") == () and words.synonyms_within("显微镜") == {}


def test_chinese_synonyms_are_given_as_pairs_of_characters():
    found = words.synonyms_within("在哪里购买？")
    assert list(found) == ["购买"] and {"选购", "订购"} <= set(found["购买"])
