"""Answers, passages and refusals through Haystack's own pipelines. A gateway of the house's tests answers at
`CITESTREAM_URL` (tests/integrations/gateway.py)."""

import json

import pytest
from citestream_client import AnswerFailed, NotReached, Refused, TimedOut
from haystack import Pipeline
from haystack.components.builders import ChatPromptBuilder
from haystack.core.errors import PipelineRuntimeError
from haystack.dataclasses import ChatMessage, ImageContent
from haystack.errors import FilterError
from haystack.utils import Secret
from haystack_integrations.components.generators.citestream import CitestreamChatGenerator
from haystack_integrations.components.retrievers.citestream import CitestreamRetriever
from haystack_integrations.components.retrievers.citestream.filters import fields

QUESTION = "How long may a borrowed book stay at home?"
FIRST = "A borrowed book may stay at home for three weeks 😀."
SECOND = "Nothing else is known.\nNothing at all."
WORKSPACE = {"field": "meta.workspace", "operator": "==", "value": "elsewhere"}


async def test_an_answer_keeps_its_citations():
    generator = CitestreamChatGenerator()
    for found in (generator.run(QUESTION), await generator.run_async([ChatMessage.from_user(QUESTION)])):
        [reply] = found["replies"]
        text, meta = reply.text, reply.meta
        assert text == f"{FIRST}\n\n{SECOND}"
        first, second = meta["paragraphs"]
        assert text[first["start"] : first["end"]] == FIRST and text[second["start"] :] == SECOND
        [cited] = first["citations"]
        assert (cited["citation_id"], cited["title"], cited["status"], cited["quotes"]) == (
            "E1",
            "Rules",
            "ok",
            [FIRST],
        )
        [reference] = meta["references"]
        assert reference["url"] == cited["url"] and "/sources/" in cited["url"]
        assert meta["complete"] is True and meta["finish_reason"] == "stop" and meta["model"] == "scripted"
        assert meta["usage"]["total_tokens"] == meta["usage"]["prompt_tokens"] + meta["usage"]["completion_tokens"] > 0
        assert ChatMessage.from_dict(json.loads(json.dumps(reply.to_dict()))).meta == meta


async def test_an_answer_is_streamed():
    waiting, awaiting = [], []

    async def awaited(chunk):
        awaiting.append(chunk)

    CitestreamChatGenerator().run(QUESTION, streaming_callback=waiting.append)
    await CitestreamChatGenerator().run_async(QUESTION, streaming_callback=awaited)
    for chunks in (waiting, awaiting):
        assert "".join(chunk.content for chunk in chunks) == f"{FIRST}\n\n{SECOND}"
        [shown] = [index for index, chunk in enumerate(chunks) if chunk.meta.get("references")]
        assert 0 < shown < len(chunks) - 1 and chunks[shown].meta["paragraph"]["text"] == FIRST
        assert chunks[-1].finish_reason == "stop" and [chunk.start for chunk in chunks].count(True) == 1


def test_thoughts_are_reasoning():
    chunks = []
    [reply] = CitestreamChatGenerator(streaming_callback=chunks.append).run(f"THINK {QUESTION}")["replies"]
    assert reply.reasoning.reasoning_text == "Books are lent."
    assert "".join(chunk.reasoning.reasoning_text for chunk in chunks if chunk.reasoning) == "Books are lent."


def test_a_conversation_goes_along():
    generator = CitestreamChatGenerator()
    question = ChatMessage.from_user(f"COUNT {QUESTION}")
    [alone] = generator.run([question])["replies"]
    earlier = [ChatMessage.from_user("Hello"), ChatMessage.from_assistant("Hello", reasoning="Hm")]
    [later] = generator.run([*earlier, question])["replies"]
    assert alone.text.startswith("There are") and alone.text != later.text


def test_a_thread_goes_on():
    generator = CitestreamChatGenerator(generation_kwargs={"caller_app": "tests", "thread_id": "first"})
    assert generator.run(QUESTION)["replies"][0].meta["thread_id"] == "first"
    found = generator.run(QUESTION, generation_kwargs={"thread_id": "second"})
    assert found["replies"][0].meta["thread_id"] == "second"


async def test_passages_say_where_they_are():
    retriever = CitestreamRetriever(top_k=2)
    documents = retriever.run(QUESTION)["documents"]
    assert documents == (await retriever.run_async(QUESTION))["documents"] and len(documents) == 2
    assert len(retriever.run(QUESTION, top_k=1)["documents"]) == 1
    best = documents[0]
    assert best.content == FIRST and best.score > 0 and "/sources/" in best.meta["url"]
    assert best.id == best.meta["passage_id"]


