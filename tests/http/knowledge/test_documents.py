"""The knowledge base over HTTP."""

import asyncio
import json
import re
from urllib.parse import unquote

import httpx2
import pytest
from starlette.applications import Starlette

from gateway.http import problems
from gateway.http.door import guard
from gateway.http.knowledge import documents, uploads
from gateway.ingestion.ingest import Ingestor
from gateway.knowledge.format_table import DOCX
from gateway.models.embedders import none
from gateway.retrieval.ports import Query
from gateway.settings import Settings
from gateway.store.documents.library import Library
from tests.support.files import docx, drawn, p, pdf
from tests.support.server import partial_services

MB = 1024 * 1024


class NoKeys:
    async def required(self):
        return False


@pytest.fixture
async def client(database):
    app = Starlette(routes=guard.guarded(documents.ENDPOINTS), exception_handlers=problems.HANDLERS)
    library = Library(database)
    app.state.services = partial_services(
        keyring=NoKeys(),
        library=library,
        ingestor=Ingestor(library, none.create(None)),
        settings=Settings(_env_file=None, max_upload_mb=1),
        downloads=asyncio.Semaphore(2),
    )
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://localhost") as client:
        client.library = library
        yield client


async def send(client, **body):
    answer = await client.post("/v1/documents", json={"title": "Cellar", "text": "# Wine\n\nRed wine.", **body})
    assert answer.status_code == 201, answer.text
    (document,) = answer.json()["documents"]
    return document


def problem(answer, status, code, field=None):
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    body = answer.json()
    assert (body["status"], body["code"]) == (status, code)
    if field is not None:
        assert [error["field"] for error in body["errors"]] == [field]
    return body


async def test_a_text_is_stored_and_searchable_when_the_call_returns(client):
    sent = await send(client)
    assert sent == {
        "document_id": sent["document_id"],
        "title": "Cellar",
        "status": "ready",
        "passages": 1,
        "left_out": [],
    }
    got = await client.library.passages.search(Query("default", "red wine", "en", 5))
    assert got.found[0].reference["documentId"] == sent["document_id"]


async def test_sending_it_again_is_unchanged_and_with_another_text_replaces_it(client):
    first = await send(client, external_id="a")
    assert (await send(client, external_id="a"))["status"] == "unchanged"
    second = await send(client, external_id="a", text="White wine.")
    assert (second["status"], second["document_id"]) == ("ready", first["document_id"])
    assert (await client.get(f"/v1/documents/{first['document_id']}")).json()["version"] == 2


async def test_a_document_is_read_with_all_its_fields_and_its_text(client):
    fields = {
        "source": "https://example.org/wine",
        "external_id": "w1",
        "workspace": "house",
        "source_app": "wiki",
        "language": "en",
        "metadata": {"author": "Zoë", "pages": [1, 2.5, None]},
    }
    sent = await send(client, **fields)
    got = (await client.get(f"/v1/documents/{sent['document_id']}")).json()
    times = got.pop("created_at"), got.pop("updated_at")
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", time) for time in times)
    assert got == {
        **fields,
        "document_id": sent["document_id"],
        "title": "Cellar",
        "status": "ready",
        "passages": 1,
        "date": times[1],
        "date_from": "loaded",
        "loaded_at": times[1],
        "author": "",
        "note": "",
        "left_out": [],
        "media_type": "text/markdown",
        "kind": "markdown",
        "file_name": "",
        "size": 17,
        "cited": 0,
        "version": 1,
        "text": "# Wine\n\nRed wine.",
    }


async def test_passages_lie_at_their_offsets_in_the_text(client):
    text = "# Vin\n\nÉté 🍷 en cave.\n\n## Pain\n\n" + "Le pain est chaud. " * 80
    sent = await send(client, text=text)
    passages = (await client.get(f"/v1/documents/{sent['document_id']}/passages")).json()["passages"]
    assert len(passages) == sent["passages"] > 1
    for number, passage in enumerate(passages):
        assert set(passage) == {
            "passage_id",
            "position",
            "heading",
            "page",
            "page_end",
            "start",
            "end",
            "text",
            "boxes",
        }
        assert passage["position"] == number
        assert text[passage["start"] : passage["end"]] == passage["text"]
    assert passages[-1]["heading"] == "Vin › Pain"


