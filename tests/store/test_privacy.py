"""Everything of one user, thread, session or document: told whole, and gone without a trace."""

import contextlib
import uuid
from pathlib import Path

import asyncpg
import orjson
import pytest

from gateway.errors import Unavailable
from gateway.store import privacy as module
from gateway.store.privacy import Whose
from tests.support.keyed import keyed
from tests.support.waiting import until

TABLES = """
select format('%I', c.relname) as name from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
"""
"""Read from the catalogue: a table that is new is looked through as well."""
CLEAN = "analyze; vacuum full; checkpoint"
"""What `docs/privacy.md` names: the first forgets what the planner knew of values, the second writes tables anew."""
MARK = "zanzibar-{}-quokka"
"""A word of nobody else's, by whose it is."""


def marked(whose):
    return MARK.format(whose)


async def tables_with(url, word):
    """The tables that have a word in any column, also in what is packed."""
    connection = await asyncpg.connect(url)
    try:
        found = []
        for row in await connection.fetch(TABLES):
            text = f"select exists (select from {row['name']} t where strpos(t::text, $1) > 0)"
            if await connection.fetchval(text, word) or await connection.fetchval(text, word.encode().hex()):
                found.append(row["name"])
        return found
    finally:
        await connection.close()


async def files_with(url, word):
    """The files of the database's directory that have a word, its log aside."""
    connection = await asyncpg.connect(url)
    try:
        for statement in CLEAN.split("; "):
            await connection.execute(statement)
        ours = await connection.fetchval(
            "select current_setting('data_directory') || '/' || pg_relation_filepath('tenant')"
        )
    finally:
        await connection.close()
    files = [file for file in Path(ours).parent.iterdir() if file.is_file()]
    assert len(files) > 100, "these are the database's files"
    return [file.name for file in files if word.encode() in file.read_bytes()]


async def files_left_with(url, word):
    """The files that still have a word when all was cleaned, three times at most: what a snapshot may see, such as old
    statistics, is written anew with the rest."""
    for _ in range(3):
        if not (found := await files_with(url, word)):
            break
    return found


async def lives(at, name):
    """Somebody who asks in a thread and a session, judges an answer, and is remembered."""
    word, headers = marked(name), {"X-User-Ref": name_of(name)}
    fields = {"caller_app": "desk", "user_ref": name_of(name)}
    first = await at.ask(
        "app", headers, question=f"How long may a {word} be borrowed?", thread_id=f"t-{word}", **fields
    )
    session = (
        await at.app.post("/context/create_session", json={"user_ref": name_of(name), "caller_app": "desk"})
    ).json()
    await at.ask("app", headers, question=f"What of a {word}?", session_id=session["session_id"], **fields)
    judged = {"verdict": "helpful", "comment": f"Good for a {word}."}
    done = await at.app.post(f"/v1/answers/{first['answer_uuid']}/feedback", json=judged, headers=headers)
    assert done.status_code < 300, done.text
    return first, session["session_id"]


def name_of(name):
    """Their user_ref, a mark of theirs too."""
    return f"{marked(name)}@example.org"


@pytest.fixture
async def at():
    async with keyed() as made:
        yield made


def url_of(at):
    return at.server.gateway.settings.database_url


async def settled(at):
    await until(lambda: not at.server.services.live.running)
    await at.server.gateway.retention.pack(0.0)


@pytest.mark.timeout(120)
async def test_nothing_of_a_user_is_left_in_any_table_or_file(at):
    for name in ("ann", "bob"):
        await lives(at, name)
    await settled(at)
    before = await tables_with(url_of(at), marked("ann"))
    assert {"answer", "message", "thread", "session", "queries_log", "feedback"} <= set(before), before
    assert len(await files_with(url_of(at), marked("ann"))) >= 6
    erased = await at.server.services.privacy.erase("acme", Whose.user(name_of("ann")))
    assert erased["answers"] == 2 and erased["threads"] == 1 and erased["sessions"] == 1
    assert await tables_with(url_of(at), marked("ann")) == []
    assert await files_left_with(url_of(at), marked("ann")) == []
    assert set(await tables_with(url_of(at), marked("bob"))) == set(before), "others lose nothing"


