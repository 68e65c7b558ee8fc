"""What is kept of a document for search."""

from dataclasses import replace

from gateway import words
from gateway.knowledge.search.index import counting, fingerprint, index
from tests.support.corpus import document, passages


def test_document_frequencies_count_passages_and_lengths_count_words():
    new = document("salt salt bread\nbread", title="")
    made = index("acme", new, passages(new), "none")
    assert made.df == {"salt": 1, "bread": 2, "///und": 2}
    assert [entry.length for entry in made.passages] == [3, 1]
    assert made.length == 4


def test_a_word_that_is_strong_in_a_passage_has_a_second_lexeme_and_counts_once():
    new = document(f"salt salt salt bread {' '.join('abcdefghij' * 6)}", title="")
    made = index("acme", new, passages(new), "none")
    assert "//salt" in made.passages[0].marks and "//bread" not in made.passages[0].marks
    assert made.df["salt"] == 1
    assert [term for term in made.df if "/" in term] == ["///und"]


def test_a_passage_is_stemmed_by_its_own_language_else_by_that_of_its_document():
    lines = "Die Verträge sind nicht die besten.\nThe contracts are not the best.\nInstallations"
    for language, last in (("fr", "fr"), ("de-AT", "de"), ("xx", "und"), (None, "und")):
        new = document(lines, title="Houses", language=language)
        made = index("acme", new, passages(new), "none")
        spoken = ("de", "en", last)
        assert {term for term in made.df if term.startswith("///")} == {f"///{code}" for code in spoken}
        for code, word, entry in zip(spoken, ("verträge", "contracts", "installations"), made.passages, strict=True):
            assert {words.stem(word, code), words.stem("houses", code)} <= entry.terms.keys()
            assert entry.marks[-1] == f"///{code}"


def test_recipes_count_alike_up_to_the_dot():
    assert counting("4") == counting("4.1") != counting("3.1")
    assert counting(None) == counting("") == ""


def test_title_and_heading_count_in_every_passage():
    new = document("salt\nbread", title="Cellar")
    headed = [replace(passage, heading="Shelf") for passage in passages(new)]
    assert index("acme", new, headed, "none").df == {
        words.stem("cellar"): 2,
        words.stem("shelf"): 2,
        "salt": 1,
        "bread": 1,
        "///und": 2,
    }


def test_no_word_can_pass_for_a_scope():
    assert not any("/" in term for term in words.terms("/acme /acme/workspace/default a/b ／ /é/ 中/文 //"))


def test_a_fingerprint_changes_with_every_part_and_with_nothing_else():
    base = fingerprint("none", "abc", "title", {"a": 1, "b": 2})
    assert base == fingerprint("none", "abc", "title", {"b": 2, "a": 1})
    others = {
        fingerprint("hash-512", "abc", "title", {"a": 1, "b": 2}),
        fingerprint("none", "abd", "title", {"a": 1, "b": 2}),
        fingerprint("none", "abc", "Title", {"a": 1, "b": 2}),
        fingerprint("none", "abc", "title", {"a": 1}),
        fingerprint("none", "abc", "title", None),
    }
    assert len(others) == 5
    assert base not in others