async def pages(client, place, query=""):
    """All pages of passages."""
    found, cursor = [], ""
    while cursor is not None:
        answer = await client.get(f"{place}/passages?cursor={cursor}{query}")
        page = answer.json()
        assert answer.status_code == 200 and page["around"] is None
        found.append(page["passages"])
        cursor = page["next_cursor"]
    return found


LONG = "".join(f"## Chapter {number}\n\n{'Red wine is aged in cellars. ' * 20}\n\n" for number in range(250))


async def test_passages_go_page_by_page_in_reading_order_each_once(client):
    sent = await send(client, text=LONG)
    place = f"/v1/documents/{sent['document_id']}"
    for query, size in (("", 100), ("&limit=7", 7), ("&limit=100", 100)):
        found = await pages(client, place, query)
        assert [one["position"] for page in found for one in page] == list(range(sent["passages"]))
        assert {len(page) for page in found[:-1]} == {size} and 0 < len(found[-1]) <= size
    few = await send(client, text=LONG[:20_000])
    (only,) = await pages(client, f"/v1/documents/{few['document_id']}", f"&limit={few['passages']}")
    assert len(only) == few["passages"] <= 100


async def test_no_page_holds_more_than_a_hundred_passages(client):
    place = f"/v1/documents/{(await send(client, text=LONG))['document_id']}"
    assert len((await client.get(f"{place}/passages")).json()["passages"]) == 100
    problem(await client.get(f"{place}/passages?limit=101"), 422, "invalid_field", "limit")


async def test_a_page_of_a_document_that_was_replaced_is_refused(client):
    place = f"/v1/documents/{(await send(client, text=LONG, external_id='a'))['document_id']}"
    cursor = (await client.get(f"{place}/passages?limit=2")).json()["next_cursor"]
    assert (await client.get(f"{place}/passages?cursor={cursor}")).json()["passages"][0]["position"] == 2
    await send(client, text=f"{LONG}And white.", external_id="a")
    problem(await client.get(f"{place}/passages?cursor={cursor}"), 422, "invalid_field", "cursor")


@pytest.mark.parametrize(
    "cursor", ["x", "MSAy!", "é", "MQ", "MSAyIDM", "OTk5OTk5OTk5OTkgMQ", "MSA5OTk5OTk5OTk5OQ", "YSBi"]
)
async def test_a_cursor_of_nobody_is_refused(client, cursor):
    place = f"/v1/documents/{(await send(client))['document_id']}"
    problem(await client.get(f"{place}/passages", params={"cursor": cursor}), 422, "invalid_field", "cursor")
    problem(await client.get("/v1/documents", params={"cursor": cursor}), 422, "invalid_field", "cursor")


async def test_each_page_of_a_long_pdf_has_the_boxes_of_its_passages(client):
    data = drawn(
        *(
            [(72, 700 - 20 * line, f"Line {line} of page {page}: wine, bread.") for line in range(30)]
            for page in range(9)
        )
    )
    (sent,) = (await client.post("/v1/documents", files={"file": ("a.pdf", data)})).json()["documents"]
    place = f"/v1/documents/{sent['document_id']}"
    (whole,) = await pages(client, place)
    assert len(whole) > 5 and all(one["boxes"] for one in whole)
    assert {box["page"] for one in whole for box in one["boxes"]} == set(range(1, 10))
    assert [one for page in await pages(client, place, "&limit=2") for one in page] == whole


async def test_a_long_text_is_sent_whole(client):
    text = '"Été" \\ 🍷\n' * 30_000 + "end"
    place = f"/v1/documents/{(await send(client, text=text))['document_id']}"
    assert (await client.get(place)).json()["text"] == text


async def test_a_text_comes_back_as_it_was_sent(client):
    text = "Été 🍷\r\nand\u200b more.\n"
    for sent in (await send(client, text=text), await send(client, text="Plain.")):
        answer = await client.get(f"/v1/documents/{sent['document_id']}/content")
        assert answer.content.decode() in (text, "Plain.")
        assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''Cellar.md"
        assert answer.headers["content-type"].startswith("text/markdown")


