"""Sessions as rows of a real database: rounds, times, policies, the cache, and what a lost connection leaves behind."""

import asyncio
import itertools
import uuid

import pytest

from gateway.conversation.session import LimitPolicy, SessionLimits, SessionStart
from gateway.conversation.workflow import Changes
from gateway.errors import (
    IdempotencyMismatch,
    NoOpenRound,
    NoPrimary,
    NotFound,
    RoundLimitReached,
    SessionExpired,
    Unavailable,
    VersionConflict,
)
from gateway.live.ports import Once
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.sessions.rounds import SessionKey
from gateway.store.sessions.session_rows import BATCH, Sessions, Update
from tests.support.faulty_store import At, Killing


@pytest.fixture
def sessions(database):
    return Sessions(database)


async def opened(sessions, **opening):
    made = await sessions.create("default", "local", SessionStart(**opening))
    return SessionKey("default", "local", made.session_id)


def both(number=1, **more):
    return Update(f"question {number}", f"reply {number}", **more)


def changes(**fields):
    return Update(flow=lambda flow, on_depth: flow.changed(Changes(**fields), on_depth))


async def run(database, statement, *arguments):
    async with database.connection(ALL_TENANTS) as connection:
        return await connection.fetch(statement, *arguments)


async def late(database, key, seconds=3600):
    await run(
        database,
        "update session set expires_at = now() - make_interval(secs => $2) where session_id = $1",
        key.session_id,
        seconds,
    )


def told(context):
    return [(said.role, said.content) for said in context.messages]


@pytest.mark.requirement("B5")
async def test_a_new_session_has_an_id_that_sorts_by_time_and_nothing_in_it(sessions):
    first = await sessions.create("default", "local", SessionStart(language="fr"))
    later = await sessions.create("default", "local", SessionStart())
    assert [uuid.UUID(one.session_id).version for one in (first, later)] == [7, 7]
    assert uuid.UUID(first.session_id).variant == uuid.RFC_4122 and first.session_id[:8] <= later.session_id[:8]
    assert (first.round, first.max_rounds, first.status, first.version) == (0, 50, "active", 1)
    assert first.messages == () and first.workflow.stack == () and first.language == "fr"
    with pytest.raises(NotFound):
        await sessions.create("nobody", "local", SessionStart())


@pytest.mark.requirement("B1", "B12")
async def test_messages_and_workflow_come_back_as_they_were_given(sessions):
    key = await opened(sessions)
    await sessions.update(key, both(1))
    await sessions.update(key, changes(primary="card", secondary="product", state_patch={"size": 3}))
    await sessions.update(key, Update("question 2"))
    context = await sessions.update(key, Update(ai_message="reply 2"))
    assert told(context) == [
        ("user", "question 1"),
        ("assistant", "reply 1"),
        ("user", "question 2"),
        ("assistant", "reply 2"),
    ]
    assert context.workflow.stack == ("card", "product") and context.workflow.state == {"size": 3}
    assert (context.round, context.version) == (2, 5)
    assert context == await sessions.read(key)


@pytest.mark.requirement("B16")
async def test_an_update_is_done_whole_or_not_at_all(sessions):
    key = await opened(sessions)
    before = await sessions.read(key)
    with pytest.raises(NoPrimary):
        await sessions.update(key, Update("hi", "hello", lambda flow, _: flow.switch("product", "secondary")))
    with pytest.raises(NoOpenRound):
        await sessions.update(key, Update(ai_message="hello"))
    assert await sessions.read(key) == before


async def test_a_foreign_session_is_an_unknown_one(sessions):
    key = await opened(sessions)
    for foreign in (
        key._replace(subject="other"),
        key._replace(tenant="other"),
        key._replace(session_id="12345"),
    ):
        with pytest.raises(NotFound):
            await sessions.read(foreign)
        with pytest.raises(NotFound):
            await sessions.update(foreign, both())


@pytest.mark.requirement("B14")
async def test_the_end_of_a_primary_empties_the_view_and_keeps_the_rows(sessions, database):
    key = await opened(sessions)
    await sessions.update(key, both(1))
    await sessions.update(key, changes(primary="card", state_patch={"a": 1}))
    ended = await sessions.update(key, Update(flow=lambda flow, _: flow.end()))
    assert ended.messages == () and ended.workflow.state == {} and ended.status == "active"
    assert told(await sessions.update(key, both(2))) == [("user", "question 2"), ("assistant", "reply 2")]
    assert len(await run(database, "select from message where session_id = $1", key.session_id)) == 4
    archived = await run(database, "select archived from workflow_event where op = 'end'")
    assert archived[0][0] == [{"name": "card", "state": {"a": 1}}]


