"""Vectors of hashed words are the same everywhere and bring shared wording close."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterable

import pytest

from gateway import words
from gateway.models.embedders import hash as hashing
from gateway.store.database.copy_rows import vector_bytes


def test_hash_vectors_are_the_same_in_another_process() -> None:
    program = "from gateway.models.embedders.hash import vector; print(vector(['ete', '安装', 'install']))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30, check=True)
    assert json.loads(run.stdout) == hashing.vector(["install", "ete", "安装"])


def test_hash_vectors_bring_shared_wording_close() -> None:
    def cosine(first: str, second: str) -> float:
        vectors = [hashing.vector(words.terms(text)) for text in (first, second)]
        return sum(a * b for a, b in zip(*vectors, strict=True))

    assert cosine("install the server", "Installing servers") > 0.9
    assert cosine("remboursement", "rembourssement") > 0.4
    assert abs(cosine("install the server", "holiday allowance")) < 0.2
    assert cosine("如何安装数据库", "数据库的安装") > 0.4
    assert cosine("расписание договоров", "договор") > 0.5
    assert cosine("the server of the house", "which of these is the server") > 0.7


def test_what_is_stored_is_the_vector_in_32_bits_a_number() -> None:
    for text in ("install the server", "如何安装数据库 server", "ǅ Œuvre 3.5", ""):
        terms = words.terms(text)
        exact, stored = hashing.vector(terms), hashing.HashEmbedder.of_terms(Counter(terms))
        assert vector_bytes(stored) == vector_bytes(exact) and len(stored) == hashing.DIMENSIONS
    assert hashing.vector([])[0] == 1


async def test_many_texts_are_embedded_away_from_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[bool] = []
    make = hashing.vector

    def vector(terms: Iterable[str]) -> list[float]:
        threads.append(threading.current_thread() is threading.main_thread())
        return make(terms)

    monkeypatch.setattr(hashing, "vector", vector)
    embedder = hashing.HashEmbedder()
    await embedder.embed(["How do I install it?"])
    vectors = await embedder.embed(["word " * 100] * 64)
    assert threads == [True] + [False] * 64 and len(vectors) == 64
