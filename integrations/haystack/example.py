"""Finds passages, then streams an answer that keeps its citations: python example.py "How often …?" """

import sys

from haystack_integrations.components.generators.citestream import CitestreamChatGenerator
from haystack_integrations.components.retrievers.citestream import CitestreamRetriever

question = sys.argv[1]
for document in CitestreamRetriever(top_k=2).run(question)["documents"]:
    print(f"{document.score:.2f} {document.meta['title']}: {document.content[:50]!r}")

generator = CitestreamChatGenerator(streaming_callback=lambda chunk: print(chunk.content, end="", flush=True))
[reply] = generator.run(question)["replies"]
print()
for paragraph in reply.meta["paragraphs"]:
    for cited in paragraph["citations"]:
        print(f"[{cited['citation_id']}] {cited['title']} ({cited['status']}) {cited['url']}")
