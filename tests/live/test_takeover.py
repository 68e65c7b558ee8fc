"""Which answers a process goes on with, which it only ends, and which it lets go."""

import asyncio

import pytest

from gateway.answer.answer import Candidates
from gateway.answer.events import Numbered, StateChanged
from gateway.conversation.prepared import Frozen, Kept
from gateway.conversation.question import Question
from gateway.conversation.turn import Turn
from gateway.errors import Unavailable
from gateway.live.ports import ClaimedLease
from gateway.live.producers import Live
from gateway.live.takeover import MOST_ATTEMPTS, MOST_EPOCHS, Takeover
from tests.fakes.rows import DONE, Rows
from tests.support.waiting import until

FROZEN = Frozen(Candidates(), "Why?", {}, None)


class Table:
    """Leases in memory."""

    def __init__(self):
        self.free, self.epochs, self.to_stop, self.asked_to_stop, self.released, self.away = [], {}, [], [], 0, 0
        self.claims, self.asked_for = 0, []

    async def renew(self, running, read=()):
        return dict(self.epochs)

    async def stop_requests(self):
        return list(self.to_stop)

    async def request_stop(self, tenant, answer_uuid):
        self.asked_to_stop.append((tenant, answer_uuid))

    async def claim(self, most, running=()):
        self.claims += 1
        if self.away:
            self.away -= 1
            raise Unavailable("away")
        free, self.free = self.free[:most], self.free[most:]
        self.epochs |= {claimed.answer_uuid: claimed.epoch for claimed in free}
        return free

    async def release(self):
        self.released += 1

    async def stored_turns(self, answers):
        self.asked_for.append([answer_uuid for _, answer_uuid in answers])
        if "broken" in self.asked_for[-1]:
            raise ValueError("a row that cannot be read")
        events = (Numbered(1, 1, 0, StateChanged("responding", "…")),)
        return {
            answer_uuid: Kept(Turn(Question(tenant, "Why?", "en"), answer_uuid), FROZEN, events, 5000)
            for tenant, answer_uuid in answers
            if answer_uuid != "gone"
        }


class Asked:
    """Notes what was asked of it."""

    def __init__(self):
        self.endings, self.news = {}, asyncio.Event()

    async def go_on(self, turn, journal, stored, ending, pause_s):
        assert journal.elapsed_ms >= 5000
        self.endings[turn.answer_uuid] = ending
        self.news.set()
        await journal.finish(DONE)


@pytest.fixture
async def house():
    rows, table, asked = Rows(), Table(), Asked()
    live = Live(rows)
    await live.open()
    takeover = Takeover(live, table, asked, lease_s=0.03)
    yield rows, table, asked, live, takeover
    await takeover.close()


@pytest.mark.parametrize(
    ("claimed", "ending"),
    [
        (ClaimedLease("default", "a", 2, 1, False), None),
        (ClaimedLease("default", "a", 2, MOST_ATTEMPTS, False), None),
        (ClaimedLease("default", "a", 2, MOST_ATTEMPTS + 1, False), "interrupted"),
        (ClaimedLease("default", "a", MOST_EPOCHS + 1, 1, False), "interrupted"),
        (ClaimedLease("default", "a", 2, 1, True), "stopped"),
    ],
)
async def test_an_answer_goes_on_or_is_only_ended(house, claimed, ending):
    rows, table, asked, _, takeover = house
    table.free = [ClaimedLease("default", "gone", 2, 1, False), claimed]
    await takeover.open()
    await until(lambda: asked.endings)
    assert asked.endings == {"a": ending}
    await until(lambda: rows.written)
    assert rows.written[-1].id == f"{claimed.epoch}-2"


async def test_all_that_ran_out_is_read_at_once_and_one_that_cannot_be_read_stops_no_other(house):
    _, table, asked, _, takeover = house
    table.free = [ClaimedLease("default", name, 2, 1, False) for name in ("a", "broken", "b")]
    await takeover.open()
    await until(lambda: len(asked.endings) == 2)
    assert table.asked_for == [["a", "broken", "b"], ["a"], ["broken"], ["b"]]


def silent(turn, journal):
    return asyncio.Event().wait()


async def test_an_answer_whose_lease_is_lost_is_let_go(house):
    _, table, _, live, takeover = house
    turn = Turn(Question("default", "Why?", "en"))
    table.epochs = {turn.answer_uuid: 1}
    answer = live.start(turn, silent)
    await takeover.open()
    before = table.claims
    await until(lambda: table.claims > before + 2)
    assert not answer.closed
    table.epochs = {turn.answer_uuid: 2}
    await until(lambda: answer.closed)
    assert not live.running or answer.stopped is None


async def test_a_request_to_stop_reaches_the_running_answer(house):
    _, table, _, live, takeover = house
    turn = Turn(Question("default", "Why?", "en"))
    table.epochs, table.to_stop = {turn.answer_uuid: 1}, [("default", turn.answer_uuid)]
    answer = live.start(turn, silent)
    await takeover.open()
    await until(lambda: answer.closed)
    assert answer.stopped == "stopped"
    await takeover.stop("default", "somewhere else")
    assert table.asked_to_stop == [("default", "somewhere else")]


async def test_a_database_that_is_away_is_waited_for(house):
    _, table, asked, _, takeover = house
    table.away, table.free = 2, [ClaimedLease("default", "a", 2, 1, False)]
    await takeover.open()
    await until(lambda: asked.endings)


async def test_closing_releases_the_leases_after_the_answers_are_let_go(house):
    _, table, _, live, takeover = house
    answer = live.start(Turn(Question("default", "Why?", "en")), silent)
    await takeover.open()
    await takeover.close()
    assert answer.closed and answer.stopped is None and table.released == 1
