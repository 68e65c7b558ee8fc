"""The embedder local: a static model from a folder, and settings that name none."""

from __future__ import annotations

import sys

import pytest

from gateway.errors import WrongUse
from gateway.models.embedders import local
from gateway.settings import Settings
from tests.support.embedders.local import make_onnx_model, make_static_model


@pytest.mark.parametrize("make", [make_static_model, make_onnx_model])
async def test_a_model_in_a_folder_decides_which_words_are_near(make, tmp_path):
    make(tmp_path)
    made = local.create(Settings(_env_file=None, embedding_model=str(tmp_path)))
    wine, vin, server = await made.embed(["wine", "vin", "server"])
    assert sum(a * b for a, b in zip(wine, vin, strict=True)) > 0.9 > 0.1 > abs(wine[2] * server[2])
    assert made.name == f"local:{tmp_path}" and made.dimensions == 3 and made.languages is None
    await made.aclose()


@pytest.mark.parametrize(
    ("model", "why"),
    [
        (None, "needs EMBEDDING_MODEL"),
        ("/no/such/folder", "neither a folder nor a name on the hub"),
        ("just a name", "neither a folder nor a name on the hub"),
        ("", r"has no model: neither model\.safetensors \(model2vec\) nor model\.onnx"),
    ],
)
def test_a_wrong_folder_is_a_sentence_that_names_the_setting(model, why, tmp_path):
    given = {} if model is None else {"embedding_model": model or str(tmp_path)}
    with pytest.raises(WrongUse, match=why):
        local.create(Settings(_env_file=None, **given))


@pytest.mark.parametrize("package", ["model2vec", "fastembed"])
def test_a_missing_package_is_a_sentence_that_says_what_to_install(package, tmp_path, monkeypatch):
    (tmp_path / local.STATIC).touch()
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(WrongUse, match=r"pip install 'citestream\[local\]'"):
        local.create(Settings(_env_file=None, embedding_model=str(tmp_path)))


async def test_a_folder_with_a_damaged_model_fails_with_a_reason(tmp_path):
    (tmp_path / local.STATIC).write_bytes(b"damaged")
    made = local.create(Settings(_env_file=None, embedding_model=str(tmp_path)))
    with pytest.raises(Exception, match="the model cannot be loaded"):
        await made.embed(["wine"])
    await made.aclose()
