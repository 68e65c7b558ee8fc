"""A page around answers: a reader comes back to a conversation, looks into a source, finds a citation wrong; staff see
it, with what nobody could answer and what could not be read. Every answer is what the description says, to the last
field."""

import json

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.support.keyed import keyed
from tests.support.openapi_contract import closed, strict


class Described:
    """A client whose JSON answers have to fit the description, without a field more."""

    def __init__(self, client, document):
        self.client, self.paths = client, document["paths"]
        pointed = json.loads(json.dumps(strict(document)).replace('"#/components', '"urn:description#/components'))
        described = Resource(contents=pointed, specification=DRAFT202012)
        self.registry = Registry().with_resource("urn:description", described)

    async def call(self, method, template, names=(), **more):
        answer = await self.client.request(method, template.format(*names), **more)
        (path,) = [path for path in self.paths if same(path, template)]
        told = self.paths[path][method.lower()]["responses"][str(answer.status_code)]
        if "content" in told:
            (content,) = told["content"].values()
            schema = content["schema"] if "allOf" in content["schema"] else closed(content["schema"])
            schema = json.dumps(schema).replace('"#/components', '"urn:description#/components')
            Draft202012Validator(json.loads(schema), registry=self.registry).validate(answer.json())
            return answer.json()
        return answer.content


def same(path, template):
    """Whether a described path is this one, whatever its names are called."""
    parts, others = path.split("/"), template.split("/")
    return len(parts) == len(others) and all(
        part == other or (part.startswith("{") and other == "{}") for part, other in zip(parts, others, strict=True)
    )


async def test_a_reader_comes_back_and_staff_look_after_what_they_found():
    async with keyed() as at:
        document = (await at.server.client.get("/openapi.json")).json()
        tester = Described(at.qa, document)
        reader, staff = Described(at.user, document), Described(at.staff, document)
        answer = (await at.ask("user", thread_id="loans", caller_app="console"))["answer_uuid"]
        await at.ask("user", thread_id="loans", caller_app="console", question="Who was Xanthippe?")

        (thread,) = (await reader.call("GET", "/v1/threads", params={"q": "borrowed"}))["threads"]
        named = [thread["thread_id"]]
        turns = (await reader.call("GET", "/v1/threads/{}", named))["turns"]
        assert [turn["source"] for turn in turns] == ["model", "gate"] and turns[0]["answer_uuid"] == answer
        assert (await reader.call("PATCH", "/v1/threads/{}", named, json={"title": "Loans"}))["named"]
        await reader.call("DELETE", "/v1/threads/{}", named)
        assert (await reader.call("GET", "/v1/threads/{}", named))["code"] == "not_found"
        assert (await reader.call("POST", "/v1/threads/{}/restore", named))["title"] == "Loans"

        (source,) = (await reader.call("GET", "/v1/answers/{}/sources", [answer]))["sources"]
        around = {"around": source["passage_id"], "limit": 3}
        page = await reader.call("GET", "/v1/documents/{}/passages", [source["document_id"]], params=around)
        assert source["state"] == "current" and page["passages"][page["around"]]["passage_id"] == source["passage_id"]
        opened = await reader.call("GET", "/v1/documents/{}", [source["document_id"]], params={"text": "false"})
        assert opened["cited"] == 1
        uses = await reader.call("GET", "/v1/documents/{}/citations", [source["document_id"]])
        assert [use["answer_uuid"] for use in uses["answers"]] == [answer]
        assert (await reader.call("GET", "/v1/workspaces"))["workspaces"][0]["workspace"] == "default"

        wrong = {"verdict": "wrong_citation", "paragraph_index": 0, "citation_id": source["citation_id"]}
        await reader.call("POST", "/v1/answers/{}/feedback", [answer], json=wrong)
        (mine,) = (await reader.call("GET", "/v1/answers/{}/feedback", [answer]))["feedback"]
        (found,) = (await staff.call("GET", "/v1/feedback"))["feedback"]
        assert mine["state"] == "open" and found["reference"]["payload"]["documentId"] == source["document_id"]
        handled = await staff.call("PATCH", "/v1/feedback/{}", [found["id"]], json={"state": "handled"})
        assert handled["handled_at"] and (await staff.call("GET", "/v1/feedback"))["open"] == 0
        await reader.call("DELETE", "/v1/answers/{}/feedback", [answer])

        (nobody,) = (await staff.call("GET", "/v1/unanswered"))["questions"]
        assert nobody["question"] == "Who was Xanthippe?"
        assert (await staff.call("GET", "/v1/usage"))["total"]["questions"] == 2
        sent = {"files": {"file": ("life of Xanthippe.pdf", b"%PDF-1.7 none")}}
        assert (await staff.call("POST", "/v1/documents", **sent))["documents"][0]["status"] == "failed"
        (failed,) = (await staff.call("GET", "/v1/documents", params={"status": "failed"}))["documents"]
        again = await staff.call("POST", "/v1/documents/{}/retry", [failed["document_id"]])
        assert again["documents"][0]["error"] == failed["error"]
        await staff.call("DELETE", "/v1/documents/{}", [failed["document_id"]])
        assert [one["title"] for one in (await staff.call("GET", "/v1/documents"))["documents"]] == ["Loans"]

        refused, answered = (await tester.call("GET", "/v1/answers"))["answers"]
        assert (refused["source"], answered["answer_uuid"]) == ("gate", answer) and answered["has_pieces"] is True
        again = await tester.call("POST", "/v1/answers/{}/recording/again", [answer])
        assert (again["answer_uuid"], again["differences"]) == (answer, []) and again["events"][-1][
            "type"
        ] == "finished"
