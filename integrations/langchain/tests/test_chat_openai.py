"""LangChain's own model class for OpenAI, pointed at the gateway: the text in both of its ways, the annotations through
the Responses API (it drops those of chat completions). A gateway of the house's tests answers at `CITESTREAM_URL`."""

import os

import pytest
from langchain_openai import ChatOpenAI

QUESTION = "How long may a borrowed book stay at home?"
FIRST = "A borrowed book may stay at home for three weeks 😀."
SECOND = "Nothing else is known.\nNothing at all."


def invoked(model):
    return model.invoke(QUESTION)


def streamed(model):
    whole, *rest = model.stream(QUESTION)
    for chunk in rest:
        whole += chunk
    return whole


@pytest.mark.parametrize("way", [invoked, streamed])
@pytest.mark.parametrize("responses", [False, True])
def test_the_text_and_the_annotations_arrive(way, responses):
    address = os.environ["CITESTREAM_URL"]
    model = ChatOpenAI(model="citestream", base_url=f"{address}/v1", api_key="any", use_responses_api=responses)
    message = way(model)
    assert message.text == f"{FIRST}\n\n{SECOND}"
    if responses:
        [block] = [block for block in message.content_blocks if block["type"] == "text"]
        [cited] = block["annotations"]
        assert message.text[cited["start_index"] : cited["end_index"]] == FIRST and cited["title"] == "Rules"
        assert cited["url"].startswith(f"{address}/sources/")
