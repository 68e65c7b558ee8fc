"""Answers, passages and refusals through LlamaIndex's own classes. A gateway of the house's tests answers at
`CITESTREAM_URL` (tests/integrations/gateway.py)."""

import asyncio
import json

import pytest
from citestream_client import AnswerFailed, NotReached, Refused, TimedOut
from llama_index.core.base.llms.types import CitationBlock, ImageBlock, TextBlock, ThinkingBlock
from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.llms import ChatMessage, MockLLM
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index_citestream import CitestreamLLM, CitestreamRetriever

QUESTION = "How long may a borrowed book stay at home?"
FIRST = "A borrowed book may stay at home for three weeks 😀."
SECOND = "Nothing else is known.\nNothing at all."
ASKED = [ChatMessage(content=QUESTION)]


def chatted(llm):
    return llm.chat(ASKED)


def streamed(llm):
    return summed(list(llm.stream_chat(ASKED)))


async def awaited(llm):
    return await llm.achat(ASKED)


async def streamed_and_awaited(llm):
    return summed([response async for response in await llm.astream_chat(ASKED)])


def completed(llm):
    return llm.complete(QUESTION)


def completed_in_steps(llm):
    return summed(list(llm.stream_complete(QUESTION)))


async def completed_and_awaited(llm):
    return await llm.acomplete(QUESTION)


async def completed_in_awaited_steps(llm):
    return summed([response async for response in await llm.astream_complete(QUESTION)])


def summed(responses):
    assert len(responses) > 4
    assert "".join(response.delta for response in responses) == text_of(responses[-1])
    return responses[-1]


def text_of(response):
    return response.message.content if hasattr(response, "message") else response.text


WAYS = [
    chatted,
    streamed,
    awaited,
    streamed_and_awaited,
    completed,
    completed_in_steps,
    completed_and_awaited,
    completed_in_awaited_steps,
]


@pytest.mark.parametrize("way", WAYS)
async def test_an_answer_keeps_its_citations(way):
    response = way(CitestreamLLM())
    if asyncio.iscoroutine(response):
        response = await response
    text, known = text_of(response), response.additional_kwargs
    assert text == f"{FIRST}\n\n{SECOND}"
    first, second = known["paragraphs"]
    assert text[first["start"] : first["end"]] == FIRST and text[second["start"] :] == SECOND
    [cited] = first["citations"]
    assert (cited["citation_id"], cited["title"], cited["status"], cited["quotes"]) == ("E1", "Rules", "ok", [FIRST])
    [reference] = known["references"]
    assert reference["url"] == cited["url"] and "/sources/" in cited["url"]
    assert known["complete"] is True and known["finish_reason"] == "stop" and known["model_name"] == "scripted"
    assert known["total_tokens"] == known["prompt_tokens"] + known["completion_tokens"] > 0
    assert response.raw["answer"]["citationMode"] == "paragraph"
    json.dumps(known)


def test_citations_come_with_their_paragraph():
    responses = list(CitestreamLLM().stream_chat(ASKED))
    shown = next(index for index, response in enumerate(responses) if response.additional_kwargs["references"])
    assert 0 < shown < len(responses) - 1 and responses[shown].message.content.rstrip() == FIRST


def test_citations_as_blocks():
    message = CitestreamLLM(citation_blocks=True).chat(ASKED).message
    text, citation = message.blocks
    assert isinstance(text, TextBlock) and isinstance(citation, CitationBlock) and message.content == text.text
    assert citation.cited_content.text == FIRST and citation.title == "Rules" and "/sources/" in citation.source
    assert citation.additional_location_info == {"start": 0, "end": len(FIRST)}
    assert CitestreamLLM().chat([*ASKED, message, *ASKED]).message.content == text.text


def test_a_weak_citation_is_a_block_too():
    response = CitestreamLLM(citation_blocks=True).chat([ChatMessage(content=f"WRONG {QUESTION}")])
    [cited] = response.additional_kwargs["paragraphs"][0]["citations"]
    assert (cited["status"], cited["reason"], cited["source_value"]) == ("weak", "figure", "three")
    assert response.message.blocks[1].title == "Rules"


def test_a_chat_engine_keeps_the_conversation():
    engine = SimpleChatEngine.from_defaults(llm=CitestreamLLM())
    first = engine.chat(f"COUNT {QUESTION}").response
    second = engine.chat(f"COUNT {QUESTION}").response
    assert first.startswith("There are") and first != second
    assert "".join(engine.stream_chat(QUESTION).response_gen) == f"{FIRST}\n\n{SECOND}"


