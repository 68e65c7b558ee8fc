"""What stands beside JSON: comments, thoughts, words, further documents."""

import pytest

from gateway.answer.reading.parts import Ids, OutsideText, Thought
from tests.support.reading import document, json_parts, read

ONE = document((["E1"], "one a"))


def texts(model, kind):
    """The parts of this kind, joined; the same however the model's text is cut."""
    found = [
        "".join(part.text for part in json_parts(*pieces) if isinstance(part, kind))
        for pieces in ([model], list(model))
    ]
    assert found[0] == found[1]
    return found[0]


@pytest.mark.parametrize(
    ("sign", "ids"),
    [
        ("# note", ["E1"]),
        ("## note", ["E1"]),
        ("#\n", ["E1", "E2"]),
        ("#", ["E1", "E2"]),
        ("# ", ["E1", "E2"]),
        ("#,", ["E1", "E2"]),
    ],
)
def test_a_hash_begins_a_comment_where_words_follow_it(sign, ids):
    out = json_parts('{"text":"one a","citationIds":["E1"', "," + sign, '"E2"]}')
    assert [part.raw for part in out if isinstance(part, Ids)] == ids


def test_a_hash_before_a_key_of_ours_is_no_comment():
    assert "one a" in json_parts('{"citationIds":["E1"],#text":"one a"}')
    assert "one a" in json_parts('{"citationIds":["E1"],#', "te", 'xt":"one a"}')


def test_a_thought_between_tokens_ends_with_its_tag_or_where_our_structure_goes_on():
    within = '{"paragraphs":[<think>x < y, {z} [1]</think>{"citationIds":["E1"],"text":"one a"}]}'
    assert texts(within, Thought) == "x < y, {z} [1]"
    endless = '{"paragraphs":[<think>hmm {"citationIds":["E1"],"text":"one a"}]}'
    assert texts(endless, Thought) == "hmm "
    for model in (within, endless):
        assert read(model).text == "one a"


def test_a_thought_between_damaged_tokens_is_one_too():
    model = '{"paragraphs":[{"citationIds":["E1"] ] <think>what now?</think> "text":"one a"}]}'
    assert texts(model, Thought) == "what now?"
    [paragraph] = read(model).paragraphs
    assert (paragraph.text, paragraph.citation_ids) == ("one a", ["E1"])


def test_a_sign_of_less_alone_is_no_thought():
    assert "one a" in json_parts('{"citationIds":["E1"] < ,"text":"one a"}')
    assert texts(ONE + "\n<b>bye</b>", OutsideText) == "<b>bye</b>"


def test_words_behind_a_document_end_where_another_one_begins():
    model = ONE + " I hope {x} and [1] help. " + document((["E2"], "two b"))
    assert texts(model, OutsideText) == "I hope {x} and [1] help. "
    assert [(paragraph.text, paragraph.citation_ids) for paragraph in read(model).paragraphs] == [
        ("one a", ["E1"]),
        ("two b", ["E2"]),
    ]
