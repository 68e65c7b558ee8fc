"""What one message asks, by HTTP: summaries, two questions, comparisons, letters, and refusals that help."""

import pytest

from tests.support.server import running


def texts(document):
    return [paragraph["text"] for paragraph in document["paragraphs"]]


def sources(document):
    return {ref["payload"]["source"].rpartition("/")[2] for ref in document["refs"]}


@pytest.mark.parametrize(
    ("question", "source", "first", "last"),
    [
        ("Summarise the booking rules of the imaging room", "microscope-booking.md", "Instruments", "In the room"),
        ("Résume la charte du jardin partagé", "jardin-partage.md", "Les parcelles", "Abandon d'une parcelle"),
        ("总结一下茶叶的冲泡与保存", "tea-storage.md", "六大茶类", "注意事项"),
    ],
)
async def test_a_summary_walks_through_the_document_that_it_names(sample, question, source, first, last):
    document = await sample.document(question)
    titles = [name for section in document["outline"] for name in section["title"].split(" · ")]
    assert sources(document) == {source} and len(document["paragraphs"]) >= 6
    assert first in titles and last in titles and titles.index(first) < titles.index(last)
    found = (await sample.client.post("/v1/search", json={"query": question})).json()
    starts = [passage["position"]["start"] for passage in found["passages"]]
    assert starts == sorted(starts) and {passage["title"] for passage in found["passages"]} == {
        document["refs"][0]["payload"]["title"]
    }


@pytest.mark.parametrize(
    ("question", "facts"),
    [
        ("How long is the training valid and how far ahead can bookings be made?", ["24 months", "14 days"]),
        (
            "Combien coûte la cotisation d'une parcelle et combien de demi-journées de travaux faut-il ?",
            ["45 euros", "quatre"],
        ),
        ("绿茶的保质期是多久？红茶可以存放多久？", ["12 个月", "两年"]),
    ],
)
async def test_each_of_two_questions_is_answered(sample, question, facts):
    document = await sample.document(question)
    assert all(fact in document["answer"] for fact in facts)


async def test_a_comparison_tells_of_both_sides(sample):
    document = await sample.document("Quelle est la différence entre une parcelle et un bac surélevé ?")
    assert (
        "parcelle" in document["answer"] and "bac" in document["answer"] and sources(document) == {"jardin-partage.md"}
    )


async def test_a_letter_is_answered_on_what_it_asks(sample):
    letter = (
        "Hello! I joined the imaging group last week and everybody is very kind. Could you tell me how far ahead "
        "bookings can be made? Thanks a lot, Tom"
    )
    document = await sample.document(letter)
    assert "14 days" in document["answer"] and not document["no_context"]


async def test_a_refusal_names_what_was_looked_for_and_the_closest_headings_without_citing_them(sample):
    document = await sample.document("Which colour has the mercury of the thermometer museum in Ulm?", strict=True)
    assert document["no_context"] and document["refs"] == []
    assert "Looked for: " in document["answer"] and "museum" in document["answer"]


async def test_the_sample_leaves_every_door_when_there_are_other_documents(database_url, tmp_path):
    async with running(database_url, sample=True) as server:
        assert (await server.client.get("/v1/status")).json()["sample_left_out"] is False
        assert not (await server.document("Who may book an instrument?"))["no_context"]
        body = {"title": "Fire drill", "text": "The bell of the fire drill rings twice.", "external_id": "drill"}
        added = await server.client.post("/v1/documents", json=body)
        [warning] = added.json()["warnings"]
        assert added.status_code == 201 and '"workspace": "sample"' in warning
        again = await server.client.post("/v1/documents", json={**body, "external_id": "second"})
        assert "warnings" not in again.json()
        refused = await server.document("Who may book an instrument?")
        assert refused["no_context"] and any("sample" in warning for warning in refused["meta"]["warnings"])
        french = await server.document("Qui peut réserver un instrument ?", language="fr")
        assert any("« sample »" in warning for warning in french["meta"]["warnings"])
        searched = (await server.client.post("/v1/search", json={"query": "book an instrument"})).json()
        assert searched["passages"] == [] and any("sample" in warning for warning in searched["warnings"])
        named = await server.document("Who discovered penicillin?", workspace="sample")
        found = await server.document("How often does the bell of the fire drill ring?")
        assert named["no_context"] and not found["no_context"]
        assert "warnings" not in named["meta"] and "warnings" not in found["meta"]
        assert "Fire drill" in (await server.document("Which documents do you have?"))["answer"]
        assert not (await server.document("Who may book an instrument?", workspace="sample"))["no_context"]
        status = (await server.client.get("/v1/status")).json()
        assert status["sample_left_out"] is True and "microscope" not in str(status["suggestions"])
