"""Every malformed answer, whole and at every two-way split; truncated and damaged at every character.

Where a test has many cases, each tries every third place, unless all is tried (`dev.py test --all`)."""

import json
import random

import pytest

from gateway.answer.answer import Candidates
from tests.support import effort
from tests.support.every import every
from tests.support.hostile_texts import cuttings
from tests.support.malformed import BODY, CASES, P1, P2
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


@every("case", CASES, ids=lambda case: case.name)
def test_a_malformed_answer_gives_what_is_expected_however_it_is_cut(case):
    """Whole, in its characters, at three random cuttings, and at every two-way split."""
    found = read(case.model, case.finish)
    expected = [(text, ids, degraded[0] if degraded else None) for text, ids, *degraded in case.paragraphs]
    assert [(p.text, p.citation_ids, p.degraded) for p in found.paragraphs] == expected
    assert found.summary.text == (case.text if case.text is not None else "\n\n".join(p.text for p in found.paragraphs))
    assert found.summary.citation_mode == ("answer" if case.text is not None else "paragraph")
    assert found.summary.degraded_reason == case.reason
    assert found.summary.citation_status["dropped"] == case.dropped
    assert found.summary.complete is case.complete
    for pieces in cuttings(case.model, case.name):
        assert read(pieces, case.finish).shape == found.shape, pieces
    places = effort.some(range(1, len(case.model)), len(case.name))
    for position in places if effort.whole else places[:: max(1, len(places) // 500)]:
        assert read([case.model[:position], case.model[position:]], case.finish).shape == found.shape, position


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


CLOSED = {
    "in a fence": f"```json\n{BODY}\n```",
    "extra and renamed keys": BODY.replace("citationIds", "citations").replace('"}', '","n":[{"a":1}]}'),
    "trailing commas": BODY.replace("]", ",]").replace("}", ",}"),
    "ids as a string": BODY.replace('["E1"]', '"E1"').replace('["E2"]', '"E2"'),
    "single quotes": BODY.replace('"', "'"),
    "unknown ids": BODY.replace('"E1"', '"E1","E99"'),
}
"""Damaged in the six ways that are tolerated, and closed."""
UNCLOSED = CLOSED | {
    "as asked": BODY,
    "pretty-printed": WELL_FORMED["pretty-printed"],
    "text first": WELL_FORMED["text first"],
    "a list": BODY[BODY.index("[") : -1],
    "a list of strings": '["one a","two [b]"]',
    "objects on lines of their own": f"{P1}\n{P2}",
    "two documents": f'{{"paragraphs":[{P1}]}}{{"paragraphs":[{P2}]}}',
    "in a wrapper": f'{{"response":{BODY}}}',
    "damaged in a wrapper": f'{{"response":{BODY.replace("]", ",]", 1)}}}',
    "in a string": json.dumps(BODY),
    "with an outline": document((["E1"], LOANS), (["E2"], FEES), outline='[{"id":"S1","title":"Loans [all]"}]'),
    "behind a thought": f"<think>E1 {{x}}</think>{BODY}",
    "another shape": '{"response":"Three weeks.","n":[1,2]}',
}


def test_of_the_corpus_only_what_never_closes_is_called_truncated():
    """All other answers that a model ended by itself have the verdict that they had before this was looked at."""
    truncated = {case.name for case in CASES if read(case.model).summary.degraded_reason == "truncated"}
    never_close = {
        "cut in the text",
        "cut in an id",
        "cut before the ids",
        "cut between paragraphs",
        "filtered",
        "only the closers missing",
        "the last quote is the last character",
        "a comment never closed",
        "only an opening brace",
        "a value that is cut",
    }
    assert truncated == never_close


@pytest.mark.parametrize("kind", CLOSED)
def test_json_that_closes_is_complete_whatever_else_is_wrong_with_it(kind):
    found = read(CLOSED[kind])
    assert [(one.text, one.citation_ids, one.degraded) for one in found.paragraphs] == [
        ("one a", ["E1"], None),
        ("two b", ["E2"], None),
    ]
    summary = found.summary
    assert (summary.complete, summary.degraded_reason, summary.has_citation_error) == (True, None, False)
    assert summary.citation_status["dropped"] == (kind == "unknown ids")


FINISHES = ["stop", "length", None, "tool_calls"]


@every("kind", UNCLOSED)
@every("finish", FINISHES)
def test_json_that_ends_before_it_closes_is_truncated_and_keeps_its_text(kind, finish):
    model = UNCLOSED[kind]
    whole = read(model, finish).summary.text
    begin, end = max(model.find("{"), model.find("[")), max(model.rfind("}"), model.rfind("]"))
    for position in effort.some(range(begin + 3, end), FINISHES.index(finish)):
        if model[:position].rstrip() in (P1, f'{{"paragraphs":[{P1}]}}'):
            continue  # the first of several is whole
        found = read(model[:position], finish)
        assert (found.summary.complete, found.summary.degraded_reason) == (False, "truncated"), position
        assert whole.startswith(found.summary.text), position


def test_a_fence_that_closes_around_it_does_not_close_json():
    found = read(f'```json\n{{"paragraphs":[{P1},{P2}\n```')
    assert [one.text for one in found.paragraphs] == ["one a", "two b"]
    assert (found.summary.complete, found.summary.degraded_reason) == (False, "truncated")


@pytest.mark.parametrize(
    "model", [f"{BODY[:-2]}", f"{BODY[:-1]} /* done", f"{BODY[:-1]}7", BODY.replace("}", "}}", 1)[:-2], f"{BODY}\n{{"]
)
def test_damage_does_not_close_it_either(model):
    found = read(model)
    assert [one.text for one in found.paragraphs] == ["one a", "two b"]
    assert (found.summary.complete, found.summary.degraded_reason) == (False, "truncated")


def test_a_refusal_in_json_that_never_closes_is_not_complete():
    summary = read(BODY[:-6], "refusal").summary
    assert (summary.complete, summary.degraded_reason) == (False, "refusal")


@every("damage", DAMAGE, ids=repr)
@every("inserted", [False, True])
def test_an_answer_damaged_at_any_character_is_read_the_same_however_it_is_cut(damage, inserted):
    generator = random.Random(damage)
    for position in effort.some(range(len(BODY)), DAMAGE.index(damage)):
        model = BODY[:position] + damage + BODY[position + (not inserted) :]
        whole = read(model)
        assert read(list(model)).shape == whole.shape, position
        cut = generator.randrange(len(model) + 1)
        assert read([model[:cut], model[cut:]]).shape == whole.shape, position


@every("damage", DAMAGE, ids=repr)
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
