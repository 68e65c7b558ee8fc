"""Search: the order is that of BM25 over every passage, filters are exact, vectors help and never harm."""

import math
import random
from dataclasses import replace

import asyncpg
import pytest

from gateway import words
from gateway.answer.meta import rfc3339
from gateway.errors import InvalidField
from gateway.knowledge.documents.corpus import NewPage
from gateway.knowledge.search import ranking
from gateway.store.database.tenancy import ALL_TENANTS
from gateway.store.documents import stored_documents
from gateway.store.documents.library import Library
from gateway.store.search import passage_search
from tests.support import in_memory_ranking
from tests.support.corpus import WORDS, babble, document, passages, put_document
from tests.support.questions import query_of
from tests.support.splitting import split


@pytest.fixture
async def library(database):
    async with database.transaction(ALL_TENANTS) as connection:
        await connection.execute("insert into tenant (tenant_id) values ('acme')")
    return Library(database)


async def put(library, text, *, tenant="default", vectors=None, embedder="none", **fields):
    new = document(text, **fields)
    await put_document(library, tenant, new, passages(new), vectors, embedder)
    found, _ = await library.documents.page(tenant)
    return next(entry.document_id for entry in found if entry.external_id == new.external_id)


def query(text, **fields):
    return query_of(**{"tenant": "default", "text": text, "language": "en", "limit": 5, **fields})


def found(retrieval):
    return [hit.reference["text"] for hit in retrieval.found]


async def test_postgres_counts_occurrences_as_we_read_them(database):
    counted = "select width_bucket(ts_rank('{1,1,1,1}', $1::text::tsvector, 'x'), $2::float8[])"
    async with database.connection(ALL_TENANTS) as connection:
        for count in (*range(1, 40), 100, 200, 254, 255):
            lexeme = "'x':" + ",".join(map(str, range(1, count + 1)))
            assert await connection.fetchval(counted, lexeme, passage_search.BETWEEN) == count
        assert await connection.fetchval(counted, "'x'", passage_search.BETWEEN) == 1
        assert await connection.fetchval(counted, "'y'", passage_search.BETWEEN) == 0


async def test_the_terms_of_a_long_chinese_text_stay_in_the_rows_of_its_passages(library, database):
    rng, letters = random.Random(7), [chr(code) for code in range(0x4E00, 0x4E00 + 300)]
    text = "".join("".join(rng.choices(letters, k=20)) + "。" for _ in range(300))
    cut = "\n".join(draft.text for draft in split(text, "text/plain"))
    await put(library, cut, external_id="zh", language="zh")
    async with database.connection(ALL_TENANTS) as connection:
        sizes = await connection.fetchrow(
            "select pg_relation_size(reltoastrelid) as outside, (select max(pg_column_size(terms)) from passage) as terms "
            "from pg_class where oid = 'passage'::regclass"
        )
    assert sizes["terms"] > 5000
    assert sizes["outside"] == 0


@pytest.mark.parametrize(("budget", "parted_from"), [(1, 0), (20, 0), (20, 10_000), (150, 0)])
async def test_the_order_is_that_of_bm25_over_every_passage(library, monkeypatch, budget, parted_from):
    monkeypatch.setattr(passage_search, "GRAM_SHARE", 0.0)
    monkeypatch.setattr("gateway.knowledge.search.pool.BUDGET", budget)
    monkeypatch.setattr("gateway.knowledge.search.pool.PARTED_FROM", parted_from)
    for guess in ("guess_language", "told_language"):  # of words that are none
        monkeypatch.setattr(f"gateway.words.{guess}", lambda text: "en")
    rng = random.Random(budget)
    texts = []
    for number in range(4):
        text = babble(rng, 100, 12 if number % 2 else 150)
        texts += text.split("\n")
        await put(library, text, external_id=str(number), title="")
    counted = [in_memory_ranking.frequencies(text) for text in texts]
    corpus = in_memory_ranking.statistics(counted)
    for _ in range(40):
        question = " ".join(rng.choices(WORDS, [1 / (rank + 2) for rank in range(len(WORDS))], k=rng.randint(1, 6)))
        asked = words.query_terms(question, "en")
        scores = sorted(
            (in_memory_ranking.bm25(asked, tf, ranking.passage_length(tf), corpus) for tf in counted), reverse=True
        )
        limit = rng.choice([1, 5, 20])
        got = await library.passages.search(query(question, limit=limit))
        assert [hit.score for hit in got.found] == pytest.approx([score for score in scores[:limit] if score > 0])


