"""What is told of texts and files that are taken in."""

from tests.support.metrics import scraped, total


async def test_documents_are_counted_by_what_became_of_them(server):
    before = await scraped(server)
    for _ in range(2):
        answer = await server.client.post("/v1/documents", json={"text": "A text that is taken in.", "title": "Text"})
        assert answer.status_code < 300, answer.text
    await server.client.post("/v1/documents", files={"file": ("broken.pdf", b"%PDF-1.7 broken", "application/pdf")})
    after = await scraped(server)

    def more(name, **labels):
        return total(after, name, **labels) - total(before, name, **labels)

    assert [more("citestream_documents_ingested_total", result=result) for result in ("ready", "unchanged")] == [1, 1]
    assert more("citestream_documents_ingested_total", result="failed") == 1
    assert more("citestream_passages_ingested_total") == 1
    assert more("citestream_ingestion_seconds_count") == 3
