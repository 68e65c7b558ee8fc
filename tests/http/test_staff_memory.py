"""What staff may do with remembered answers; the journeys are in tests/journeys/test_002_memory.py."""

import pytest

from gateway.http import access


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/staff/memory/entries"), ("GET", "/staff/memory/entries/1"), ("DELETE", "/staff/memory/entries/1"),
        ("GET", "/staff/memory/entries/1/similar"), ("POST", "/staff/memory/entries/1/validate"),
        ("POST", "/staff/memory/entries/1/obsolete"), ("POST", "/staff/memory/dry-run"),
        ("GET", "/staff/memory/figures"),
    ],
)  # fmt: skip
async def test_others_are_refused(sample, monkeypatch, method, path):
    monkeypatch.setattr(access, "caller", lambda request: access.Caller(role="user"))
    refused = await sample.client.request(method, path)
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    monkeypatch.setattr(access, "caller", lambda request: access.Caller(role="staff"))
    assert (await sample.client.request(method, path)).status_code != 403


async def test_an_empty_memory_lists_nothing(sample):
    assert (await sample.client.get("/staff/memory/entries")).json() == {"entries": [], "next_cursor": None}
    figures = (await sample.client.get("/staff/memory/figures", params={"days": 1})).json()
    assert figures["entries"] == {"pending": 0, "validated": 0, "stale": 0, "obsolete": 0}
