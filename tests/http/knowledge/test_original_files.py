"""What was sent comes back: as a whole, in part, and not again to whoever has it."""

import pytest

from tests.support.files import drawn
from tests.support.server import running

DIGITS = b"a,b\n1,2\n"


@pytest.fixture
async def client(database_url):
    async with running(database_url) as server:
        yield server.client


async def address(client, name="a.csv", data=DIGITS):
    (sent,) = (await client.post("/v1/documents", files={"file": (name, data)})).json()["documents"]
    return f"/v1/documents/{sent['document_id']}/content"


async def test_an_original_that_is_known_is_not_sent_again(client):
    (sent,) = (await client.post("/v1/documents", files={"file": ("a.csv", b"a,b\n1,2\n")})).json()["documents"]
    place = f"/v1/documents/{sent['document_id']}/content"
    tag = (await client.get(place)).headers["etag"]
    for known in (tag, f'"x", W/{tag}', "*"):
        answer = await client.get(place, headers={"If-None-Match": known})
        assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", tag)
    assert (await client.get(place, headers={"If-None-Match": '"other"'})).status_code == 200
    head = await client.head(place)
    assert (head.status_code, head.content, head.headers["content-length"]) == (200, b"", "8")


@pytest.mark.parametrize(
    ("asked", "start", "end"), [("0-0", 0, 1), ("2-4", 2, 5), ("3-", 3, 8), ("-3", 5, 8), ("0-99", 0, 8), ("-99", 0, 8)]
)
async def test_a_part_is_sent_alone(client, asked, start, end):
    answer = await client.get(await address(client), headers={"Range": f"bytes={asked}"})
    assert (answer.status_code, answer.content) == (206, DIGITS[start:end])
    assert answer.headers["content-range"] == f"bytes {start}-{end - 1}/8"
    assert answer.headers["content-length"] == str(end - start)


@pytest.mark.parametrize("asked", ["bytes=8-", "bytes=4-2", "bytes=-", "bytes=-0", "bytes=0-1,3-4", "lines=0-1", "x"])
async def test_what_is_no_part_is_the_whole_file(client, asked):
    answer = await client.get(await address(client), headers={"Range": asked})
    assert (answer.status_code, answer.content, answer.headers["accept-ranges"]) == (200, DIGITS, "bytes")
    assert "content-range" not in answer.headers


async def test_parts_of_two_files_are_never_mixed(client):
    place = await address(client, "a.pdf", drawn([(72, 700, "The first page tells of wine.")]))
    tag = (await client.head(place)).headers["etag"]
    part = {"Range": "bytes=0-4"}
    assert (await client.get(place, headers={**part, "If-Match": tag})).content == b"%PDF-"
    assert (await client.get(place, headers={**part, "If-Range": tag})).status_code == 206
    assert (await client.get(place, headers={**part, "If-Range": '"other"'})).status_code == 200
    await client.post("/v1/documents", files={"file": ("a.pdf", drawn([(72, 700, "Now it tells of bread.")]))})
    replaced = await client.get(place, headers={**part, "If-Match": tag})
    assert (replaced.status_code, replaced.json()["code"]) == (412, "document_replaced")
