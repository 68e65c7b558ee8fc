"""A machine that plays random calls against a real database and, beside it, a model of twenty lines."""

import asyncio

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from gateway.conversation.session import SessionLimits, SessionStart
from gateway.errors import NoActiveWorkflow, NoOpenRound, NoPrimary, RoundLimitReached, SessionExpired
from gateway.store.database.database import Database
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.sessions.rounds import SessionKey
from gateway.store.sessions.session_rows import Sessions, Update
from tests.support.effort import examples

ROUNDS = 4
NAMES = st.sampled_from(["card", "product"])


def machine(call, database):
    class Calls(RuleBasedStateMachine):
        """`said`, `waiting`, `rounds`, `stack` are what the session must be."""

        def __init__(self):
            super().__init__()
            self.sessions = Sessions(database, SessionLimits(max_rounds=ROUNDS))
            made = call(self.sessions.create("default", "local", SessionStart()))
            self.anew(made.session_id)

        def anew(self, session_id):
            self.key = SessionKey("default", "local", session_id)
            self.said, self.waiting, self.rounds, self.stack, self.past = [], False, 0, [], False

        def update(self, change, *errors):
            """Do it; returns whether it was done. `errors`: what it has to fail with."""
            over = SessionExpired if self.past else errors[0] if errors else None
            if over is None:
                return call(self.sessions.update(self.key, change)) is not None
            with pytest.raises(over) as refused:
                call(self.sessions.update(self.key, change))
            if isinstance(refused.value, (SessionExpired, RoundLimitReached)):
                self.anew(refused.value.members["new_session_id"])
            return False

        @rule(text=st.sampled_from("abc"), replies=st.booleans())
        def user(self, text, replies):
            full = [RoundLimitReached] if self.rounds == ROUNDS else []
            if self.update(Update(text, text.upper() if replies else None), *full):
                self.said += [text, text.upper()] if replies else [text]
                self.rounds, self.waiting = self.rounds + 1, not replies

        @rule()
        def reply(self):
            if self.update(Update(ai_message="R"), *([] if self.waiting else [NoOpenRound])):
                self.said, self.waiting = [*self.said, "R"], False

        @rule(name=NAMES)
        def primary(self, name):
            if self.update(Update(flow=lambda flow, _: flow.switch(name, "primary"))):
                self.stack = [name]

        @rule(name=NAMES)
        def secondary(self, name):
            if self.update(
                Update(flow=lambda flow, _: flow.switch(name, "secondary")), *([] if self.stack else [NoPrimary])
            ):
                self.stack = [self.stack[0], name]

        @rule()
        def end(self):
            if self.update(Update(flow=lambda flow, _: flow.end()), *([] if self.stack else [NoActiveWorkflow])):
                self.stack.pop()
                self.said = self.said if self.stack else []

        @rule(swept=st.booleans())
        def time_passes(self, swept):
            self.past = True
            call(expire(database, self.key.session_id))
            if swept:
                call(self.sessions.sweep())

        @rule()
        def crash(self):
            """Another process."""
            self.sessions = Sessions(database, SessionLimits(max_rounds=ROUNDS))

        @invariant()
        def it_reads_as_it_must(self):
            if self.past:
                with pytest.raises(SessionExpired):
                    call(self.sessions.read(self.key))
            context = call(self.sessions.read(self.key, whole=self.past))
            assert [said.content for said in context.messages] == self.said
            assert list(context.workflow.stack) == self.stack and context.round == self.rounds
            status = (
                ("ended" if self.rounds == ROUNDS else "expired")
                if self.past
                else "full"
                if self.rounds == ROUNDS
                else "active"
            )
            assert context.status == status

    return Calls


async def expire(database, session_id):
    async with database.connection(ALL_TENANTS) as connection:
        await connection.execute("update session set expires_at = now() where session_id = $1", session_id)


@pytest.mark.requirement("B1", "B12", "B13", "B14", "B21", "B24")
def test_any_sequence_of_calls_leaves_what_the_model_says(database_url):
    with asyncio.Runner() as runner:
        database = Database(database_url, size=2)
        runner.run(database.open())
        try:
            run_state_machine_as_test(
                machine(runner.run, database),
                settings=settings(
                    max_examples=examples(25),
                    stateful_step_count=25,
                    deadline=None,
                    derandomize=True,
                    database=None,
                    suppress_health_check=list(HealthCheck),
                ),
            )
        finally:
            runner.run(database.close())
