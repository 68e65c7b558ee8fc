"""What a request of the Responses API means: input, tone, conversations, and what is refused by name."""

from unittest.mock import ANY

from gateway.http.openai.responses_input import uuid_of
from tests.support.openai_library import FIRST, QUESTION, TEXT, client, library, served, upstream

__all__ = ["client", "library", "served", "upstream"]


async def test_a_list_of_messages_asks_with_what_was_said_before_it(library, client, upstream):
    first = await client.responses.create(model="scripted", input=QUESTION, store=False)
    given = [
        {"role": "developer", "content": "Say *you* formally."},
        {"role": "user", "content": [{"type": "input_text", "text": "What is E1?"}]},
        *[item.to_dict() for item in first.output],
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": QUESTION}]},
    ]
    said = await client.responses.create(
        model="scripted", input=given, instructions="Be brief.", temperature=1, text={"verbosity": "low"}
    )
    sent = upstream.requests[-1].body["messages"]
    assert [one["role"] for one in sent] == ["system", "user", "assistant", "user"]
    assert "<style_wishes>\nBe brief.\n\nSay *you* formally.\n</style_wishes>" in sent[0]["content"]
    assert sent[1]["content"] == "What is E 1?" and sent[2]["content"] == TEXT and QUESTION in sent[3]["content"]
    assert said.instructions == "Be brief.\n\nSay *you* formally."
    warnings = " ".join(said.model_extra["citestream"]["meta"]["warnings"])
    recording = f"/v1/answers/{said.id.removeprefix('resp_')}/recording"
    assert said.instructions.replace("\n", "\\n") in (await library.client.get(recording)).text.splitlines()[0]
    assert (await library.client.post(f"{recording}/again")).json()["differences"] == []
    assert "'reasoning'" in warnings and "temperature" in warnings and "text.verbosity" in warnings


async def test_the_next_response_follows_the_previous_one_in_its_conversation(library, client):
    first = await client.responses.create(model="scripted", input="Summarise the rules for a borrowed book.")
    second = await client.responses.create(model="scripted", input=QUESTION, previous_response_id=first.id)
    assert second.conversation == first.conversation and second.previous_response_id == first.id
    thread = (await library.client.get(f"/v1/threads/{first.conversation.id}")).json()
    assert [f"resp_{turn['answer_uuid']}" for turn in thread["turns"]] == [first.id, second.id]
    third = await client.responses.create(model="scripted", input=QUESTION, conversation=first.conversation.id)
    assert third.conversation == first.conversation and third.instructions is None


async def test_a_response_behind_one_that_its_conversation_has_passed_is_a_branch(library, client):
    async def next(previous, text):
        made = await client.responses.create(model="scripted", input=text, previous_response_id=previous)
        return made.id, made.conversation.id

    first = await client.responses.create(model="scripted", input="How long may a borrowed book stay?")
    second, conversation = await next(first.id, "Must a borrowed book come back?")
    third, _ = await next(second, QUESTION)
    branched, branch = await next(first.id, "May a borrowed book stay at home?")
    assert conversation == first.conversation.id != branch
    assert [await next(third, QUESTION), await next(branched, QUESTION)] == [(ANY, conversation), (ANY, branch)]
    for thread, turns in ((conversation, 4), (branch, 2)):
        assert len((await library.client.get(f"/v1/threads/{thread}")).json()["turns"]) == turns


async def test_a_response_without_a_conversation_is_followed_by_what_was_said_in_it(client, upstream):
    first = await client.responses.create(model="scripted", input=QUESTION, store=False)
    assert first.conversation is None and "store" in first.model_extra["citestream"]["meta"]["warnings"][0]
    second = await client.responses.create(model="scripted", input=QUESTION, previous_response_id=first.id)
    sent = upstream.requests[-1].body["messages"]
    assert [one["content"] for one in sent[1:-1]] == [QUESTION, TEXT]
    assert second.conversation.id.startswith("conv_")


