"""Where our structure stands in damaged text."""

import pytest

from gateway.answer.anchors import WINDOW, brace_ends_text, quote_ends_text, starts_document
from gateway.answer.keys import key_at, role_of


@pytest.mark.parametrize(("key", "role"), [
    ("citationIds", "ids"), ("citation_ids", "ids"), ("CITATIONS", "ids"), ("content", "text"), ("Paragraph", "text"),
    ("paragraphs", "paragraphs"), ("outline", "outline"), ("title", ""),
])  # fmt: skip
def test_keys_are_known_in_tolerated_spellings(key, role):
    assert role_of(key) == role


@pytest.mark.parametrize(("text", "starts"), [
    ('{"paragraphs":[', True), ('{ "citation_ids" : [', True), ("[{'text':", True), ('{"para', None), ("{", None),
    ("{x}", False), ('{"name":1}', False), ("[1]", False), ("{" + " " * 90, False),
])  # fmt: skip
def test_a_document_of_ours_is_known_by_its_first_key(text, starts):
    assert starts_document(text, 0, False) is starts


def test_an_unfinished_start_is_none_at_the_end_of_the_text():
    assert starts_document('{"para', 0, True) is False


@pytest.mark.parametrize(("behind", "ends"), [
    ('},{"citationIds":["E1"]', True), ('\n  },\n  {\n    "citationIds": [', True), (',"citationIds":["E1"]', True),
    ('}],"outline":[', True), ("},]", None), ("},] x", None), ("},] xy", False), ("}]}\n", True), ("}]} ", None), ('},{"cit', None), ("", None),
    (" he said", False), (', "no" x', False), (',"n":0.9},{"text":"', True), (',"n":0.9}]', True), (',"n":0.9', None),
    ('],{"citationIds":[', True), ('}{"text":"', True), ('"},{"text":', False), ('x},{"citationIds":["', True),
])  # fmt: skip
def test_in_a_damaged_text_only_our_own_schema_ends_it(behind, ends):
    assert quote_ends_text('x"' + behind, 1, False, damaged=True) is ends


@pytest.mark.parametrize(("behind", "ends"), [
    (',"any_key":', True), ("}", True), (",}", True), ("]}", True), (',{"', True), (',"any', None), (",", None), ("]", None),
    ("x", None), ("xy", False), (", and", False), ("] x", None), ("] xy", False),
])  # fmt: skip
def test_the_first_quote_ends_a_text_where_anything_like_json_follows(behind, ends):
    assert quote_ends_text('x"' + behind, 1, False, damaged=False) is ends


def test_the_end_of_the_answer_ends_a_text():
    for behind in ("", "}", "}]}", "}]}```"):
        assert quote_ends_text('x"' + behind, 1, True, damaged=True) is True
    assert quote_ends_text('x" y', 1, True, damaged=True) is False


def test_what_waits_is_bounded():
    assert quote_ends_text('x"' + " " * WINDOW, 1, False, damaged=True) is False


@pytest.mark.parametrize(("text", "final", "ends"), [
    ('},{"citationIds":', False, True), ("},{", False, None), ("}", False, None), ("}x", False, False), ("}, x", False, False),
    ("}]}", False, None), ("}]}", True, True), ("}]", True, True), ("} ] y", False, False), ("}", True, False),
])  # fmt: skip
def test_a_brace_ends_a_text_without_closing_quote_where_the_next_paragraph_begins(text, final, ends):
    assert brace_ends_text(text, 0, final) is ends


def test_a_key_is_found_with_its_colon():
    assert key_at('"citationIds" : [', 0, False) == ("ids", 15)
    assert key_at("text:", 0, False) == ("text", 5)
    assert key_at('"title":', 0, False) == ("", 8)
    assert key_at('"text', 0, False) is None
    assert key_at('"text', 0, True) == ("", 0)
    assert key_at('"text" x', 0, False) is None
    assert key_at('"text" x y', 0, False) == ("", 0)


def test_at_the_end_of_all_the_start_of_any_key_ends_a_text():
    assert quote_ends_text('"\t,"conf', 0, True, damaged=False) is True
    assert quote_ends_text('"\t,"conf', 0, True, damaged=True) is False
    assert quote_ends_text('",', 0, True, damaged=True) is True
