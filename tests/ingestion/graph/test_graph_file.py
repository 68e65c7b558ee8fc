"""Graph files: the rest goes in, whatever some lines are."""

import json
import os

import pytest

from gateway.ingestion.graph.graph_file import MOST_PROBLEMS, load
from gateway.knowledge.graph.elements import LONGEST_LINE
from gateway.store.documents.library import Library
from tests.support.graphs import edge, put, vertex


@pytest.fixture
def library(database):
    return Library(database)


async def test_wrong_lines_are_told_by_number_and_the_rest_goes_in(library, tmp_path):
    loaded = await put(
        library,
        tmp_path,
        edge("Anna", "owns", "mill"),
        "",
        vertex("Anna"),
        "{",
        vertex("evil\u202etxt"),
        vertex("mill"),
        vertex("Anna"),
        edge("Anna", "owns", "moon"),
        {"type": "thing"},
        edge("Anna", "owns", "mill"),
        "x" * (3 * LONGEST_LINE),
        vertex("Bert"),
    )
    assert (loaded.vertices, loaded.edges, loaded.failed) == (3, 1, 7)
    assert [str(problem) for problem in loaded.problems] == [
        "line 4 is not JSON in UTF-8.",
        'line 5 has a "name" with control or direction characters.',
        "line 7 repeats the id 'Anna' of an earlier line.",
        "line 8 names a vertex that does not exist: 'moon'.",
        'line 9 has no "type" of "vertex" or "edge".',
        "line 10 repeats the id 'Anna owns mill' of an earlier line.",
        f"line 11 is longer than {LONGEST_LINE} bytes.",
    ]
    assert await library.graph.counts("default") == (3, 1)


async def test_an_edge_may_join_vertices_of_an_earlier_file_of_its_workspace(library, tmp_path):
    await put(library, tmp_path, vertex("Anna"), vertex("mill"))
    assert (await put(library, tmp_path, edge("Anna", "owns", "mill"))).edges == 1
    assert (await put(library, tmp_path, edge("Anna", "sold", "mill"), workspace="other")).failed == 1


async def test_many_wrong_lines_are_counted_and_only_the_first_are_kept(library, tmp_path):
    loaded = await put(library, tmp_path, *["no"] * (MOST_PROBLEMS + 5), vertex("Anna"))
    assert (loaded.failed, len(loaded.problems), loaded.vertices) == (MOST_PROBLEMS + 5, MOST_PROBLEMS, 1)


async def test_a_file_that_cannot_be_read_is_a_sentence(library, tmp_path):
    for path in (tmp_path / "none.jsonl", tmp_path):
        loaded = await load(library.graph, "default", path, "default")
        assert loaded.failed == 1 and "cannot be read" in str(loaded.problems[0])


async def test_what_is_no_file_is_a_sentence_and_never_waited_for(library, tmp_path):
    os.mkfifo(tmp_path / "pipe.jsonl")
    loaded = await load(library.graph, "default", tmp_path / "pipe.jsonl", "default")
    assert loaded.failed == 1 and "no regular file" in str(loaded.problems[0])


async def test_files_larger_than_a_batch_are_loaded_whole_and_report_progress(library, tmp_path):
    file, seen = tmp_path / "big.jsonl", []
    lines = [vertex(f"thing {number}") for number in range(2500)]
    lines += [edge(f"thing {number}", "next", f"thing {number + 1}") for number in range(2400)]
    file.write_text("\r\n".join(map(json.dumps, lines)), encoding="utf-8")
    loaded = await load(library.graph, "default", file, "default", seen.append)
    assert (loaded.vertices, loaded.edges, loaded.failed) == (2500, 2400, 0)
    assert seen == [2000, 2500, 4500, 4900]
