"""Where our structure stands in damaged text."""

from gateway.answer.reading.anchors import (
    WINDOW,
    brace_ends_text,
    comma_ends_text,
    is_structure,
    quote_ends_text,
    starts_document,
)
from tests.support.every import every


@every(
    ("text", "starts"),
    [
        ('{"paragraphs":[', True),
        ('{ "citation_ids" : [', True),
        ("[{'text':", True),
        ('{"para', None),
        ("{", None),
        ("{x}", False),
        ('{"name":1}', False),
        ("[1]", False),
        ("{" + " " * 90, False),
    ],
)
def test_a_document_of_ours_is_known_by_its_first_key(text, starts):
    assert starts_document(text, 0, False) is starts


def test_an_unfinished_start_is_none_at_the_end_of_the_text():
    assert starts_document('{"para', 0, True) is False


@every(
    ("behind", "ends"),
    [
        ('},{"citationIds":["E1"]', True),
        ('\n  },\n  {\n    "citationIds": [', True),
        (',"citationIds":["E1"]', True),
        ('}],"outline":[', True),
        ("},]", None),
        ("},] x", None),
        ("},] xy", False),
        ("}]}\n", True),
        ("}]} ", None),
        ('},{"cit', None),
        ("", None),
        (" he said", False),
        (', "no" x', False),
        (',"n":0.9},{"text":"', True),
        (',"n":0.9}]', True),
        (',"n":0.9', None),
        ('],{"citationIds":[', True),
        ('}{"text":"', True),
        ('"},{"text":', False),
        ('x},{"citationIds":["', True),
    ],
)
def test_in_a_damaged_text_only_our_own_schema_ends_it(behind, ends):
    assert quote_ends_text('x"' + behind, 1, False, damaged=True) is ends


@every(
    ("behind", "ends"),
    [
        (',"any_key":', True),
        ("}", True),
        (",}", True),
        ("]}", True),
        (',{"', True),
        (',"any', None),
        (",", None),
        ("]", None),
        ("x", None),
        ("xy", False),
        (", and", False),
        ("] x", None),
        ("] xy", False),
    ],
)
def test_the_first_quote_ends_a_text_where_anything_like_json_follows(behind, ends):
    assert quote_ends_text('x"' + behind, 1, False, damaged=False) is ends


def test_the_end_of_the_answer_ends_a_text():
    for behind in ("", "}", "}]}", "}]}```"):
        assert quote_ends_text('x"' + behind, 1, True, damaged=True) is True
    assert quote_ends_text('x" y', 1, True, damaged=True) is False


def test_what_waits_is_bounded():
    assert quote_ends_text('x"' + " " * WINDOW, 1, False, damaged=True) is False


@every(
    ("text", "final", "ends"),
    [
        ('},{"citationIds":', False, True),
        ("},{", False, None),
        ("}", False, None),
        ("}x", False, False),
        ("}, x", False, False),
        ("}]}", False, None),
        ("}]}", True, True),
        ("}]", True, True),
        ("} ] y", False, False),
        ("}", True, False),
    ],
)
def test_a_brace_ends_a_text_without_closing_quote_where_the_next_paragraph_begins(text, final, ends):
    assert brace_ends_text(text, 0, final) is ends


def test_a_comma_ends_a_text_without_closing_quote_where_its_ids_follow():
    assert comma_ends_text(',"citationIds":["E1"]', 0, False) is True
    assert comma_ends_text(', "cit', 0, False) is None
    assert comma_ends_text(", and", 0, False) is False


def test_an_element_of_a_list_does_not_begin_with_a_closing_bracket():
    assert is_structure('"]}', 0, False, item=True) is True
    assert is_structure('"]}', 0, False, item=False) is False
    assert is_structure('"[{"citationIds":', 0, False, item=False) is True


def test_at_the_end_of_all_the_start_of_any_key_ends_a_text():
    assert quote_ends_text('"\t,"conf', 0, True, damaged=False) is True
    assert quote_ends_text('"\t,"conf', 0, True, damaged=True) is False
    assert quote_ends_text('",', 0, True, damaged=True) is True
