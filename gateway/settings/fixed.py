"""Names that are no settings, and what always holds (`docs/adr/0016-fewer-settings.md`). Who sets one is told so."""

FIXED = {
    "GATEWAY_BREAKER_PAUSE_S": "30",
    "GATEWAY_BREAKER_WINDOW_S": "30",
    "GATEWAY_CONNECT_TIMEOUT_S": "5",
    "GATEWAY_EVIDENCE_DROP": "0.35",
    "GATEWAY_EVIDENCE_MOVE_MARGIN": "0.3",
    "GATEWAY_EVIDENCE_WEAK": "0.65",
    "GATEWAY_POLL_MS": "50",
    "GATEWAY_RETRIEVAL_TIMEOUT_S": "10",
    "GATEWAY_RETRY_BASE_MS": "500",
    "MEMORY_MARGIN": "0.05",
}
