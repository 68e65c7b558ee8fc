"""Every further kind of file comes in by an upload and by a folder, is found, and says where it was cited."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from gateway.knowledge.format_table import FORMATS, KINDS, DocumentFormat, kind_called
from tests.support.files import drawn
from tests.support.more_files import presentation, workbook
from tests.support.server import running

FURTHER = [known for known in FORMATS if known.suffixes[0] in (".odt", ".pptx", ".xlsx", ".epub", ".eml", ".ipynb")]
PROGRAM = "import sys\nprint('The cellar of the abbey is never heated.\\fIts door stays shut.', end='')\n"


def sample(known: DocumentFormat) -> bytes:
    module = importlib.import_module(f"tests.support.formats{known.suffixes[0]}")
    made: bytes = module.sample("Cellar", "The keeper counts all dusty bottles on every second Monday.")
    return made


@pytest.fixture
async def server(database_url, tmp_path: Path):
    (tmp_path / "ocr.py").write_text(PROGRAM)
    line = f"'{sys.executable}' '{tmp_path}/ocr.py' {{in}}"
    async with running(database_url, ocr_command=line) as started:
        yield started


async def sent(server, name: str, data: bytes) -> dict:
    answer = await server.client.post("/v1/documents", files={"file": (name, data)}, timeout=60)
    assert answer.status_code == 201, answer.text
    [document] = answer.json()["documents"]
    assert document["status"] == "ready", document
    return (await server.client.get(f"/v1/documents/{document['document_id']}")).json()


async def passages(server, document: dict) -> list[dict]:
    answer = await server.client.get(f"/v1/documents/{document['document_id']}/passages")
    return answer.json()["passages"]


async def test_each_is_read_found_and_given_back(server) -> None:
    for known in FURTHER:
        name, data = f"notes{known.suffixes[0]}", sample(known)
        document = await sent(server, name, data)
        assert document["media_type"] == known.media_type and document["kind"] == kind_called(known.media_type)
        assert document["kind"] in KINDS
        (passage,) = await passages(server, document)
        assert document["text"][passage["start"] : passage["end"]] == passage["text"] and passage["boxes"] == []
        original = await server.client.get(f"/v1/documents/{document['document_id']}/content")
        assert original.content == data and original.headers["content-disposition"].startswith("attachment")
        found = await server.client.get("/v1/documents", params={"kind": document["kind"]})
        assert document["document_id"] in [entry["document_id"] for entry in found.json()["documents"]]


async def test_a_slide_and_a_row_can_be_found_where_they_stand(server) -> None:
    slides = [
        ("Keeping wine", ["Red wine is kept cold."], ""),
        ("Bottles", ["Corks of bottles stay wet."], "Say it twice."),
    ]
    document = await sent(server, "talk.pptx", presentation(slides))
    places = [
        (entry["page"], entry["page_end"], entry["heading"], entry["boxes"])
        for entry in await passages(server, document)
    ]
    assert places[1:] == [(2, 2, "Slide 2: Bottles", []), (2, 2, "Slide 2: Bottles › Speaker notes", [])]
    rows = [["Name", "Share"], *([f"Barrel of maker {number}", number / 1000] for number in range(99))]
    await sent(server, "barrels.xlsx", workbook({"Shares": rows}, formats={"B80": "0.0%"}))
    answer = await server.client.post("/v1/search", json={"query": "Which share has the barrel of maker 78?"})
    best = answer.json()["passages"][0]
    assert "| Name | Share |" in best["text"] and "| Barrel of maker 78 | 7.8% |" in best["text"]
    assert best["heading"].startswith("Shares › Rows ")


async def test_a_mail_and_front_matter_are_known_by_what_they_state(server) -> None:
    matter = b"---\ntitle: The heating rules\nurl: https://example.org/heating\ntags: [cellar]\n---\n\nNever heat it."
    document = await sent(server, "rules.md", matter)
    assert document["title"] == "The heating rules"
    assert document["metadata"] == {
        "title": "The heating rules",
        "url": "https://example.org/heating",
        "tags": ["cellar"],
    }
    (passage,) = await passages(server, document)
    assert passage["text"] == "Never heat it."
    mail = await sent(server, "note.eml", b"Subject: Heat\nFrom: anna@example.org\n\nNever heat the cellar.")
    assert mail["title"] == "Heat" and mail["metadata"] == {"subject": "Heat", "from": "anna@example.org"}


async def test_a_scan_is_read_by_the_program_of_the_setting(server) -> None:
    scan = drawn([], [])
    document = await sent(server, "scan.pdf", scan)
    assert document["text"] == "The cellar of the abbey is never heated.\n\nIts door stays shut."
    (passage,) = await passages(server, document)
    assert (passage["page"], passage["page_end"], passage["boxes"]) == (1, 2, [])
    original = await server.client.get(f"/v1/documents/{document['document_id']}/content")
    assert original.content == scan


async def test_a_kind_that_is_not_read_is_refused_with_those_that_are(server) -> None:
    answer = await server.client.post("/v1/documents", files={"file": ("photo.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 99)})
    [failed] = answer.json()["documents"]
    assert failed["status"] == "failed"
    for called in (
        "PowerPoint (.pptx)",
        "Excel (.xlsx)",
        "OpenDocument (.odt)",
        "EPUB",
        "mail (.eml)",
        "Jupyter notebooks",
    ):
        assert called in failed["error"]


@pytest.mark.slow
async def test_a_folder_brings_in_all_of_them(server, tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    for known in FURTHER:
        (folder / f"more{known.suffixes[0]}").write_bytes(sample(known))
    results = await server.services.ingestor.paths("default", [folder])
    assert {result.status for result in results} == {"ready"} and len(results) == len(FURTHER)