@pytest.mark.parametrize(
    ("name", "data", "kind", "shown"),
    [
        ("wine.md", "Été".encode(), "text/markdown; charset=utf-8", "wine.md"),
        ("vin.txt", "Été à la mer".encode("cp1252"), "text/plain", "vin.txt"),
        ("page.html", b"<script>alert(1)</script><p>Bread", "text/html", "page.html"),
        ("image.svg", b"<svg onload='alert(1)'><text>Bread</text></svg>", "text/plain; charset=utf-8", "image.svg"),
        ("prix.csv", b"a,b\n1,2\n", "text/csv", "prix.csv"),
        ("book.pdf", pdf(["Red wine."]), "application/pdf", "book.pdf"),
        ("book.docx", docx(p("Red wine.")), DOCX, "book.docx"),
        ("../x;y=\u202e<b>.md", b"wine", "text/markdown; charset=utf-8", "x;y= <b>.md"),
        ("葡萄酒.md", b"wine", "text/markdown; charset=utf-8", "葡萄酒.md"),
    ],
    ids=lambda value: value if isinstance(value, str) and value.isascii() and len(value) < 12 else "",
)
async def test_a_file_comes_back_byte_for_byte_to_be_saved_and_never_run(client, name, data, kind, shown):
    answer = await client.post("/v1/documents", files={"file": (name, data)})
    (sent,) = answer.json()["documents"]
    assert sent["status"] == "ready", sent
    got = await client.get(f"/v1/documents/{sent['document_id']}/content")
    assert got.content == data
    assert got.headers["content-type"] == kind
    disposition, _, sent_name = got.headers["content-disposition"].partition("''")
    assert disposition == "attachment; filename*=UTF-8"
    assert unquote(sent_name) == shown
    assert re.fullmatch(r"[A-Za-z0-9%._~-]+", sent_name)
    assert got.headers["x-content-type-options"] == "nosniff"
    assert got.headers["content-security-policy"] == "sandbox; default-src 'none'"
    assert got.headers["content-length"] == str(len(data))


@pytest.mark.parametrize(
    ("name", "data", "disposition"),
    [
        ("book.pdf", pdf(["Red wine."]), "inline"),
        ("page.html", b"<script>alert(1)</script><p>Bread", "attachment"),
        ("wine.md", b"wine", "attachment"),
        ("pdf.html", b"%PDF in name only <script>alert(1)</script>", None),
    ],
)
async def test_only_a_pdf_is_shown_by_browsers_and_only_where_that_is_asked_for(client, name, data, disposition):
    (sent,) = (await client.post("/v1/documents", files={"file": (name, data)})).json()["documents"]
    if disposition is None:
        assert sent["status"] == "failed", "what begins like a PDF is read as one"
        return
    place = f"/v1/documents/{sent['document_id']}/content"
    got = await client.get(place, params={"disposition": "inline"})
    assert (got.content, got.headers["content-disposition"].partition(";")[0]) == (data, disposition)
    assert ("sandbox" in got.headers["content-security-policy"]) == (disposition == "attachment")
    assert "default-src 'none'" in got.headers["content-security-policy"]
    assert got.headers["x-content-type-options"] == "nosniff"
    usual = await client.get(place, params={"disposition": "attachment"})
    assert usual.headers["content-disposition"].startswith("attachment;")
    refused = await client.get(place, params={"disposition": "open"})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_field")


async def test_passages_of_a_pdf_have_pages_and_boxes(client):
    data = drawn([(72, 700, "The first page tells of wine.")], [(72, 600, "The second page tells of bread.")])
    (sent,) = (await client.post("/v1/documents", files={"file": ("a.pdf", data)})).json()["documents"]
    place = f"/v1/documents/{sent['document_id']}"
    text = (await client.get(place)).json()["text"]
    (passage,) = (await client.get(f"{place}/passages")).json()["passages"]
    assert passage["text"] == text[passage["start"] : passage["end"]]
    assert (passage["page"], passage["page_end"]) == (1, 2)
    assert [box["page"] for box in passage["boxes"]] == [1, 2]
    assert set(passage["boxes"][1]) == {"page", "left", "bottom", "right", "top", "start", "end"}
    lines = [text[box["start"] : box["end"]].strip() for box in passage["boxes"]]
    assert lines == ["The first page tells of wine.", "The second page tells of bread."]
    assert passage["boxes"][1]["left"] == 72
    assert passage["boxes"][1]["bottom"] < 600 < passage["boxes"][1]["top"]


async def test_deleting_is_204_and_then_404(client):
    place = f"/v1/documents/{(await send(client))['document_id']}"
    answer = await client.delete(place)
    assert (answer.status_code, answer.content) == (204, b"")
    for answer in (
        await client.delete(place),
        await client.get(place),
        await client.get(f"{place}/passages"),
        await client.get(f"{place}/content"),
    ):
        problem(answer, 404, "not_found")


