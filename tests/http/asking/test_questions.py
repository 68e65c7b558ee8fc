"""How a request's body becomes a question."""

from types import SimpleNamespace

import pytest

from gateway.conversation.question import Scope
from gateway.http.asking.questions import AskRequest, question_of
from gateway.http.door.caller import Caller
from gateway.settings import Settings
from tests.support.server import partial_services
from tests.support.visits import visit


def question(body, strict=False):
    """The question as a gateway with this setting of `GATEWAY_STRICT` takes it."""
    settings = Settings(_env_file=None, strict="on" if strict else "off")
    parts = partial_services(settings=settings, provider=SimpleNamespace(name="extractive", model=""))
    return question_of(visit(parts, identified=Caller()), AskRequest.model_validate(body))


def test_the_filters_become_the_scope_each_value_once():
    one = "3f2c0000-0000-4000-8000-000000000000"
    given = {
        "workspace": "house",
        "source_app": "wiki",
        "document_ids": [one, one.upper()],
        "languages": ["ZH", "zh", "en"],
    }
    assert question({"question": "x", **given}).scope == Scope("house", "wiki", (one,), ("zh", "en"))
    assert question({"question": "x"}).scope == Scope()


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"question": "Summarise the rules"}, True),
        ({"question": "Summarise the rules", "deliverable": False}, False),
        ({"question": "How long may a book be borrowed?"}, False),
        ({"question": "How long may a book be borrowed?", "deliverable": True}, True),
        ({"question": "Fais une synthèse des prêts", "deliverable": ""}, True),
        ({"question": "请总结借阅规则"}, True),
        ({"question": "Write a report on the rules for loans", "language": "fr"}, True),
    ],
)
def test_a_deliverable_is_as_asked_else_as_the_question_says(given, wanted):
    assert question(given).deliverable is wanted


@pytest.mark.parametrize(
    ("given", "setting", "wanted"),
    [({}, False, False), ({}, True, True), ({"strict": False}, True, False), ({"strict": True}, False, True)],
)
def test_strict_overrides_the_setting(given, setting, wanted):
    assert question({"question": "x", **given}, setting).strict is wanted


def test_system_messages_are_the_tone_and_where_no_model_writes_that_is_told():
    asked = question({"question": "x", "conversation_history": [{"role": "system", "content": "Be brief."}]})
    assert asked.tone == "Be brief." and asked.history == () and "no model" in asked.warnings[0]
    assert question({"question": "x"}).warnings == ()


def test_nothing_is_withdrawn_unless_the_request_allows_it():
    assert question({"question": "x"}).rollback is False
    assert question({"question": "x", "rollback": ""}).rollback is False
    assert question({"question": "x", "rollback": True}).rollback is True
