"""Hashes tell whether a text or a file has changed."""

from __future__ import annotations

from gateway.knowledge.document import below_title, bytes_hash, text_hash


def test_equal_texts_have_equal_hashes_and_others_do_not() -> None:
    assert text_hash("é") == text_hash("é") == bytes_hash("é".encode())
    assert text_hash("é") != text_hash("e")


def test_a_lone_surrogate_can_be_hashed() -> None:
    assert len(text_hash("\ud800")) == 64


def test_the_path_of_headings_does_not_repeat_the_title() -> None:
    assert below_title("Guide › Install › Linux", "Guide") == "Install › Linux"
    assert below_title("Guide", "Guide") is None and below_title(None, "Guide") is None
    assert below_title("Guidelines › Install", "Guide") == "Guidelines › Install"
