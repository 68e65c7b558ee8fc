"""Small graphs for tests: elements by a few words, and documents beside them."""

from __future__ import annotations

import json
from pathlib import Path

from gateway.ingestion.graph.graph_file import Loaded, load
from gateway.ingestion.ingest import Ingestor
from gateway.store.documents.library import Library
from tests.support import hashed_vectors as hashed


def vertex(name: str, description: str = "", **fields) -> dict:
    return {"type": "vertex", "id": name, "label": "thing", "name": name, "description": description, **fields}


def edge(start: str, label: str, end: str, description: str = "", **fields) -> dict:
    return {
        "type": "edge",
        "id": f"{start} {label} {end}",
        "label": label,
        "startId": start,
        "endId": end,
        "description": description,
        **fields,
    }


async def put(library: Library, folder: Path, *elements: dict | str, tenant="default", workspace="default") -> Loaded:
    """Load elements (or lines as they stand) from a graph file."""
    file = folder / "graph.jsonl"
    lines = (element if isinstance(element, str) else json.dumps(element, ensure_ascii=False) for element in elements)
    file.write_text("\n".join(lines), encoding="utf-8")
    return await load(library.graph, tenant, file, workspace)


async def write(library: Library, text: str, name: str, *, tenant="default", **fields) -> str:
    """Ingest a text under a name; returns its document id."""
    result = await Ingestor(library, hashed.create(None)).text(
        tenant, text, title=name, external_id=name, source=f"notes/{name}", **fields
    )
    assert result.document_id
    return result.document_id
