"""The verifier http asks a service that keeps the contract of `docs/verifier.md`."""

from tests.fakes.upstream import Request
from tests.support.verifier_service import settings_for, verdicts

__all__ = ["asked", "settings_for", "verdicts"]


def asked(request: Request) -> int:
    return len(request.body["claims"])
