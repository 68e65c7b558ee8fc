"""The names that other programs have for our settings."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextvars import ContextVar
from pathlib import Path

from dotenv import dotenv_values

ELSEWHERE = {
    "ANTHROPIC_API_URL": "ANTHROPIC_BASE_URL",
    "ANTHROPIC_AUTH_TOKEN": "ANTHROPIC_API_KEY",
    "AZURE_API_BASE": "AZURE_OPENAI_ENDPOINT",
    "AZURE_API_KEY": "AZURE_OPENAI_API_KEY",
    "AZURE_API_VERSION": "OPENAI_API_VERSION",
    "AZURE_OPENAI_API_BASE": "AZURE_OPENAI_ENDPOINT",
    "AZURE_OPENAI_API_DEPLOYMENT_NAME": "AZURE_OPENAI_DEPLOYMENT",
    "AZURE_OPENAI_API_VERSION": "OPENAI_API_VERSION",
    "AZURE_OPENAI_BASE_URL": "AZURE_OPENAI_ENDPOINT",
    "AZURE_OPENAI_CHAT_DEPLOYMENT_NAME": "AZURE_OPENAI_DEPLOYMENT",
    "AZURE_OPENAI_DEPLOYMENT_NAME": "AZURE_OPENAI_DEPLOYMENT",
    "AZURE_OPENAI_KEY": "AZURE_OPENAI_API_KEY",
    "AZURE_OPENAI_MODEL": "AZURE_OPENAI_DEPLOYMENT",
    "CLAUDE_API_KEY": "ANTHROPIC_API_KEY",
    "COHERE_API_URL": "COHERE_BASE_URL",
    "CO_API_KEY": "COHERE_API_KEY",
    "CO_API_URL": "COHERE_BASE_URL",
    "EMBEDDING_URL": "EMBEDDING_BASE_URL",
    "GEMINI_API_URL": "GEMINI_BASE_URL",
    "GOOGLE_GEMINI_BASE_URL": "GEMINI_BASE_URL",
    "GOOGLE_GENERATIVE_AI_API_KEY": "GEMINI_API_KEY",
    "OLLAMA_API_BASE": "OLLAMA_HOST",
    "OLLAMA_API_BASE_URL": "OLLAMA_HOST",
    "OLLAMA_API_URL": "OLLAMA_HOST",
    "OLLAMA_BASE_URL": "OLLAMA_HOST",
    "OLLAMA_ENDPOINT": "OLLAMA_HOST",
    "OLLAMA_SERVER_URL": "OLLAMA_HOST",
    "OLLAMA_URL": "OLLAMA_HOST",
    "OPENAI_API_BASE": "OPENAI_BASE_URL",
    "OPENAI_API_BASE_URL": "OPENAI_BASE_URL",
    "OPENAI_API_URL": "OPENAI_BASE_URL",
    "OPENAI_KEY": "OPENAI_API_KEY",
    "OPENAI_MODEL_NAME": "OPENAI_MODEL",
    "OPENAI_URL": "OPENAI_BASE_URL",
}
"""Our setting by the other program's name. A name is reported only if our setting has no value."""
SERVICES = ("ANTHROPIC_", "AZURE_", "COHERE_", "GEMINI_", "OLLAMA_", "OPENAI_")
"""What names of settings that connect a model begin with."""


NAMED_FILE: ContextVar[Path | None] = ContextVar("NAMED_FILE", default=None)
"""The file of `--env-file`. It replaces `.env`, and its values take precedence over the environment."""


def environment_and_file() -> dict[str, str | None]:
    """Returns the variables of this process and of its file of settings. Those of the process take precedence over
    `.env`, those of a named file over the process."""
    named = NAMED_FILE.get()
    return {**dotenv_values(".env"), **os.environ} if named is None else {**os.environ, **dotenv_values(named)}


def unconnected(environment: Mapping[str, str | None] | None = None) -> str | None:
    """Returns a sentence about the names that would connect a model in another program, and ours for them; None if
    there are none. environment: None means `environment_and_file`."""
    seen = environment_and_file() if environment is None else environment
    given = {name.upper() for name, value in seen.items() if value}
    found = [(name, ELSEWHERE[name]) for name in sorted(given & ELSEWHERE.keys()) if ELSEWHERE[name] not in given]
    named = [f"set {ours} instead of {name}" for name, ours in found if ours.startswith(SERVICES)]
    return f"To connect a model, {' and '.join(named)}." if named else None