@pytest.mark.parametrize("document_id", ["no-uuid", "%00", "é", "'; drop table document; --"])
async def test_an_id_that_is_none_is_not_found(client, document_id):
    problem(await client.get(f"/v1/documents/{document_id}"), 404, "not_found")


async def test_a_workspace_is_emptied_by_name_and_never_by_leaving_the_name_out(client):
    await send(client, workspace="a")
    await send(client, workspace="b")
    problem(await client.delete("/v1/documents"), 422, "invalid_field", "workspace")
    problem(await client.delete("/v1/documents?workspace="), 422, "invalid_field", "workspace")
    assert (await client.delete("/v1/documents?workspace=a")).status_code == 204
    found = (await client.get("/v1/documents")).json()["documents"]
    assert [document["workspace"] for document in found] == ["b"]


async def test_a_list_goes_page_by_page_through_a_workspace(client):
    for number in range(5):
        await send(client, external_id=str(number), workspace="a", title=f"Number {number}")
    await send(client, workspace="b")
    seen, cursor = [], ""
    while cursor is not None:
        page = (await client.get(f"/v1/documents?workspace=a&limit=2&cursor={cursor}")).json()
        seen += [document["title"] for document in page["documents"]]
        assert all("text" not in document for document in page["documents"])
        cursor = page["next_cursor"]
    assert seen == [f"Number {number}" for number in (4, 3, 2, 1, 0)]


async def test_a_list_is_narrowed_by_workspace_application_and_language(client):
    for number, (workspace, source_app, language) in enumerate(
        [("a", "wiki", "en"), ("a", "mail", "zh-CN"), ("b", "wiki", "fr"), ("b", None, None)]
    ):
        text = "Rotwein 123" if language is None else "Red wine."
        await send(
            client, external_id=str(number), workspace=workspace, source_app=source_app, language=language, text=text
        )
    for query, expected in [
        ("", {"0", "1", "2", "3"}),
        ("source_app=wiki", {"0", "2"}),
        ("source_app=wiki&workspace=a", {"0"}),
        ("language=zh", {"1"}),
        ("language=ZH&workspace=a&source_app=mail", {"1"}),
        ("language=zh&source_app=wiki", set()),
        ("workspace=nobody", set()),
        ("source_app=&language=", {"0", "1", "2", "3"}),
    ]:
        found = (await client.get(f"/v1/documents?{query}")).json()["documents"]
        assert {document["external_id"] for document in found} == expected, query


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("limit=0", "limit"),
        ("limit=many", "limit"),
        ("limit=101", "limit"),
        ("cursor=!", "cursor"),
        ("sort=title&cursor=MTIz", "cursor"),
        ("sort=colour", "sort"),
        ("kind=film", "kind"),
        ("language=german", "language"),
        ("source_app=a%00", "source_app"),
    ],
)
async def test_a_wrong_list_parameter_is_named(client, query, field):
    problem(await client.get(f"/v1/documents?{query}"), 422, "invalid_field", field)


async def test_a_list_is_searched_and_sorted_page_by_page(client):
    long, short = "The wine is red. " * 200, "Red wine."
    for title, text in (("beta wine", short), ("Alpha", long), ("Gamma WINE", long), ("alpha", short)):
        await send(client, external_id=f"{title} {len(text)}", title=title, text=text)
    await client.post("/v1/documents", files={"file": ("house wine.csv", b"wine,price\nred,9\n", "text/csv")})

    async def listed(query):
        seen, cursor = [], ""
        while cursor is not None:
            page = (await client.get(f"/v1/documents?limit=2&cursor={cursor}&{query}")).json()
            seen += [document["title"] for document in page["documents"]]
            cursor = page["next_cursor"]
        return seen

    assert sorted(await listed("q=WINE")) == ["Gamma WINE", "beta wine", "house wine"]
    assert await listed("q=%25") == [] and await listed("q=wine.csv") == ["house wine"]
    assert await listed("kind=table") == ["house wine"] and len(await listed("kind=markdown")) == 4
    titles = await listed("sort=title")
    assert [title.lower() for title in titles] == ["alpha", "alpha", "beta wine", "gamma wine", "house wine"]
    assert set((await listed("sort=size"))[:2]) == set((await listed("sort=passages"))[:2]) == {"Alpha", "Gamma WINE"}
    assert await listed("sort=newest") == await listed("") and sorted(await listed("sort=cited")) == sorted(titles)
    (table,) = (await client.get("/v1/documents?kind=table")).json()["documents"]
    assert (table["kind"], table["size"], table["file_name"]) == ("table", 17, "house wine.csv")
    assert (await client.get("/v1/workspaces")).json()["workspaces"][0]["documents"] == 5