async def test_what_is_exported_is_everything_that_will_go(at):
    first, session = await lives(at, "ann")
    await lives(at, "bob")
    await settled(at)
    lines = [line async for line in at.server.services.privacy.export("acme", Whose.user(name_of("ann")))]
    rows = [orjson.loads(line) for line in lines]
    kinds = {row["kind"] for row in rows}
    assert {"answer", "event", "message", "paragraph", "thread", "session", "feedback", "log", "source"} <= kinds
    assert uuid.UUID(first["answer_uuid"]) in {uuid.UUID(row["answer_id"]) for row in rows if row["kind"] == "answer"}
    assert session in {row["session_id"] for row in rows if row["kind"] == "session"}
    assert marked("bob").encode() not in b"".join(lines)
    found = await at.server.services.privacy.found("acme", Whose.user(name_of("ann")))
    assert found["answer"] == 2 and found.keys() == kinds - {"event"}


async def test_a_thread_and_a_session_go_alone(at):
    _, session = await lives(at, "ann")
    privacy = at.server.services.privacy
    assert (await privacy.erase("acme", Whose("thread", f"t-{marked('ann')}", "desk")))["answers"] == 1
    assert (await privacy.found("acme", Whose.user(name_of("ann"))))["answer"] == 1
    erased = await privacy.erase("acme", Whose("session", session))
    assert erased["answers"] == erased["sessions"] == 1
    assert await privacy.found("acme", Whose.user(name_of("ann"))) == {}
    assert (await privacy.erase("acme", Whose("session", "never")))["answers"] == 0


@pytest.mark.timeout(120)
async def test_a_document_goes_with_the_answers_made_from_it(at):
    word = marked("page")
    document = await at.save(
        title=f"On a {word}", text=f"A {word} may be borrowed for nine weeks. " * 3, external_id=word
    )
    cited = await at.ask("user", question=f"How long may a {word} be borrowed?")
    other = await at.ask("user")
    await settled(at)
    assert word in orjson.dumps(cited).decode()
    erased = await at.server.services.privacy.erase("acme", Whose("document", document))
    assert erased["documents"] == 1 and erased["answers"] >= 1
    assert await tables_with(url_of(at), f"A {word} may be borrowed") == []
    assert await files_with(url_of(at), f"A {word} may be borrowed") == []
    assert (await at.user.get(f"/v1/answers/{cited['answer_uuid']}")).status_code == 404
    assert (await at.user.get(f"/v1/answers/{other['answer_uuid']}")).status_code in (200, 404)


async def test_another_tenants_user_of_the_same_name_stays(at):
    await lives(at, "ann")
    erased = await at.server.services.privacy.erase("globex", Whose.user(name_of("ann")))
    assert set(erased.values()) == {0}
    assert (await at.server.services.privacy.found("acme", Whose.user(name_of("ann"))))["answer"] == 2


@pytest.mark.parametrize("step", ["first batch", "last step", "end"])
async def test_an_erasure_whose_process_ended_goes_on(at, monkeypatch, step):
    """It is not told as done, and the next process that looks ends it."""
    await lives(at, "ann")
    privacy = at.server.services.privacy
    sql = dict(module.SQL)
    broken = {"first batch": "drop_log", "last step": "user_rest", "end": "end"}[step]
    monkeypatch.setattr(
        module, "SQL", {**sql, broken: f"select 1 / 0 from erasure where $1::text is null or true -- {broken}"}
    )
    with contextlib.suppress(asyncpg.PostgresError, asyncpg.InterfaceError, Unavailable, AssertionError):
        await privacy.erase("acme", Whose.user(name_of("ann")))
        pytest.fail("told as done")
    monkeypatch.setattr(module, "SQL", sql)
    assert await tables_with(url_of(at), name_of("ann")), "what is to be erased is known"
    assert await privacy.go_on() == 0, "another process may be at it"
    assert await privacy.go_on(0.0) == 1
    assert await tables_with(url_of(at), marked("ann")) == []
    assert await privacy.go_on(0.0) == 0