@pytest.mark.requirement("B13")
async def test_the_switch_path_is_kept(sessions):
    key = await opened(sessions)
    await sessions.update(key, changes(primary="card", secondary="product"))
    await sessions.update(key, changes(secondary="order"))
    await sessions.update(key, changes(secondary="order"))
    await sessions.update(key, changes(end="secondary"))
    path = (await sessions.read(key, whole=True)).path
    assert [(step.op, step.level, step.name) for step in path] == [
        ("enter", "primary", "card"),
        ("enter", "secondary", "product"),
        ("switch", "secondary", "order"),
        ("end", "secondary", "order"),
    ]


# Once, and in order --------------------------------------------------------------------------------------------------


async def test_a_repeated_request_is_answered_as_the_first_time_and_does_nothing_twice(sessions, database):
    key = await opened(sessions)
    once = Once("r-1", "hash")
    flow = changes(primary="card", state_patch={"a": 1}).flow
    first = await sessions.update(key, both(1, once=once, flow=flow))
    await sessions.update(key, both(2))
    await sessions.update(key, changes(end="primary"))
    await late(database, key)
    again = await sessions.update(key, both(1, once=once, flow=flow))
    assert again == first and again.workflow.stack == ("card",)
    with pytest.raises(IdempotencyMismatch):
        await sessions.update(key, both(1, once=Once("r-1", "other")))
    assert (await sessions.read(key, whole=True)).round == 2


async def test_fifty_times_one_request_at_once_is_one_round(sessions):
    key = await opened(sessions)
    told = await asyncio.gather(*(sessions.update(key, both(once=Once("r", "h"))) for _ in range(50)))
    assert {context.round for context in told} == {1} and (await sessions.read(key)).round == 1


@pytest.mark.requirement("B20")
async def test_of_two_updates_of_one_version_one_is_refused(sessions):
    key = await opened(sessions)
    results = await asyncio.gather(
        *(sessions.update(key, both(number, expected_version=1)) for number in (1, 2)), return_exceptions=True
    )
    refused = [result for result in results if isinstance(result, VersionConflict)]
    assert len(refused) == 1 and refused[0].members == {"version": 2}
    assert (await sessions.read(key)).round == 1


@pytest.mark.requirement("B20", "B24")
async def test_of_sixty_rounds_at_once_exactly_fifty_are_taken(sessions):
    key = await opened(sessions)
    results = await asyncio.gather(
        *(sessions.update(key, both(number)) for number in range(60)), return_exceptions=True
    )
    refused = [result for result in results if isinstance(result, RoundLimitReached)]
    assert len(refused) == 10 and len({refusal.members["new_session_id"] for refusal in refused}) == 1
    context = await sessions.read(key)
    assert (context.round, context.status, len(context.messages)) == (50, "full", 100)
    pairs = (
        itertools.batched(context.messages, 2)
        if hasattr(itertools, "batched")
        else zip(*[iter(context.messages)] * 2, strict=True)
    )
    assert all(asked.content.split()[1] == reply.content.split()[1] for asked, reply in pairs), "rounds are never mixed"


# The end of a session ------------------------------------------------------------------------------------------------


@pytest.mark.requirement("B24", "B25")
async def test_the_last_round_may_be_completed_and_the_one_after_goes_to_a_new_session(database):
    sessions = Sessions(database, SessionLimits(max_rounds=2))
    key = await opened(sessions, caller_app="shop", user_segment="gold", language="zh")
    await sessions.update(key, both(1))
    full = await sessions.update(key, Update("question 2"))
    assert full.full and full.status == "full"
    assert len((await sessions.update(key, Update(ai_message="reply 2"))).messages) == 4
    for _ in range(2):
        with pytest.raises(RoundLimitReached) as refused:
            await sessions.update(key, Update("question 3"))
    new = SessionKey("default", "local", refused.value.members["new_session_id"])
    assert refused.value.members == {"new_session_id": new.session_id, "previous_session_id": key.session_id}
    successor = await sessions.read(new)
    assert successor.previous_session_id == key.session_id and successor.messages == () and successor.language == "zh"
    assert len((await sessions.read(key)).messages) == 4, "a full session stays readable"
    assert len(await run(database, "select from session")) == 2


async def at(database, offset):
    """Whether a message is taken when its session expires so many seconds later, by one clock."""
    key = await opened(Sessions(database))
    moment = f"update session set last_input_at = now() - interval '30 minutes' + interval '{offset} s', \
        expires_at = now() + interval '{offset} s' where session_id = '{key.session_id}'"
    try:
        context = await Sessions(At(database, moment)).update(key, both())
    except SessionExpired as expired:
        return expired
    else:
        return context


