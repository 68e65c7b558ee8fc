"""Every malformed answer at every two-way split; truncated and damaged at every character.

Where a test has many cases, each tries every third place, unless all is tried (`dev.py test --all`)."""

import random

import pytest

from gateway.answer.answer import Candidates
from tests.support import effort
from tests.support.malformed import BODY, CASES
from tests.support.reading import FEES, LOANS, candidate, document, read

TWELVE = Candidates([candidate(n, LOANS) for n in range(1, 13)])
WELL_FORMED = {
    "ids first": document((["E12", "E2"], LOANS), (["E1"], FEES)),
    "text first": f'{{"paragraphs":[{{"text":"{LOANS}","citationIds":["E12","E2"]}},{{"text":"{FEES}","citationIds":["E1"]}}]}}',
    "pretty-printed": f'{{\n "paragraphs": [\n  {{"citationIds": ["E12", "E2"],\n   "text": "{LOANS}"}},\n  {{"citationIds": ["E1"], "text": "{FEES}"}}\n ]\n}}',
    "tags": f'<p c="E12,E2">{LOANS}</p>\n<p c="E1">{FEES}</p>',
    "one id as a string": f'{{"paragraphs":[{{"citationIds":"E12","text":"{LOANS}"}},{{"citationIds":"E1","text":"{FEES}"}}]}}',
}
SYNTAX = ("citationIds", "paragraphs", '":', '"text', "[{", "}]", "<p", "</p")
DAMAGE = ["", *'"}]{[,:\\x', "\x00", "“", "\u2028", "//"]


def test_the_corpus_has_the_size_it_is_said_to_have():
    assert len({case.name for case in CASES}) == len(CASES) >= 150
    assert len({case.model for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_two_way_split_of_a_malformed_answer_gives_equal_events(case):
    whole = read(case.model, case.finish).shape
    for position in effort.some(range(1, len(case.model)), len(case.name)):
        assert read([case.model[:position], case.model[position:]], case.finish).shape == whole


@pytest.mark.parametrize("shape", WELL_FORMED)
def test_an_answer_truncated_anywhere_shows_a_beginning_of_its_text_and_no_id_that_was_not_whole(shape):
    model = WELL_FORMED[shape]
    whole = f"{LOANS}\n\n{FEES}"
    expected = [paragraph.citation_ids for paragraph in read(model, candidates=TWELVE).paragraphs]
    assert expected[0][0] == "E12"
    for position in range(20, len(model)):  # before that no format is certain
        found = read(model[:position], None, candidates=TWELVE)
        # A lone "<" at the very end may be text.
        assert whole.startswith(found.summary.text.removesuffix("<").strip()), position
        for paragraph, ids in zip(found.paragraphs, expected, strict=False):
            assert paragraph.citation_ids == ids[: len(paragraph.citation_ids)], position


@pytest.mark.parametrize("damage", DAMAGE, ids=repr)
@pytest.mark.parametrize("inserted", [False, True])
def test_an_answer_damaged_at_any_character_is_read_the_same_however_it_is_cut(damage, inserted):
    generator = random.Random(damage)
    for position in effort.some(range(len(BODY)), DAMAGE.index(damage)):
        model = BODY[:position] + damage + BODY[position + (not inserted) :]
        whole = read(model)
        assert read(list(model)).shape == whole.shape, position
        cut = generator.randrange(len(model) + 1)
        assert read([model[:cut], model[cut:]]).shape == whole.shape, position


@pytest.mark.parametrize("damage", DAMAGE, ids=repr)
def test_damage_inside_a_text_changes_that_text_alone(damage):
    model = document((["E1"], LOANS), (["E2"], FEES), (["E3"], "three c"))
    begin = model.index(FEES)
    for position in effort.some(range(begin + 1, begin + len(FEES) - 1), DAMAGE.index(damage)):
        found = read(model[:position] + damage + model[position:])
        shown = [(paragraph.text, paragraph.citation_ids) for paragraph in found.paragraphs]
        assert (shown[0], shown[-1]) == ((LOANS, ["E1"]), ("three c", ["E3"])), position
        assert len(shown) == 3, position
        assert FEES[: position - begin].strip() in shown[1][0], position
        assert FEES[position - begin + 1 :].strip() in shown[1][0], position
        assert not any(sign in shown[1][0] for sign in SYNTAX), position
