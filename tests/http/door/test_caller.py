"""What a caller may see: roles, owners, and keys that are limited to workspaces."""

import pytest

from gateway.errors import Forbidden
from gateway.http.door.caller import Caller, allowed, user_subject
from gateway.live.ports import StoredAnswer
from tests.support.keyed import QUESTION, keyed

LIMITED = ("red", "blue")


def stored(subject="ann", *workspaces):
    return StoredAnswer("a" * 32, "Why?", "2026-01-01T00:00:00.000Z", False, None, None, subject, workspaces)


@pytest.mark.parametrize("role", ["user", "app", "staff", "qa", "admin"])
def test_owners_read_and_change_and_some_roles_read_more(role):
    ann, bob = Caller("acme", "ann", role), Caller("acme", "bob", role)
    assert ann.may_read(stored()) and ann.may_change(stored())
    assert bob.may_read(stored()) is (role in ("staff", "qa", "admin"))
    assert bob.may_change(stored()) is (role == "admin")


@pytest.mark.parametrize(
    ("workspaces", "seen"), [(("red",), True), (("red", "blue"), True), (("red", "green"), False), ((), False)]
)
def test_a_limited_key_reads_no_answer_that_looked_further(workspaces, seen):
    for found in (Caller("acme", "ann", "user", LIMITED), Caller("acme", "bob", "qa", LIMITED)):
        assert found.may_read(stored("ann", *workspaces)) is seen


def test_the_administrator_may_everything_and_others_what_is_named():
    assert allowed(Caller(role="admin"), ()).role == "admin"
    assert allowed(Caller(role="qa"), ("staff", "qa")).role == "qa"
    with pytest.raises(Forbidden, match="staff or qa or admin; yours has the role user"):
        allowed(Caller(role="user"), ("staff", "qa"))
    with pytest.raises(Forbidden, match="role admin; yours"):
        allowed(Caller(role="staff"), ())


def test_no_users_name_is_the_subject_of_a_key():
    assert user_subject("key:0123456789abcdef") != "key:0123456789abcdef" != user_subject("local")


@pytest.fixture(scope="module")
async def at():
    """Documents in three workspaces; `one` sees red, `two` sees red and blue, `desk` writes to red."""
    async with keyed() as made:
        for colour in ("red", "blue", "green"):
            text = f"The {colour} key opens the {colour} cellar door. Only the {colour} guard may lend it."
            await made.save(workspace=colour, title=colour, text=text)
        vertices = [("red", "Red cellar"), ("green", "Green cellar")]
        await made.add("one", workspaces=["red"])
        await made.add("two", workspaces=["red", "blue"])
        await made.add("desk", role="staff", workspaces=["red"])
        await made.add("desks", role="staff", workspaces=["red", "blue"])
        await made.add("auditor", role="qa", workspaces=["red"])
        await made.add("back_end", role="app", workspaces=["red"])
        for workspace, name in vertices:
            await graph(made, workspace, name)
        yield made


async def graph(made, workspace, name):
    from gateway.knowledge.graph.elements import Edge, Vertex

    store = made.server.gateway.library.graph
    await store.put_vertices("acme", workspace, [Vertex("1", "Room", name), Vertex("2", "Person", f"{name} keeper")])
    await store.put_edges("acme", workspace, [Edge("e", "guarded by", "1", "2")])


CELLARS = "Which key opens the cellar door, and which guard may lend it?"


def titles(document):
    return {ref["payload"]["title"] for ref in document["refs"] if ref["type"] == "embedding"}


async def candidates(at, uuid):
    """Everything that was found for an answer, cited or not, as text."""
    recording = await at.qa.get(f"/v1/answers/{uuid}/recording")
    return next(line for line in recording.text.splitlines() if '"kind":"candidates"' in line)


async def test_a_limited_key_finds_nothing_elsewhere(at):
    for name, sees, not_sees in (("one", {"red"}, {"blue", "green"}), ("two", {"red", "blue"}, {"green"})):
        document = await at.ask(name, question=CELLARS)
        found = await candidates(at, document["answer_uuid"])
        assert all(f"{colour} cellar door" in found for colour in sees)
        assert not any(f"{colour} cellar" in found.lower() for colour in not_sees)
        assert titles(document) <= sees
    asked = "Who is the Green cellar guarded by?"
    assert "Green cellar keeper" in await candidates(at, (await at.ask("user", question=asked))["answer_uuid"])
    assert "Green cellar keeper" not in await candidates(at, (await at.ask("two", question=asked))["answer_uuid"])


