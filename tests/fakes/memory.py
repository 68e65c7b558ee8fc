"""An embedding service and a store for the answer memory."""

from __future__ import annotations

from gateway.memory.ports import Remembered


class Embedder:
    """One axis for each length of text; counts what it is asked."""

    name, dimensions, calibration = "axes", 64, (0.2, 0.6)

    def __init__(self, error=None):
        self.asked, self.error = [], error

    async def embed(self, texts):
        if self.error:
            raise self.error
        self.asked += texts
        return [[float(axis == len(text) % 64) for axis in range(64)] for text in texts]

    async def aclose(self):
        pass


class Empty:
    """A store without entries; `error` is what it raises instead."""

    def __init__(self, error=None):
        self.error, self.pruned, self.looked = error, [], 0

    async def exact(self, tenant, scope_hash, key_hash, max_age_days, *, prune=False):
        if self.error:
            raise self.error
        self.pruned.append(prune)

    async def near(self, tenant, scope_hash, embedder, vector, reach):
        self.looked += 1
        return []

    async def remembered(self, tenant, answer_uuid):
        return Remembered((), (), (), {})