async def test_pieces_of_words_put_the_best_in_order(library):
    lines = ["Der Rat tagt im Mai über die Wohnungsmieten.", "Im Mai tagt der Rat über die Straßen.", "Der Rat ruht."]
    await put(library, "\n".join(lines[::-1]), external_id="rat", title="", language="de")
    assert found(await library.passages.search(query("Wann tagt der Rat über die Miete?", language="de"))) == lines


async def test_answers_that_found_the_same_passage_hold_its_words_once(library):
    await put(library, "# Loans\n\nA borrowed book may stay at home for three weeks.", title="House rules")
    first, second = [(await library.passages.search(query("borrowed book"))).found[0].reference for _ in range(2)]
    assert first == second and first is not second
    for name in ("embeddingId", "documentId", "title", "source", "mediaType", "text"):
        assert first[name] is second[name], name
    assert first["position"].get("heading") is second["position"].get("heading")


async def test_passages_that_an_older_recipe_counted_are_found_and_ranked_as_ever(library, monkeypatch):
    monkeypatch.setattr("gateway.knowledge.search.pool.BUDGET", 5)
    lines = [f"{'wine ' * (1 + number % 7)}{'bread ' * (1 + number % 5)}{number}" for number in range(60)]
    await put(library, "\n".join(lines[:30]), external_id="a", title="")
    await put(library, "\n".join(lines[30:]), external_id="b", title="")
    asked = query("wine bread", limit=10)
    marked = await library.passages.search(asked)
    async with library.database.transaction(ALL_TENANTS) as connection:
        strong = "array(select lexeme from unnest(terms) where starts_with(lexeme, '//'))"
        older = "document_id = (select document_id from document where external_id = 'b')"
        taken = await connection.fetchval(f"select sum(cardinality({strong})) from passage where {older}")
        await connection.execute(f"update passage set terms = ts_delete(terms, {strong}) where {older}")
        await connection.execute(f"update document set fingerprint = '3' || substr(fingerprint, 2) where {older}")
    assert taken > 30
    assert [(hit.reference["text"], hit.score) for hit in marked.found] == [
        (hit.reference["text"], hit.score) for hit in (await library.passages.search(asked)).found
    ]


async def test_weights_are_the_idf_of_the_questions_known_words(library):
    await put(library, "wine and bread\nbread\nwater", external_id="a", title="")
    got = await library.passages.search(query("How much wine goes with bread and unobtainium?"))
    assert got.weights == pytest.approx(
        {words.stem("wine", "en"): math.log(1 + 2.5 / 1.5), "bread": math.log(1 + 1.5 / 2.5)}
    )


async def test_a_question_is_looked_up_in_the_languages_of_the_workspace(library):
    await put(library, "Die Verträge sind nicht kündbar.", external_id="de", title="", language="de")
    await put(library, "Les installations ne sont pas assurées.", external_id="fr", title="", language="fr")
    await put(library, "The house is not insured, and neither is the car.", external_id="en", title="")
    assert found(await library.passages.search(query("Vertrag?")))[0].startswith("Die")
    assert set(found(await library.passages.search(query("Is any installation insured?")))) == {
        "The house is not insured, and neither is the car.",
        "Les installations ne sont pas assurées.",
    }
    assert found(await library.passages.search(query("installtion"))) == [
        "Les installations ne sont pas assurées."
    ]  # mended


@pytest.mark.parametrize("budget", [1, 150])
async def test_variants_of_a_word_count_once(library, monkeypatch, budget):
    monkeypatch.setattr("gateway.store.search.passage_search._reread", lambda query, lexical, hits: lexical)
    monkeypatch.setattr("gateway.knowledge.search.pool.BUDGET", budget)
    rng = random.Random(budget)
    nouns = {"en": "the installations and the activities are", "fr": "les installations et les activites sont"}
    for number in range(60):
        language = rng.choice(["en", "fr"])
        spoken = " ".join([*rng.choices(nouns[language].split(), k=8), "not" if language == "en" else "pas"])
        await put(library, spoken, external_id=str(number), title="", language=language)
    got = await library.passages.search(query("installations of activities", limit=60, language="en"))
    variants = [{words.stem(word, code) for code in ("en", "fr")} for word in ("installations", "activities")]
    assert all(len(group) == 2 for group in variants)
    assert all(len({got.weights[term] for term in group if term in got.weights}) == 1 for group in variants)
    scores = [hit.score for hit in got.found]
    assert scores == sorted(scores, reverse=True) and 0.4 < scores[0] < 1
    whole = await library.passages.search(query("installations of activities", limit=5, language="en"))
    assert [hit.score for hit in whole.found] == pytest.approx(scores[:5])


