"""The verifier model asks a language model."""

import importlib
import json
from typing import Any

from gateway.settings import Settings
from tests.fakes.upstream import Behaviour, FakeUpstream, Request, text


def settings_for(service: FakeUpstream, **changes: Any) -> Settings:
    importlib.import_module("openai")  # takes longer than a verdict may; a server has it since its start
    named = {"openai_base_url": service.url, "openai_model": "judge", "service_timeouts": "verifier=1.5"} | changes
    return Settings(**named, _env_file=None)


def verdicts(*labels: str) -> Behaviour:
    listed = [{"passage": number, "verdict": label} for number, label in enumerate(labels, start=1)]
    return text(json.dumps({"verdicts": listed}))


def asked(request: Request) -> int:
    """Returns how many passages a request asks about."""
    return str(request.body["messages"][-1]["content"]).count("<passage number=")
