"""Keys are looked up once in some seconds, and not longer."""

from datetime import UTC, datetime

import pytest

from gateway.errors import Unavailable
from gateway.limits.access_key import Key
from gateway.store.accounts.keyring import KNOWN_S, Keyring

KEY = Key("0" * 64, "cs_aaaaa", "acme", "user", (), "", datetime(2026, 11, 21, tzinfo=UTC), None, None)


class Store:
    """Keys that are told to be there."""

    def __init__(self):
        self.held, self.any, self.away, self.asked = {"good": KEY}, False, False, 0
        self.sessions = {"session": KEY}

    async def find(self, secret):
        self.asked += 1
        return self.held.get(secret)

    async def find_session(self, secret):
        self.asked += 1
        return self.sessions.get(secret)

    async def exist(self):
        self.asked += 1
        if self.away:
            raise Unavailable("away")
        return self.any


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


def ring(require="auto", on_loopback=True):
    store, clock = Store(), Clock()
    return Keyring(store, require, on_loopback, clock), store, clock


async def test_a_revoked_key_ends_within_five_seconds():
    keyring, store, clock = ring()
    for _ in range(3):
        assert await keyring.key("good") == KEY
    assert store.asked == 1
    store.held.clear()
    clock.now += KNOWN_S - 0.1
    assert await keyring.key("good") == KEY
    clock.now += 0.1
    assert await keyring.key("good") is None
    assert KNOWN_S < 5


async def test_an_unknown_key_is_asked_for_again_so_that_a_new_one_works_at_once():
    keyring, store, _ = ring()
    assert await keyring.key("new") is None
    store.held["new"] = KEY
    assert await keyring.key("new") == KEY


async def test_a_session_that_was_closed_is_forgotten_at_once():
    keyring, store, _ = ring()
    assert await keyring.session("session") == KEY
    store.sessions.clear()
    keyring.forget("session")
    assert await keyring.session("session") is None


async def test_a_key_is_no_session_and_a_session_no_key_also_while_they_are_remembered():
    keyring, _, _ = ring()
    assert await keyring.key("good") == await keyring.session("session") == KEY
    assert await keyring.session("good") is None and await keyring.key("session") is None
    assert await keyring.key("good") == await keyring.session("session") == KEY


@pytest.mark.parametrize(
    ("require", "on_loopback", "exist", "needed"),
    [
        ("auto", True, False, False),
        ("auto", True, True, True),
        ("auto", False, False, True),
        ("on", True, False, True),
        ("off", True, True, False),
    ],
)
async def test_when_a_key_is_needed(require, on_loopback, exist, needed):
    keyring, store, _ = ring(require, on_loopback)
    store.any = exist
    assert await keyring.required() is needed


async def test_the_first_key_closes_the_door_within_seconds_and_for_good():
    keyring, store, clock = ring()
    assert not await keyring.required()
    store.any = True
    clock.now += KNOWN_S
    assert await keyring.required()
    asked = store.asked
    clock.now += 1000
    assert await keyring.required() and store.asked == asked


async def test_without_a_database_what_was_known_holds_and_nothing_is_guessed():
    keyring, store, clock = ring()
    store.away = True
    with pytest.raises(Unavailable):
        await keyring.required()
    store.away = False
    clock.now += KNOWN_S
    assert not await keyring.required()
    store.away = True
    clock.now += KNOWN_S
    assert not await keyring.required()
