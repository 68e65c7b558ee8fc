"""Terms in the spelling of PostgreSQL."""

from gateway.knowledge.search.index import index
from gateway.store.database.tsvector import all_of, any_of, lexemes, passage_lexemes, quoted, scope_lexemes
from tests.support.corpus import document, passages


def test_a_lexeme_has_one_position_for_each_occurrence():
    wine, bread, scope = b"wine\0\0\3\0\1\0\2\0\3", b"bread\0\0\0", b"/acme\0\0\0"
    assert lexemes({"wine": 3, "bread": 1}, ["/acme"]) == b"\0\0\0\3" + wine + bread + scope
    assert lexemes({}) == bytes(4)


def test_no_word_has_more_positions_than_postgres_keeps():
    assert lexemes({"spam": 100_000}).endswith(b"\0\xfe\0\xff")


def test_quotes_and_backslashes_cannot_end_a_lexeme():
    assert quoted("o'brien\\") == "'o''brien\\\\'"


def test_scopes_of_different_kinds_never_meet():
    assert scope_lexemes("acme", "x", "y") == ["/acme", "/acme/workspace/x", "/acme/source_app/y"]
    assert not set(scope_lexemes("acme", "x", None)[1:]) & set(scope_lexemes("acme", None, "x")[1:])


def test_a_passage_has_its_terms_its_marks_and_where_it_is():
    new = document("salt", title="", source_app="shop")
    [found] = passage_lexemes(index("acme", new, passages(new), "none"))
    marks = ["/acme", "/acme/workspace/default", "/acme/source_app/shop", "//salt", "///und"]
    assert found == lexemes({"salt": 1}, marks)


def test_conditions_are_spelled_with_brackets_around_alternatives():
    assert any_of(["zz", ("cc", ["b'b", ("d", ["e"])])]) == "'zz' | 'cc' & ('b''b' | 'd' & ('e'))"
    assert all_of([("ort", "ortie"), ("purin",)]) == "('ort' | 'ortie') & ('purin')"
