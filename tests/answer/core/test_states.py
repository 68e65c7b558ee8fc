"""The table of states: all of it is needed, and nothing beside it happens."""

from itertools import product
from typing import NamedTuple

import pytest

from gateway.answer.core import stream, text_reader
from gateway.answer.core.lost_paragraphs import Ladder
from gateway.answer.core.states import TRANSITIONS, Blocks, IllegalTransition, Phase, Trigger, after
from gateway.answer.core.stream import AnswerStream
from tests.support.every import every
from tests.support.reading import CANDIDATES, FEES, LOANS, OFF, document

STRICT = Ladder(strict=True, nothing_found="Nothing.")
OUTLINE = '"outline":[{"id":"S1","title":"Loans"}]'
OUTLINE_BLOCK = "SUIVI\n" + "".join(f"[S{number}] A title of some words, number {number}\n" for number in range(1, 9))


P, U, F, UF = Blocks.PARAGRAPHS, Blocks.UNDECIDED, Blocks.FULL, Blocks.UNDECIDED_FULL
C, CF = Blocks.CITED, Blocks.CITED_FULL
WHOLE = document((["E1"], LOANS))
OPEN = WHOLE[:-9]
LIST = WHOLE[:-2]
PLAIN = f"{LOANS}\n\n{FEES}"
SHAPELESS = ['{"result":"', f'This is the answer. {FEES * 9}"', "fail", "resume"]


class Beside(NamedTuple):
    """A piece whose citations come beside it."""

    text: str


class Script(NamedTuple):
    """What a caller does with one answer: None halts, the name of a call is called, all else is received."""

    steps: list[str | Beside | None]
    taken: set[tuple[Phase | Blocks, Trigger]]
    """Transitions that it is here for."""
    ladder: Ladder = Ladder()


SCRIPTS = {
    "a document": Script(
        [WHOLE, "end"],
        {
            (Phase.RECEIVING, Trigger.END),
            (Phase.ENDED, Trigger.FINISH),
            (Phase.OVER, Trigger.CLOSE),
            (P, Trigger.LIST_END),
        },
    ),
    "a text that broke off and goes on": Script(
        [OPEN, "fail", "resume", WHOLE],
        {(Phase.ENDED, Trigger.BREAK_OFF), (Phase.BROKEN_OFF, Trigger.RESUME), (P, Trigger.RESUME)},
    ),
    "a text that broke off": Script([OPEN, "fail", "forgo"], {(Phase.BROKEN_OFF, Trigger.FORGO)}),
    "plain text": Script([PLAIN], {(P, Trigger.PLAIN_TEXT)}),
    "plain text with a marker": Script([f"{PLAIN} [E2]"], {(U, Trigger.MARKER)}),
    "plain text before a document": Script([f"{LOANS}\n{FEES}\n{WHOLE}"], {(U, Trigger.STRUCTURE)}),
    "plain text that nobody has seen": Script([PLAIN], {(U, Trigger.EACH_STANDS)}, STRICT),
    "an outline alone behind another shape that broke off": Script(
        [*SHAPELESS, OUTLINE_BLOCK, "fail"], {(U, Trigger.PLAIN_TEXT)}
    ),
    "too many blocks": Script([f"{LOANS}\n\n", None, PLAIN, "end"], {(U, Trigger.CAP)}),
    "too many blocks, half a heading, and a document": Script(
        [f"{LOANS}\n{FEES}\n\n", None, f"SUIV{WHOLE}"], {(UF, Trigger.STRUCTURE)}
    ),
    "too many blocks, which nobody has seen": Script(
        [f"{LOANS}\n\n", None, PLAIN, "end"], {(UF, Trigger.EACH_STANDS)}, STRICT
    ),
    "too many blocks, which nobody has seen, behind another shape that broke off": Script(
        [*SHAPELESS, f"{LOANS}\n\n", None, FEES, "end"], {(UF, Trigger.PLAIN_TEXT), (UF, Trigger.CAP)}, STRICT
    ),
    "too many paragraphs": Script([f"<p c=E1>{LOANS}", None, "</p><p c=E2>One.</p>"], {(P, Trigger.CAP)}),
    "too many paragraphs, and half a heading": Script(
        [f"<p c=E1>{LOANS}", None, "</p><p c=E2>One.\nSUIV</p>"], {(F, Trigger.CAP)}
    ),
    "half a heading for one paragraph too many": Script(
        [f"{LIST},", None, f"{document((['E2'], 'SUIV'))[15:]}"], {(F, Trigger.LIST_END)}
    ),
    "half a heading for one paragraph too many, where the text breaks off": Script(
        [f"{LIST},", None, f"{document((['E2'], 'SUIV'))[15:-4]}", "fail", "resume", WHOLE], {(F, Trigger.RESUME)}
    ),
    "three lists": Script(
        [
            f'{{"paragraphs":[{{"text":"a"}}],{OUTLINE},"paragraphs":[{{"text":""}}],{OUTLINE},'
            f'"paragraphs":[{{"text":"b"}}],{OUTLINE}}}'
        ],
        {
            (Blocks.LIST_OVER, Trigger.LIST_END),
            (Blocks.LIST_OVER, Trigger.TEXT),
            (Blocks.LEFT_OUT, Trigger.LIST_END),
        },
    ),
    "plain text behind an empty list": Script(
        [f'{{"paragraphs":[{{"text":""}}],{OUTLINE},"paragraphs":[{{"text":"","citationIds":[]}} and so on'],
        {(Blocks.LIST_OVER, Trigger.PLAIN_TEXT)},
    ),
    "plain text behind a second list": Script(
        [f'{{"paragraphs":[{{"text":""}}],{OUTLINE},"paragraphs":[{{"text":"a","citationIds":[]}} and so on'],
        {(Blocks.LEFT_OUT, Trigger.PLAIN_TEXT)},
    ),
    "text with citations beside it that breaks off": Script(
        [Beside(PLAIN), "fail", "resume", WHOLE], {(P, Trigger.BESIDE), (C, Trigger.RESUME)}
    ),
    "too many blocks with citations beside them": Script(
        [Beside(f"{LOANS}\n\n"), None, Beside(f"{PLAIN}\nSUIV"), "end"], {(C, Trigger.CAP)}
    ),
    "half a heading for one block too many, where the text breaks off": Script(
        [Beside(f"{LOANS}\n\n"), None, Beside("SUIV"), "fail", "resume", WHOLE], {(CF, Trigger.RESUME)}
    ),
}


