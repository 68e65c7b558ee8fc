"""Names of an API reference, and texts without sentences, asked for at a real server without a model."""

from __future__ import annotations

from tests.support.server import running

SHEAF = """# Sheaf reference

Returns of every call are described below each name. Errors have codes.

## sheaf.fold_edges(sheaf, *, depth=1)

Joins the outer edges of a sheaf until `depth` levels are left.

## Node::weight

Gives the heaviness of a node.

## edge->next

Gives the edge after this one.

## tools/weave

Interlaces two sheaves into a third.

## sheaf.config.max_retry_count

Default: `180`

## E.ERR_42

The sheaf is torn.

## --keep-order

Leaves the leaves as they were.
"""
TALK = "so today we bind a sheaf by hand and you twist the straw twice around before you tuck the end in " * 2
OTHERS = ("The canteen opens at noon. Guests pay at the till.", "The choir meets on Tuesdays. New voices are welcome.")


ASKED = {
    "What is fold_edges?": "Joins the outer edges",
    "What does sheaf.fold_edges do?": "Joins the outer edges",
    "fold_edges()": "Joins the outer edges",
    "What is Node::weight?": "heaviness of a node",
    "What is edge->next?": "edge after this one",
    "What does tools/weave do?": "Interlaces two sheaves",
    "What is max_retry_count?": "Default: `180`",
    "MAX_RETRY_COUNT": "Default: `180`",
    "What is ERR_42?": "torn",
    "What does --keep-order do?": "Leaves the leaves",
    "how do you twist the straw": "twist the straw twice around",
}


async def test_a_name_or_a_text_without_sentences_gets_a_cited_answer_and_an_unknown_name_none(database_url):
    async with running(database_url) as server:
        for title, text in {"Sheaf": SHEAF, "Talk": TALK, "Canteen": OTHERS[0], "Choir": OTHERS[1]}.items():
            body = {"title": title, "text": text, "external_id": title}
            assert (await server.client.post("/v1/documents", json=body)).status_code == 201
        for question, said in ASKED.items():
            answer = await server.document(question)
            assert not answer["no_context"], question
            cited = [paragraph for paragraph in answer["paragraphs"] if said in paragraph["text"]]
            assert cited, (question, answer["answer"])
            assert cited[0]["citations"][0]["status"] == "ok" and cited[0]["citations"][0]["evidence"], question
        answer = await server.document("What is retry_edges_count?")
        assert answer["no_context"] and answer["confidence"]["level"] == "nothing"