@pytest.mark.parametrize("language", ["xx", "", "zz-Latn", "🙂"])
@pytest.mark.parametrize("text", ["🙂🙂", "2+2", "", "a" * 100_000, "wine " * 20_000])
async def test_any_question_in_any_language_is_looked_up(library, text, language):
    await put(library, "wine and bread", external_id="a", title="", language="xx")
    got = await library.passages.search(query(text, language=language))
    assert found(got) == (["wine and bread"] if "wine" in text else [])


async def test_the_payload_is_the_reference_of_the_protocol(library):
    text = "first line\nred wine"
    document_id = await put(library, text, external_id="cellar/wine.md", title="Cellar", language="en")
    (hit,) = (await library.passages.search(query("wine"))).found
    passage = (await library.documents.passages("default", document_id))[1]
    loaded = rfc3339((await library.documents.by_id("default", document_id)).updated_at)
    assert hit.reference == {
        "embeddingId": passage.passage_id,
        "documentId": document_id,
        "title": "Cellar",
        "source": "cellar/wine.md",
        "mediaType": "text/plain",
        "text": "red wine",
        "position": {"start": 11, "end": 19},
        "date": loaded,
        "dateFrom": "loaded",
        "loadedAt": loaded,
    }
    assert (hit.type, hit.language) == ("embedding", "en")
    assert 0 < hit.score < 1


async def test_the_payload_tells_who_wrote_the_document_and_when(library):
    stated = {"date_text": "2024-05-01", "date_from": "mail", "author": "Ada L"}
    await put(library, "red wine", external_id="wine.eml", **stated)
    (hit,) = (await library.passages.search(query("wine"))).found
    assert (hit.reference["date"], hit.reference["dateFrom"], hit.reference["author"]) == (
        "2024-05-01",
        "mail",
        "Ada L",
    )
    assert hit.reference["loadedAt"] > "2024-05-01"


async def test_the_pages_of_a_passage_are_told(library):
    new = document("red wine\nwhite wine", external_id="wine.pdf", media_type="application/pdf")
    one, other = passages(new)
    parts = [replace(one, page=3), replace(other, page=3, new_pages=(NewPage(6, 4), NewPage(9, 6)))]
    await put_document(library, "default", new, parts, None, "none")
    found = {hit.reference["text"]: hit.reference for hit in (await library.passages.search(query("wine"))).found}
    assert {payload["mediaType"] for payload in found.values()} == {"application/pdf"}
    assert found["red wine"]["position"] == {"start": 0, "end": 8, "page": 3, "pageEnd": 3}
    assert found["white wine"]["position"] == {
        "start": 9,
        "end": 19,
        "page": 3,
        "pageEnd": 6,
        "pages": [{"page": 3, "start": 0}, {"page": 4, "start": 6}, {"page": 6, "start": 9}],
    }


async def test_words_of_the_title_find_a_passage_that_does_not_repeat_them(library):
    await put(library, "It is opened with a key.", external_id="a", title="Cellar")
    await put(library, "It is opened with a code.", external_id="b", title="Garage")
    assert found(await library.passages.search(query("How is the garage opened?")))[0] == "It is opened with a code."


