"""All knowledge sources as one: who fails, what is fused, which ids are given."""

import asyncio
from dataclasses import replace

import pytest

from gateway.conversation.question import Scope
from gateway.errors import Unavailable, UpstreamTimeout
from gateway.retrieval.ports import Hit, Query, Retrieval
from gateway.retrieval.sources import RERANKED, Sources

QUERY = Query("default", "Where is the wine?", "en", 5)


def found(text, score=0.5, kind="embedding", **fields):
    payload = {"embeddingId": f"id {text}", "title": "House", "text": text, "position": {"heading": "Cellar"}}
    return Hit(kind, payload if kind == "embedding" else {"vertices": [{"id": text}], "edges": []}, score, **fields)


class Shelf:
    """Finds the same for every question, or by the question's text."""

    def __init__(self, *hits, by_text=None, weights=None, calibration=None):
        self.hits, self.by_text, self.queries = hits, by_text or {}, []
        self.weights, self.calibration = weights or {}, calibration

    async def search(self, query):
        self.queries.append(query)
        hits = self.by_text.get(query.text, self.hits)
        if isinstance(hits, Exception):
            raise hits
        return Retrieval(tuple(hits[: query.limit]), self.weights, self.calibration)

    async def aclose(self): ...


class Broken(Shelf):
    def __init__(self, error):
        super().__init__()
        self.error = error

    async def search(self, query):
        raise self.error


class Stuck(Shelf):
    async def search(self, query):
        await asyncio.Event().wait()


class Ranker:
    def __init__(self, scores):
        self.scores, self.asked = scores, []

    async def rerank(self, question, texts):
        self.asked.append((question, list(texts)))
        if isinstance(self.scores, Exception):
            raise self.scores
        return self.scores(texts)


async def search(*shelves, query=QUERY, others=(), **fields):
    return await asyncio.wait_for(Sources(shelves, **fields).search(query, *others), 10)


def queries(*texts):
    return [replace(QUERY, text=text) for text in texts]


def shown(gathered):
    return [(candidate.citation_id, candidate.text) for candidate in gathered.candidates]


@pytest.mark.requirement("R12")
async def test_one_source_keeps_its_order_and_its_scores_and_is_numbered_by_rank():
    shelf = Shelf(found("b", 0.4), found("a", 0.9), found("tie", 0.4), found("g", 0.1, "graph"))
    gathered = await search(shelf)
    assert shown(gathered) == [("E1", "a"), ("E2", "b"), ("E3", "tie"), ("G1", "")]
    *passages, graph = gathered.candidates
    assert [(passage.reference["score"], passage.reference["rank"]) for passage in passages] == [
        (0.9, 1),
        (0.4, 2),
        (0.4, 3),
    ]
    assert (graph.score, graph.rank) == (0.1, 1) and not {"score", "rank"} & set(graph.reference)
    assert gathered.failures == () and shelf.queries == [QUERY]


async def test_several_sources_are_fused_by_rank_whatever_their_scores():
    loud, quiet = Shelf(found("a", 0.99), found("b", 0.98)), Shelf(found("b", 0.02), found("c", 0.01))
    gathered = await search(loud, quiet)
    assert shown(gathered) == [("E1", "b"), ("E2", "a"), ("E3", "c")]
    scores = [candidate.score for candidate in gathered.candidates]
    assert scores == sorted(scores, reverse=True) and all(0 < score <= 1 for score in scores)


async def test_a_source_that_finds_nothing_leaves_the_others_scores_alone():
    gathered = await search(Shelf(found("a", 0.7)), Shelf())
    assert [candidate.score for candidate in gathered.candidates] == [0.7]


async def test_a_thousand_candidates_are_cut_to_the_limit_of_each_kind():
    many = [found(str(number), 1 - number / 1000) for number in range(1000)]
    many += [found(str(number), 0.5, "graph") for number in range(1000)]

    class Rogue(Shelf):
        async def search(self, query):
            return Retrieval(self.hits)

    gathered = await search(Rogue(*many), Rogue(*reversed(many)))
    ids = [candidate.citation_id for candidate in gathered.candidates]
    assert ids == ["E1", "E2", "E3", "E4", "E5", "G1", "G2", "G3", "G4", "G5"]


async def test_each_query_is_looked_for_by_itself_and_the_results_are_fused():
    shelf = Shelf(by_text={"first": [found("a"), found("b", 0.4)], "second": [found("b"), found("c", 0.4)]})
    gathered = await search(shelf, query=queries("first")[0], others=queries("second", "first"))
    assert [query.text for query in shelf.queries] == ["first", "second"]
    assert shown(gathered) == [("E1", "b"), ("E2", "a"), ("E3", "c")]


@pytest.mark.parametrize("error", [Unavailable("away"), UpstreamTimeout("slow"), RuntimeError("password=hunter2")])
async def test_one_source_that_fails_is_a_warning(error, caplog):
    gathered = await search(Broken(error), Shelf(found("a")))
    assert shown(gathered) == [("E1", "a")]
    assert gathered.failures == (("source_failed", "test_sources"),)
    assert "knowledge source test_sources failed" in caplog.text


async def test_a_slow_source_does_not_hold_the_others(caplog):
    gathered = await search(Stuck(), Shelf(found("a")), timeout_s=0.05)
    assert shown(gathered) == [("E1", "a")] and len(gathered.failures) == 1
    assert "did not answer within 0.05 s" in caplog.text