async def test_a_conversation_is_named_by_its_user_and_scoped_like_any_question(library, client):
    said = await client.responses.create(
        input=QUESTION,
        conversation={"id": "desk 7"},
        extra_body={"citestream": {"language": "fr", "workspace": "nowhere"}},
    )
    document = (await library.client.get(f"/v1/answers/{said.id.removeprefix('resp_')}")).json()
    assert (document["thread_id"], document["no_context"], said.model) == ("desk 7", True, "scripted")
    assert FIRST not in said.output_text and cited_none(said)


def cited_none(said):
    return all(not part.annotations for item in said.output for part in item.content)


async def test_the_answer_to_somebody_else_cannot_be_followed(server):
    given = {"input": "x", "previous_response_id": "resp_" + "0" * 32}
    error = (await server.client.post("/v1/responses", json=given)).json()["error"]
    assert (error["code"], error["param"]) == ("previous_response_not_found", "previous_response_id")


WRONG = [
    ({"input": None}, "input"),
    ({"input": []}, "input"),
    ({"input": 7}, "input"),
    ({"input": "  "}, "input"),
    ({"input": "x" * 8001}, "input"),
    ({"input": [7]}, "input.0.role"),
    ({"input": [{"role": "assistant", "content": "x"}]}, "input.0.role"),
    ({"input": [{"role": "user", "content": [{"type": "input_image"}]}]}, "input.0.content.0"),
    ({"input": [{"type": "function_call_output", "output": "x"}, {"role": "user", "content": "x"}]}, "input.0"),
    ({"input": [{"role": "system", "content": "x" * 8001}, {"role": "user", "content": "x"}]}, "input.0.content"),
    ({"instructions": 7}, "instructions"),
    ({"instructions": "x" * 8001}, "instructions"),
    ({"instructions": "a\0b"}, "instructions"),
    ({"tools": [{"type": "web_search"}]}, "tools"),
    ({"tool_choice": "required"}, "tool_choice"),
    ({"text": {"format": {"type": "json_schema", "name": "x", "schema": {}}}}, "text.format"),
    ({"text": 7}, "text"),
    ({"prompt": {"id": "x"}}, "prompt"),
    ({"moderation": {"model": "x"}}, "moderation"),
    ({"store": "no"}, "store"),
    ({"background": 1}, "background"),
    ({"metadata": {"k": 7}}, "metadata"),
    ({"metadata": {str(number): "x" for number in range(17)}}, "metadata"),
    ({"metadata": {"k": "a\0b"}}, "metadata"),
    ({"conversation": 7}, "conversation"),
    ({"conversation": {}}, "conversation"),
    ({"conversation": "x" * 201}, "conversation"),
    ({"conversation": "x", "previous_response_id": "y"}, "previous_response_id"),
    ({"previous_response_id": 7}, "previous_response_id"),
    ({"citestream": {"language": "xx"}}, "language"),
]


async def test_what_cannot_be_done_is_refused_by_name_in_openais_shape(server):
    for fields, param in WRONG:
        answer = await server.client.post("/v1/responses", json={"input": "What is a loan?", **fields})
        error = answer.json()["error"]
        assert (answer.status_code, error["type"], error["param"]) == (400, "invalid_request_error", param), fields
        assert error["message"] and error["code"] in ("invalid_field", "previous_response_not_found")


async def test_fields_that_ask_for_nothing_are_accepted_and_a_tone_without_a_model_is_warned_about(server):
    empty = {"tools": [], "tool_choice": "auto", "text": {"format": {"type": "text"}}, "stream": None, "include": None}
    answer = await server.client.post("/v1/responses", json={"input": "What is a loan?", "instructions": "x", **empty})
    assert answer.status_code == 200
    assert "no model writes here" in answer.json()["citestream"]["meta"]["warnings"][0]


def test_only_what_looks_like_the_id_of_a_response_is_one():
    assert uuid_of("resp_" + "0f" * 16) == "0f" * 16
    for wrong in (None, 7, "", "0f" * 16, "resp_" + "0F" * 16, "resp_" + "0f" * 16 + "\n"):
        assert uuid_of(wrong) is None
