"""What LangChain's own tests do not ask: citations in every form, filters, refusals. A gateway of the house's tests
answers at `CITESTREAM_URL` (tests/integrations/gateway.py)."""

import asyncio
import json

import pytest
from citestream_client import AnswerFailed, NotReached, Refused, TimedOut
from langchain_citestream import ChatCitestream, CitestreamRetriever
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

QUESTION = "How long may a borrowed book stay at home?"
FIRST = "A borrowed book may stay at home for three weeks 😀."
SECOND = "Nothing else is known.\nNothing at all."


def joined(chunks):
    whole, *rest = chunks
    for chunk in rest:
        whole += chunk
    return whole


def invoked(model):
    return model.invoke(QUESTION)


def streamed(model):
    return joined(model.stream(QUESTION))


def awaited(model):
    return asyncio.run(model.ainvoke(QUESTION))


def streamed_and_awaited(model):
    async def chunks():
        return [chunk async for chunk in model.astream(QUESTION)]

    return joined(asyncio.run(chunks()))


@pytest.mark.parametrize("way", [invoked, streamed, awaited, streamed_and_awaited])
def test_an_answer_keeps_its_citations(way):
    message = way(ChatCitestream())
    assert message.text == f"{FIRST}\n\n{SECOND}"
    metadata = message.response_metadata
    first, second = metadata["paragraphs"]
    assert message.text[first["start"] : first["end"]] == FIRST and message.text[second["start"] :] == SECOND
    [cited] = first["citations"]
    assert (cited["citation_id"], cited["title"], cited["status"], cited["quotes"]) == ("E1", "Rules", "ok", [FIRST])
    [reference] = metadata["references"]
    assert reference["url"] == cited["url"] and "/sources/" in cited["url"]
    assert metadata["complete"] is True and metadata["finish_reason"] == "stop"
    assert metadata["model_name"] == "scripted" and metadata["confidence"]["level"]
    usage = message.usage_metadata
    assert usage["total_tokens"] == usage["input_tokens"] + usage["output_tokens"] > 0
    json.dumps(metadata)


@pytest.mark.parametrize("version", ["v0", "v1"])
@pytest.mark.parametrize("way", [invoked, streamed, awaited, streamed_and_awaited])
def test_standard_blocks_have_citations(way, version):
    message = way(ChatCitestream(output_version=version))
    [block] = [block for block in message.content_blocks if block["type"] == "text"]
    assert block["text"] == f"{FIRST}\n\n{SECOND}"
    [citation] = block["annotations"]
    assert citation["type"] == "citation" and citation["cited_text"] == FIRST and citation["title"] == "Rules"
    assert block["text"][citation["start_index"] : citation["end_index"]] == FIRST
    assert citation["extras"]["citation_id"] == "E1" and citation["extras"]["status"] == "ok" and citation["url"]
    assert isinstance(message.content, str if version == "v0" else list)


def test_citations_come_with_their_paragraph():
    chunks = list(ChatCitestream().stream(QUESTION))
    [shown] = [index for index, chunk in enumerate(chunks) if chunk.response_metadata.get("references")]
    assert 0 < shown < len(chunks) - 1
    assert joined(chunks[: shown + 1]).text.rstrip() == FIRST


def test_thoughts_are_reasoning():
    message = ChatCitestream().invoke(f"THINK {QUESTION}")
    assert message.content_blocks[0] == {"type": "reasoning", "reasoning": "Books are lent."}


def test_what_a_verifier_found_late_counts():
    message = ChatCitestream().invoke(QUESTION)
    late = [{"index": 0, "citation_id": "E1", "status": "dropped"}]
    changed = AIMessage(message.content, response_metadata={**message.response_metadata, "late_verdicts": late})
    assert "annotations" not in changed.content_blocks[0]
    late[0]["status"] = "weak"
    assert changed.content_blocks[0]["annotations"][0]["extras"]["status"] == "weak"


