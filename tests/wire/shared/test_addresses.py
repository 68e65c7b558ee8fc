"""Addresses that open what an answer cites."""

import pytest

from gateway.wire.shared import addresses

DOCUMENT = "1679091c-5a88-4faf-a0b4-2e7d9c3f5b10"


@pytest.mark.parametrize(
    ("payload", "address"),
    [
        ({"documentId": DOCUMENT, "embeddingId": "p1"}, f"https://ask.example/sources/{DOCUMENT}#p1"),
        ({"documentId": DOCUMENT, "source": "https://a.example/x"}, f"https://ask.example/sources/{DOCUMENT}"),
        ({"documentId": "theirs-7", "source": "https://a.example/x"}, "https://a.example/x"),
        ({"documentId": "theirs-7", "source": "rules.md"}, None),
        ({"source": "javascript:alert(1)"}, None),
        ({"source": "https://a.example/x y"}, None),
        ({}, None),
    ],
)
def test_our_own_documents_have_a_page_and_others_the_address_they_came_with(payload, address):
    assert addresses.of_cited(payload, "https://ask.example") == address


def test_without_a_public_address_the_page_is_named_relative_and_an_odd_passage_is_left_out():
    assert addresses.of_document(DOCUMENT, "", "p1") == f"/sources/{DOCUMENT}#p1"
    assert addresses.of_document(DOCUMENT, "", "c d>") == f"/sources/{DOCUMENT}"
