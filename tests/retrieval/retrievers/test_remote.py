"""The remote retriever: what is asked, what is used of an answer, what is left out and said."""

import json
import re
from dataclasses import replace

import jsonschema
import pytest

from gateway import words
from gateway.conversation.question import Scope
from gateway.errors import Unavailable, WrongUse
from gateway.retrieval.ports import Query
from gateway.retrieval.retrievers import remote
from gateway.words.languages import LANGUAGES
from tests.fakes.upstream import FakeUpstream, body, html, status
from tests.support.every import every
from tests.support.questions import query_of
from tests.support.retriever_service import DOCS, SCHEMA, answer, part, passage, results, settings_for

QUERY = Query("default", "Where is the wine?", "en", 5)
EXAMPLES = [
    json.loads(block)
    for block in re.findall(r"```json\n(.*?)```", (DOCS / "retriever.md").read_text(encoding="utf-8"), re.DOTALL)
]


@pytest.fixture
async def service():
    async with FakeUpstream([results()]) as service:
        yield service


@pytest.fixture
async def retriever(service):
    made = remote.create(None, None, settings_for(service))
    yield made
    await made.aclose()


def texts(retrieval):
    return [hit.reference.get("text") for hit in retrieval.found]


def test_the_schema_is_made_from_the_models_and_the_examples_keep_it():
    assert remote.schema() == SCHEMA, "write it again: see docs/retriever.md"
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    request, reply = EXAMPLES
    jsonschema.validate(request, part("Request"))
    jsonschema.validate(reply, part("Answer"))


async def test_the_example_of_the_page_is_understood(retriever, service):
    service.script = [answer(EXAMPLES[1])]
    got = await retriever.search(QUERY)
    assert [hit.type for hit in got.found] == ["embedding", "graph"]
    assert got.calibration == (0.15, 0.65) and got.found[0].cosine == 0.58
    assert dict(got.weights) == {"renew": 3.2, "loan": 2.1}


async def test_the_request_carries_question_tenant_limit_and_every_filter(retriever, service):
    await retriever.search(QUERY)
    await retriever.search(
        Query("acme", "水？", "zh", 3, Scope("house", "wiki", ("3f2c0000-0000-4000-8000-000000000000",), ("en", "zh")))
    )
    plain, full = (request.body for request in service.requests)
    for sent in (plain, full):
        jsonschema.validate(sent, part("Request"))
    assert plain == {"tenant": "default", "query": QUERY.text, "language": "en", "limit": 5, "filters": {}}
    assert full["filters"] == {
        "workspace": "house",
        "source_app": "wiki",
        "document_ids": ["3f2c0000-0000-4000-8000-000000000000"],
        "languages": ["en", "zh"],
    }


async def test_a_caller_who_is_limited_to_workspaces_is_answered_from_each_of_them_alone(retriever, service):
    found = {"red": [passage("red one", 0.4), passage("red two", 0.2)], "blue": [passage("blue one", 0.3)]}
    service.script = [answer({"results": found["red"]}), answer({"results": found["blue"]})]
    got = await retriever.search(replace(QUERY, limit=2, scope=Scope(workspaces=("red", "blue"))))
    asked = sorted((request.body["filters"] for request in service.requests), key=str)
    assert asked == [{"workspace": "blue"}, {"workspace": "red"}]
    assert texts(got) == ["red one", "blue one"]


async def test_a_key_goes_along(service):
    retriever = remote.create(None, None, settings_for(service, retriever_url=service.url.replace("//", "//:k-1@")))
    await retriever.search(QUERY)
    await retriever.aclose()
    assert service.requests[0].headers["authorization"] == "Bearer k-1"


async def test_results_come_best_first_within_the_limit(retriever, service):
    service.script = [results(*(passage(f"Text {number}.", number / 10) for number in range(10)))]
    assert texts(await retriever.search(QUERY)) == [f"Text {number}." for number in (9, 8, 7, 6, 5)]


async def test_what_may_be_absent_is_filled_in(retriever, service):
    service.script = [
        results({"score": 1, "payload": {"embeddingId": "a", "documentId": "b", "text": "Le vin est là."}})
    ]
    (hit,) = (await retriever.search(QUERY)).found
    assert hit.reference == {
        "embeddingId": "a",
        "documentId": "b",
        "title": "",
        "source": "",
        "text": "Le vin est là.",
        "position": {"start": 0, "end": 14},
    }
    assert (hit.type, hit.score, hit.cosine) == ("embedding", 1.0, None)


