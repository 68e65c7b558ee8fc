"""Names in the environment that were probably meant for us, and settings that nothing uses."""

from pathlib import Path

import pytest

from gateway import settings
from gateway.cli import environment
from gateway.settings import Settings

EXAMPLE = (Path(__file__).resolve().parent.parent.parent / ".env.example").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch, tmp_path):
    """Neither the developer's environment nor a `.env` of theirs takes part."""
    for name in (*settings.names(), *environment.unknown()):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def test_a_misspelt_name_is_reported_from_the_environment_and_from_the_file(monkeypatch, tmp_path):
    assert environment.unknown({"GATEWAY_PORTS": "1", "GATEWAY_PORT": "1", "PATH": "x"}) == ["GATEWAY_PORTS"]
    monkeypatch.setenv("GATEWAY_HOSTS", "x")
    monkeypatch.setenv("MEMORY_MAXAGE_DAYS", "1")
    (tmp_path / ".env").write_text("GATEWAY_TOPK=3\nOPENAI_BASEURL=x\n", encoding="utf-8")
    assert environment.unknown() == ["GATEWAY_HOSTS", "GATEWAY_TOPK", "MEMORY_MAXAGE_DAYS", "OPENAI_BASEURL"]
    assert environment.remarks(Settings(_env_file=None)) == [
        "GATEWAY_HOSTS is not a setting of this version; did you mean GATEWAY_HOST?",
        "GATEWAY_TOPK is not a setting of this version; did you mean GATEWAY_TOP_K?",
        "MEMORY_MAXAGE_DAYS is not a setting of this version; did you mean MEMORY_MAX_AGE_DAYS?",
        "OPENAI_BASEURL is not a setting of this version; did you mean OPENAI_BASE_URL?",
    ]


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("OPENAI_BASEURL", "OPENAI_BASE_URL"),
        ("OPENAI_BASE_ULR", "OPENAI_BASE_URL"),
        ("OPEN_AI_API_KEY", "OPENAI_API_KEY"),
        ("OPENAI_API_BASE", "OPENAI_BASE_URL"),
        ("OPENAI_MODLE", "OPENAI_MODEL"),
        ("openai_modle", "OPENAI_MODEL"),
        ("MEMORY_SHADOW_SHAR", "MEMORY_SHADOW_SHARE"),
        ("DATABASE_URI", "DATABASE_URL"),
        ("AZURE_OPENAI_ENDPIONT", "AZURE_OPENAI_ENDPOINT"),
        ("AZURE_OPENAI_KEY", "AZURE_OPENAI_API_KEY"),
        ("OLLAMA_NUMCTX", "OLLAMA_NUM_CTX"),
        ("EMBEDDINGS_MODEL", "EMBEDDING_MODEL"),
        ("GATWAY_PORT", "GATEWAY_PORT"),
        ("GATEWAY_OPENAI_MODEL", "OPENAI_MODEL"),
        ("GATEWAY_MEMORY_AUTO_PRUNE", "MEMORY_AUTO_PRUNE"),
        ("CITESTREAM_PORT", "GATEWAY_PORT"),
        ("CITESTREAM_TOPK", "GATEWAY_TOP_K"),
        ("GATEWAY_EMBEDER", "GATEWAY_EMBEDDER"),
        ("GATEWAY_TYPO", None),
        ("GATEWAY_ZZZ", None),
    ],
)
def test_a_slip_is_told_with_what_was_meant(name, setting):
    assert (environment.unknown({name: "x"}), environment.meant(name)) == ([name], setting)


@pytest.mark.parametrize("name", settings.names())
def test_every_setting_with_one_letter_missing_or_doubled_is_told(name):
    """A doubled letter leaves a name more alike than a missing one, so one place is enough for it."""
    middle = len(name) // 2
    slips = {
        name[:middle] + name[middle] + name[middle:],
        *(name[:at] + name[at + 1 :] for at in range(middle, len(name))),
    }
    for slip in sorted(slips - set(settings.names())):
        assert environment.unknown({slip: "x"}) == [slip]