@pytest.mark.requirement("B22", "B23")
async def test_thirty_minutes_are_exact_by_the_clock_of_the_database(database):
    assert (await at(database, 0.1)).round == 1, "29:59.9"
    for offset in (0, -0.1):
        expired = await at(database, offset)
        assert isinstance(expired, SessionExpired) and expired.members["new_session_id"], "30:00.0 and 30:00.1"


@pytest.mark.requirement("B22")
async def test_only_a_users_input_renews_the_time(sessions, database):
    key = await opened(sessions)
    await sessions.update(key, Update("question"))
    await run(
        database,
        "update session set last_input_at = last_input_at - interval '20 min', expires_at = expires_at - interval '20 min'",
    )
    before = (await sessions.read(key)).expires_at
    await sessions.update(key, Update(ai_message="reply"))
    await sessions.update(key, changes(primary="card"))
    assert (await sessions.read(key)).expires_at == before
    assert (await sessions.update(key, both(2))).expires_at > before
    times = await run(database, "select expires_at - last_input_at as idle from session")
    assert times[0]["idle"].total_seconds() == 1800


@pytest.mark.requirement("B17", "B23")
async def test_an_expired_session_takes_nothing_and_hands_nothing_on(database):
    sessions = Sessions(database)
    key = await opened(sessions)
    await sessions.update(key, both(1))
    await late(database, key)
    with pytest.raises(SessionExpired) as refused:
        await sessions.read(key)
    assert refused.value.members == {"previous_session_id": key.session_id}, "reading makes no session"
    for update in (both(2), Update(ai_message="x"), changes(primary="card"), Update(flow=lambda flow, _: flow.end())):
        with pytest.raises(SessionExpired) as refused:
            await sessions.update(key, update)
    new = SessionKey("default", "local", refused.value.members["new_session_id"])
    assert (await sessions.read(new)).messages == () and len(await run(database, "select from session")) == 2
    kept = await sessions.read(key, whole=True)
    assert (kept.status, kept.end_reason, len(kept.messages)) == ("expired", "timeout", 2)


async def test_a_full_session_ends_by_its_round_limit(database):
    sessions = Sessions(database, SessionLimits(max_rounds=1))
    key = await opened(sessions)
    await sessions.update(key, both(1))
    await late(database, key)
    for _ in range(2):
        kept = await sessions.read(key, whole=True)
        assert (kept.status, kept.end_reason) == ("ended", "round_limit")
        await sessions.sweep()
    with pytest.raises(SessionExpired):
        await sessions.read(key)


# Policies ------------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("B26")
async def test_the_most_specific_policy_decides(sessions):
    policies = [
        LimitPolicy(max_rounds=10),
        LimitPolicy(user_segment="gold", max_rounds=20),
        LimitPolicy(caller_app="shop", max_rounds=30, idle_timeout_s=60),
        LimitPolicy(caller_app="shop", user_segment="gold", max_rounds=40),
    ]
    await sessions.set_policies("default", policies)
    assert await sessions.policies("default") == sorted(
        policies, key=lambda policy: (policy.caller_app or "", policy.user_segment or "")
    )
    for app, segment, expected in (
        ("other", None, 10),
        ("other", "gold", 20),
        ("shop", None, 30),
        ("shop", "silver", 30),
        ("shop", "gold", 40),
    ):
        made = await sessions.create("default", "local", SessionStart(app, user_segment=segment))
        assert made.max_rounds == expected
    await sessions.set_policies("default", [])
    assert await sessions.policies("default") == []
    with pytest.raises(NotFound):
        await sessions.set_policies("nobody", policies)


async def test_of_several_settings_of_policies_at_once_one_stands_whole(sessions):
    sets = [[LimitPolicy("a", max_rounds=number), LimitPolicy("b", max_rounds=number)] for number in range(1, 11)]
    await asyncio.gather(*(sessions.set_policies("default", policies) for policies in sets))
    assert await sessions.policies("default") in sets