def test_other_roles_are_told_and_thoughts_not_sent_back():
    earlier = ChatMessage(role="chatbot", blocks=[ThinkingBlock(content="Hm"), TextBlock(text="Hello")])
    asked = [ChatMessage(role="tool", content="x"), *ASKED, earlier, *ASKED]
    assert "tool" in str(CitestreamLLM().chat(asked).additional_kwargs["warnings"])


def test_thoughts_are_there():
    response = CitestreamLLM().chat([ChatMessage(content=f"THINK {QUESTION}")])
    assert response.additional_kwargs["thoughts"] == "Books are lent."


def test_a_thread_goes_on():
    llm = CitestreamLLM(caller_app="tests", thread_id="first")
    assert llm.chat(ASKED).additional_kwargs["thread_id"] == "first"
    assert llm.chat(ASKED, thread_id="second").additional_kwargs["thread_id"] == "second"


async def test_passages_say_where_they_are():
    retriever = CitestreamRetriever(similarity_top_k=2)
    found = retriever.retrieve(QUESTION)
    assert len(found) == 2 and [each.node.node_id for each in found] == [
        each.node.node_id for each in await retriever.aretrieve(QUESTION)
    ]
    best = found[0]
    assert best.text == FIRST and best.score > 0 and "/sources/" in best.metadata["url"]
    assert best.node.ref_doc_id == best.metadata["document_id"] and "url" not in best.node.get_content("llm")
    assert "Rules" in best.get_content("llm")


def test_where_to_search_can_be_said():
    assert CitestreamRetriever(workspace="library").retrieve(QUESTION)
    assert CitestreamRetriever(workspace="elsewhere").retrieve(QUESTION) == []
    nothing = CitestreamLLM(workspace="elsewhere").chat(ASKED).additional_kwargs
    assert nothing["source"] == "gate" and nothing["references"] == []


def test_the_gate_is_heeded():
    passage = {"passage_id": "1", "document_id": "2", "title": "a", "text": FIRST, "score": 0.1}
    found = {"passages": [passage], "confidence": {"level": "nothing", "value": 0.1}}
    assert CitestreamRetriever()._nodes(found) == []
    assert len(CitestreamRetriever(heed_gate=False)._nodes(found)) == 1


def test_a_query_engine_works_with_the_passages():
    engine = RetrieverQueryEngine.from_args(CitestreamRetriever(), llm=MockLLM())
    response = engine.query(QUESTION)
    assert FIRST in str(response) and response.source_nodes[0].metadata["title"] == "Rules"


def test_a_misspelt_name_is_refused_and_knobs_are_passed_over():
    with pytest.raises(TypeError, match="workspcae"):
        CitestreamLLM().chat(ASKED, workspcae="library")
    with pytest.raises(TypeError, match="workspcae"):
        CitestreamRetriever(workspcae="library")
    with pytest.raises(TypeError, match="workspcae"):
        CitestreamLLM(workspcae="library")
    assert CitestreamLLM.from_dict(CitestreamLLM(workspace="library").to_dict()).workspace == "library"
    assert "temperature" in CitestreamLLM().chat(ASKED, temperature=0).additional_kwargs["warnings"][-1]


def test_errors_are_told():
    with pytest.raises(Refused, match="language"):
        CitestreamLLM(language="klingon").chat(ASKED)
    with pytest.raises(Refused, match="only text"):
        CitestreamLLM().chat([ChatMessage(blocks=[TextBlock(text="a"), ImageBlock(url="http://b/c.png")])])
    with pytest.raises(AnswerFailed):
        CitestreamLLM().complete(f"FAIL {QUESTION}")
    with pytest.raises(TimedOut):
        CitestreamLLM(timeout=0.5).complete(f"STALL {QUESTION}")
    with pytest.raises(NotReached):
        CitestreamLLM(base_url="http://127.0.0.1:9", max_retries=0).chat(ASKED)
    with pytest.raises(NotReached):
        CitestreamRetriever("http://127.0.0.1:9").retrieve(QUESTION)


def test_a_key_is_no_text():
    llm = CitestreamLLM(api_key="cs_secret")
    assert "cs_secret" not in repr(llm) + llm.to_json() + str(llm.to_payload())
