"""Rerankers of candidates, one a file; `docs/reranker.md` is the contract of the service behind `http`."""
