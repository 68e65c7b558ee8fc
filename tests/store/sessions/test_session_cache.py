"""The cache in this process: it forgets by time and by size, and never more than that."""

from gateway.store.sessions import session_cache
from gateway.store.sessions.session_cache import Cache


async def test_a_value_is_there_until_it_is_deleted():
    cache = Cache()
    await cache.set("a", b"1", 60)
    assert await cache.get("a") == b"1" and await cache.get("b") is None
    await cache.delete("a")
    await cache.delete("a")
    assert await cache.get("a") is None


async def test_a_value_is_gone_when_its_time_is_over(monkeypatch):
    cache = Cache()
    await cache.set("a", b"1", 60)
    now = session_cache.time.monotonic()
    monkeypatch.setattr(session_cache.time, "monotonic", lambda: now + 59)
    assert await cache.get("a") == b"1"
    monkeypatch.setattr(session_cache.time, "monotonic", lambda: now + 61)
    assert await cache.get("a") is None


async def test_what_was_used_longest_ago_goes_first():
    cache = Cache(largest=3)
    for key in "abc":
        await cache.set(key, b"x", 60)
    await cache.get("a")
    await cache.set("a", b"y", 60)
    await cache.set("d", b"x", 60)
    assert [await cache.get(key) for key in "abcd"] == [b"y", None, b"x", b"x"]
    await cache.set("e", b"four", 60)
    assert [await cache.get(key) for key in "acde"] == [None] * 4, "a value that is larger than all room is not kept"