async def test_a_source_that_fails_for_one_query_only_is_warned_about_once():
    shelf = Shelf(by_text={"x": [found("a")], "y": Unavailable("away"), "z": Unavailable("away")})
    gathered = await search(shelf, query=queries("x")[0], others=queries("y", "z"))
    assert shown(gathered) == [("E1", "a")] and len(gathered.failures) == 1


async def test_when_all_fail_there_is_no_answer():
    with pytest.raises(Unavailable):
        await search(Broken(Unavailable("away")), Stuck(), timeout_s=0.05)


async def test_nothing_found_is_not_claimed_while_a_source_is_away():
    with pytest.raises(Unavailable):
        await search(Broken(UpstreamTimeout("slow")), Shelf())
    assert (await search(Shelf(), Shelf())).candidates[:] == ()


async def test_cosines_are_compared_by_the_calibration_of_their_own_source():
    near = Shelf(found("a", cosine=0.5), calibration=(0.0, 1.0))
    far = Shelf(found("b", cosine=0.5), found("a", 0.4, cosine=0.8), calibration=(0.4, 0.6))
    lost = Shelf(found("c", cosine=0.9))
    gathered = await search(near, far, lost)
    by_text = {candidate.text: gathered.closeness.get(candidate.citation_id) for candidate in gathered.candidates}
    assert by_text == {"a": 1.0, "b": pytest.approx(0.5), "c": None}


async def test_where_sources_weigh_a_word_differently_the_first_one_decides():
    gathered = await search(Shelf(found("a"), weights={"wine": 2.0}), Shelf(weights={"wine": 9.0, "cellar": 1.0}))
    assert gathered.weights == {"wine": 2.0, "cellar": 1.0}


# The reranker ---------------------------------------------------------------------------------------------------------


async def test_a_reranker_chooses_among_more_candidates_than_wanted():
    shelf = Shelf(*(found(str(number), 1 - number / 100) for number in range(30)), found("g", 0.9, "graph"))
    ranker = Ranker(lambda texts: [index / 100 for index in range(len(texts))])
    gathered = await search(shelf, reranker=ranker, query=replace(QUERY, limit=3))
    assert shelf.queries[0].limit == 3 * RERANKED
    assert shown(gathered)[:3] == [("E1", "8"), ("E2", "7"), ("E3", "6")]
    ((question, texts),) = ranker.asked
    assert question == QUERY.text and texts[0] == "House › Cellar\n0" and len(texts) == 9


async def test_what_a_reranker_leaves_out_follows_in_the_old_order():
    shelf = Shelf(found("a", 0.9), found("b", 0.8), found("c", 0.7), found("d", 0.6))
    gathered = await search(shelf, reranker=Ranker(lambda texts: [None, None, 0.2, 0.3]))
    assert [text for _, text in shown(gathered)] == ["d", "c", "a", "b"]
    scores = [candidate.score for candidate in gathered.candidates]
    assert scores == sorted(scores, reverse=True)


async def test_a_reranker_that_fails_leaves_order_and_number(caplog):
    hits = [found(str(number), 1 - number / 100) for number in range(30)]
    gathered = await search(Shelf(*hits), reranker=Ranker(Unavailable("The reranker answered 500.")))
    plain = await search(Shelf(*hits))
    assert gathered.candidates[:] == plain.candidates[:]
    assert gathered.failures == (("reranker_failed", ""),) and "answered 500" in caplog.text


async def test_a_single_candidate_needs_no_reranker():
    ranker = Ranker(lambda texts: [0.5])
    assert shown(await search(Shelf(found("a")), reranker=ranker)) == [("E1", "a")] and ranker.asked == []


def dated_hit(text, score, date, date_from="properties"):
    hit = found(text, score)
    return replace(hit, reference={**hit.reference, "date": date, "dateFrom": date_from})


async def texts_of(*hits):
    return [candidate.text for candidate in (await search(Shelf(*hits))).candidates]


async def test_of_nearly_the_same_scores_the_newer_source_comes_first():
    old, new = dated_hit("old", 0.5, "2023-01-01"), dated_hit("new", 0.496, "2024-01-01", "mail")
    assert await texts_of(old, new) == ["new", "old"]
    assert await texts_of(old, replace(new, score=0.49)) == ["old", "new"]
    assert await texts_of(dated_hit("same", 0.5, "2024-01-01"), new) == ["same", "new"]


async def test_a_date_that_no_author_states_changes_no_order():
    for date_from in ("file", "loaded"):
        new = dated_hit("new", 0.5, "2024-01-01", date_from)
        assert await texts_of(dated_hit("old", 0.5, "2023-01-01"), new) == ["old", "new"]
        assert await texts_of(dated_hit("old", 0.5, "2023-01-01", date_from), replace(new, score=0.499)) == [
            "old",
            "new",
        ]
    assert await texts_of(found("old"), dated_hit("new", 0.5, "2024-01-01")) == ["old", "new"]


async def test_hidden_documents_are_not_found_and_others_take_their_places():
    first = [found(f"kept apart {number}") for number in range(6)]
    hits = [replace(hit, reference=hit.reference | {"documentId": "a"}) for hit in first]
    others = [
        replace(found(f"wine {number}"), reference={**found(f"wine {number}").reference, "documentId": "b"})
        for number in range(9)
    ]
    shelf = Shelf(*hits, *others, found("vertex", kind="graph"))
    query = replace(QUERY, scope=Scope(hidden_documents=("a",)))
    gathered = await Sources([shelf]).search(query)
    assert [each.text for each in gathered.candidates] == [f"wine {number}" for number in range(5)]
    assert len((await Sources([shelf]).search(QUERY)).candidates.passages) == 5
