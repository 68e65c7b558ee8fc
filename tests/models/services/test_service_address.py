"""Addresses for people hold no secret."""

from gateway.models.services.service_address import shown
from tests.support.every import every


@every(
    ("url", "expected"),
    [
        ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
        ("https://me:secret@models.example/v1", "https://***@models.example/v1"),
        ("https://secret@models.example:444/v1", "https://***@models.example:444/v1"),
        ("https://models.example/v1?key=secret", "https://models.example/v1?***"),
        ("https://models.example/v1#secret", "https://models.example/v1?***"),
        ("http://me:secret@[::1]:9/", "http://***@[::1]:9/"),
        ("http://me:sec/ret@host", "an address that cannot be read"),
        ("http://[secret", "an address that cannot be read"),
    ],
)
def test_user_password_query_and_fragment_are_not_shown(url, expected):
    assert shown(url) == expected and "secret" not in shown(url)
