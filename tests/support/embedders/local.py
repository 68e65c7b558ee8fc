"""The embedder local loads a model from a folder: a static one of some words, which is made here."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gateway.settings import Settings

WORDS = {"[UNK]": [0.1, 0.1, 0.1], "wine": [1.0, 0.0, 0.0], "vin": [0.9, 0.1, 0.0], "server": [0.0, 0.0, 1.0]}


def make_static_model(folder: Path) -> None:
    import numpy as np
    from model2vec import StaticModel
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace

    tokenizer = Tokenizer(WordLevel({word: number for number, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    StaticModel(np.array(list(WORDS.values()), np.float32), tokenizer).save_pretrained(folder)


@contextmanager
def served() -> Iterator[Settings]:
    with tempfile.TemporaryDirectory() as folder:
        make_static_model(Path(folder))
        yield Settings(_env_file=None, embedding_model=folder)
