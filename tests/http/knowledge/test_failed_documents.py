"""What could not become a document: kept for staff with its reason, tried again, dismissed."""

import pytest

from tests.support.keyed import keyed

NO_PDF = b"%PDF-1.7\nthis is no PDF"


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        yield made


async def send(client, name, data=NO_PDF, **fields):
    answer = await client.post("/v1/documents", files={"file": (name, data)}, data=fields)
    (document,) = answer.json()["documents"]
    assert answer.status_code == (422 if document["status"] == "failed" else 201), answer.text
    return document


async def failed(client, **query):
    answer = await client.get("/v1/documents", params={"status": "failed", **query})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_failed_upload_stays_with_its_reason_and_can_be_tried_again(at):
    sent = await send(at.staff, "broken.pdf", title="Report")
    assert sent["status"] == "failed" and sent["document_id"] is None
    (failure,) = (await failed(at.staff))["documents"]
    assert failure["error"] == sent["error"] and failure["status"] == "failed" and failure["can_retry"] is True
    assert (failure["title"], failure["file_name"], failure["size"]) == ("Report", "broken.pdf", len(NO_PDF))
    again = await at.staff.post(f"/v1/documents/{failure['document_id']}/retry")
    assert again.status_code == 200 and again.json()["documents"][0]["status"] == "failed"
    (same,) = (await failed(at.staff))["documents"]
    assert same["document_id"] == failure["document_id"] and same["failed_at"] > failure["failed_at"]
    assert (await at.staff.get(f"/v1/documents/{failure['document_id']}")).status_code == 404
    ready = (await at.staff.get("/v1/documents", params={"status": "ready"})).json()["documents"]
    assert [document["status"] for document in ready] == ["ready"]

    fixed = await send(at.staff, "broken.pdf", b"Now it is plain text about loans.")
    assert fixed["status"] == "ready" and (await failed(at.staff))["documents"] == []


async def test_a_failure_that_was_of_the_moment_becomes_a_document(at, monkeypatch):
    ingestor = at.server.services.ingestor

    async def broken(*arguments):
        raise OSError("disk full")

    monkeypatch.setattr(ingestor, "_count", broken)
    assert (await send(at.admin, "notes.md", b"# Notes\n\nRed wine."))["status"] == "failed"
    monkeypatch.undo()
    (failure,) = (await failed(at.admin))["documents"]
    (done,) = (await at.admin.post(f"/v1/documents/{failure['document_id']}/retry")).json()["documents"]
    assert done["status"] == "ready" and done["passages"] == 1
    document = (await at.admin.get(f"/v1/documents/{done['document_id']}")).json()
    assert document["file_name"] == document["external_id"] == "notes.md"
    assert (await failed(at.admin))["documents"] == []


async def test_a_failure_is_dismissed_as_a_document_is_deleted(at):
    for number in range(3):
        await send(at.staff, f"scan {number}.pdf", NO_PDF + bytes([number]))
    first = await failed(at.staff, limit=2)
    rest = await failed(at.staff, limit=2, cursor=first["next_cursor"])
    names = [failure["file_name"] for failure in first["documents"] + rest["documents"]]
    assert names == ["scan 2.pdf", "scan 1.pdf", "scan 0.pdf"] and rest["next_cursor"] is None
    (one,) = (await failed(at.staff, q="SCAN 1"))["documents"]
    assert (await at.staff.delete(f"/v1/documents/{one['document_id']}")).status_code == 204
    for call in ("DELETE", "POST"):
        path = f"/v1/documents/{one['document_id']}{'/retry' * (call == 'POST')}"
        assert (await at.staff.request(call, path)).status_code == 404
    assert (await failed(at.staff, q="scan 1"))["documents"] == []


async def test_failures_are_for_staff_of_the_tenant_and_the_workspace(at):
    await at.add("staff of a", role="staff", workspaces=["a"])
    await send(at.admin, "b.pdf", workspace="b")
    await send(at.admin, "a.pdf", workspace="a")
    assert (await at.user.get("/v1/documents", params={"status": "failed"})).status_code == 403
    seen = (await failed(at.clients["staff of a"]))["documents"]
    assert [failure["file_name"] for failure in seen] == ["a.pdf"]
    (other,) = (await failed(at.admin, workspace="b"))["documents"]
    for client in (at.owner_of_globex, at.clients["staff of a"]):
        assert (await client.post(f"/v1/documents/{other['document_id']}/retry")).status_code == 404
        assert (await client.delete(f"/v1/documents/{other['document_id']}")).status_code == 404
    assert (await failed(at.owner_of_globex))["documents"] == []


@pytest.mark.parametrize(
    ("query", "field"), [({"status": "lost"}, "status"), ({"status": "failed", "cursor": "MSB4"}, "cursor")]
)
async def test_a_wrong_query_is_named(at, query, field):
    refused = await at.staff.get("/v1/documents", params=query)
    assert refused.status_code == 422 and refused.json()["errors"][0]["field"] == field