def test_where_to_search_can_be_said():
    assert CitestreamRetriever(where={"workspace": "library"}).run(QUESTION)["documents"]
    assert CitestreamRetriever(where={"workspace": "elsewhere"}).run(QUESTION)["documents"] == []
    assert CitestreamRetriever().run(QUESTION, filters=WORKSPACE)["documents"] == []
    found = CitestreamChatGenerator(generation_kwargs={"workspace": "elsewhere"}).run(QUESTION)
    assert found["replies"][0].meta["source"] == "gate" and found["replies"][0].meta["references"] == []


def test_filters_are_those_of_the_gateway():
    languages = {"field": "meta.language", "operator": "in", "value": ["en", "fr"]}
    document = {"field": "meta.document_id", "operator": "==", "value": "1"}
    assert fields({"operator": "AND", "conditions": [WORKSPACE, languages, document]}) == {
        "workspace": "elsewhere",
        "languages": ["en", "fr"],
        "document_ids": ["1"],
    }
    assert fields(None) == fields({}) == {}
    for other in (
        {"operator": "OR", "conditions": [WORKSPACE]},
        {"operator": "AND", "conditions": [WORKSPACE, WORKSPACE]},
        {"field": "meta.author", "operator": "==", "value": "x"},
        {"field": "meta.workspace", "operator": ">", "value": "x"},
    ):
        with pytest.raises(FilterError, match=r"meta\.workspace"):
            fields(other)


def test_the_gate_is_heeded():
    passage = {"passage_id": "1", "title": "a", "text": FIRST, "score": 0.1}
    found = {"passages": [passage], "confidence": {"level": "nothing", "value": 0.1}}
    assert CitestreamRetriever()._documents(found) == {"documents": []}
    assert len(CitestreamRetriever(heed_gate=False)._documents(found)["documents"]) == 1


def piped():
    pipeline = Pipeline()
    pipeline.add_component("prompt", ChatPromptBuilder([ChatMessage.from_user("{{question}}")], required_variables="*"))
    pipeline.add_component("answer", CitestreamChatGenerator(generation_kwargs={"workspace": "library"}))
    pipeline.add_component("passages", CitestreamRetriever(top_k=1))
    pipeline.connect("prompt.prompt", "answer.messages")
    return pipeline


async def test_pipelines_run_and_are_put_away():
    given = {"prompt": {"question": QUESTION}, "passages": {"query": QUESTION}}
    pipeline = Pipeline.loads(piped().dumps())
    for found in (pipeline.run(given), await pipeline.run_async(given)):
        assert found["answer"]["replies"][0].text == f"{FIRST}\n\n{SECOND}"
        assert found["passages"]["documents"][0].content == FIRST
    assert (
        CitestreamChatGenerator.from_dict(
            CitestreamChatGenerator(streaming_callback=print).to_dict()
        ).streaming_callback
        is print
    )


def test_a_misspelt_name_is_refused_and_knobs_are_passed_over():
    with pytest.raises(TypeError, match="workspcae"):
        CitestreamChatGenerator(generation_kwargs={"workspcae": "library"})
    with pytest.raises(TypeError, match="workspcae"):
        CitestreamRetriever(where={"workspcae": "library"})
    found = CitestreamChatGenerator().run(QUESTION, generation_kwargs={"temperature": 0})
    assert "temperature" in found["replies"][0].meta["warnings"][-1]


def test_errors_are_told():
    with pytest.raises(Refused, match="language"):
        CitestreamChatGenerator(generation_kwargs={"language": "klingon"}).run(QUESTION)
    pixel = ImageContent("iVBORw0KGgo=", "image/png", validation=False)
    with pytest.raises(Refused, match="only text"):
        CitestreamChatGenerator().run([ChatMessage.from_user(content_parts=["What is this?", pixel])])
    with pytest.raises(AnswerFailed):
        CitestreamChatGenerator().run(f"FAIL {QUESTION}")
    with pytest.raises(TimedOut):
        CitestreamChatGenerator(timeout=0.5).run(f"STALL {QUESTION}")
    with pytest.raises(NotReached):
        CitestreamRetriever("http://127.0.0.1:9").run(QUESTION)
    pipeline = Pipeline()
    pipeline.add_component("answer", CitestreamChatGenerator("http://127.0.0.1:9", max_retries=0))
    with pytest.raises(PipelineRuntimeError, match="No connection to the gateway"):
        pipeline.run({"answer": {"messages": QUESTION}})


def test_a_key_is_not_put_away():
    with pytest.raises(ValueError, match="token-based"):
        CitestreamChatGenerator(api_key=Secret.from_token("cs_secret")).to_dict()
