"""`citestream reindex`: the vectors follow the embedder."""

from tests.fakes.embeddings import serving


def test_reindex_follows_a_change_of_embedder_once(citestream, notes):
    assert citestream("ingest", "notes", GATEWAY_EMBEDDER="none").returncode == 0
    with serving() as server:
        for expected in ("Passages re-indexed: 2.", "Passages re-indexed: 0."):
            done = citestream("reindex", GATEWAY_EMBEDDER="openai", EMBEDDING_BASE_URL=server.url)
            assert done.returncode == 0 and expected in done.stdout, done.stderr
            assert ("Re-indexing: 2 of 2" in done.stderr) is ("2." in expected)
        again = citestream("ingest", "notes", GATEWAY_EMBEDDER="openai", EMBEDDING_BASE_URL=server.url)
        assert "unchanged: 2" in again.stdout
