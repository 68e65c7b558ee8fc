"""Names that other protocols and their clients send."""

import typing

import pytest
from openai.types.chat import completion_create_params
from openai.types.responses import response_create_params

from gateway.http.chats.http_agent import AgentRequest
from gateway.http.chats.use_chat import UiChatRequest
from gateway.http.openapi import client_names
from gateway.http.openapi.client_names import AG_UI, AI_SDK, OPENAI_API


@pytest.mark.parametrize("module", [completion_create_params, response_create_params])
def test_every_parameter_of_openais_sdk_is_known(module):
    [name] = [name for name in vars(module) if name.endswith("CreateParamsNonStreaming")]
    assert set(typing.get_type_hints(getattr(module, name))) - OPENAI_API.of_clients == set()


def test_what_agents_and_chats_always_send_is_known():
    always = {"threadId", "runId", "parentRunId", "state", "messages", "tools", "context", "forwardedProps", "resume"}
    assert always - AG_UI.of_clients - {"threadId", "messages"} == set()
    assert {"id", "messages", "trigger", "messageId"} - AI_SDK.of_clients - UiChatRequest.model_fields.keys() == {
        "messages"
    }
    assert {"chat_id", "session_id", "data", "files", "metadata", "features"} <= OPENAI_API.of_clients


@pytest.mark.parametrize(("names", "model"), [(AI_SDK, UiChatRequest), (AG_UI, AgentRequest)])
def test_no_name_of_a_client_is_one_of_our_fields_at_the_same_endpoint(names, model):
    assert names.of_clients & model.model_fields.keys() <= {"id"}


def test_each_list_is_in_order():
    lists = [value for value in vars(client_names).values() if isinstance(value, tuple)]
    assert len(lists) >= 5 and all(all(name.isidentifier() for name in names) for names in lists)