@pytest.mark.requirement("B26")
async def test_limits_are_frozen_unless_the_policy_is_live(sessions, database):
    frozen, alive = [await opened(sessions, caller_app=app) for app in ("frozen", "alive")]
    limits = {"idle_timeout_s": 7200, "max_rounds": 1, "on_depth": "reject"}
    await sessions.set_policies("default", [LimitPolicy("frozen", **limits), LimitPolicy("alive", **limits, live=True)])
    assert (await sessions.update(frozen, both(1))).status == "active"
    assert (await sessions.read(alive)).max_rounds == 50
    assert (await sessions.update(alive, both(1))).status == "full"
    times = await run(
        database, "select expires_at - last_input_at as idle from session where session_id = $1", alive.session_id
    )
    assert times[0]["idle"].total_seconds() == 7200
    await sessions.set_policies("default", [LimitPolicy("alive", max_rounds=2, live=True)])
    assert (await sessions.update(alive, both(2))).round == 2, "and a full one goes on when its limit is raised"
    with pytest.raises(RoundLimitReached):
        await sessions.update(alive, both(3))


async def test_what_happens_at_depth_is_a_limit_too(database):
    sessions = Sessions(database, SessionLimits(on_depth="reject"))
    key = await opened(sessions)
    await sessions.update(key, changes(primary="card", secondary="product"))
    with pytest.raises(Exception, match="two levels"):
        await sessions.update(key, changes(secondary="order"))


# Lost connections ----------------------------------------------------------------------------------------------------


@pytest.mark.requirement("B20", "B21")
@pytest.mark.parametrize(
    "update",
    [both(2, once=Once("r", "h")), changes(primary="order"), Update(flow=lambda flow, _: flow.end())],
    ids=["update", "switch", "end"],
)
async def test_a_connection_lost_between_any_two_statements_leaves_the_last_commit(database, update):
    sessions = Sessions(database)
    key = await opened(sessions)
    before = await sessions.update(key, both(1, flow=changes(primary="card", state_patch={"a": 1}).flow))
    for number in itertools.count():
        killing = Killing(database, number)
        try:
            after = await Sessions(killing).update(key, update)
        except Unavailable:
            assert killing.killed and await sessions.read(key) == before, number
        else:
            assert not killing.killed and await sessions.read(key) == after
            break
    assert number >= 5, "there are that many statements at least"


@pytest.mark.requirement("B21")
async def test_a_repeated_request_finds_what_was_committed_when_the_news_was_lost(database):
    sessions = Sessions(database)
    key = await opened(sessions)
    update = both(1, once=Once("r", "h"))
    with pytest.raises(Unavailable):
        await Sessions(Killing(database, 0, after_commit=True)).update(key, update)
    assert (await sessions.update(key, update)).round == 1


# By age --------------------------------------------------------------------------------------------------------------


@pytest.mark.requirement("B17")
async def test_the_sweeper_ends_what_is_late_and_nothing_else(database):
    sessions = Sessions(database)
    gone, fresh = [await opened(sessions) for _ in range(2)]
    for key in (gone, fresh):
        await sessions.update(key, both(1))
    await late(database, gone, 0.1)
    assert await sessions.sweep() == 1 and await sessions.sweep() == 0
    rows = await run(database, "select session_id, status, end_reason from session")
    assert {tuple(row) for row in rows} == {(gone.session_id, "expired", "timeout"), (fresh.session_id, "active", None)}
    async with sessions.alone() as first, sessions.alone() as second:
        assert first and not second


@pytest.mark.requirement("B18")
async def test_sessions_go_with_everything_in_them_when_nobody_has_used_them_for_long(sessions, database):
    await sessions.set_policies(
        "default", [LimitPolicy("short", retention_days=1), LimitPolicy("long", retention_days=900)]
    )
    keys = [await opened(sessions, caller_app=app) for app in ("default", "short", "long")]
    for key in keys:
        await sessions.update(key, both(1, once=Once("r", "h"), flow=changes(primary="card").flow))
        await late(database, key, 2 * 24 * 3600)
    assert await sessions.purge(365) == 1
    assert {row[0] for row in await run(database, "select caller_app from session")} == {"default", "long"}
    await run(database, "update session set expires_at = now() - interval '400 days'")
    assert await sessions.purge(365) == 1 and await sessions.purge(365) == 0
    for table in ("session", "workflow_event", "session_request"):
        assert len(await run(database, f"select from {table}")) == 1
    assert len(await run(database, "select from message")) == 2


async def test_batches_are_bounded(sessions, database):
    await run(
        database,
        "insert into session (tenant_id, session_id, subject, caller_app, idle_timeout_s, max_rounds, on_depth, expires_at) \
        select 'default', n::text, 's', 'a', 60, 1, 'replace', now() - interval '1 s' from generate_series(1, $1::int) n",
        BATCH + 1,
    )
    assert [await sessions.sweep() for _ in range(3)] == [BATCH, 1, 0]
