"""LangChain's own tests of chat models and retrievers, against the gateway at `CITESTREAM_URL`."""

import pytest
from langchain_citestream import ChatCitestream, CitestreamRetriever
from langchain_tests.integration_tests import ChatModelIntegrationTests, RetrieversIntegrationTests
from langchain_tests.unit_tests import ChatModelUnitTests


class Asked:
    """What the gateway has, and what not: it calls no tools and knows neither sampling nor schemas of callers."""

    chat_model_class = ChatCitestream
    chat_model_params = {}  # noqa: RUF012 - the suite's own way
    standard_chat_model_params = {"timeout": 60, "max_retries": 2}  # noqa: RUF012
    has_tool_calling = False
    has_structured_output = False
    supports_model_override = True
    model_override_value = "scripted"

    @pytest.fixture
    def model(self, request):
        return ChatCitestream(**self.standard_chat_model_params)


class TestUnits(Asked, ChatModelUnitTests):
    init_from_env_params = (
        {"CITESTREAM_URL": "http://gateway.example", "CITESTREAM_KEY": "cs_key"},
        {},
        {"base_url": "http://gateway.example", "api_key": "cs_key"},
    )


class TestChatModel(Asked, ChatModelIntegrationTests):
    pass


class TestRetriever(RetrieversIntegrationTests):
    retriever_constructor = CitestreamRetriever
    retriever_constructor_params = {"heed_gate": False}  # noqa: RUF012
    retriever_query_example = "How long may a borrowed book stay at home?"
