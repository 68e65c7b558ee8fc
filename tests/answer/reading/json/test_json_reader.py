"""The JSON reader: pieces of an open text, ids only when whole, and the judge's refusals."""

import pytest

from gateway.answer.reading.json.json_reader import LONGEST_STRING, JsonReader
from gateway.answer.reading.parts import Cut, End, Ids, Note, OutsideText, Title
from tests.support.every import every
from tests.support.reading import LOANS, document, json_parts, read


def test_text_comes_piece_by_piece_and_ids_when_closed():
    reader, out, buffer = JsonReader(), [], ""
    for piece in ('{"paragraphs":[{"citationIds":["E1","E', '2"],"text":"The lo', "an"):
        assert Ids("E2") not in out or piece == "an"
        buffer += piece
        buffer = buffer[reader.read(buffer, 0, False, out) :]
    assert out == [Ids("E1"), Ids("E2"), "The lo", "an"]


@pytest.mark.parametrize(
    ("model", "claimed"),
    [
        ('{"paragraphs":[{"text":"a","citationIds":["E1', [Ids("E1", whole=False)]),
        ('{"paragraphs":[{"text":"a","citationIds":"E1', [Ids("E1", whole=False)]),
        ('{"paragraphs":[{"text":"a","citationIds":["', []),
        ('{"paragraphs":[{"text":"a","citationIds', []),
        ('{"paragraphs":[{"citationIds":[],"other":"E1', []),
    ],
)
def test_an_unclosed_id_is_said_to_be_none(model, claimed):
    assert [part for part in json_parts(model) if isinstance(part, Ids)] == claimed


def test_the_end_of_a_paragraph_tells_whether_another_follows():
    assert [part.more for part in json_parts(document((["E1"], "a"), (["E2"], "b"))) if isinstance(part, End)] == [
        True,
        False,
    ]


def test_the_outline_is_said_in_titles_and_settles_the_last_paragraph():
    out = json_parts(document((["E1"], "a"), outline='[{"id":"S1","title":"One"},"Two"]'))
    assert out[-3:] == [End(more=False), Title("One"), Title("Two")]


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ('{"paragraphs":[{"citationIds":["E1"],"text":"a', [Cut(True, unclosed=True)]),
        ('{"paragraphs":[{"text":"a"', [Cut(True, unclosed=True)]),
        ('{"paragraphs":[{"citationIds":["E1"],"text":"a"', [Cut(False, unclosed=True)]),
        ('{"paragraphs":[{"citationIds":["E1"],"text":"a"},]}', [Cut(False)]),
        ('{"citationIds":["E1"],"text":"a"}\n{"cita', [Cut(False, unclosed=True)]),
        ('{"citationIds":["E1"],"text":"a"}\n{x} is a set', []),
        (document((["E1"], "a")), []),
    ],
)
def test_what_was_left_open_is_said(text, cut):
    assert [part for part in json_parts(text) if isinstance(part, Cut)] == cut


def test_a_document_without_a_text_gives_its_strings():
    assert json_parts('{"x":"One two three.","y":["z"]}')[-1] == Note("bad_shape", {"strings": ("One two three.", "z")})
    assert json_parts('{"error":{"message":"Too many requests."}}')[-1] == Note("bad_shape", {"strings": ()})


def test_what_follows_the_document_is_an_aside():
    out = json_parts(document((["E1"], "a")) + "\n```\nI hope it helps")
    assert [part.text for part in out if isinstance(part, OutsideText)] == ["I hope it helps"]
    out = json_parts(document((["E1"], "a")), " ", "{", "x} is a set")
    assert [part.text for part in out if isinstance(part, OutsideText)] == ["{x} is a set"]


def test_a_long_title_is_cut_at_the_same_place_however_it_comes():
    model = '{"outline":["' + "x" * 5000 + '"],"paragraphs":["a"]}'
    for pieces in ([model], list(model), [model[:100], model[100:]]):
        [title] = [part.title for part in json_parts(*pieces) if isinstance(part, Title)]
        assert title == "x" * LONGEST_STRING