async def test_a_document_is_read_without_its_text(client):
    sent = await send(client)
    got = (await client.get(f"/v1/documents/{sent['document_id']}?text=false")).json()
    assert got["title"] == "Cellar" and "text" not in got


async def test_a_page_lies_around_a_passage_and_leads_both_ways(client):
    text = "\n\n".join(f"# Part {number}\n\n{'Red wine. ' * 40}" for number in range(12))
    sent = await send(client, text=text)
    place = f"/v1/documents/{sent['document_id']}/passages"
    every = (await client.get(place)).json()["passages"]
    assert len(every) == sent["passages"] > 9
    for position, first in ((5, 3), (0, 0), (len(every) - 1, len(every) - 5)):
        wanted = every[position]["passage_id"]
        page = (await client.get(f"{place}?around={wanted}&limit=5")).json()
        assert page["around"] == position and page["passages"] == every[first : first + 5]
        before, behind = list(page["passages"]), []
        cursor = page["previous_cursor"]
        while cursor is not None:
            earlier = (await client.get(f"{place}?cursor={cursor}&limit=2")).json()
            before, cursor = earlier["passages"] + before, earlier["previous_cursor"]
        cursor = page["next_cursor"]
        while cursor is not None:
            later = (await client.get(f"{place}?cursor={cursor}&limit=2")).json()
            behind, cursor = behind + later["passages"], later["next_cursor"]
        assert before + behind == every
    problem(await client.get(f"{place}?around={sent['document_id']}"), 404, "not_found")
    problem(await client.get(f"{place}?around=x"), 422, "invalid_field", "around")
    problem(await client.get(f"{place}?around={wanted}&cursor=x"), 422, "invalid_field", "cursor")
    other = await send(client, external_id="other", text="Beer.")
    problem(await client.get(f"/v1/documents/{other['document_id']}/passages?around={wanted}"), 404, "not_found")


async def test_an_empty_knowledge_base_is_an_empty_list(client):
    assert (await client.get("/v1/documents")).json() == {"documents": [], "next_cursor": None}


async def test_files_come_as_multipart_and_each_has_its_own_result(client):
    files = [
        ("file", ("wine.md", b"# Wine\n\nRed.", "application/octet-stream")),
        ("file", ("C:\\docs\\pain.txt", "Le pain est chaud.".encode("cp1252"), "text/plain")),
        ("file", ("page.html", b"<title>Page</title><p>Bread", "text/html")),
        ("file", ("bad.pdf", b"%PDF-1.7", "application/pdf")),
        ("file", ("empty.md", b"", "text/markdown")),
    ]
    answer = await client.post("/v1/documents", files=files, data={"workspace": "house", "metadata": '{"a": 1}'})
    assert answer.status_code == 207
    results = answer.json()["documents"]
    assert [(entry["title"], entry["status"]) for entry in results] == [
        ("Wine", "ready"),
        ("pain", "ready"),
        ("Page", "ready"),
        ("bad.pdf", "failed"),
        ("empty.md", "failed"),
    ]
    assert all(entry["error"].endswith(".") and entry["document_id"] is None for entry in results[3:])
    found = (await client.get("/v1/documents?workspace=house")).json()["documents"]
    assert {entry["source"] for entry in found} == {"wine.md", "pain.txt", "page.html"}
    assert found[0]["metadata"] == {"a": 1}
    assert (await client.get(f"/v1/documents/{results[2]['document_id']}")).json()["media_type"] == "text/html"


@pytest.mark.parametrize("names", [["bad.pdf"], ["bad.pdf", "worse.pdf"]])
async def test_a_request_of_which_nothing_could_be_read_is_refused_with_the_reasons(client, names):
    answer = await client.post("/v1/documents", files=[("file", (name, b"%PDF-1.7")) for name in names])
    said = answer.json()
    assert (answer.status_code, said["code"]) == (422, "unreadable_document")
    assert [(entry["title"], entry["status"]) for entry in said["documents"]] == [(name, "failed") for name in names]
    assert said["detail"] == " ".join(entry["error"] for entry in said["documents"])
    assert all(name in said["detail"] for name in names)