def test_a_conversation_goes_along():
    counted = ChatCitestream().invoke(f"COUNT {QUESTION}").text
    earlier = [HumanMessage("Hello"), AIMessage("Hello, [E1]"), HumanMessage(f"COUNT {QUESTION}")]
    assert ChatCitestream().invoke(earlier).text != counted
    kinds = [
        SystemMessage("Be brief"),
        ToolMessage("x", tool_call_id="1"),
        HumanMessage([{"type": "text", "text": QUESTION}]),
    ]
    message = ChatCitestream().invoke(kinds)
    assert message.text == f"{FIRST}\n\n{SECOND}" and "tool" in str(message.response_metadata["warnings"])


def test_a_thread_goes_on():
    model = ChatCitestream(caller_app="tests", thread_id="first")
    assert model.invoke(QUESTION).response_metadata["thread_id"] == "first"
    assert model.invoke(QUESTION, thread_id="second").response_metadata["thread_id"] == "second"


def test_where_to_search_can_be_said():
    assert CitestreamRetriever(workspace="library").invoke(QUESTION)
    assert CitestreamRetriever(workspace="elsewhere").invoke(QUESTION) == []
    assert CitestreamRetriever().invoke(QUESTION, workspace="elsewhere") == []
    nothing = ChatCitestream(workspace="elsewhere").invoke(QUESTION).response_metadata
    assert nothing["source"] == "gate" and nothing["references"] == []


def test_passages_say_where_they_are():
    documents = CitestreamRetriever(public_url="https://ask.example.org").invoke(QUESTION)
    metadata = documents[0].metadata
    assert metadata["url"] == f"https://ask.example.org/sources/{metadata['document_id']}#{metadata['passage_id']}"
    assert documents[0].id == metadata["passage_id"] and metadata["rank"] == 1 and metadata["score"] > 0
    assert documents == asyncio.run(CitestreamRetriever(public_url="https://ask.example.org").ainvoke(QUESTION))


def test_the_gate_is_heeded():
    passage = {"passage_id": "1", "text": FIRST}
    found = {"passages": [passage], "confidence": {"level": "nothing", "value": 0.1}}
    assert CitestreamRetriever()._documents(found) == []
    assert len(CitestreamRetriever(heed_gate=False)._documents(found)) == 1


def test_a_misspelt_name_is_refused():
    with pytest.raises(TypeError, match="workspcae"):
        ChatCitestream().invoke(QUESTION, workspcae="library")
    with pytest.raises(TypeError, match="workspcae"):
        CitestreamRetriever().invoke(QUESTION, workspcae="library")
    for part in (ChatCitestream, CitestreamRetriever):
        with pytest.raises(TypeError, match="workspcae"):
            part(workspcae="library")


def test_knobs_of_a_model_are_passed_over():
    message = ChatCitestream().invoke(QUESTION, temperature=0, stop=["weeks"])
    assert "stop, temperature" in message.response_metadata["warnings"][-1]


def test_errors_are_told():
    with pytest.raises(Refused, match="language"):
        ChatCitestream(language="klingon").invoke(QUESTION)
    with pytest.raises(Refused, match="only text"):
        ChatCitestream().invoke([HumanMessage([{"type": "text", "text": "a"}, {"type": "image", "url": "b"}])])
    with pytest.raises(AnswerFailed):
        ChatCitestream().invoke(f"FAIL {QUESTION}")
    with pytest.raises(TimedOut):
        ChatCitestream(timeout=0.5).invoke(f"STALL {QUESTION}")
    with pytest.raises(NotReached):
        ChatCitestream(base_url="http://127.0.0.1:9", max_retries=0).invoke(QUESTION)
    with pytest.raises(NotReached):
        CitestreamRetriever(base_url="http://127.0.0.1:9").invoke(QUESTION)
    with pytest.raises(NotImplementedError):
        ChatCitestream().bind_tools([])


def test_a_key_is_no_text():
    assert "cs_secret" not in repr(ChatCitestream(api_key="cs_secret")) + repr(CitestreamRetriever(api_key="cs_secret"))
