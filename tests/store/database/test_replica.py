"""Searches on a replica: a real one, that follows, falls behind, goes and comes back."""

import asyncio
import signal
import sys

import asyncpg
import pytest

from gateway.errors import WrongUse
from gateway.store.database import replica as replicas
from gateway.store.database.database import Database
from gateway.store.database.replica import Replica
from gateway.store.database.tenancy import NO_TENANT
from tests.support.postgres import eventually
from tests.support.replica import replicated
from tests.support.server import running

pytestmark = [
    pytest.mark.timeout(180),
    pytest.mark.skipif(sys.platform == "win32", reason="two servers share the directory of a Unix socket here"),
]
OTHERS = "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
QUERY = {"query": "How long may a member borrow a book?"}


@pytest.fixture(scope="module")
async def pair():
    """Shared by the tests of this file: the address of a primary, and its replica."""
    async with replicated() as made:
        yield made


async def found(server):
    answer = await server.client.post("/v1/search", json=QUERY)
    assert answer.status_code == 200, answer.text
    return [result["title"] for result in answer.json()["passages"]]


def text(title):
    return f"{title}: a member may borrow a book from the library for three weeks."


async def added(server, title="Rules"):
    answer = await server.client.post("/v1/documents", json={"title": title, "text": text(title)})
    assert answer.status_code == 201, answer.text
    return answer.json()["documents"][0]


async def caught_up(server):
    await eventually(lambda: server.gateway.database.replica is not None, 20)


async def test_searches_read_the_replica_and_the_primary_while_it_is_away(pair, caplog):
    url, follower = pair
    async with running(url, database_replica_url=follower.url) as server:
        await caught_up(server)
        await added(server)
        async with asyncio.timeout(20):
            while not await found(server):  # a moment later it is there
                await asyncio.sleep(0.02)
        caplog.clear()  # it may have come later than our tables

        # What is stored while it stands still is not found on it, and is as soon as it is left alone.
        async with follower.standing_still():
            await added(server, "More")
            assert await found(server) == ["Rules"], "this was read on the replica"
            asked = await server.document(QUERY["query"])
            assert "borrow" in asked["answer"], "a turn is written and read on the primary"
            await eventually(lambda: server.gateway.database.replica is None, 20)
            assert sorted(await found(server)) == ["More", "Rules"]
            assert "is not read: it is " in caplog.text and "s behind; the primary is read" in caplog.text
        await caught_up(server)
        assert sorted(await found(server)) == ["More", "Rules"]

        await follower.stop()
        assert sorted(await found(server)) == ["More", "Rules"], "no search is lost"
        await eventually(lambda: server.gateway.database.replica is None, 20)
        await follower.start()
        await caught_up(server)
        told = [record.getMessage() for record in caplog.records if "replica" in record.getMessage()]
        assert len(told) == 4 and "is read again after" in told[-1], told


async def test_ended_answers_and_originals_are_read_there_when_they_have_arrived(pair, monkeypatch):
    url, follower = pair
    async with running(url, database_replica_url=follower.url) as server:
        await caught_up(server)
        document = await added(server, "Original")
        asked = await server.document(QUERY["query"])
        original = f"/v1/documents/{document['document_id']}/content"
        read = []
        reading = Database.read

        async def noted(self, tenants, work, *more):
            read.append(self.replica)
            return await reading(self, tenants, work, *more)

        monkeypatch.setattr(Database, "read", noted)
        async with follower.standing_still():
            late = await server.document("How long may a book be borrowed by a member?")
            read.clear()
            for known in (asked, late):  # of these, one has arrived there
                answer = await server.client.get(f"/v1/answers/{known['answer_uuid']}")
                assert answer.json()["answer"] == known["answer"]
            assert (await server.client.get(original)).text == text("Original")
            assert len(read) >= 3 and all(read)


async def test_one_that_does_not_answer_is_let_go_and_its_searches_go_to_the_primary(pair, monkeypatch):
    url, follower = pair
    monkeypatch.setattr(replicas, "ANSWER_S", 0.3)
    async with running(url, database_replica_url=follower.url) as server:
        await caught_up(server)
        await added(server, "Stopped")
        await follower.signal_all(signal.SIGSTOP)
        try:
            async with asyncio.timeout(10):
                assert "Stopped" in await found(server)
        finally:
            await follower.signal_all(signal.SIGCONT)


async def test_one_of_another_database_is_refused_and_one_that_is_away_is_waited_for(pair, database_url, caplog):
    url, _ = pair
    primary = Database(url)
    await primary.open()
    try:
        for wrong in (url, database_url):
            with pytest.raises(WrongUse, match="DATABASE_REPLICA_URL leads to another database"):
                await Replica(wrong, primary).open()
        connection = await asyncpg.connect(database_url)
        try:
            async with asyncio.timeout(20):
                while await connection.fetchval(OTHERS):  # the refused one is let go
                    await asyncio.sleep(0.02)
        finally:
            await connection.close()
        away = Replica("postgresql://nobody@127.0.0.1:1/none", primary)
        await away.open()
        assert primary.replica is None and "DATABASE_REPLICA_URL names a database that cannot be used" in caplog.text
        await away.close()
    finally:
        await primary.close()


async def test_without_one_everything_is_read_from_the_primary(database):
    async def who(connection):
        return await connection.fetchval("select pg_is_in_recovery()")

    assert await database.read(NO_TENANT, who) is False
    assert await database.read(NO_TENANT, who, lambda found: found) is False