async def test_a_file_with_fields_of_its_own(client):
    fields = {"title": "Cellar", "source": "s", "external_id": "e", "source_app": "wiki", "language": "fr"}
    answer = await client.post("/v1/documents", files={"file": ("x.md", b"Vin.")}, data=fields)
    (sent,) = answer.json()["documents"]
    got = (await client.get(f"/v1/documents/{sent['document_id']}")).json()
    assert {name: got[name] for name in fields} == fields


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"title": None}, "title"),
        ({"title": " \u202e\u200b "}, "title"),
        ({"title": 7}, "title"),
        ({"text": None}, "text"),
        ({"text": ""}, "text"),
        ({"text": " \n\0\t"}, "text"),
        ({"text": ["a"]}, "text"),
        ({"source": "a\0b"}, "source"),
        ({"external_id": "x" * 401}, "external_id"),
        ({"external_id": "\ud800"}, "external_id"),
        ({"workspace": "a\nb"}, "workspace"),
        ({"workspace": "w" * 201}, "workspace"),
        ({"language": "anything at all"}, "language"),
        ({"metadata": []}, "metadata"),
        ({"metadata": {"a": "\0"}}, "metadata"),
        ({"metadata": {"a": "\udfff"}}, "metadata"),
        ({"metadata": {"a": 10**30}}, "metadata"),
        ({"metadata": {"a": "x" * 20_000}}, "metadata"),
    ],
)
async def test_a_wrong_field_is_refused_by_name(client, change, field):
    body = {"title": "Cellar", "text": "Wine.", **change}
    answer = await client.post("/v1/documents", content=json.dumps(body), headers={"Content-Type": "application/json"})
    problem(answer, 422, "invalid_field", field)
    assert await client.library.counts("default") == (0, 0)


async def test_absent_and_null_fields_mean_the_same(client):
    names = ("source", "external_id", "workspace", "source_app", "language", "metadata")
    await send(client)
    assert (await send(client, **dict.fromkeys(names)))["status"] == "unchanged"


async def test_hostile_titles_and_names_are_shown_harmlessly(client):
    sent = await send(client, title="A\u202eB\n[DONE]\r\nC\0" + "x" * 400)
    assert sent["title"].startswith("A B [DONE] C x")
    assert len(sent["title"]) == 300
    assert uploads.file_name("../../etc/pass\nwd") == "pass wd"
    assert uploads.file_name("C:\\a\\b.md") == "b.md"
    assert [uploads.file_name(name) for name in ("", "..", "/", "\u202e")] == ["file", "..", "file", "file"]


@pytest.mark.parametrize(
    ("named", "file_name", "media_type"),
    [
        ("filename*=UTF-8''pr%C3%AAts.md", "prêts.md", "text/markdown"),
        ("filename=\"=?utf-8?B?5a6a5Lu3LmNzdg==?=\"; filename*=utf-8''%E5%AE%9A%E4%BB%B7.csv", "定价.csv", "text/csv"),
        ('filename="=?utf-8?B?5a6a5Lu3LmNzdg==?="', "定价.csv", "text/csv"),
        ('filename="C:\\loans\\prêts.md"', "prêts.md", "text/markdown"),
    ],
)
async def test_a_file_has_the_name_that_was_meant_whatever_writes_it(client, named, file_name, media_type):
    head = (
        f"--x\r\nContent-Disposition: form-data; name=file; {named}\r\nContent-Type: application/octet-stream\r\n\r\n"
    )
    body = (head + "Titre,Jours\nRoman,21\n\r\n--x--\r\n").encode()
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    answer = await client.post("/v1/documents", content=body, headers=headers)
    (saved,) = answer.json()["documents"]
    document = (await client.get(f"/v1/documents/{saved['document_id']}")).json()
    assert (document["file_name"], document["media_type"]) == (file_name, media_type)


async def test_a_literal_backslash_u0000_is_no_nul(client):
    await send(client, metadata={"path": "C:\\u0000"})


