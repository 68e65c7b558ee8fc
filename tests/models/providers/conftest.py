"""What tests of providers have in common."""

import pytest

from gateway.models.services import retries


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses between tries are a thousandth of a second."""
    monkeypatch.setattr(retries, "FIRST_PAUSE_S", 0.001)
