"""When fresh answers validate a remembered one, or retire it. Pure."""

from __future__ import annotations


def status_after(status: str, agrees: bool, agreed: int, disagreed: int, enough: int) -> str:
    """Returns the status of a remembered answer after it was compared with a fresh one. It changes only while it is
    pending: one answer that disagrees makes it stale, and `enough` that agree and no other validate it (0: never).

    agrees: whether the last answer did.
    agreed, disagreed: how many did so far, the last one among them.
    """
    if status != "pending":
        return status
    if not agrees:
        return "stale"
    return "validated" if 0 < enough <= agreed and not disagreed else status