def play(script: Script) -> None:
    answer = AnswerStream(CANDIDATES, language="en", evidence=OFF, ladder=script.ladder)
    for step in script.steps:
        match step:
            case None:
                answer.halt()
            case "fail":
                answer.end(None, "upstream_error")
            case "resume" | "end" | "forgo":
                assert step != "resume" or answer.resumable
                getattr(answer, step)()
            case Beside():
                answer.receive(step.text, ())
            case _:
                answer.receive(step)
    answer.close("stop")


@pytest.fixture
def taken(monkeypatch):
    """The transitions that happen."""
    found = set()

    def seen(state, trigger):
        found.add((state, trigger))
        return after(state, trigger)

    monkeypatch.setattr(stream, "after", seen)
    monkeypatch.setattr(text_reader, "after", seen)
    return found


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_takes_the_transitions_that_it_is_here_for(name, taken):
    play(SCRIPTS[name])
    assert SCRIPTS[name].taken - taken == set()


def test_the_scripts_take_every_transition_of_the_table_and_no_other(taken):
    for script in SCRIPTS.values():
        play(script)
    assert taken == set(TRANSITIONS)


@pytest.mark.parametrize(("first", "states"), [(Phase.RECEIVING, Phase), (Blocks.PARAGRAPHS, Blocks)])
def test_every_state_is_reached_from_the_first(first, states):
    reached = {first}
    while more := {after for (state, _), after in TRANSITIONS.items() if state in reached} - reached:
        reached |= more
    assert reached == set(states)


@every(("state", "trigger"), sorted(product([*Phase, *Blocks], Trigger), key=str))
def test_what_is_not_in_the_table_cannot_happen(state, trigger):
    if (state, trigger) in TRANSITIONS:
        assert after(state, trigger) is TRANSITIONS[state, trigger]
    else:
        with pytest.raises(IllegalTransition):
            after(state, trigger)


def test_calls_in_another_order_do_nothing():
    answer = AnswerStream(CANDIDATES, language="en", evidence=OFF)
    assert answer.resume() == answer.forgo() == []
    answer.receive(WHOLE)
    assert answer.end("stop") != [] == answer.end("length") == answer.resume()
    assert answer.close() == answer.close() == []
    assert answer.summary.complete and answer.summary.degraded_reason is None
