"""The knowledge base as rows: documents, passages, originals, the graph, and the search over them."""
