"""Addresses that open what an answer cites."""

import pytest

from gateway.wire.shared import addresses

DOCUMENT = "1679091c-5a88-4faf-a0b4-2e7d9c3f5b10"


@pytest.mark.parametrize(
    ("cited", "address"),
    [
        ((DOCUMENT, "p1", None), f"https://ask.example/sources/{DOCUMENT}#p1"),
        ((DOCUMENT, "", "https://a.example/x"), f"https://ask.example/sources/{DOCUMENT}"),
        (("theirs-7", None, "https://a.example/x"), "https://a.example/x"),
        (("theirs-7", None, "rules.md"), None),
        ((None, None, "javascript:alert(1)"), None),
        ((None, None, "https://a.example/x y"), None),
        (("", "", ""), None),
    ],
)
def test_our_own_documents_have_a_page_and_others_the_address_they_came_with(cited, address):
    assert addresses.of_cited(*cited, "https://ask.example") == address


def test_without_a_public_address_the_page_is_named_relative_and_an_odd_passage_is_left_out():
    assert addresses.of_document(DOCUMENT, "", "p1") == f"/sources/{DOCUMENT}#p1"
    assert addresses.of_document(DOCUMENT, "", "c d>") == f"/sources/{DOCUMENT}"