@pytest.mark.parametrize(
    ("content", "kind", "status", "code"),
    [
        (b"{", "application/json", 400, "invalid_json"),
        (b"[]", "application/json", 400, "invalid_json"),
        (b"\xff", "application/json", 400, "invalid_json"),
        (b"title=a", "application/x-www-form-urlencoded", 415, "unsupported_type"),
        (b"text", "text/markdown", 415, "unsupported_type"),
        (b"x", "multipart/form-data", 422, "invalid_field"),
        (b"--x--", "multipart/form-data; boundary=x", 422, "invalid_field"),
    ],
)
async def test_a_body_that_cannot_be_read_is_refused(client, content, kind, status, code):
    problem(await client.post("/v1/documents", content=content, headers={"Content-Type": kind}), status, code)


async def test_a_form_without_a_file_and_one_title_for_two_files_are_refused(client):
    problem(await client.post("/v1/documents", files={"x": (None, "y")}), 422, "invalid_field", "file")
    two = [("file", ("a.md", b"a")), ("file", ("b.md", b"b"))]
    problem(await client.post("/v1/documents", files=two, data={"title": "T"}), 422, "invalid_field", "file")


async def test_a_text_above_the_small_json_limit_passes_and_one_above_the_upload_limit_does_not(client):
    assert (await send(client, text="wine and bread\n\n" * 40_000))["status"] == "ready"
    answer = await client.post("/v1/documents", json={"title": "T", "text": "x" * MB})
    problem(answer, 413, "too_large")


@pytest.mark.parametrize("declared", [True, False], ids=["with a length", "in chunks"])
async def test_an_upload_above_the_limit_is_refused_before_it_is_read_whole(client, declared):
    body = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
        + b"a" * (3 * MB)
        + b"\r\n--x--\r\n"
    )
    read = 0

    async def pieces():
        nonlocal read
        for start in range(0, len(body), 64 * 1024):
            read += 64 * 1024
            yield body[start : start + 64 * 1024]

    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    if declared:
        headers["Content-Length"] = str(len(body))
    answer = await client.post("/v1/documents", content=body if declared else pieces(), headers=headers)
    assert "GATEWAY_MAX_UPLOAD_MB" in problem(answer, 413, "too_large")["detail"]
    assert read < 2 * MB
    assert await client.library.counts("default") == (0, 0)


async def test_a_long_json_body_is_taken_apart_like_a_short_one(client):
    """Above 256 KB in a process of its own: characters of every width, escaped or not, and fields behind the text."""
    part = '## Été 🍷 "quoted" \\ \t\u2028中文\r\n\nRed wine is served in the cellar, and bread in the kitchen.\n\n'
    sections = [part.replace("##", f"## {number}") for number in range(4000)]
    before, behind = (
        {"title": "Long", "workspace": "cellar"},
        {"external_id": "long", "metadata": {"shelf": ["a", 1, None]}},
    )
    text = "".join(sections)
    for body in ({**before, "text": text, **behind}, {**behind, "text": "Short.", **before}):
        for is_ascii in (True, False):
            raw = json.dumps(body, ensure_ascii=is_ascii).encode()
            assert MB / 3 < len(raw) < MB or body["text"] == "Short."
            answer = await client.post("/v1/documents", content=raw, headers={"content-type": "application/json"})
            assert answer.status_code == 201, answer.text
            (sent,) = answer.json()["documents"]
            shown = (await client.get(f"/v1/documents/{sent['document_id']}")).json()
            assert shown["text"] == body["text"].replace("\r\n", "\n")
            assert (shown["title"], shown["workspace"], shown["metadata"]) == ("Long", "cellar", behind["metadata"])
            assert sent["passages"] == (1 if body["text"] == "Short." else len(sections))
        assert sent["status"] == "unchanged"  # the second spelling of the same
    assert len((await client.get("/v1/documents", params={"workspace": "cellar"})).json()["documents"]) == 1


@pytest.mark.parametrize(
    ("behind", "status", "code"),
    [
        ('"title": 7}', 422, "invalid_field"),
        ('"title": "T"', 400, "invalid_json"),
        ('"text": "\\n"}', 422, "invalid_field"),
    ],
    ids=["a wrong field", "cut off", "the text again, and blank"],
)
async def test_a_long_json_body_is_refused_for_what_stands_behind_its_text(client, behind, status, code):
    raw = '{"text": "' + "wine and bread " * 40_000 + '", ' + behind
    answer = await client.post("/v1/documents", content=raw, headers={"content-type": "application/json"})
    problem(answer, status, code)
    assert await client.library.counts("default") == (0, 0)
