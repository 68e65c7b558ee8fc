"""Finds passages, then streams an answer that keeps its citations: python example.py "How often …?" """

import sys

from langchain_citestream import ChatCitestream, CitestreamRetriever

question = sys.argv[1]
for document in CitestreamRetriever(k=2).invoke(question):
    print(f"{document.metadata['score']:.2f} {document.metadata['title']}: {document.page_content[:50]!r}")

whole = None
for chunk in ChatCitestream().stream(question):
    print(chunk.text, end="", flush=True)
    whole = chunk if whole is None else whole + chunk
print()
for paragraph in whole.response_metadata["paragraphs"]:
    for cited in paragraph["citations"]:
        print(f"[{cited['citation_id']}] {cited['title']} ({cited['status']}) {cited['url']}")
