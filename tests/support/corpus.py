"""Small made-up documents for the store, the retrievers and ingestion."""

import random
import uuid

from gateway.knowledge.documents.corpus import Document, Passage, text_hash

WORDS = [
    f"{first}{last}" for first in ("ba", "ko", "mi", "tu", "re") for last in ("lan", "dor", "fex", "gum", "zip", "wen")
]


def document(
    text: str, *, external_id: str = "", title: str = "Title", workspace: str = "default", **fields
) -> Document:
    return Document(
        str(uuid.uuid4()), title, text, source=external_id, external_id=external_id or f"sha256:{text_hash(text)}",
        workspace=workspace, content_hash=text_hash(text), **fields,
    )  # fmt: skip


def passages(document: Document) -> list[Passage]:
    """One passage a line."""
    found, start = [], 0
    for line in document.text.split("\n"):
        place = (document.document_id, len(found), None, None, start, start + len(line))
        found.append(Passage(str(uuid.uuid4()), *place, line, text_hash(line)))
        start += len(line) + 1
    return found


def babble(rng: random.Random, lines: int, length: int = 12) -> str:
    """Lines of invented words, a few of them common and most of them rare."""
    weights = [1 / (rank + 1) for rank in range(len(WORDS))]
    return "\n".join(" ".join(rng.choices(WORDS, weights, k=rng.randint(3, length))) for _ in range(lines))
