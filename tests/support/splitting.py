"""Passages of a text that is there as a whole."""

from gateway.knowledge.splitting.splitter import LIMIT, PassageDraft, split_pieces


def split(
    text: str, media_type: str = "text/markdown", *, target: int | None = None, limit: int = LIMIT
) -> list[PassageDraft]:
    return list(split_pieces([text], media_type, target=target, limit=limit))
