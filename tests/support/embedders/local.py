"""The embedder local loads a model from a folder: a static one of some words, which is made here."""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from gateway.settings import Settings

if TYPE_CHECKING:
    from tokenizers import Tokenizer

WORDS = {"[UNK]": [0.1, 0.1, 0.1], "wine": [1.0, 0.0, 0.0], "vin": [0.9, 0.1, 0.0], "server": [0.0, 0.0, 1.0]}


ONNX = (
    "CAg65QEKKQoBRQoJaW5wdXRfaWRzEhFsYXN0X2hpZGRlbl9zdGF0ZSIGR2F0aGVyEgFnKkcIBQgDEAFCAUVKPM3MzD3NzMw9zczMPQAAAAAAAAAAAAAA"
    "AAAAgD8AAAAAAAAAAGZmZj/NzMw9AAAAAAAAAAAAAAAAAACAP1odCglpbnB1dF9pZHMSEAoOCAcSCgoDEgFiCgMSAXNaIgoOYXR0ZW50aW9uX21hc2sS"
    "EAoOCAcSCgoDEgFiCgMSAXNiKQoRbGFzdF9oaWRkZW5fc3RhdGUSFAoSCAESDgoDEgFiCgMSAXMKAggDQgQKABAR"
)
"""A graph whose only node looks up the rows of `WORDS` (with a row of zeros for padding as the second one)."""


def make_tokenizer(words: list[str]) -> Tokenizer:
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace

    tokenizer = Tokenizer(WordLevel({word: number for number, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    return tokenizer


def make_static_model(folder: Path) -> None:
    import numpy as np
    from model2vec import StaticModel

    StaticModel(np.array(list(WORDS.values()), np.float32), make_tokenizer(list(WORDS))).save_pretrained(folder)


def make_onnx_model(folder: Path) -> None:
    unknown, *words = WORDS
    make_tokenizer([unknown, "[PAD]", *words]).save(str(folder / "tokenizer.json"))
    (folder / "model.onnx").write_bytes(base64.b64decode(ONNX))
    (folder / "config.json").write_text('{"hidden_size": 3, "pad_token_id": 1}')
    (folder / "tokenizer_config.json").write_text('{"model_max_length": 64, "pad_token": "[PAD]"}')
    (folder / "special_tokens_map.json").write_text('{"pad_token": "[PAD]", "unk_token": "[UNK]"}')


@contextmanager
def served() -> Iterator[Settings]:
    with tempfile.TemporaryDirectory() as folder:
        make_static_model(Path(folder))
        yield Settings(_env_file=None, embedding_model=folder)
