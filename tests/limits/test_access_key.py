"""What a key looks like."""

import re

import pytest

from gateway.limits import access_key


def test_a_new_key_is_long_random_and_recognisable():
    made = {access_key.new() for _ in range(50)}
    assert len(made) == 50
    assert all(re.fullmatch("cs_[A-Za-z0-9]{43}", key) and access_key.GIVEN.fullmatch(key) for key in made)


def test_what_is_kept_of_a_key_does_not_tell_it():
    key = access_key.new()
    assert access_key.hashed(key) == access_key.hashed(key) != access_key.hashed(key + "x")
    assert re.fullmatch("[0-9a-f]{64}", access_key.hashed(key)) and access_key.prefix(key) == key[:8]


def test_anything_that_may_come_in_a_header_can_be_looked_up():
    for sent in ("", "é", "\ud800", "x" * 10_000):
        assert len(access_key.hashed(sent)) == 64


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("acme", True),
        ("a", True),
        ("0-a_b", True),
        ("a" * 63, True),
        ("", False),
        ("-a", False),
        ("A", False),
        ("a" * 64, False),
        ("a b", False),
        ("a\n", False),
        ("é", False),
    ],
)
def test_a_tenants_name(name, fits):
    assert bool(access_key.TENANT.fullmatch(name)) is fits
