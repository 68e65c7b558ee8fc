"""Finds passages, then streams an answer that keeps its citations: python example.py "How often …?" """

import sys

from llama_index.core.llms import ChatMessage
from llama_index_citestream import CitestreamLLM, CitestreamRetriever

question = sys.argv[1]
for found in CitestreamRetriever(similarity_top_k=2).retrieve(question):
    print(f"{found.score:.2f} {found.node.metadata['title']}: {found.node.text[:50]!r}")

for response in CitestreamLLM().stream_chat([ChatMessage(content=question)]):
    print(response.delta, end="", flush=True)
print()
for paragraph in response.additional_kwargs["paragraphs"]:
    for cited in paragraph["citations"]:
        print(f"[{cited['citation_id']}] {cited['title']} ({cited['status']}) {cited['url']}")
