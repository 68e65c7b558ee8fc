"""Names of settings that were removed, and what takes their place. A start with one of them stops with a sentence.

Other programs may share a name in `SHARED`, so it does not stop a start.
"""

from __future__ import annotations

from collections.abc import Mapping

from gateway.settings.other_programs import environment_and_file

ALWAYS = {
    "GATEWAY_BODY_TIMEOUT_S": "30",
    "GATEWAY_BREAKER_FAILURES": "5",
    "GATEWAY_BREAKER_PAUSE_S": "30",
    "GATEWAY_BREAKER_WINDOW_S": "30",
    "GATEWAY_CONNECT_TIMEOUT_S": "5",
    "GATEWAY_EVIDENCE_DROP": "0.2",
    "GATEWAY_EVIDENCE_MOVE_MARGIN": "0.3",
    "GATEWAY_EVIDENCE_WEAK": "0.65",
    "GATEWAY_FETCH_DELAY_S": "1",
    "GATEWAY_GATE_MARGIN": "0",
    "GATEWAY_GRAPH_TOP_K": "3",
    "GATEWAY_MAX_PASSAGES": "100000",
    "GATEWAY_MIN_SCORE": "0",
    "GATEWAY_OCR_MB": "1024",
    "GATEWAY_OCR_SECONDS": "600",
    "GATEWAY_POLL_MS": "50",
    "GATEWAY_RETRIES": "2",
    "GATEWAY_RETRIEVAL_TIMEOUT_S": "10",
    "GATEWAY_RETRY_BASE_MS": "500",
    "GATEWAY_SPEECH_FORMAT": "mp3",
    "GATEWAY_VERIFIER_TOKENS": "6000",
    "MEMORY_MARGIN": "0.05",
}
"""The value that is now always used, by name."""
REPLACED = {
    "GATEWAY_CONCURRENT_GENERATIONS": "GATEWAY_KEY_LIMITS=running_answers=N",
    "GATEWAY_CONCURRENT_VIEWERS": "GATEWAY_KEY_LIMITS=viewers=N",
    "GATEWAY_CONTENT_TIMEOUT_S": "GATEWAY_SILENCE_TIMEOUT_S=N",
    "GATEWAY_CURRENCY": "GATEWAY_PRICES=EUR;MODEL=READ/WRITTEN",
    "GATEWAY_EMBEDDER_PASSAGE_PREFIX": 'GATEWAY_EMBEDDER_PREFIXES="QUESTIONS;;PASSAGES"',
    "GATEWAY_EMBEDDER_QUERY_PREFIX": 'GATEWAY_EMBEDDER_PREFIXES="QUESTIONS;;PASSAGES"',
    "GATEWAY_FETCH_PAGES": "the option --max-pages N of citestream ingest",
    "GATEWAY_FETCH_URLS": "GATEWAY_FETCH_ALLOWED=public",
    "GATEWAY_FIRST_CONTENT_TIMEOUT_S": "GATEWAY_SILENCE_TIMEOUT_S=N",
    "GATEWAY_REQUESTS_PER_MINUTE": "GATEWAY_KEY_LIMITS=requests_per_minute=N",
    "GATEWAY_RERANKER_KEY": "GATEWAY_RERANKER_URL=https://:KEY@HOST",
    "GATEWAY_RERANKER_TIMEOUT_S": "GATEWAY_SERVICE_TIMEOUTS=reranker=N",
    "GATEWAY_RETRIEVERS": "GATEWAY_RETRIEVER_URL for the source remote (passages and graph are always searched)",
    "GATEWAY_RETRIEVER_KEY": "GATEWAY_RETRIEVER_URL=https://:KEY@HOST",
    "GATEWAY_RETRIEVER_TIMEOUT_S": "GATEWAY_SERVICE_TIMEOUTS=retriever=N",
    "GATEWAY_SPEECH_KEY": "GATEWAY_SPEECH_URL=https://:KEY@HOST",
    "GATEWAY_SPEECH_TIMEOUT_S": "GATEWAY_SERVICE_TIMEOUTS=speech=N",
    "GATEWAY_STORED_BYTES": "GATEWAY_KEY_LIMITS=stored_bytes=N",
    "GATEWAY_TOKENS_PER_DAY": "GATEWAY_KEY_LIMITS=tokens_per_day=N",
    "GATEWAY_TRACES": "OTEL_EXPORTER_OTLP_ENDPOINT=http://HOST:4318, which switches tracing on",
    "GATEWAY_TRANSCRIPTION_KEY": "GATEWAY_TRANSCRIPTION_URL=https://:KEY@HOST",
    "GATEWAY_TRANSCRIPTION_TIMEOUT_S": "GATEWAY_SERVICE_TIMEOUTS=transcription=N",
    "GATEWAY_VERIFIER": "GATEWAY_VERIFIER_MODEL=same for a model, or GATEWAY_VERIFIER_URL for a service",
    "GATEWAY_VERIFIER_TIMEOUT_S": "GATEWAY_SERVICE_TIMEOUTS=verifier=N",
}
"""How the same is written now, by name."""
VALUES = {("GATEWAY_EMBEDDER", "hash"): "GATEWAY_EMBEDDER=meaning, or unset it"}
"""The same of single values."""
SHARED = {
    "ANTHROPIC_EFFORT": "is no longer a setting; GATEWAY_MODEL_EFFORT=low replaces it.",
    "AWS_ACCESS_KEY_ID": "is no longer a setting; reading buckets still uses it.",
    "AWS_ENDPOINT_URL": "is no longer a setting; reading buckets still uses it.",
    "AWS_REGION": "is no longer a setting; reading buckets still uses it.",
    "AWS_SECRET_ACCESS_KEY": "is no longer a setting; reading buckets still uses it.",
    "GEMINI_THINKING_TOKENS": "is no longer a setting; GATEWAY_MODEL_EFFORT=N replaces it.",
    "REDIS_URL": "is no longer a setting; nothing uses Redis.",
}
"""Names that other programs may read too. The log names them."""
_FILE = "_KEY_FILE"


def refusals(environment: Mapping[str, str | None] | None = None) -> list[str]:
    """Returns a sentence for each removed name that only we used and that has a value. environment: None means
    `environment_and_file`."""
    sentences = []
    for spelt, name, given in _given(environment):
        base = name.removesuffix("_FILE") if name.endswith(_FILE) else name
        if value := ALWAYS.get(name):
            sentences.append(f"{spelt} was removed: it is now always {value}; unset it.")
        elif new := VALUES.get((name, given)):
            sentences.append(f"{spelt}={given} was removed: use {new}.")
        elif base in REPLACED:
            new = REPLACED[base].replace("_URL=", "_URL_FILE=FILE, which holds ") if base != name else REPLACED[base]
            sentences.append(f"{spelt} was removed: use {new}.")
    return sentences


def notes(environment: Mapping[str, str | None] | None = None) -> list[str]:
    """Returns a sentence for each removed name that has a value and that other programs may share."""
    return [f"{spelt} {SHARED[name]}" for spelt, name, _ in _given(environment) if name in SHARED]


def _given(environment: Mapping[str, str | None] | None) -> list[tuple[str, str, str]]:
    """Returns the names that have a value, as they are spelt and in capitals, each with its value."""
    seen = environment_and_file() if environment is None else environment
    return [(name, name.upper(), value) for name, value in sorted(seen.items()) if value]
