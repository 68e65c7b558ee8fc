"""One character wrong anywhere: no text is lost, no structure is shown, however the answer is cut."""

import pytest

from gateway.answer.evidence.evidence import EvidenceSettings
from tests.support.damage import ANSWERS, SIGNS, Variant, fault, swaps, variants
from tests.support.reading import document, read

SLOW = (pytest.mark.slow, pytest.mark.timeout(300))
"""Each takes three seconds alone; a machine with other work to do takes longer."""


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_that_is_whole_has_no_fault(answer):
    model, paragraphs = ANSWERS[answer]
    assert fault(Variant(0, "", model, ""), paragraphs, read(model)) == ""


@pytest.mark.parametrize("signs", [None, *(pytest.param(SIGNS[at : at + 4], marks=SLOW) for at in range(0, 24, 4))])
@pytest.mark.parametrize("answer", ANSWERS)
def test_one_wrong_character_loses_no_text_and_shows_no_structure(answer, signs):
    paragraphs = ANSWERS[answer][1]
    some = list(variants(answer, signs))[:: 1 if signs else 2]
    found = ((variant.name, fault(variant, paragraphs, read(variant.model))) for variant in some)
    assert [(name, wrong) for name, wrong in found if wrong] == []


@pytest.mark.parametrize("answer", ANSWERS)
def test_two_letters_in_the_wrong_order_lose_no_text_and_show_no_structure(answer):
    paragraphs = ANSWERS[answer][1]
    found = ((variant.name, fault(variant, paragraphs, read(variant.model))) for variant in swaps(answer))
    assert [(name, wrong) for name, wrong in found if wrong] == []


@pytest.mark.parametrize(("from_", "every"), [(0, 17), *(pytest.param(at, 6, marks=SLOW) for at in range(6))])
@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_with_a_wrong_character_is_read_the_same_however_it_is_cut(answer, from_, every):
    for variant in list(variants(answer))[from_::every]:
        model, position = variant.model, variant.offset
        whole = read(model).shape
        assert read(list(model)).shape == whole, variant.name
        for cut in (position - 1, position, position + 1, position + 2):
            assert read([model[: max(0, cut)], model[max(0, cut) :]]).shape == whole, variant.name


@pytest.mark.parametrize(("opening", "closing"), ["“”", "«»", "「」", "『』", "‘’", "''"])
def test_other_quotes_do_for_those_of_json(opening, closing):
    model = document((["E1"], "One «b» “c” 「d」."), (["E2"], "Two.")).replace("'", "’")
    pieces = model.split('"')
    other = (
        "".join(piece + (opening if position % 2 == 0 else closing) for position, piece in enumerate(pieces[:-1]))
        + pieces[-1]
    )
    found = read(other)
    assert [(paragraph.text, paragraph.citation_ids) for paragraph in found.paragraphs] == [
        ("One «b» “c” 「d」.", ["E1"]),
        ("Two.", ["E2"]),
    ]
    assert read(list(other)).shape == found.shape


def test_a_text_may_be_an_object():
    model = (
        '{"paragraphs":[{"citationIds":["E1"],"text":{"type":"markdown","value":"One."}},{"text":{"value":"Two."}}]}'
    )
    assert [(paragraph.text, paragraph.citation_ids) for paragraph in read(model).paragraphs] == [
        ("One.", ["E1"]),
        ("Two.", []),
    ]


@pytest.mark.parametrize("text", ['a "b" c"} d', 'a {x"} b', 'a {"x"} b', 'a {"x": {"y"}} b', '{"}'])
def test_a_bare_quote_before_a_brace_of_the_text_does_not_split_it(text):
    found = read(f'{{"paragraphs":[{{"citationIds":["E1"],"text":"{text}"}},{{"citationIds":["E2"],"text":"Two."}}]}}')
    assert [(paragraph.text, paragraph.citation_ids) for paragraph in found.paragraphs] == [
        (text, ["E1"]),
        ("Two.", ["E2"]),
    ]


@pytest.mark.parametrize(
    "ids", ['["E1",xE2"]', '[7"E1","E2"]', '"E1","E2"]', '{"E1","E2"]', '["E1" "E2"]', '["E1"«"E2"]']
)
def test_ids_whose_list_is_damaged_are_still_found(ids):
    [paragraph] = read('{"paragraphs":[{"citationIds":' + ids + ',"text":"One a."}]}').paragraphs
    assert (paragraph.text, paragraph.citation_ids) == ("One a.", ["E1", "E2"])


def test_an_answer_of_quotes_alone_is_read_in_bounded_steps():
    model = '{"paragraphs":[{"citationIds":["E1"],"text":"' + '"' * 5000
    assert len(read(model, None, evidence=EvidenceSettings(mode="off")).text) > 4000
