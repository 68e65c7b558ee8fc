"""Vectors of a model of one's own without a service: an ONNX model (`fastembed`) or a static one (`model2vec`).

`EMBEDDING_MODEL` names a folder or a model of the Hugging Face hub, which is downloaded once.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gateway.errors import WrongUse

if TYPE_CHECKING:
    from gateway.models.encoding.encoder import Encode
    from gateway.models.ports import Embedder

STATIC = "model.safetensors"
ONNX = ("model.onnx", "onnx/model.onnx", "model_optimized.onnx", "onnx/model_quantized.onnx")
CALIBRATION = 0.2, 0.6
"""Of a model that nobody has calibrated."""
_HUB = re.compile(r"[\w.-]+/[\w.-]+")


def load(model: str) -> Encode:
    """Returns the encoder of one text; called in the encoder process."""
    onnx = _onnx(Path(model))
    if onnx or (not Path(model).is_dir() and _knows(model)):
        encoder = _fastembed(model, onnx)
        return lambda text: next(iter(encoder.embed([text])))
    from model2vec import StaticModel

    static = StaticModel.from_pretrained(model, force_download=False)
    return lambda text: static.encode([text])[0]


def _knows(name: str) -> bool:
    from fastembed import TextEmbedding

    return name in {found["model"] for found in TextEmbedding.list_supported_models()}


def _fastembed(model: str, onnx: str | None) -> Any:
    from fastembed import TextEmbedding

    if onnx is None:
        return TextEmbedding(model, threads=1)
    from fastembed.common.model_description import ModelSource, PoolingType

    folder = Path(model)
    dimensions = json.loads((folder / "config.json").read_text("utf-8"))["hidden_size"]
    pooling_file = folder / "1_Pooling" / "config.json"
    pooling = json.loads(pooling_file.read_text("utf-8")) if pooling_file.exists() else {}
    by_first = pooling.get("pooling_mode_cls_token", False)
    TextEmbedding.add_custom_model(
        "local",
        pooling=PoolingType.CLS if by_first else PoolingType.MEAN,
        normalization=True,
        sources=ModelSource(hf="local"),
        dim=dimensions,
        model_file=onnx,
    )
    return TextEmbedding("local", specific_model_path=model, threads=1)


def _onnx(folder: Path) -> str | None:
    return next((name for name in ONNX if (folder / name).exists()), None)


def create(settings: Any) -> Embedder:
    """Raises `WrongUse` if `EMBEDDING_MODEL` names neither a folder with a model nor one of the hub."""
    # The encoder process imports this file too, and needs none of these.
    from gateway.models.encoding.encoder_process import EncoderProcess
    from gateway.models.encoding.local_embedder import LocalEmbedder, calibrated, require

    model: str = settings.embedding_model
    folder = Path(model).expanduser()
    if "embedding_model" not in settings.model_fields_set:
        raise WrongUse("GATEWAY_EMBEDDER=local needs EMBEDDING_MODEL: the folder of a model, or its name on the hub.")
    if not folder.is_dir() and not _HUB.fullmatch(model):
        raise WrongUse(f"EMBEDDING_MODEL={model!r} is neither a folder nor a name on the hub, such as owner/model.")
    if folder.is_dir() and not _onnx(folder) and not (folder / STATIC).exists():
        raise WrongUse(f"EMBEDDING_MODEL={model!r} has no model: neither {STATIC} (model2vec) nor {ONNX[0]} (ONNX).")
    require("model2vec", "local")
    require("fastembed", "local")
    found = str(folder.resolve()) if folder.is_dir() else model
    calibration = calibrated(settings, CALIBRATION)
    return LocalEmbedder(f"local:{model}", EncoderProcess(__name__, found), calibration=calibration)
