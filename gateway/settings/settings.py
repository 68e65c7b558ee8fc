"""Every setting, read once at start from the environment and a `.env` file into one frozen object.

The field's alias is the exact name; `description` is the one-line reason that `.env.example` and `docs/settings.md`
repeat.
"""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError
from pydantic_settings import SettingsConfigDict

from gateway.errors import WrongUse
from gateway.limits.access_key import Limits
from gateway.limits.disagreement_rule import DisagreementRules
from gateway.limits.thresholds import Levels
from gateway.settings import fixed
from gateway.settings.groups import FetchSettings
from gateway.settings.kinds import (
    HOST,
    PREFIXES_END,
    CosineRange,
    HostNames,
    LimitsText,
    NumberByPart,
    OcrLine,
    Prefixes,
    PublicAddress,
    RulesByWorkspace,
    Timeouts,
    knob,
    split,
)
from gateway.settings.other_programs import NAMED_FILE
from gateway.settings.service_choices import ServiceChoices
from gateway.settings.service_timeouts import ServiceTimeouts


class Settings(ServiceChoices, FetchSettings):
    """One start's settings. Times are seconds unless the name says otherwise."""

    model_config = SettingsConfigDict(
        env_file_encoding="utf-8",
        extra="ignore",
        frozen=True,
        populate_by_name=True,
        env_ignore_empty=True,
    )

    temperature: float = knob("GATEWAY_TEMPERATURE", 0.2, "low keeps the model at its sources", ge=0, le=2)
    max_output_tokens: int = knob("GATEWAY_MAX_OUTPUT_TOKENS", 2000, "longest answer asked for", ge=16)
    answer_format: Literal["json", "tag", "inline"] = knob(
        "GATEWAY_ANSWER_FORMAT",
        "json",
        "what the model writes: json by schema, tag (for code, formulas, weak models), inline markers",
    )
    prompts: str = knob(
        "GATEWAY_PROMPTS",
        "",
        "folders with prompts of one's own, as [WORKSPACE=]FOLDER with commas between; a file that is missing there is "
        "the gateway's (docs/evaluation.md)",
    )
    silence_timeout_s: float = knob(
        "GATEWAY_SILENCE_TIMEOUT_S", 20, "until the model's first text or thought, and between two pieces", gt=0
    )
    turn_tokens: int = knob(
        "GATEWAY_TURN_TOKENS",
        0,
        "tokens one turn may cost, prompts included; no paragraph begins behind them; 0: no bound",
        ge=0,
    )
    total_timeout_s: float = knob("GATEWAY_TOTAL_TIMEOUT_S", 180, "one whole generation", gt=0)
    regenerate: int = knob(
        "GATEWAY_REGENERATE",
        1,
        "new attempts for a paragraph without a valid citation, or for the rest of JSON that never closes; 0: none",
        ge=0,
        le=3,
    )

    evidence: Literal["enforce", "report", "off"] = knob(
        "GATEWAY_EVIDENCE", "enforce", "enforce drops and moves citations, report only says so, off skips the check"
    )

    strict: Literal["on", "off"] = knob(
        "GATEWAY_STRICT", "off", "on shows only checked paragraphs, and nothing factual without a supported citation"
    )
    strict_in_doubt: Literal["on", "off"] = knob(
        "GATEWAY_STRICT_IN_DOUBT", "on", "the same where the gate is in doubt (docs/gate.md); off shows what comes"
    )
    verifier_model: str | None = knob(
        "GATEWAY_VERIFIER_MODEL",
        None,
        "model that judges citations after our own check: same (the one that answers), a name, or provider:name",
    )
    verifier_url: str | None = knob(
        "GATEWAY_VERIFIER_URL", None, "service that judges citations after our own check (docs/verifier.md)"
    )
    verifier_only: Literal["doubted"] | None = knob(
        "GATEWAY_VERIFIER_ONLY", None, "doubted asks either only about paragraphs that our own check doubts; unset: all"
    )

    lease_s: float = knob(
        "GATEWAY_LEASE_S", 3, "how long an answer's process may be silent before another goes on", ge=0.5
    )
    double_text: Literal["reject", "interrupt"] = knob(
        "GATEWAY_DOUBLE_TEXT",
        "reject",
        "a question while its thread's answer runs: reject it, or interrupt that answer",
    )

    session_idle_s: int = knob(
        "GATEWAY_SESSION_IDLE_S", 1800, "how long a session waits for the next input", ge=1, le=2_592_000
    )
    session_max_rounds: int = knob(
        "GATEWAY_SESSION_MAX_ROUNDS", 50, "inputs that a session takes; policies override both", ge=1, le=10_000
    )
    on_depth: Literal["replace", "reject"] = knob(
        "GATEWAY_ON_DEPTH", "replace", "a secondary workflow while one is active: replace that one, or reject it"
    )

    retention_days: int = knob("GATEWAY_RETENTION_DAYS", 365, "how long answers are kept, events and all", ge=1)
    recording_days: int = knob(
        "GATEWAY_RECORDING_DAYS", 30, "how long the raw pieces of models are kept; 0 records none", ge=0
    )

    speech_url: str | None = knob(
        "GATEWAY_SPEECH_URL", None, "service that reads answers aloud; https://:key@host holds its key (docs/speech.md)"
    )
    speech_model: str = knob("GATEWAY_SPEECH_MODEL", "tts-1", "its model")
    speech_voice: str = knob("GATEWAY_SPEECH_VOICE", "alloy", "its voice")
    transcription_url: str | None = knob(
        "GATEWAY_TRANSCRIPTION_URL",
        None,
        "service that writes down spoken questions; https://:key@host holds its key (docs/speech.md)",
    )
    transcription_model: str = knob("GATEWAY_TRANSCRIPTION_MODEL", "whisper-1", "its model")

    embedder: str | None = knob(
        "GATEWAY_EMBEDDER",
        None,
        "meaning, e5, local, openai or none; unset: openai if EMBEDDING_BASE_URL is set, else meaning if its package is "
        "installed (docs/models.md)",
    )
    embedding_model: str = knob(
        "EMBEDDING_MODEL",
        "text-embedding-3-small",
        "model of the embedding service; of local: a folder or a name on the Hugging Face hub",
    )
    embedding_base_url: str | None = knob(
        "EMBEDDING_BASE_URL", None, "address of the embedding service; falls back to OPENAI_BASE_URL"
    )
    embedding_api_key: str | None = knob("EMBEDDING_API_KEY", None, "its key; falls back to OPENAI_API_KEY")
    embedder_prefixes: Prefixes = knob(
        "GATEWAY_EMBEDDER_PREFIXES",
        "",
        "what its model wants in front of questions and of passages, as query: ;;passage: ; another prefix of passages "
        "makes all vectors anew (docs/models.md)",
    )
    embedder_calibration: CosineRange | None = knob(
        "GATEWAY_EMBEDDER_CALIBRATION",
        None,
        "its cosines of unrelated and of matching texts, as 0.2,0.6, for the gate and the memory; unset: the embedder's "
        "own (docs/models.md)",
    )
    retriever_url: str | None = knob(
        "GATEWAY_RETRIEVER_URL",
        None,
        "service that finds candidates as well; https://:key@host holds its key (docs/retriever.md)",
    )
    reranker_url: str | None = knob(
        "GATEWAY_RERANKER_URL",
        None,
        "service that puts candidates into a better order; https://:key@host holds its key (docs/reranker.md)",
    )
    reranker_model: str | None = knob("GATEWAY_RERANKER_MODEL", None, "its model, where it has several")
    service_timeouts: Timeouts = knob(
        "GATEWAY_SERVICE_TIMEOUTS",
        ServiceTimeouts(),
        "seconds that a request to each of these services may take; one that is not named keeps its default",
    )
    top_k: int = knob("GATEWAY_TOP_K", 8, "candidates per question", ge=1, le=20)
    retrieval_context: Literal["resolved", "strict"] = knob(
        "GATEWAY_RETRIEVAL_CONTEXT",
        "resolved",
        "what a follow-up is looked up with: what it points at, or strict for its own words alone",
    )
    gate_threshold: NumberByPart = knob(
        "GATEWAY_GATE_THRESHOLD",
        Levels(0.3),
        "confidence below which the gateway says it found nothing; 0 switches it off; may differ by workspace and "
        "retriever (docs/gate.md)",
    )
    gate_doubt: NumberByPart = knob(
        "GATEWAY_GATE_DOUBT",
        Levels(0.6),
        "confidence below which an answer is doubtful, and says so; may differ as the threshold may",
    )
    gate_rule: str = knob("GATEWAY_GATE_RULE", "", "the gate's rule, fitted to questions of one's own (docs/gate.md)")
    disagreement: RulesByWorkspace = knob(
        "GATEWAY_DISAGREEMENT",
        DisagreementRules(),
        "what an answer does if sources disagree: show both, newest wins, or order:hr,wiki (the first source_app wins); "
        "may differ by workspace (docs/gate.md)",
    )
    memory: Literal["on", "off"] = knob("GATEWAY_MEMORY", "on", "whether earlier answers are kept and served again")
    memory_threshold: NumberByPart = knob(
        "MEMORY_SIMILARITY_THRESHOLD",
        Levels(0.85, {"meaning-use3-1": 0.7}),
        "how similar two questions must be to have one answer; may differ by language and embedder (docs/memory.md)",
    )
    memory_max_age_days: int = knob("MEMORY_MAX_AGE_DAYS", 180, "days that an answer is remembered", ge=1, le=36500)
    memory_auto_prune: bool = knob("MEMORY_AUTO_PRUNE", True, "delete entries whose time is over during lookups")
    memory_serve_status: Literal["validated", "pending+validated"] = knob(
        "MEMORY_SERVE_STATUS", "validated", "which entries are served: validated, or pending+validated"
    )
    memory_auto_validate: int = knob(
        "MEMORY_AUTO_VALIDATE",
        3,
        "fresh answers that must agree with a pending entry to validate it; 0: only people do",
        ge=0,
    )
    memory_shadow_share: float = knob(
        "MEMORY_SHADOW_SHARE", 0.02, "share of served answers after which the model is asked all the same", ge=0, le=1
    )
    memory_db_path: Path | None = knob(
        "MEMORY_DB_PATH", None, "an older SQLite memory that citestream memory import reads"
    )
    legacy_citation_events: Literal["on_request", "always", "never"] = knob(
        "GATEWAY_LEGACY_CITATION_EVENTS",
        "on_request",
        "citation events on the legacy door; an old page prints them into the answer",
    )
    suivi_in_text: Literal["keep", "strip"] = knob(
        "GATEWAY_SUIVI_IN_TEXT",
        "keep",
        "whether POST /api/query says the sections once more as a SUIVI block behind the text; no other door does",
    )
    history_tokens: int = knob(
        "GATEWAY_HISTORY_TOKENS", 4000, "earlier messages shown to the model; the oldest exchanges go first", ge=0
    )
    max_upload_mb: int = knob("GATEWAY_MAX_UPLOAD_MB", 50, "largest upload", ge=1)
    read_hidden: bool = knob("GATEWAY_READ_HIDDEN", False, "whether text that its author hid is read too")
    reading_mb: int = knob("GATEWAY_READING_MB", 280, "memory of a process that reads one file", ge=64, le=1_048_576)
    ocr_command: OcrLine | None = knob("GATEWAY_OCR_COMMAND", None, "program for scanned PDF files (docs/documents.md)")
    cors_origins: str | None = knob("GATEWAY_CORS_ORIGINS", None, "comma separated origins that browsers may call from")
    hosts: HostNames | None = knob(
        "GATEWAY_ALLOWED_HOSTS",
        None,
        "comma separated names this gateway is called by, beside localhost; *.example.com means all below it "
        "(docs/access.md)",
    )
    public_url: PublicAddress | None = knob(
        "GATEWAY_PUBLIC_URL",
        None,
        "address of this gateway as readers have it, such as https://ask.example.org, for links to sources "
        "(docs/protocol.md)",
    )
    require_keys: Literal["auto", "on", "off"] = knob(
        "GATEWAY_REQUIRE_KEYS", "auto", "auto: as soon as a key exists or the address is not loopback (docs/access.md)"
    )
    bootstrap_key: str | None = knob(
        "GATEWAY_BOOTSTRAP_KEY", None, "admin key of tenant default, made at start where no valid key exists"
    )
    each_key: LimitsText = knob(
        "GATEWAY_KEY_LIMITS",
        "",
        "how much each key may use, as requests_per_minute=60,running_answers=2,viewers=5,tokens_per_day=200000,"
        "stored_bytes=100000000; what is not named has no limit (docs/limits.md)",
    )
    all_of_tenant: LimitsText = knob("GATEWAY_TENANT_LIMITS", "", "the same for all keys of a tenant together")
    prices: str = knob(
        "GATEWAY_PRICES",
        "",
        "what a million tokens cost, read and written, by model: gpt-4o-mini=0.15/0.6,*=1/3; in another currency than "
        "USD: EUR;gpt-4o-mini=0.13/0.52 (docs/access.md)",
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = knob("GATEWAY_LOG_LEVEL", "INFO", "how much to log")
    log_format: Literal["text", "json"] = knob("GATEWAY_LOG_FORMAT", "text", "json suits containers")
    access_log: Literal["on", "off"] = knob(
        "GATEWAY_ACCESS_LOG", "off", "on writes a line for each request: route, status, times, key, address"
    )

    @property
    def on_loopback(self) -> bool:
        """Whether only programs on this machine reach the address."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def key_limits(self) -> Limits:
        """How much each key may use that has no limits of its own."""
        return Limits.read(self.each_key)

    @property
    def tenant_limits(self) -> Limits:
        """How much each tenant may use."""
        return Limits.read(self.all_of_tenant)

    @property
    def prefixes(self) -> tuple[str, str]:
        """What the embedder's model wants in front of questions, and of passages."""
        given = self.embedder_prefixes or ("query: ;;passage: " if self.chosen_embedder == "e5" else "")
        questions, _, passages = given.partition(PREFIXES_END)
        return questions, passages

    @property
    def allowed_origins(self) -> list[str]:
        """The origins of pages, other than our own, that may call."""
        return [origin.rstrip("/").lower() for origin in split(self.cors_origins)]

    @property
    def allowed_hosts(self) -> list[str]:
        """The names beside those of loopback that this gateway is called by, as `Host` spells them without its port."""
        named = (HOST.fullmatch(name) for name in split(self.hosts))
        return [name[1].lower().strip("[]").removesuffix(".") for name in named if name]


FIELDS = Settings.fields()
"""The names of the fields by those of the settings."""
SECRETS = Settings.secrets()
"""Settings that nobody may see, addresses with a password included. Each may lie in a file."""


def names() -> dict[str, str]:
    """Returns each setting's name with its reason, in reading order."""
    return {str(field.alias): str(field.description) for field in Settings.in_reading_order()}


def read(**overrides: Any) -> Settings:
    """Returns settings from the environment, `.env` or `--env-file`, and command line options (None: not given).
    Raises `WrongUse` for a value that is wrong, and for names of settings that were removed."""
    if sentences := fixed.refusals():
        raise WrongUse(" ".join(sentences))
    given = {name: value for name, value in overrides.items() if value is not None}
    try:
        return Settings(_env_file=NAMED_FILE.get() or Path(".env"), **given)
    except ValidationError as wrong:
        first = wrong.errors()[0]
        told = first["msg"].removeprefix("Value error, ")
        raise WrongUse(f"{first['loc'][0]}: {told} (got {first['input']!r}).") from None