FOREIGN = [
    "OPENAI_ORG_ID",
    "OPENAI_ORGANIZATION",
    "OPENAI_PROJECT_ID",
    "OPENAI_PROJECT",
    "OPENAI_LOG",
    "OPENAI_WEBHOOK_SECRET",
    "OPENAI_ADMIN_KEY",
    "OPENAI_API_TYPE",
    "OPENAI_API_KEYS",
    "OPENAI_PROXY",
    "OPENAI_ORG",
    "OPENAI_DEFAULT_HEADERS",
    "AZURE_OPENAI_AD_TOKEN",
    "AZURE_CLIENT_ID",
    "AZURE_CLIENT_SECRET",
    "AZURE_TENANT_ID",
    "AZURE_SUBSCRIPTION_ID",
    "OLLAMA_MODELS",
    "OLLAMA_KEEP_ALIVE",
    "OLLAMA_NUM_PARALLEL",
    "OLLAMA_ORIGINS",
    "OLLAMA_DEBUG",
    "OLLAMA_CONTEXT_LENGTH",
    "OLLAMA_NUM_GPU",
    "REDIS_HOST",
    "REDIS_PORT",
    "REDIS_PASSWORD",
    "REDIS_DB",
    "REDIS_TLS",
    "DATABASE_HOST",
    "DATABASE_PORT",
    "DATABASE_NAME",
    "DATABASE_USER",
    "DATABASE_PASSWORD",
    "DATABASE_POOL_SIZE",
    "MEMORY_LIMIT",
    "MEMORY_PRESSURE_WATCH",
    "MEMORY_PRESSURE_WRITE",
    "EMBEDDING_DIMENSIONS",
    "EMBEDDING_BATCH_SIZE",
    "PATH",
    "HOME",
    "PGHOST",
    "POSTGRES_PASSWORD",
    "HTTP_PROXY",
    "LANG",
    "LC_ALL",
    "PORT",
    "HOST",
    "DEBUG",
    "ANTHROPIC_API_KEY",
]


def test_names_of_other_programs_are_none_of_our_business():
    assert environment.unknown(dict.fromkeys(FOREIGN, "x")) == []


def test_another_programs_name_for_what_is_set_here_too_is_not_told():
    assert environment.unknown({"OPENAI_API_BASE": "x", "OPENAI_BASE_URL": "x"}) == []


def test_lower_case_and_empty_names_of_settings_are_no_slips(tmp_path):
    assert environment.unknown({"gateway_port": "1", "OPENAI_BASEURL": "", "GATEWAY_PORTS": None}) == []
    (tmp_path / ".env").write_text(EXAMPLE, encoding="utf-8")
    assert environment.remarks(settings.read()) == []


@pytest.mark.parametrize(
    ("given", "sentences"),
    [
        (
            {"OPENAI_MODEL": "m"},
            ["OPENAI_MODEL is set and nothing uses it: set OPENAI_BASE_URL or OPENAI_API_KEY too."],
        ),
        ({"OPENAI_MODEL": "m", "OPENAI_API_KEY": "k"}, []),
        ({"OPENAI_MODEL": "m", "OPENAI_BASE_URL": "http://localhost:1/v1"}, []),
        ({"OPENAI_MODEL": "m", "OPENAI_API_KEY": "k", "GATEWAY_PROVIDER": "extractive"}, []),
        ({"OPENAI_MODEL": "m", "GATEWAY_PROVIDER": "ollama"}, []),
        ({"OPENAI_MODEL": "m", "GATEWAY_FALLBACK_PROVIDERS": "openai"}, []),
        (
            {"GEMINI_API_KEY": "k"},
            ["GEMINI_API_KEY is set and nothing uses it: set GEMINI_MODEL too."],
        ),
        ({"GEMINI_API_KEY": "k", "OPENAI_API_KEY": "k"}, []),
        (
            {"AZURE_OPENAI_ENDPOINT": "https://a.example"},
            ["AZURE_OPENAI_ENDPOINT is set and nothing uses it: set AZURE_OPENAI_API_KEY too."],
        ),
        (
            {"AZURE_OPENAI_DEPLOYMENT": "d"},
            [
                "AZURE_OPENAI_DEPLOYMENT is set and nothing uses it: set AZURE_OPENAI_ENDPOINT and "
                "AZURE_OPENAI_API_KEY too."
            ],
        ),
        (
            {"EMBEDDING_MODEL": "m"},
            ["EMBEDDING_MODEL is set and nothing uses it: set EMBEDDING_BASE_URL or EMBEDDING_API_KEY too."],
        ),
        ({"EMBEDDING_MODEL": "m", "EMBEDDING_API_KEY": "k", "GATEWAY_EMBEDDER": "none"}, []),
        (
            {"GATEWAY_RERANKER_MODEL": "m"},
            ["GATEWAY_RERANKER_MODEL is set and nothing uses it: set GATEWAY_RERANKER_URL too."],
        ),
        ({"GATEWAY_RERANKER_MODEL": "m", "GATEWAY_RERANKER_URL": "http://localhost:1"}, []),
        ({}, []),
    ],
)
def test_a_setting_that_lacks_its_companion_is_told(monkeypatch, given, sentences):
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert environment.remarks(settings.read()) == sentences