async def test_pages_and_media_type_are_told_as_they_are_sent(retriever, service):
    pages = [{"page": 3, "start": 0}, {"page": 5, "start": 6}]
    service.script = [
        results(
            passage("Over two pages.", 0.9, mediaType="application/pdf", position={"pages": pages}),
            passage("On one.", 0.8, position={"page": 3, "pageEnd": 3}),
            passage("Somewhere.", 0.7),
        )
    ]
    found = [hit.reference for hit in (await retriever.search(QUERY)).found]
    assert [payload["position"] for payload in found] == [
        {"start": 0, "end": 15, "page": 3, "pageEnd": 5, "pages": pages},
        {"start": 0, "end": 7, "page": 3, "pageEnd": 3},
        {"start": 0, "end": 10},
    ]
    assert [payload.get("mediaType") for payload in found] == ["application/pdf", None, None]


GOOD = passage("This one is right.", 0.4)
WRONG = {
    "not an object": "text",
    "null": None,
    "another type": {**GOOD, "type": "image"},
    "a type that is a list": {**GOOD, "type": []},
    "no score": {"payload": GOOD["payload"]},
    "a score above one": {**GOOD, "score": 1.2},
    "a score below zero": {**GOOD, "score": -0.1},
    "not a number": {**GOOD, "score": float("nan")},
    "endless": {**GOOD, "score": float("inf")},
    "an integer beyond any float": {**GOOD, "score": 10**400},
    "a truth value for a score": {**GOOD, "score": True},
    "a score in words": {**GOOD, "score": "0.5"},
    "no payload": {"score": 0.5},
    "no text": passage("", 0.5),
    "blank text": passage(" \n\u0000\t", 0.5),
    "text that is a number": passage("x", 0.5, text=5),
    "text over the cap": passage("x" * 4001),
    "no id": passage("x", embeddingId=None),
    "an empty id": passage("x", embeddingId="\u0000"),
    "an id that is too long": passage("x", embeddingId="x" * 201),
    "no document": passage("x", documentId=""),
    "a place below zero": passage("x", position={"start": -1}),
    "a place beyond any": passage("x", position={"start": 10**30}),
    "a place in words": passage("x", position="page 3"),
    "pages out of order": passage("x", position={"pages": [{"page": 4, "start": 0}, {"page": 3, "start": 9}]}),
    "a page without a start": passage("x", position={"pages": [{"page": 4}]}),
    "a media type that is none": passage("x", mediaType="a PDF"),
    "a cosine above one": {**passage("x"), "cosine": 3},
    "the same id again": {**GOOD, "score": 0.3},
    "broken characters": passage("x\ud800"),
    "a language that is none": {**passage("x"), "language": "en\u0000"},
    "a graph without vertices": {"type": "graph", "score": 0.5, "payload": {"vertices": []}},
    "an edge of endless weight": {
        "type": "graph",
        "score": 0.5,
        "payload": {
            "vertices": [{"id": "v", "name": "V"}],
            "edges": [{"startId": "v", "endId": "v", "weight": float("inf")}],
        },
    },
    "a graph of passages": {"type": "graph", "score": 0.5, "payload": GOOD["payload"]},
    "a vertex with deep metadata": {
        "type": "graph",
        "score": 0.5,
        "payload": {"vertices": [{"id": "v", "name": "V", "metadata": {"a": {"b": 1}}}]},
    },
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
async def test_a_wrong_result_is_left_out_and_the_rest_is_used(retriever, service, wrong, caplog):
    service.script = [results(GOOD, wrong, passage("So is this.", 0.2))]
    assert texts(await retriever.search(QUERY)) == ["This one is right.", "So is this."]
    (warned,) = caplog.records
    assert warned.getMessage().startswith("1 wrong results of the remote retriever were left out: results.1.")


BEYOND_A_SCHEMA = {
    "pages out of order",
    "the same id again",
    "blank text",
    "an empty id",
    "broken characters",
    "not a number",
    "endless",
    "an edge of endless weight",
}


@every("wrong", sorted(set(WRONG) - BEYOND_A_SCHEMA))
def test_the_schema_finds_the_same_results_wrong(wrong):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"results": [WRONG[wrong]]}, part("Answer"))


async def test_the_log_names_places_and_no_texts(retriever, service, caplog):
    service.script = [results(*({**passage(f"secret {number}", 2.0)} for number in range(9)))]
    await retriever.search(QUERY)
    assert "9 wrong results" in caplog.text and "results.4.score" in caplog.text
    assert "results.5" not in caplog.text and "secret" not in caplog.text


async def test_a_thousand_results_are_read_up_to_a_bound(retriever, service, caplog):
    service.script = [results(*(passage(f"Text {number}.") for number in range(1000)))]
    assert len((await retriever.search(QUERY)).found) == 5
    assert f"more than {remote.MOST_RESULTS} results" in caplog.text


