"""Verifiers of citations, one a file; `docs/verifier.md` is the contract of the service behind `http`."""
