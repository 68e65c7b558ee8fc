"""Term counts, query terms, BM25 and fusion. Pure."""
