"""The document of a session, the policies that limit it, and what of it a model is shown."""

import pytest

from gateway.conversation.question import Message
from gateway.conversation.session import Context, LimitPolicy, SessionLimits, SessionMessage, Switched, recalled
from gateway.conversation.workflow import Workflow

AT = "2026-11-21T10:00:00.000Z"


def context(**fields):
    said = (
        SessionMessage("user", "想办一张卡", AT),
        SessionMessage("assistant", "Which", AT, "interrupted"),
        SessionMessage("user", "", AT, deleted=True),
    )
    usual = {"messages": said, "workflow": Workflow(), "round": 2, "max_rounds": 50, "status": "active"}
    return Context(session_id="s", expires_at=AT, version=3, **{**usual, **fields})


@pytest.mark.requirement("B4", "B5", "B6", "B7", "B8", "B9", "B10", "B11")
def test_the_document_has_the_names_of_the_source_document():
    told = context(workflow=Workflow.of(["card", "product"], [{"a": 1}, {"b": 2}])).document("full!")
    assert told == {
        "session_id": "s",
        "messages": [
            {"role": "user", "content": "想办一张卡", "timestamp": AT},
            {"role": "AI", "content": "Which", "timestamp": AT, "status": "interrupted"},
            {"role": "user", "content": "", "timestamp": AT, "deleted": True},
        ],
        "current_primary_workflow": "card",
        "current_secondary_workflow": "product",
        "workflow_stack": ["card", "product"],
        "workflow_state": {"a": 1, "b": 2},
        "round": 2,
        "max_rounds": 50,
        "session_full": False,
        "notice": None,
        "status": "active",
        "expires_at": AT,
        "version": 3,
        "previous_session_id": None,
    }


def test_without_a_workflow_its_fields_are_empty():
    told = context().document("full!")
    assert told["current_primary_workflow"] is told["current_secondary_workflow"] is None
    assert told["workflow_stack"] == [] and told["workflow_state"] == {}


def test_a_full_session_says_so_in_its_own_language_else_in_its_last_inputs():
    full = context(round=50)
    assert full.full and full.document("full!")["notice"] == "full!" and full.document("full!")["session_full"]
    assert context(messages=()).spoken == "en" and context(language="fr").spoken == "fr"
    assert context(messages=(SessionMessage("user", "想办一张卡", AT),)).spoken == "zh"
    assert context(messages=(SessionMessage("user", "Ich möchte eine Karte beantragen", AT),)).spoken == "de"


def test_the_record_adds_the_end_and_the_path():
    told = context(status="ended", end_reason="round_limit", path=(Switched("enter", "primary", "card", AT),)).record(
        None
    )
    assert (told["status"], told["end_reason"]) == ("ended", "round_limit")
    assert told["workflow_path"] == [{"op": "enter", "level": "primary", "name": "card", "at": AT}]


@pytest.mark.requirement("B26")
def test_a_policy_says_what_differs_from_the_usual():
    usual = SessionLimits(1800, 50, "replace")
    assert LimitPolicy().over(usual) == usual
    gold = LimitPolicy(user_segment="gold", idle_timeout_s=7200, max_rounds=200, on_depth="reject", retention_days=9)
    assert gold.over(usual) == SessionLimits(7200, 200, "reject", 9)


def test_a_model_is_shown_the_newest_exchanges_that_have_text():
    said = [
        Message("user", "a" * 40),
        Message("assistant", "b" * 40),
        Message("user", ""),
        Message("assistant", "c" * 40),
    ]
    assert [message.content[0] for message in recalled(said, 1000)] == ["a", "b", "c"]
    assert recalled(said, 5) == ()
