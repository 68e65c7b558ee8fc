"""The audit log as rows: with the deed or not at all, and settings once for each change."""

import asyncio

import pytest

from gateway.store.accounts.audit import SERVER, Actor, Audit, AuditSearch, acting, actor, note
from gateway.store.database.tenancy import ALL_TENANTS


@pytest.fixture
def log(database):
    return Audit(database)


async def test_a_row_goes_with_its_deed(log, database):
    async def broken():
        async with database.transaction(ALL_TENANTS) as connection:
            await note(connection, "default", "key.revoked", ["a"])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await broken()
    assert await log.page("default", AuditSearch(), None, 10) == []
    with acting(Actor("key:1", "app", "ann")):
        async with database.transaction(ALL_TENANTS) as connection:
            await note(connection, "default", "key.revoked", ["a", "b"], [{"why": 1}, {}])
            await note(connection, "default", "key.revoked", [])
    found = await log.page("default", AuditSearch(), None, 10)
    assert [(event.target, dict(event.detail)) for event in found] == [("b", {}), ("a", {"why": 1})]
    assert {(event.actor, event.role, event.user_ref) for event in found} == {("key:1", "app", "ann")}


async def test_tasks_inherit_who_acts():
    async def who():
        return actor()

    with acting(SERVER):
        task = asyncio.ensure_future(who())
    assert await task == SERVER and actor().name == "command"


async def test_settings_are_told_once_for_each_change_by_whichever_process(log):
    for now in ({}, {"A": "1"}, {"A": "1"}, {"A": "2", "B": "set"}):
        await asyncio.gather(*(log.settings("default", now) for _ in range(4)))
    found = await log.page("default", AuditSearch(action="settings."), None, 10)
    assert [(event.target, event.actor) for event in found] == [("A, B", "server"), ("A", "server")]
    assert found[0].detail == {"now": {"A": "2", "B": "set"}}
