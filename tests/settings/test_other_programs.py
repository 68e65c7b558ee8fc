"""Names that other programs have for our settings."""

import pytest

from gateway import settings
from gateway.settings.other_programs import ELSEWHERE, unconnected


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({"OLLAMA_BASE_URL": "x"}, "set OLLAMA_HOST instead of OLLAMA_BASE_URL"),
        ({"ollama_base_url": "x"}, "set OLLAMA_HOST instead of OLLAMA_BASE_URL"),
        (
            {"OPENAI_API_BASE": "x", "AZURE_API_KEY": "y"},
            "set AZURE_OPENAI_API_KEY instead of AZURE_API_KEY and set OPENAI_BASE_URL instead of OPENAI_API_BASE",
        ),
    ],
)
def test_a_model_that_another_program_would_reach_is_told_with_our_names(environment, told):
    assert unconnected(environment) == f"To connect a model, {told}."


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"OLLAMA_BASE_URL": ""},
        {"OLLAMA_BASE_URL": "x", "OLLAMA_HOST": "x"},
        {"EMBEDDING_URL": "x"},
    ],
)
def test_what_connects_no_model_or_is_set_by_our_name_too_is_not_told(environment):
    assert unconnected(environment) is None


def test_each_stands_for_a_setting_and_is_none_itself():
    assert set(ELSEWHERE.values()) <= set(settings.names()) and not set(ELSEWHERE) & set(settings.names())
