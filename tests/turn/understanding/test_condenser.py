"""A follow-up made whole by a model."""

import asyncio
import time

import pytest

from gateway import words
from gateway.conversation.question import Message
from gateway.conversation.usage import Usage
from gateway.errors import UpstreamError
from gateway.models.ports import ModelPiece, hand_over
from gateway.turn.understanding import condenser
from gateway.turn.understanding.condenser import Condenser
from gateway.turn.understanding.rewriting import LONGEST
from tests.support.prompts import PROMPTS

BEFORE = (Message("user", "How long may a book be borrowed?"), Message("assistant", "For three weeks."))
QUESTION = "And the films?"


class Model:
    name, model = "scripted", "m"

    def __init__(self, *pieces):
        self.pieces, self.prompts = pieces, []

    async def generate(self, prompt, messages=None, *, receive):
        self.prompts.append(prompt)
        assert messages is None and prompt.schema is None
        for piece in self.pieces:
            if isinstance(piece, Exception):
                raise piece
            if piece is None:
                await asyncio.Event().wait()
            await hand_over(receive, piece if isinstance(piece, ModelPiece) else ModelPiece(piece))


async def condensed(*pieces, before=BEFORE):
    model = Model(*pieces)
    rewritten, spent = await Condenser(PROMPTS, model).condense(QUESTION, before, "en")
    model.spent = spent
    return rewritten, model


async def test_a_model_rewrites_the_question_with_the_previous_turn_before_it():
    rewritten, model = await condensed('"How long may', ' a film\nbe borrowed?"\n')
    assert rewritten == "How long may a film be borrowed?"
    (prompt,) = model.prompts
    assert all(text in prompt.user for text in ("How long may a book", "For three weeks.", QUESTION))


async def test_of_a_long_conversation_the_parts_that_ask_are_read():
    quoted = "Grey parrots eat seeds. " * 300
    before = (Message("user", f"{quoted}How long may a book be borrowed?"), Message("assistant", quoted))
    model = Model("How long may a film be borrowed?")
    await Condenser(PROMPTS, model).condense(f"{quoted}And the films?", before, "en")
    (prompt,) = model.prompts
    assert all(text in prompt.user for text in ("be borrowed?", "And the films?")) and len(prompt.user) < 7000


@pytest.mark.parametrize(
    "pieces", [(UpstreamError("away"),), ("",), (" \n",), ("x" * LONGEST, "y")], ids=["fails", "empty", "blank", "long"]
)
async def test_a_model_that_fails_or_says_no_question_leaves_nothing(pieces):
    assert (await condensed(*pieces))[0] is None


@pytest.mark.parametrize(
    "pieces",
    [
        ("<think>The films", " are meant. " * 200, "</think>\n", "How long may a film be borrowed?"),
        ('{"question": "How long may a ', 'film be borrowed?"}'),
        ("**Rewritten question:** ", '"How long may a film be borrowed?"'),
    ],
    ids=["a thought", "JSON", "a label"],
)
async def test_what_stands_around_the_question_is_no_part_of_it(pieces):
    assert (await condensed(*pieces))[0] == "How long may a film be borrowed?"


async def test_a_refusal_leaves_the_question_as_it_was():
    assert (await condensed("I'm sorry, but ", "I can't help with that."))[0] is None


async def test_a_model_that_is_slow_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(condenser, "PATIENCE_S", 0.05)
    began = time.monotonic()
    assert (await condensed("How", None))[0] is None
    assert time.monotonic() - began < 5


async def test_what_it_costs_is_what_the_model_counts_else_estimated():
    _, model = await condensed("How long", ModelPiece(usage=Usage(40, 9)))
    assert model.spent == Usage(40, 9)
    _, model = await condensed("How long may a film be borrowed?")
    (prompt,) = model.prompts
    assert model.spent == Usage(words.tokens_estimate(prompt.system + prompt.user), 8)
    for pieces in ((UpstreamError("away"),), ()):
        _, model = await condensed(*pieces)
        assert (model.spent is None) is bool(pieces), "one that fails at once has taken nothing"
    assert (await Condenser(PROMPTS).condense(QUESTION, BEFORE, "en")).spent is None


async def test_without_a_model_nothing_is_rewritten():
    assert await Condenser(PROMPTS).condense(QUESTION, BEFORE, "en") == (None, None)


async def test_a_question_that_needs_nothing_comes_back_as_it_is():
    assert (await condensed(QUESTION))[0] == QUESTION
