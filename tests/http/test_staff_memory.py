"""What staff may do with remembered answers; the journeys are in tests/journeys/test_002_memory.py."""

from gateway.http import memory_lookup, roles, staff_memory


def test_only_staff_may():
    for route in (*staff_memory.ROUTES, *memory_lookup.ROUTES):
        for allowed in roles.of(route.path).values():
            assert (
                "user" not in allowed and "staff" in allowed and ("app" in allowed) == (route in memory_lookup.ROUTES)
            )


async def test_an_empty_memory_lists_nothing(sample):
    assert (await sample.client.get("/staff/memory/entries")).json() == {"entries": [], "next_cursor": None}
    figures = (await sample.client.get("/staff/memory/figures", params={"days": 1})).json()
    assert figures["entries"] == {"pending": 0, "validated": 0, "stale": 0, "obsolete": 0}
