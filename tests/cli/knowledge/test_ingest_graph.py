"""What `ingest` does for the graph, as a person sees it; the model is a scripted one."""

import io
import json

import pytest
from rich.console import Console
from rich.progress import Progress

from gateway.app import Gateway
from gateway.cli.knowledge.ingest_graph import MOST_SHOWN, Told, check, extraction, graph_files
from gateway.errors import WrongUse
from gateway.settings import Settings
from tests.fakes.upstream import FakeUpstream, status, text
from tests.support.constants import constants
from tests.support.graphs import write

FOUND = {
    "entities": [{"name": "Anna", "label": "person", "description": "Anna owns a mill.", "aliases": []}],
    "relations": [],
}


@pytest.fixture
def progress():
    with Progress(console=Console(file=io.StringIO())) as progress:
        yield progress


@pytest.fixture
async def gateway(database_url):
    async with FakeUpstream([text(json.dumps(FOUND)), status(500)]) as upstream:
        settings = Settings(_env_file=None, database_url=database_url, embedder="none", openai_base_url=upstream.url)
        gateway = await Gateway(settings).open()
        with constants(retries=0):
            yield gateway
        await gateway.close()


async def test_extraction_tells_what_it_found_failed_and_cost(gateway, progress):
    source = "\n\n".join(f"## Part {number}\n\nAnna owns a mill in part {number}." for number in range(3))
    document, told = await write(gateway.library, source, "one"), Told()
    await extraction(gateway, "default", "default", [document], progress, told)
    assert told.failed == 2 and "2 passages could not be read" in told.complaints[0]
    assert told.summary == [
        "Graph from 1 passage: 1 entity, 0 relations, unusable answers: 0, failed: 2, 11 + 7 tokens."
    ]
    assert "tokens" in str(progress.tasks[0].description) and progress.tasks[0].completed == 3


async def test_problems_beyond_the_first_are_only_counted(gateway, progress, tmp_path):
    (tmp_path / "bad.jsonl").write_text("no\n" * (MOST_SHOWN + 3))
    told = Told()
    await graph_files(gateway, "default", "default", [tmp_path / "bad.jsonl"], progress, told)
    assert len(told.complaints) == MOST_SHOWN + 1 and told.complaints[-1].endswith("3 more lines left out.")
    assert told.failed == MOST_SHOWN + 3


def test_nothing_to_do_and_no_model_are_wrong_use(tmp_path):
    plain = Settings(_env_file=None, openai_api_key=None, openai_base_url=None)
    for paths, graphs, extract in (([], [], False), ([tmp_path], [], True), ([], [tmp_path], True)):
        with pytest.raises(WrongUse):
            check(plain, paths, graphs, extract)
    check(plain, [], [tmp_path / "graph.jsonl"], False)


def test_a_folder_is_no_graph_file(tmp_path):
    plain = Settings(_env_file=None, openai_api_key=None, openai_base_url=None)
    with pytest.raises(WrongUse, match="this is a folder; name a file of it"):
        check(plain, [], [tmp_path], False)


def test_a_graph_file_that_looks_private_asks_for_force(tmp_path):
    plain = Settings(_env_file=None)
    (tmp_path / "own.jsonl").write_text("")
    (tmp_path / "own.jsonl").chmod(0o600)
    for name in (".env", "own.jsonl"):
        with pytest.raises(WrongUse, match="--force"):
            check(plain, [], [tmp_path / name], False)
        check(plain, [], [tmp_path / name], False, force=True)


GRAPH = [
    {"type": "vertex", "id": "a", "label": "person", "name": "Zebulon", "description": "Zebulon is a miller."},
    {"type": "vertex", "id": "m", "label": "place", "name": "mill"},
    {"type": "edge", "label": "owns", "startId": "a", "endId": "m", "description": "Zebulon owns the mill."},
]


def test_a_graph_file_alone_is_enough_for_an_answer(citestream, tmp_path):
    (tmp_path / "graph.jsonl").write_text("\n".join(map(json.dumps, GRAPH)))
    for new in (3, 0):
        got = citestream("ingest", "--graph", "graph.jsonl")
        assert got.returncode == 0 and f"2 vertices, 1 edge ({new} new or changed), lines left out: 0" in got.stdout
    answer = citestream("ask", "What does Zebulon own?")
    assert "Zebulon owns the mill." in answer.stdout and "Zebulon —owns→ mill" in answer.stdout.splitlines()[-1]


def test_wrong_lines_of_graph_files_are_told_by_number_and_the_rest_goes_in(citestream, notes, tmp_path):
    (tmp_path / "one.jsonl").write_text("\n".join([json.dumps(GRAPH[0]), "{", *["no"] * 30]))
    (tmp_path / "two.jsonl").write_text("\n".join(map(json.dumps, GRAPH[1:])))
    got = citestream("ingest", "notes", "--graph", "one.jsonl", "--graph", "two.jsonl", "--graph", "none.jsonl")
    assert got.returncode == 1
    assert "one.jsonl: line 2 is not JSON" in got.stderr and "11 more lines" in got.stderr
    assert "none.jsonl cannot be read" in got.stderr and "Traceback" not in got.stderr
    assert "Documents ingested: 2" in got.stdout and "1 vertex, 1 edge" in got.stdout
