"""The cache in this process: it forgets by time and by size, and never more than that."""

from gateway.store.sessions import session_cache
from gateway.store.sessions.session_cache import Cache


async def test_a_value_is_there_until_it_is_deleted():
    held = Cache()
    await held.set("a", b"1", 60)
    assert await held.get("a") == b"1" and await held.get("b") is None
    await held.delete("a")
    await held.delete("a")
    assert await held.get("a") is None


async def test_a_value_is_gone_when_its_time_is_over(monkeypatch):
    held = Cache()
    await held.set("a", b"1", 60)
    now = session_cache.time.monotonic()
    monkeypatch.setattr(session_cache.time, "monotonic", lambda: now + 59)
    assert await held.get("a") == b"1"
    monkeypatch.setattr(session_cache.time, "monotonic", lambda: now + 61)
    assert await held.get("a") is None


async def test_what_was_used_longest_ago_goes_first():
    held = Cache(largest=3)
    for key in "abc":
        await held.set(key, b"x", 60)
    await held.get("a")
    await held.set("a", b"y", 60)
    await held.set("d", b"x", 60)
    assert [await held.get(key) for key in "abcd"] == [b"y", None, b"x", b"x"]
    await held.set("e", b"four", 60)
    assert [await held.get(key) for key in "acde"] == [None] * 4, "a value that is larger than all room is not kept"