@pytest.mark.parametrize("narrowing", [0.0, 1000.0])
async def test_filters_are_exact(library, database_url, monkeypatch, narrowing):
    monkeypatch.setattr(passage_search, "NARROWING", narrowing)
    a = await put(library, "wine one", external_id="a", workspace="x", source_app="wiki")
    b = await put(library, "wine two", external_id="b", workspace="x y", source_app="wiki")
    await put(library, "wine three", external_id="c", workspace="x", source_app="it's")
    await put(library, "wine four", external_id="d", workspace="x", tenant="acme")
    owner = await asyncpg.connect(database_url)
    await owner.execute("analyze passage")
    await owner.close()
    everything = {"wine one", "wine two", "wine three"}
    for fields, expected in [
        ({}, everything),
        ({"workspace": "x"}, {"wine one", "wine three"}),
        ({"workspace": "x y"}, {"wine two"}),
        ({"workspace": "X"}, set()),
        ({"workspaces": ("x", "x y")}, {"wine one", "wine two", "wine three"}),
        ({"workspaces": ("x y", "nobody's")}, {"wine two"}),
        ({"workspace": "x", "workspaces": ("x y",), "source_app": "wiki"}, {"wine one"}),
        ({"source_app": "wiki"}, {"wine one", "wine two"}),
        ({"source_app": "it's"}, {"wine three"}),
        ({"workspace": "x", "source_app": "wiki"}, {"wine one"}),
        ({"document_ids": (a,)}, {"wine one"}),
        ({"document_ids": (a, b.replace("-", ""))}, {"wine one", "wine two"}),
        ({"document_ids": ("00000000-0000-0000-0000-000000000000",)}, set()),
        ({"document_ids": (b,), "workspace": "x"}, set()),
        ({"tenant": "acme"}, {"wine four"}),
        ({"tenant": "acme", "document_ids": (a,)}, set()),
        ({"tenant": "nobody"}, set()),
    ]:
        assert set(found(await library.passages.search(query("wine", **fields)))) == expected, fields


async def test_languages_are_filtered_by_their_primary_subtag(library):
    for number, language in enumerate(["en", "en-GB", "ZH-Hant", "fr", None]):
        await put(library, f"wine {number}", external_id=str(number), language=language)
    for languages, expected in [
        ((), {"0", "1", "2", "3", "4"}),
        (("en",), {"0", "1"}),
        (("zh", "fr"), {"2", "3"}),
        (("de",), set()),
    ]:
        got = await library.passages.search(query("wine", languages=languages))
        assert {text.removeprefix("wine ") for text in found(got)} == expected, languages


async def test_every_filter_is_answered_from_an_index(library, database, database_url):
    a = await put(library, "wine one", external_id="a", workspace="x", source_app="wiki", language="en")
    for number in range(10):
        await put(library, babble(random.Random(number), 200), external_id=str(number), language="fr")
    owner = await asyncpg.connect(database_url)
    await owner.execute("vacuum analyze passage")  # merges the pending entries of the index, as autovacuum does
    await owner.close()
    condition = ["'/default' & 'wine'"]
    scoring = ([1.0], ["'wine'"], 0.3, 0.01, "en", 0.7)
    async with database.transaction(ALL_TENANTS) as connection:
        await connection.execute("set local enable_seqscan = off")

        async def plan(name, *arguments):
            query = {**passage_search.SQL, **stored_documents.SQL}[name]
            return "\n".join(row[0] for row in await connection.fetch(f"explain {query}", *arguments))

        workspace = "'/default/workspace/x'"
        assert "passage_terms" in await plan("pool", "default", condition, None, None, 10, 5, *scoring, None)
        assert "passage_terms" in await plan("pool", "default", ["'wine'"], None, ["en"], 10, 5, *scoring, workspace)
        assert "passage_of_document" in await plan("pool", "default", condition, [a], ["en"], 10, 5, *scoring, None)
        assert "document_recipe" in await plan("corpus_of", "default", None, ["wine"], "sample")
        assert "document_newest" in await plan(
            "list_documents", "default", ["x"], "wiki", "en", None, None, None, None, 5
        )


@pytest.mark.usefixtures("vectors")
async def test_filters_hold_for_vectors_too(library):
    place = {"vectors": [[1.0, 0.0]], "embedder": "test"}
    a = await put(library, "wine one", external_id="a", workspace="x", source_app="wiki", **place)
    await put(library, "wine two", external_id="b", workspace="y", language="fr", **place)
    await put(library, "wine three", external_id="c", tenant="acme", **place)
    await put(library, "wine four", external_id="d", vectors=[[1.0, 0.0]], embedder="other")
    for fields, expected in [
        ({}, {"wine one", "wine two"}),
        ({"workspace": "x"}, {"wine one"}),
        ({"source_app": "wiki"}, {"wine one"}),
        ({"document_ids": (a,)}, {"wine one"}),
        ({"languages": ("fr",)}, {"wine two"}),
        ({"languages": ("fr",), "workspace": "x"}, set()),
        ({"workspaces": ("x", "y")}, {"wine one", "wine two"}),
        ({"workspaces": ("y",)}, {"wine two"}),
        ({"workspace": "nobody's"}, set()),
        ({"tenant": "acme"}, {"wine three"}),
    ]:
        got = await library.passages.search(query("unheard", **fields), [1.0, 0.0], "test", (0.2, 0.6))
        assert set(found(got)) == expected, fields
        assert all(hit.cosine == pytest.approx(1) for hit in got.found)


