"""A turn and its outcome."""

import re

from gateway.answer.events import Failed, Finished
from gateway.conversation.turn import Turn, TurnOutcome, new_uuid
from tests.support.questions import question_of


def test_uuids_are_32_hex_digits_of_version_4():
    for _ in range(50):
        assert re.fullmatch(r"[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}", new_uuid())


def test_every_turn_has_uuids_of_its_own():
    question = question_of("default", "x", "en")
    one, two = Turn(question), Turn(question)
    assert len({one.answer_uuid, one.question_uuid, one.turn_id, two.answer_uuid, two.question_uuid, two.turn_id}) == 6


def test_the_outcome_shows_meta_only_of_an_answer():
    assert TurnOutcome(Finished({"answer": {"tokens": 1}}), "done").answer_meta == {"tokens": 1}
    assert TurnOutcome(Failed("internal", "x"), "failed").answer_meta == {}