async def test_every_door_is_narrowed(at):
    chat = {"messages": [{"role": "user", "content": CELLARS}]}
    said = (await at.one.post("/v1/chat/completions", json=chat)).json()
    for uuid in (said["citestream"]["answer_uuid"], await old_page(at)):
        found = await candidates(at, uuid)
        assert "red cellar" in found and "blue cellar" not in found and "green cellar" not in found


async def old_page(at):
    said = (await at.one.post("/conversation/message/process", json={"prompt": CELLARS})).text
    return said.rpartition('"answer":')[2].partition('"uuid":"')[2][:32]


async def test_a_workspace_that_a_key_may_not_use_is_refused_there_or_not(at):
    for workspace in ("green", "nowhere"):
        answer = await at.two.post("/v1/answers", json={"question": QUESTION, "workspace": workspace})
        assert answer.status_code == 403 and answer.json()["code"] == "forbidden"
        assert f"{workspace!r}; it is limited to red, blue" in answer.json()["detail"]
        assert (await at.two.get(f"/v1/documents?workspace={workspace}")).status_code == 403
        assert (await at.desk.delete(f"/v1/documents?workspace={workspace}")).status_code == 403
    assert titles(await at.ask("two", question=CELLARS, workspace="blue")) == {"blue"}


async def test_documents_elsewhere_are_not_there(at):
    everything = (await at.admin.get("/v1/documents")).json()["documents"]
    green = next(one["document_id"] for one in everything if one["title"] == "green")
    red = next(one["document_id"] for one in everything if one["title"] == "red")
    assert {one["title"] for one in (await at.two.get("/v1/documents")).json()["documents"]} == {"red", "blue"}
    for part in ("", "/passages", "/content"):
        assert (await at.one.get(f"/v1/documents/{red}{part}")).status_code == 200
        assert (await at.one.get(f"/v1/documents/{green}{part}")).status_code == 404
    assert (await at.desk.delete(f"/v1/documents/{green}")).status_code == 404
    status = [(await at.clients[name].get("/v1/status")).json()["documents"] for name in ("one", "two", "user")]
    assert status == [1, 2, 4]


async def test_a_limited_key_writes_to_its_own_workspaces(at):
    document = {"title": "note", "text": "A note about nothing at all.", "external_id": "note"}
    file = {"files": {"file": ("note.md", b"A note about nothing at all.")}}
    for sent in ({"json": document}, {"json": {**document, "workspace": " "}}, file):
        (done,) = (await at.desk.post("/v1/documents", **sent)).json()["documents"]
        where = (await at.admin.get(f"/v1/documents/{done['document_id']}")).json()["workspace"]
        assert where == "red"
        answer = await at.desks.post("/v1/documents", **sent)
        assert answer.status_code == 422 and "red, blue" in answer.json()["detail"]
        await at.admin.delete(f"/v1/documents/{done['document_id']}")
    for workspace in ("green", "default"):
        assert (await at.desk.post("/v1/documents", json={**document, "workspace": workspace})).status_code == 403


async def test_answers_that_looked_further_are_not_there_for_a_limited_key(at):
    wide = (await at.ask("user", question=CELLARS))["answer_uuid"]
    narrow = (await at.ask("user", question=CELLARS, workspace="red"))["answer_uuid"]
    limited = (await at.ask("one", question=CELLARS))["answer_uuid"]
    for uuid, status in ((wide, 404), (narrow, 200), (limited, 200)):
        assert (await at.auditor.get(f"/v1/answers/{uuid}")).status_code == status
        assert (await at.auditor.get(f"/v1/answers/{uuid}/recording")).status_code == status
    # Two back ends that serve one user: the limited one does not see what the other was told.
    ann = {"X-User-Ref": "ann"}
    of_wide = (await at.ask("app", ann, question=CELLARS))["answer_uuid"]
    assert (await at.back_end.get(f"/v1/answers/{of_wide}", headers=ann)).status_code == 404