@pytest.mark.parametrize("wrong", ["", "E1", "a\0", "é" * 100, "'; drop table passage"])
async def test_a_malformed_document_id_is_refused_by_name(library, wrong):
    with pytest.raises(InvalidField, match="document_ids") as refused:
        await library.passages.search(query("wine", document_ids=(wrong,)))
    assert refused.value.errors == [{"field": "document_ids", "message": "must be a UUID"}]


@pytest.mark.parametrize("field", ["workspace", "source_app"])
async def test_a_filter_that_is_no_text_is_refused_by_name(library, field):
    with pytest.raises(InvalidField, match=field):
        await library.passages.search(query("wine", **{field: "a\0b"}))


async def test_an_empty_corpus_finds_nothing(library):
    for vector in (None, [1.0, 0.0]):
        got = await library.passages.search(query("anything"), vector, "test")
        assert (got.found, got.weights) == ((), {})


@pytest.mark.parametrize("question", ["", " ", "?!", "the of and", "'", "\\", "a & b | !c <-> (d):*", "\ud800", "\0"])
async def test_any_question_is_answered_without_an_error(library, question):
    await put(library, "wine and bread", external_id="a")
    assert isinstance((await library.passages.search(query(question))).found, tuple)


async def test_the_limit_is_kept_and_the_best_come_first(library):
    await put(library, "\n".join(["wine " * (number + 1) + "bread" for number in range(12)]), external_id="a")
    got = await library.passages.search(query("wine", limit=3))
    assert len(got.found) == 3
    assert [hit.score for hit in got.found] == sorted((hit.score for hit in got.found), reverse=True)


async def test_accents_inflections_and_chinese_are_found(library):
    await put(
        library, "Les événements sont conservés à côté des réponses.", external_id="fr", language="fr", title="Guide"
    )
    await put(library, "每个段落都带有引用编号。", external_id="zh", language="zh", title="指南")
    await put(library, "Paragraphs carry their citations.", external_id="en", language="en", title="Guide")
    assert found(await library.passages.search(query("Où est conservé un evenement ?", language="fr")))[0].startswith(
        "Les év"
    )
    assert found(await library.passages.search(query("引用编号在哪里？", language="zh")))[0].startswith("每个段落")
    assert found(await library.passages.search(query("cited paragraph citation")))[0].startswith("Paragraphs")


@pytest.mark.usefixtures("vectors")
async def test_a_calibrated_vector_finds_what_no_word_finds(library):
    vectors = [[1.0, 0.0], [0.0, 1.0]]
    await put(library, "coconut\nbanana", external_id="a", title="", vectors=vectors, embedder="test")
    assert found(await library.passages.search(query("engine"))) == []
    got = await library.passages.search(query("engine"), [0.8, 0.6], "test", (0.2, 0.9))
    assert found(got) == ["coconut", "banana"]
    assert [hit.cosine for hit in got.found] == pytest.approx([0.8, 0.6])
    assert got.calibration == (0.2, 0.9)


@pytest.mark.usefixtures("vectors")
async def test_a_passage_in_another_language_comes_before_one_that_shares_a_word_in_the_questions(library):
    texts = {"The weather in Marrow Bay is rather mild.": [0.0, 1.0], "Die Fähre legt um sieben Uhr ab.": [0.6, 0.8]}
    for text, vector in texts.items():
        await put(library, text, external_id=text, title="", vectors=[vector], embedder="test")
    asked = query("When does the ferry to the island leave the bay?")
    assert found(await library.passages.search(asked))[0].startswith("The weather")
    assert found(await library.passages.search(asked, [1.0, 0.0], "test", (0.06, 0.57)))[0].startswith("Die Fähre")


