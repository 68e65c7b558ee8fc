"""The counters and histograms of this process, for Prometheus. Names and labels stand in `docs/observability.md`.

Every label has few values: routes are templates, results and reasons are the gateway's own words, and what a service
calls itself passes `bounded`. Nothing here is touched for a piece of an answer: turns count at their end, requests to
models at theirs, and the journal adds up plain numbers that `watched` reads.
"""

from __future__ import annotations

from collections.abc import Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.process_collector import ProcessCollector

from gateway.telemetry.bounded import FewValues

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

SHORT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds: searches, heads of answers, and how late the event loop is."""
LONG = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0, 120.0, 300.0)
"""Seconds: turns and requests to models."""


def _counter(name: str, meaning: str, *labels: str) -> Counter:
    return Counter(f"citestream_{name}", meaning, labels, registry=REGISTRY)


def _histogram(name: str, meaning: str, buckets: Sequence[float], *labels: str) -> Histogram:
    return Histogram(f"citestream_{name}", meaning, labels, buckets=buckets, registry=REGISTRY)


HTTP_REQUESTS = _counter("http_requests", "Requests that are over, streams included", "method", "route", "status")
HTTP_HEADS = _histogram("http_response_start_seconds", "Until the head of the response was sent", SHORT, "route")

TURNS = _counter("turns", "Turns that came to their end here", "outcome", "reason", "source")
FIRST_TEXT = _histogram("turn_first_text_seconds", "From a turn's admission to its first text", LONG, "source")
TURN_TIME = _histogram("turn_seconds", "From a turn's admission to its terminal event", LONG, "source")
TURN_EVENTS = _counter("turn_events", "Events of the turns that came to their end here")
PARAGRAPHS = _counter("paragraphs", "Paragraphs of such turns")
REFERENCES = _counter("references", "References that such turns showed")
CITATIONS = _counter("citations", "Citations of such turns, by what became of them", "status")
WEAK = _counter("weak_citations", "Weak citations of such turns, by why they are weak", "reason")
QUALITY_HITS = _counter("quality_hits", "Hits of a rate of live answers", "figure", "model", "prompt")
QUALITY_CASES = _counter("quality_cases", "Cases of that rate, hits included", "figure", "model", "prompt")
GATE = _counter("gate_decisions", "What the confidence gate decided", "decision")
DECISIONS = _counter("core_decisions", "What the answer core decided about model text", "kind")
TAKEOVERS = _counter("takeovers", "Answers of other processes that went on here, or were only ended", "result")
LET_GO = _counter("answers_let_go", "Answers that this process had to leave to another one")
READERS_GONE = _counter("readers_dropped", "Readers that took nothing and were let go")

MODEL_PIECES = _counter("model_pieces", "Reads that brought something of a model, added up when its text ends")
TOKENS = _counter("tokens", "Tokens of requests to models", "kind", "counted", "provider", "model")
FORMAT_COMPLIANCE = _counter(
    "format_compliance", "Answers asked for as JSON, by whether it matched the schema", "compliant", "provider", "model"
)
ATTEMPTS = _counter("upstream_attempts", "Single requests to services, tries included", "service", "result")
ATTEMPT_TIME = _histogram("upstream_seconds", "From a single request to its end", LONG, "service")
BREAKERS = Gauge(
    "citestream_breaker_open",
    "1 while the circuit breaker of a service is open, or tries one request",
    ["service"],
    registry=REGISTRY,
)

SEARCHES = _counter("retrievals", "Searches of one knowledge source", "source", "result")
SEARCH_TIME = _histogram("retrieval_seconds", "Time of such a search", SHORT, "source")

DOCUMENTS = _counter("documents_ingested", "Texts and files that were to be taken in", "result")
PASSAGES = _counter("passages_ingested", "Passages of those that were stored")
INGESTION_TIME = _histogram("ingestion_seconds", "Time of one upload, or of one run over folders", LONG)

DATABASE_LOSSES = _counter("database_failures", "Uses of the database that found it unreachable")
LOOP_LAG = _histogram("event_loop_lag_seconds", "How much later than asked for the event loop woke", SHORT)

model_name, service_name, source_name, prompt_name = FewValues(), FewValues(), FewValues(), FewValues()
"""What models, services, knowledge sources and versions of prompts are called in labels."""
