"""What staff may do with remembered answers; the journeys are in tests/journeys/test_002_memory.py."""

from gateway.http.memory import memory_lookup, staff_memory


def test_only_staff_may():
    for endpoint in (*staff_memory.ENDPOINTS, *memory_lookup.ENDPOINTS):
        assert "user" not in endpoint.roles and "staff" in endpoint.roles
        assert ("app" in endpoint.roles) == (endpoint in memory_lookup.ENDPOINTS)


async def test_an_empty_memory_lists_nothing(sample):
    assert (await sample.client.get("/staff/memory/entries")).json() == {"entries": [], "next_cursor": None}
    figures = (await sample.client.get("/staff/memory/figures", params={"days": 1})).json()
    assert figures["entries"] == {"pending": 0, "validated": 0, "stale": 0, "obsolete": 0}
