"""Entries of the answer memory."""

from __future__ import annotations

from gateway.memory.ports import NewMemory


def new(question="How long?", answer="Three weeks.", **fields):
    named = {
        "tenant": "default",
        "key_hash": question,
        "scope_hash": "scope",
        "question": question,
        "original_question": question,
        "answer": answer,
        "language": "en",
        "status": "validated",
    }
    return NewMemory(**{**named, **fields})
