"""A scripted verifier service, and the contract of `docs/verifier.md` as schemas."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from gateway.settings.service_timeouts import ServiceTimeouts
from tests.fakes.upstream import Behaviour, FakeUpstream, body

_PAGE = (Path(__file__).parents[2] / "docs" / "verifier.md").read_text(encoding="utf-8")
EXAMPLE_REQUEST, REQUEST, EXAMPLE_ANSWER, ANSWER = (
    json.loads(block) for block in re.findall(r"```json\n(.*?)```", _PAGE, re.DOTALL)
)


def answer(value: Any) -> Behaviour:
    return body(json.dumps(value).encode(), content_type="application/json")


def verdicts(*labels: str, score: float | None = 0.9) -> Behaviour:
    return answer({"verdicts": [{"verdict": label, "score": score} for label in labels]})


def settings_for(service: FakeUpstream, **changes: Any) -> SimpleNamespace:
    """What `create` reads of the settings, pointing at the service."""
    timeouts = ServiceTimeouts(verifier=1.5)
    return SimpleNamespace(**{"verifier_url": service.url, "service_timeouts": timeouts, **changes})
