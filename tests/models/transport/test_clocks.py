from __future__ import annotations

from gateway.models.transport.clocks import LONGEST_THOUGHT_S, Clocks
from gateway.settings import Settings


def clocks(**changed: float) -> Clocks:
    limits = {"silence_timeout_s": 20, "total_timeout_s": 180, **changed}
    return Clocks(Settings.model_construct(**limits), 1000.0)


def test_the_first_content_must_come_in_time() -> None:
    assert clocks().deadline == 1020
    assert "no text within 20 s (GATEWAY_SILENCE_TIMEOUT_S)" in clocks().missed(1020)


def test_content_moves_the_deadline_by_the_time_between_two_pieces() -> None:
    running = clocks()
    running.content(1019, text=True)
    assert running.deadline == 1039
    assert "silent for 20 s (GATEWAY_SILENCE_TIMEOUT_S)" in running.missed(1039)


def test_a_thought_is_life_but_not_for_ever() -> None:
    running = clocks()
    for now in range(1010, 1000 + int(LONGEST_THOUGHT_S), 10):
        running.content(now, text=False)
    assert running.deadline == 1000 + LONGEST_THOUGHT_S
    assert "only thought" in running.missed(running.deadline)
    running.content(1115, text=True)
    assert running.deadline == 1135


def test_the_total_ends_everything() -> None:
    running = clocks(total_timeout_s=25)
    running.content(1019, text=True)
    assert running.deadline == running.end == 1025
    assert "TOTAL" in running.missed(1025)


def test_a_new_try_waits_anew_within_the_same_total() -> None:
    running = clocks(total_timeout_s=30)
    running.content(1005, text=False)
    running.begin(1008)
    assert running.deadline == 1028
    running.begin(1015)
    assert running.deadline == 1030


def test_a_slow_reader_is_not_the_models_fault() -> None:
    running = clocks()
    running.content(1001, text=True)
    running.resume(1014)
    assert running.deadline == 1034
