"""One run of schemathesis over a gateway's `/openapi.json`: `python -m tests.support.openapi_contract URL EXAMPLES
PHASE…`, JSON out.

A process of its own, for schemathesis wants the thread and the random numbers to itself.
"""

from __future__ import annotations

import copy
import json
import sys
from collections import Counter
from dataclasses import asdict, dataclass

import httpx2
import schemathesis.openapi
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, events, from_schema

from gateway.models.ports import SUFFIXES

SEED = 20261121
PATIENCE_S = 60
"""For one response; a busy machine is no fault of a description."""
LIMITS = "/admin/limits"
LEGACY_TAG = "The older system's page"
BEYOND_A_SCHEMA = (
    "provider",
    "model",
    "messages",
    "conversation",
    "conversation_history",
    "input",
    "instructions",
    "metadata",
    "previous_response_id",
    "cursor",
    "audio_uuid",
    "citation_id",
    "file",
    "user_message",
    "policies",
    "since",
    "Citestream-Evaluation",
)
"""Fields whose rules no schema can say: what is configured, who asked last, what was handed out, which fields fit to
several files, which of three fields must be there, whether two entries are for the same, how far apart two days are,
which fields a question of a run has. Their refusals are clear all the same (tests/http/test_refusals.py)."""
CODES_BEYOND_A_SCHEMA = {"idempotency_mismatch", "cursor_ahead", "unreadable_document", "document_replaced"}


@schemathesis.serializer(*SUFFIXES)
def recorded(context, value) -> bytes:
    """Any bytes are a recording."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


@dataclass(frozen=True)
class Found:
    """One broken promise, with the request that shows it."""

    operation: str
    check: str
    message: str
    request: str


class Run:
    """All that one run of schemathesis sent and found."""

    def __init__(self) -> None:
        self.cases: Counter[str] = Counter()
        self.streams = 0
        self.found: list[Found] = []

    def take(self, event: events.EngineEvent) -> None:
        if isinstance(event, (events.NonFatalError, events.FatalError)):
            raise AssertionError(str(getattr(event, "info", event)) + str(getattr(event, "exception", "")))
        if not isinstance(event, (events.ScenarioFinished, events.FuzzScenarioFinished)):
            return
        recorder = event.recorder
        for case_id, interaction in recorder.interactions.items():
            case = recorder.cases[case_id].value
            self.cases[case.operation.label] += 1
            response = interaction.response
            self.streams += response is not None and "text/event-stream" in str(response.headers.get("content-type"))
            for check in recorder.checks.get(case_id, []):
                if check.status == Status.FAILURE:
                    self._judge(case, check, response)

    def _judge(self, case, check, response) -> None:
        text = response.content.decode("utf-8", "replace") if response is not None and response.content else ""
        if check.name == "positive_data_acceptance" and is_beyond_a_schema(response, text):
            return
        message = f"{check.failure_info.failure.title}: {check.failure_info.failure.message}"[:1500]
        if check.name == "negative_data_rejection" and response is not None and response.status_code == 413:
            return  # too long is refused before it is read
        if check.name == "negative_data_rejection" and "in body - messages" in message and has_question(case.body):
            return  # the messages are not looked at
        if check.name == "negative_data_rejection" and (case.query or {}).get("dialect") in ("ai-sdk", "ag-ui"):
            return  # names of that protocol are taken
        request = f"{case.method} {case.path} {case.query} {case.headers} {case.body!r}"[:1500]
        self.found.append(Found(case.operation.label, check.name, message, f"{request}\n→ {text[:400]}"))


def has_question(body) -> bool:
    return isinstance(body, dict) and any(body.get(name) for name in ("question", "query", "prompt"))


def is_beyond_a_schema(response, text) -> bool:
    """Whether a refusal of valid data is about what no schema can say: such fields, a key that was used before, an
    event that the answer does not have, a file without a text, or another version of a file."""
    if response is None or response.status_code not in (400, 412, 422):
        return False
    refusal = json.loads(text)
    if refusal.get("error", refusal).get("code") in CODES_BEYOND_A_SCHEMA:
        return True
    named = [error["field"] for error in refusal.get("errors", [])] or [(refusal.get("error") or {}).get("param") or ""]
    return all(name == "body" or name.startswith(BEYOND_A_SCHEMA) for name in named)  # of fields together: "body"


def closed(schema):
    """The same description, in which no answer may have a field that is not described: so nothing undescribed slips
    in."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    shut = {name: closed(part) for name, part in schema.items()}
    if schema.get("type") == "object" and "properties" in schema and "additionalProperties" not in schema:
        shut["additionalProperties"] = False
    return shut


OPEN = (
    "AgentRequest",
    "ChatMessage",
    "ChatRequest",
    "ConnectRequest",
    "InputItem",
    "LegacyForm",
    "LegacyRequest",
    "LookupRequest",
    "MessageRequest",
    "QueryRequest",
    "ResponseRequest",
    "UiChatRequest",
)
COMPOSED = ("Document",)
"""Requests of other people's protocols ignore what they do not know; what is part of an `allOf` cannot be closed."""


def strict(document):
    closed_document = copy.deepcopy(document)
    schemas = closed_document["components"]["schemas"]
    for name in schemas.keys() - {*OPEN, *COMPOSED}:
        schemas[name] = closed(schemas[name])
    return closed_document


def config(examples: int, phases: tuple[str, ...]) -> SchemathesisConfig:
    return SchemathesisConfig.from_dict(
        {
            "seed": SEED,
            "cache": {"enabled": False},
            "generation": {"max-examples": examples, "deterministic": True, "database": "none", "no-shrink": True},
            "phases": {name: {"enabled": name in phases} for name in ("examples", "coverage", "fuzzing", "stateful")},
            "checks": {"ignored_auth": {"enabled": False}},
            "continue-on-failure": True,
            "request-timeout": PATIENCE_S,
            "suppress-health-check": ["too_slow"],
            "operations": [
                # Refusals have status 200 there, and what is not there is empty.
                {
                    "include-tag": LEGACY_TAG,
                    "checks": {
                        "negative_data_rejection": {"enabled": False},
                        "unsupported_method": {"enabled": False},
                        "allow_header_conformance": {"enabled": False},
                    },
                },
                # The SDK's own door: it says itself what is wrong, and a GET is a stream without an end.
                {"include-path": "/mcp", "enabled": False},
            ],
        }
    )


def main(url: str, examples: str, *phases: str) -> None:
    document = httpx2.get(f"{url}/openapi.json", timeout=PATIENCE_S).json()
    # The first key that is made shuts the door to callers without one.
    key = httpx2.post(f"{url}/admin/keys", json={"role": "admin"}, timeout=PATIENCE_S).json()["key"]
    schema = schemathesis.openapi.from_dict(strict(document), config=config(int(examples), phases))
    schema.config.update(base_url=url, headers={"Authorization": f"Bearer {key}"})
    run = Run()
    for part in (schema.exclude(path=LIMITS), schema.include(path=LIMITS)):  # last, for it may leave no room
        for event in from_schema(part).execute():
            run.take(event)
    done = {"cases": run.cases, "streams": run.streams, "found": [asdict(entry) for entry in run.found]}
    sys.stdout.write(f"{json.dumps(done)}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