@pytest.mark.usefixtures("vectors")
async def test_an_uncalibrated_vector_never_comes_before_a_word(library):
    lines = [f"wine {number}" for number in range(3)] + ["other one", "other two"]
    vectors = [[0.0, 1.0]] * 3 + [[1.0, 0.0]] * 2
    await put(library, "\n".join(lines), external_id="a", title="", vectors=vectors, embedder="test")
    plain = await library.passages.search(query("wine"))
    got = await library.passages.search(query("wine"), [1.0, 0.0], "test", None)
    assert sorted(found(got)[:3]) == sorted(found(plain))
    assert set(found(got)[3:]) == {"other one", "other two"}
    assert got.found[3].score < got.found[2].score


@pytest.mark.usefixtures("vectors")
async def test_an_uncalibrated_vector_looks_for_nothing_in_a_large_database(library, monkeypatch):
    await put(library, "wine", vectors=[[1.0, 0.0]], embedder="test")
    assert found(await library.passages.search(query("unheard"), [1.0, 0.0], "test", None)) == ["wine"]
    monkeypatch.setattr(passage_search, "SCANNED_UP_TO", -2)
    assert found(await library.passages.search(query("unheard"), [1.0, 0.0], "test", None)) == []
    assert found(await library.passages.search(query("unheard"), [1.0, 0.0], "test", (0.2, 0.6))) == ["wine"]


async def test_vectors_of_another_embedder_and_zero_vectors_are_left_out(library):
    await put(library, "one", external_id="a", vectors=[[1.0, 0.0]], embedder="other")
    await put(library, "two", external_id="b", vectors=[[0.0, 0.0]], embedder="test")
    assert found(await library.passages.search(query("engine"), [1.0, 0.0], "test", (0.2, 0.6))) == []


@pytest.mark.usefixtures("vectors")
async def test_without_pgvector_full_text_alone_serves(library, monkeypatch):
    async with library.database.owner() as (connection, _):
        await connection.raw.execute("drop table passage_vector cascade")
    monkeypatch.setattr(library.database, "has_vectors", False)
    await put(library, "red wine", external_id="a", vectors=[[1.0, 0.0]], embedder="test")
    assert found(await library.passages.search(query("wine"), [1.0, 0.0], "test", (0.2, 0.6))) == ["red wine"]
    await library.delete_document("default", (await library.documents.page("default"))[0][0].document_id)


@pytest.mark.usefixtures("vectors")
async def test_a_deleted_document_leaves_no_vector_behind(library):
    document_id = await put(library, "red wine", external_id="a", vectors=[[1.0, 0.0]], embedder="test")
    await library.delete_document("default", document_id)
    async with library.database.connection(ALL_TENANTS) as connection:
        assert await connection.fetchval("select count(*) from passage_vector") == 0


async def test_a_text_is_found_once_and_names_its_other_places(library):
    one = await put(library, "Wine is in the cellar.\nBread is in the oven.", external_id="a", title="First")
    other = await put(library, "Wine is in the cellar.", external_id="b", title="Second")
    more = await put(library, "Wine and cheese go together.", external_id="c")
    hits = (await library.passages.search(query("wine in the cellar", limit=2))).found
    assert [hit.reference["text"] for hit in hits] == ["Wine is in the cellar.", "Wine and cheese go together."]
    assert hits[1].reference["documentId"] == more and "alsoAt" not in hits[1].reference
    (place,) = hits[0].reference["alsoAt"]
    assert {place["documentId"], hits[0].reference["documentId"]} == {one, other}
    assert {place["title"], hits[0].reference["title"]} == {"First", "Second"}
    (passage,) = [
        each
        for each in await library.documents.passages("default", place["documentId"])
        if each.text == "Wine is in the cellar."
    ]
    assert place["passageId"] == passage.passage_id != hits[0].reference["embeddingId"]


async def test_many_copies_of_a_text_push_no_other_text_out(library):
    copies = "\n".join(["Wine is in the cellar."] * 150)
    await put(library, copies, external_id="a")
    await put(library, "\n".join(f"Wine number {number} is red." for number in range(9)), external_id="b")
    texts = found(await library.passages.search(query("wine in the cellar", limit=8)))
    assert len(texts) == len(set(texts)) == 8 and texts[0] == "Wine is in the cellar."


async def test_a_copy_in_a_workspace_that_is_not_searched_is_not_named(library):
    await put(library, "Wine is in the cellar.", external_id="a")
    await put(library, "Wine is in the cellar.", external_id="b", workspace="secret")
    (hit,) = (await library.passages.search(query("wine in the cellar", workspace="default"))).found
    assert "alsoAt" not in hit.reference
