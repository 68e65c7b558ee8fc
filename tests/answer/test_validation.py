"""Ids in every spelling."""

import pytest

from gateway.answer.validation import MOST_IDS, Claimed, normalised
from tests.answer.reading import CANDIDATES


@pytest.mark.parametrize(
    "raw", ["E1", "e1", "E01", "[E1]", "【E1】", "(e1)", " E1 ", "Ｅ１", "E-1", "E 1", "'E1'", "E1."]
)
def test_an_id_is_normalised(raw):
    assert normalised(raw) == "E1"


@pytest.mark.parametrize("raw", ["1", "[1]", "E", "E0", "X1", "E1-E3", "source E1", "", "E12345", "E1" * 40])
def test_what_is_no_id_is_none(raw):
    assert normalised(raw) is None


def test_ids_are_checked_as_they_arrive_and_each_refusal_is_said():
    claimed = Claimed(CANDIDATES)
    said = [claimed.add(raw) for raw in ("e2", "E9", "nonsense", "[E2]", "E1")]
    assert claimed.ids == ["E2", "E1"]
    assert claimed.dropped == 3
    assert [one.detail["reason"] for one in said if one] == ["unknown_id", "not_an_id", "duplicate_id"]


def test_a_paragraph_has_at_most_four_ids():
    from gateway.answer.answer import Candidates
    from tests.answer.reading import candidate

    claimed = Claimed(Candidates([candidate(number, "x") for number in range(1, 9)]))
    said = [claimed.add(f"E{number}") for number in range(1, 6)]
    assert len(claimed.ids) == MOST_IDS
    assert said[-1] is not None
    assert said[-1].detail["reason"] == "too_many_ids"
