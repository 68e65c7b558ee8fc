"""Search in SQL: BM25 over passages, nearest vectors."""
