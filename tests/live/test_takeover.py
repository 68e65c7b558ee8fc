"""Which answers a process goes on with, which it only ends, and which it lets go."""

import asyncio

import pytest

from gateway.answer.answer import Candidates
from gateway.answer.events import Numbered, StateChanged
from gateway.conversation.prepared import Prepared, SearchFacts, StoredTurn
from gateway.conversation.turn import Turn
from gateway.errors import Unavailable
from gateway.live.ports import ClaimedLease, FreeLeases
from gateway.live.producers import Live
from gateway.live.takeover import MOST_ATTEMPTS, MOST_EPOCHS, Takeover
from gateway.telemetry.tracing import request_context
from tests.fakes.rows import DONE, Rows
from tests.support.questions import question_of
from tests.support.waiting import until

FROZEN = Prepared(Candidates(), SearchFacts("Why?"))


class Table:
    """Leases in memory."""

    def __init__(self):
        self.free_leases, self.epochs, self.to_stop, self.asked_to_stop, self.released, self.away = [], {}, [], [], 0, 0
        self.claims, self.looks, self.asked_for = 0, 0, []
        self.silent, self.taken_from, self.is_present, self.renewals = [], [], True, 0
        self.heirs = []

    def heed(self, released, missed):
        self.hear, self.miss = released, missed

    async def free(self):
        """`silent`: what each look finds; the last one repeats."""
        self.looks += 1
        silent = self.silent[min(self.looks, len(self.silent)) - 1] if self.silent else ()
        return FreeLeases(bool(self.free_leases), frozenset(silent))

    async def renew(self, running, read=()):
        self.renewals += 1
        return dict(self.epochs)

    async def stop_requests(self):
        return list(self.to_stop)

    async def request_stop(self, tenant, answer_uuid):
        self.asked_to_stop.append((tenant, answer_uuid))

    async def claim(self, most, running=(), gone=()):
        self.claims += 1
        self.taken_from.append(set(gone))
        if self.away:
            self.away -= 1
            raise Unavailable("away")
        free, self.free_leases = self.free_leases[:most], self.free_leases[most:]
        self.epochs |= {claimed.answer_uuid: claimed.epoch for claimed in free}
        return free

    async def release(self):
        self.released += 1

    async def has_heirs(self):
        if self.away:
            raise Unavailable("away")
        return bool(self.heirs)

    async def stored_turns(self, answers):
        self.asked_for.append([answer_uuid for _, answer_uuid in answers])
        if "broken" in self.asked_for[-1]:
            raise ValueError("a row that cannot be read")
        events = (Numbered(1, 1, 0, StateChanged("responding", "…")),)
        return {
            answer_uuid: StoredTurn(Turn(question_of(tenant, "Why?", "en"), answer_uuid), FROZEN, events, 5000)
            for tenant, answer_uuid in answers
            if answer_uuid != "gone"
        }


class Asked:
    """Notes what was asked of it."""

    def __init__(self):
        self.endings, self.known, self.news = {}, {}, asyncio.Event()

    async def go_on(self, turn, journal, stored, ending, pause_s):
        self.known[turn.answer_uuid] = (request_context.request_id(), request_context.trace_headers())
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
    table.free_leases = [ClaimedLease("default", "gone", 2, 1, False), claimed]
    await takeover.open()
    await until(lambda: asked.endings)
    assert asked.endings == {"a": ending}
    await until(lambda: rows.written)
    assert rows.written[-1].id == f"{claimed.epoch}-2"


async def test_all_that_ran_out_is_read_at_once_and_one_that_cannot_be_read_stops_no_other(house):
    _, table, asked, _, takeover = house
    table.free_leases = [ClaimedLease("default", name, 2, 1, False) for name in ("a", "broken", "b")]
    await takeover.open()
    await until(lambda: len(asked.endings) == 2)
    assert table.asked_for == [["a", "broken", "b"], ["a"], ["broken"], ["b"]]


