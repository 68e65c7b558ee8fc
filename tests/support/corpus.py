"""Small made-up documents for the store, the retrievers and ingestion."""

import random
import uuid
from collections import Counter

from gateway import words
from gateway.ingestion.reindex import Bare
from gateway.ingestion.source_file import reading_of
from gateway.knowledge.documents.corpus import Document, Passage, text_hash
from gateway.knowledge.search.index import index, language_lexeme
from gateway.store.database.copy_rows import pack
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents.reindex_rows import ReindexRows

WORDS = [
    f"{first}{last}" for first in ("ba", "ko", "mi", "tu", "re") for last in ("lan", "dor", "fex", "gum", "zip", "wen")
]


def document(
    text: str, *, external_id: str = "", title: str = "Title", workspace: str = "default", **fields
) -> Document:
    return Document(
        str(uuid.uuid4()),
        title,
        text,
        source=external_id,
        external_id=external_id or f"sha256:{text_hash(text)}",
        workspace=workspace,
        content_hash=text_hash(text),
        **{"reading": reading_of(fields.get("media_type", "text/plain"), read_hidden=False), **fields},
    )


def passages(document: Document) -> list[Passage]:
    """One passage a line."""
    found, start = [], 0
    for line in document.text.split("\n"):
        fields = (document.document_id, len(found), None, None, start, start + len(line))
        found.append(Passage(str(uuid.uuid4()), *fields, line, text_hash(line)))
        start += len(line) + 1
    return found


def babble(rng: random.Random, lines: int, length: int = 12) -> str:
    """Lines of invented words, a few of them common and most of them rare."""
    weights = [1 / (rank + 1) for rank in range(len(WORDS))]
    return "\n".join(" ".join(rng.choices(WORDS, weights, k=rng.randint(3, length))) for _ in range(lines))


async def put(library, text, *, tenant="default", embedder="none", vectors=None, **fields):
    new = document(text, **fields)
    return await put_document(library, tenant, new, passages(new), vectors, embedder)


async def put_document(library, tenant, document, passages, vectors, embedder):
    """`vectors`: of the passages, stored after them as the re-indexer does."""
    [result] = await library.replace(tenant, [pack(index(tenant, document, passages, embedder))])
    if vectors:
        stored = await library.documents.passages(tenant, result.document_id)
        bare = [Bare(tenant, one.passage_id, one.text, one.document_id, one.position) for one in stored]
        await ReindexRows(library).add(embedder, bare, vectors)
    return result.status


async def statistics(library):
    """What is stored: {(tenant, workspace): (passages, terms, {term: df})} and the same, counted anew from the
    passages."""
    async with library.database.connection(ALL_TENANTS) as connection:
        corpus = await connection.fetch("select * from corpus where passages > 0 or terms > 0")
        df = await connection.fetch("select * from term_df")
        rows = await connection.fetch(
            "select d.tenant_id, d.workspace, d.language, p.text, d.title, p.heading, p.length from passage p"
            " join document d using (tenant_id, document_id)"
        )
    stored = {(row["tenant_id"], row["workspace"]): (row["passages"], row["terms"], Counter()) for row in corpus}
    for row in df:
        stored[row["tenant_id"], row["workspace"]][2][row["term"]] = row["df"]
    counted = {}
    for row in rows:
        known = counted.setdefault((row["tenant_id"], row["workspace"]), [0, 0, Counter()])
        known[0] += 1
        known[1] += row["length"]
        language = words.told_language(row["text"]) or words.known(row["language"]) or words.UNDETERMINED
        terms = words.vocabulary(f"{row['title']}\n{row['heading']}\n{row['text']}", language)
        known[2].update({*terms, language_lexeme(language)})
    return stored, {key: tuple(value) for key, value in counted.items()}