def test_escapes_in_keys_and_ids_are_decoded():
    assert Ids("E1") in json_parts('{"\\u0074ext":"a","citationIds":["\\u00451"]}')
    assert Ids("E1") in json_parts('{"text":"a","citationIds":["\\u00', '451"]}')


@every("damage", ["]", "}", ":", ",", "x:", '"y"', '"a much longer string"', "12", "null", "/", "\\"])
def test_damage_between_paragraphs_loses_no_paragraph(damage):
    out = json_parts(
        '{"paragraphs":[{"citationIds":["E1"],"text":"one"},' + damage + '{"citationIds":["E2"],"text":"two"}]}'
    )
    assert [
        part for part in out if isinstance(part, (Ids, str)) and part != "a much longer string" and part != "y"
    ] == [
        Ids("E1"),
        "one",
        Ids("E2"),
        "two",
    ]


def test_a_sentence_in_place_of_structure_is_prose():
    reader, out = JsonReader(), []
    text = '{"paragraphs":[{"citationIds":["E1"],"text":"one"}, and so on, and on'
    position = reader.read(text, 0, False, out)
    assert (reader.next, text[position:]) == ("prose", "and so on, and on")


def test_comments_are_skipped_even_when_cut():
    assert json_parts('{"text":"a"/', "* x *", "/", ' ,"citationIds":["E1"] /', "/ y\n}")[:2] == ["a", Ids("E1")]
    assert json_parts('{"text":"a","citationIds":["E1"] // never ends')[-1] == Cut(False, unclosed=True)


def test_lost_colons_and_keys_are_found_again():
    assert json_parts('{"citationIds":["E1"],"text" "one long sentence"}')[:2] == [Ids("E1"), "one long sentence"]
    assert json_parts('{"citationIds":["E1"] "text":"one"}')[:2] == [Ids("E1"), Note("bad_json", {"token": '"text":'})]
    assert "one" in json_parts('{"citationIds":["E1"] "text":"one"}')
    assert "one" in json_parts('{"x":[1,"text":"one"}')


def test_formulas_keep_their_signs():
    assert (
        "".join(part for part in json_parts('{"text":"$a$ $$b$$ \\n$5 $"}') if isinstance(part, str))
        == "$a$ $$b$$ \n$5 $"
    )
    assert "".join(part for part in json_parts('{"text":"a $', "x", "$ $") if isinstance(part, str)) == "a $x$ $"


def test_a_comment_sign_or_a_colon_of_another_kind_may_be_cut():
    assert "one a" in json_parts('{"text"', "=", '>"one a"}')
    assert json_parts('{"text":"a" # ', 'x": {', "\n}")[0] == "a"


def test_nesting_has_a_cap():
    for levels, expected in ((7, []), (8, ["too_deep"])):
        out = json_parts('{"x":' + "[" * levels, final=False)
        assert [part.kind for part in out if isinstance(part, Note)] == expected


def test_an_id_that_stands_where_none_belongs_is_nobodys():
    out = json_parts(
        '{"paragraphs":[{"citationIds":["E1"],"text":"one a"} E2,{"citationIds":["E3"],"text":"two b"} "E4"]}'
    )
    assert [part.raw for part in out if isinstance(part, Ids)] == ["E1", "E3"]


@pytest.mark.parametrize(("levels", "notes"), [(7, []), (8, ["too_deep"])])
def test_eight_levels_are_read(levels, notes):
    """The document's own object is the first."""
    out = json_parts('{"x":' + "[" * levels + "]" * levels + ',"paragraphs":[{"citationIds":[],"text":"one a"}]}')
    assert [part.kind for part in out if isinstance(part, Note)] == notes


@pytest.mark.parametrize("closed_too_early", ['{"a": 1}, ', "{}] "])
def test_an_answer_behind_a_document_that_closed_without_text_is_read(closed_too_early):
    found = read(f'{closed_too_early}"paragraphs": [{{"citationIds": ["E1"], "text": "{LOANS}"}}]}}')
    assert [(paragraph.text, paragraph.citation_ids) for paragraph in found.paragraphs] == [(LOANS, ["E1"])]