async def test_an_answer_goes_on_under_the_ids_of_the_request_that_asked_for_it(house):
    _, table, asked, _, takeover = house
    parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    table.free_leases = [
        ClaimedLease("default", "a", 2, 1, False, {"x-request-id": "req-1", "traceparent": parent}),
        ClaimedLease("default", "b", 2, 1, False),
    ]
    await takeover.open()
    await until(lambda: len(asked.known) == 2)
    assert asked.known == {"a": ("req-1", {"traceparent": parent}), "b": (None, {})}


def silent(turn, journal):
    return asyncio.Event().wait()


async def test_an_answer_whose_lease_is_lost_is_let_go(house):
    _, table, _, live, takeover = house
    turn = Turn(question_of("default", "Why?", "en"))
    table.epochs = {turn.answer_uuid: 1}
    answer = live.start(turn, silent)
    await takeover.open()
    before = table.looks
    await until(lambda: table.looks > before + 2)
    assert not answer.closed
    table.epochs = {turn.answer_uuid: 2}
    await until(lambda: answer.closed)
    assert not live.running or answer.stopped is None


async def test_a_command_keeps_its_own_leases_and_takes_over_nothing(house):
    _, table, asked, live, _ = house
    table.free_leases = [ClaimedLease("default", "a", 2, 1, False)]
    command = Takeover(live, table, asked, lease_s=0.03, claims=False)
    turn = Turn(question_of("default", "Why?", "en"))
    table.epochs = {turn.answer_uuid: 1}
    live.start(turn, silent)
    await command.open()
    table.hear()
    await until(lambda: table.renewals > 2)
    await command.close()
    assert table.looks == table.claims == 0 and not asked.endings


async def test_a_process_that_is_missing_at_two_looks_and_renewed_nothing_is_gone(house):
    _, table, _, _, takeover = house
    table.silent = [{("a", 1)}, {("a", 2)}, set(), {("a", 2), ("b", 7)}, {("a", 3), ("b", 7)}, {("a", 3)}, set()]
    await takeover.open()
    await until(lambda: table.looks > len(table.silent))
    assert [gone for gone in table.taken_from if gone] == [{"b"}, {"a"}]


async def test_what_was_let_go_is_taken_when_it_is_told(house):
    _, table, asked, _, takeover = house
    await takeover.open()
    await until(lambda: table.claims)
    table.free_leases = [ClaimedLease("default", "a", 2, 1, False)]
    table.hear()
    await until(lambda: asked.endings)


async def test_a_process_that_others_miss_renews_at_once_and_often(house):
    _, table, asked, live, _ = house
    turn = Turn(question_of("default", "Why?", "en"))
    table.epochs = {turn.answer_uuid: 1}
    live.start(turn, silent)
    takeover = Takeover(live, table, asked, lease_s=1000)
    await takeover.open()
    await until(lambda: table.renewals)
    table.is_present = False
    table.miss()
    await until(lambda: table.renewals > 3)
    await takeover.close()


async def test_a_request_to_stop_reaches_the_running_answer(house):
    _, table, _, live, takeover = house
    turn = Turn(question_of("default", "Why?", "en"))
    table.epochs, table.to_stop = {turn.answer_uuid: 1}, [("default", turn.answer_uuid)]
    answer = live.start(turn, silent)
    await takeover.open()
    await until(lambda: answer.closed)
    assert answer.stopped == "stopped"
    await takeover.stop("default", "somewhere else")
    assert table.asked_to_stop == [("default", "somewhere else")]


async def test_a_database_that_is_away_is_waited_for(house):
    _, table, asked, _, takeover = house
    table.away, table.free_leases = 2, [ClaimedLease("default", "a", 2, 1, False)]
    await takeover.open()
    await until(lambda: asked.endings)


async def test_closing_releases_the_leases_after_the_answers_are_let_go(house):
    _, table, _, live, takeover = house
    answer = live.start(Turn(question_of("default", "Why?", "en")), silent)
    await takeover.open()
    assert await takeover.close() is False
    assert answer.closed and answer.stopped is None and table.released == 1


async def test_closing_tells_whether_somebody_is_there_to_go_on(house):
    _, table, _, _, takeover = house
    table.heirs = ["another process"]
    assert await takeover.close() is True
    table.away = 1
    assert await takeover.close() is False