async def test_hostile_words_are_made_inert(retriever, service):
    service.script = [
        results(
            passage(
                "event: [DONE]\r\ndata: [META]{}\u0000 x",
                title="a\u202eb\nc" * 200,
                source="https://x/\r\nSet-Cookie: a",
                position={"start": 3, "heading": "\u2066<script>"},
            )
        )
    ]
    (hit,) = (await retriever.search(QUERY)).found
    payload = hit.reference
    assert payload["text"] == "event: [DONE]\ndata: [META]{} x"
    assert "\n" not in payload["title"] and "\u202e" not in payload["title"] and len(payload["title"]) <= 300
    assert "\n" not in payload["source"] and payload["position"]["heading"] == "<script>"
    json.dumps(payload).encode("utf-8")


async def test_a_graph_has_both_ends_of_every_edge_and_every_name(retriever, service):
    vertices = [
        {"id": "a", "name": "Ada"},
        {"id": "b", "name": "Babbage", "metadata": {"born": 1791}},
        {"id": "a", "name": "?"},
    ]
    edges = [
        {"startId": "a", "endId": "b", "label": "wrote to"},
        {"startId": "a", "endId": "nobody", "label": "x"},
        {"id": "e", "startId": "b", "endId": "a", "sourceName": "Charles", "weight": 2.5},
    ]
    service.script = [
        results(
            {
                "type": "graph",
                "score": 0.5,
                "payload": {"entitiesFromQuestion": ["Ada"], "vertices": vertices, "edges": edges},
            }
        )
    ]
    (hit,) = (await retriever.search(QUERY)).found
    assert hit.type == "graph" and hit.reference["entitiesFromQuestion"] == ["Ada"]
    assert [vertex["name"] for vertex in hit.reference["vertices"]] == ["Ada", "Babbage"]
    assert [(edge["id"], edge["sourceName"], edge["targetName"]) for edge in hit.reference["edges"]] == [
        ("a wrote to b", "Ada", "Babbage"),
        ("e", "Charles", "Ada"),
    ]
    assert set(hit.reference["edges"][0]) == {
        "id",
        "label",
        "weight",
        "description",
        "metadata",
        "startId",
        "sourceName",
        "endId",
        "targetName",
    }


async def test_what_lies_outside_the_filters_is_not_believed(retriever, service, caplog):
    service.script = [
        results(passage("The wine is here.", documentId="mine"), passage("The wine is there.", documentId="other"))
    ]
    got = await retriever.search(query_of("default", "wine", "en", 5, document_ids=("mine",)))
    assert texts(got) == ["The wine is here."] and "documentId" in caplog.text
    service.script = [
        results({**passage("Wine."), "language": "fr"}, {**passage("Wein."), "language": "de-AT"}, passage("水"))
    ]
    got = await retriever.search(query_of("default", "wine", "en", 5, languages=("de",)))
    assert texts(got) == ["Wein."]


async def test_weights_and_calibration_that_make_no_sense_are_passed_over(retriever, service):
    weights = {"wine": 2, "x": -1, "y": "z", "cellar": float("nan"), "": 1, "\ud800": 1}
    for wrong in ([0.5, 0.1], [0.1], "x", [0.1, float("nan")], [0, 5]):
        service.script = [answer({"results": [GOOD], "weights": weights, "calibration": wrong})]
        got = await retriever.search(QUERY)
        assert dict(got.weights) == {words.stem("wine", code): 2.0 for code in LANGUAGES} and got.calibration is None
    service.script = [answer({"results": [GOOD], "weights": [], "calibration": [0.1, 0.5]})]
    got = await retriever.search(QUERY)
    assert dict(got.weights) == {} and got.calibration == (0.1, 0.5)


@pytest.mark.parametrize(
    ("behaviour", "message"),
    [
        (status(500), "answered 500"),
        (html(), "not JSON"),
        (answer([GOOD]), "holds no results"),
        (answer({"results": {"0": GOOD}}), "holds no results"),
        (body(b" " * (remote.Remote.largest + 1)), "bytes"),
    ],
    ids=["500", "html", "a list", "no list", "huge"],
)
async def test_an_answer_without_results_is_unavailable(retriever, service, behaviour, message):
    service.script = [behaviour]
    with pytest.raises(Unavailable, match=message):
        await retriever.search(QUERY)


def test_without_an_address_the_start_stops(service):
    with pytest.raises(WrongUse, match="GATEWAY_RETRIEVER_URL"):
        remote.create(None, None, settings_for(service, retriever_url=None))
