"""Conversations of the older system's page: their uuids and titles."""

import uuid

import pytest

from gateway.conversation.legacy_thread import LONGEST_TITLE, is_uuid, title_of


def test_a_uuid_is_version_four_without_dashes():
    assert all(is_uuid(uuid.uuid4().hex) for _ in range(100))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0" * 32,
        "9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d",
        "9A8B7C6D5E4F4A3B8C2D1E0F9A8B7C6D",
        "5803108ae5bd11f18cca02fc00000001",
        "é" * 32,
    ],
)
def test_anything_else_is_none(text):
    assert not is_uuid(text)


def test_a_title_is_the_beginning_of_the_question_on_one_line():
    assert title_of("  What\nis\t it? ") == "What is it?"
    assert title_of("退" * 50) == "退" * LONGEST_TITLE
    assert title_of("x" * 29 + " y") == "x" * 29
