"""Notebooks: text, code and what the code wrote; pictures are left out."""

from __future__ import annotations

import json

import pytest

from gateway.ingestion.readers import ipynb as reader
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from tests.support.more_files import notebook


def code(source: str, *outputs: dict[str, object]) -> dict[str, object]:
    return {"cell_type": "code", "source": source, "outputs": list(outputs)}


def text(source: str | list[str]) -> dict[str, object]:
    return {"cell_type": "markdown", "source": source}


def test_cells_stand_in_their_order_and_code_between_fences() -> None:
    found = reader.read(
        notebook(
            text(["# Wine\n", "\n", "Kept cold. ![x](data:image/png;base64,AAAA)"]),
            code(
                "print('```')\n```\n1 + 1",
                {"output_type": "stream", "text": ["\x1b[31m```\x1b[0m\n"]},
                {"output_type": "execute_result", "data": {"text/plain": "2", "image/png": "AAAA"}},
            ),
            code("bad()", {"output_type": "error", "ename": "NameError", "evalue": "bad", "traceback": ["…"]}),
            code("", {"output_type": "display_data", "data": {"image/png": "AAAA"}}),
            kernelspec={"language": "python"},
        ),
        Omissions(),
    )
    assert found.title == "Wine"
    assert found.text == (
        "# Wine\n\nKept cold.\n\n````python\nprint('```')\n```\n1 + 1\n````\n\n````output\n```\n2\n````\n\n"
        "```python\nbad()\n```\n\n```output\nNameError: bad\n```"
    )


def test_a_long_output_is_cut() -> None:
    found = reader.read(notebook(code("x", {"output_type": "stream", "text": "y" * 99_999})), Omissions())
    assert found.text.count("y") == reader.LONGEST_OUTPUT and "…" in found.text


def test_a_notebook_of_format_3_is_read() -> None:
    cells = [{"cell_type": "heading", "level": 2, "source": "Wine"}, {"cell_type": "code", "input": "x = 1"}]
    found = reader.read(json.dumps({"worksheets": [{"cells": cells}], "nbformat": 3}).encode(), Omissions())
    assert found.text == "## Wine\n\n```\nx = 1\n```"


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"{", "damaged"), (b"\xff\xfe{", "damaged"), (b"[]", "not a notebook"), (b'{"cells": 1}', "not a notebook")],
)
def test_what_cannot_be_read_is_said(data: bytes, words: str) -> None:
    with pytest.raises(Unreadable, match=words):
        reader.read(data, Omissions())


@pytest.mark.parametrize(
    "cell",
    [
        1,
        {},
        {"cell_type": "code", "source": 1, "outputs": 1},
        {"cell_type": "code", "source": [1], "outputs": [1, {"data": 1}]},
    ],
)
def test_odd_cells_are_left_out(cell: object) -> None:
    assert (
        reader.read(json.dumps({"cells": [cell, text("Kept cold.")], "metadata": 1}).encode(), Omissions()).text
        == "Kept cold."
    )


def test_what_a_cell_shows_as_markdown_or_as_a_page_is_text() -> None:
    omissions = Omissions()
    found = reader.read(
        notebook(
            text("Kept cold. ![x](attachment:a.png)"),
            code(
                "show()",
                {"output_type": "stream", "text": "one"},
                {"data": {"text/plain": "<IPython.core.display.Markdown object>", "text/markdown": ["**two**"]}},
                {"data": {"text/plain": "<IPython.core.display.HTML object>", "text/html": "<p>10<sup>6</sup>"}},
                {"data": {"text/plain": "<Figure size 640x480 with 1 Axes>", "image/png": "AAAA"}},
                {"data": {"text/plain": "<wine.Cellar object at 0x7f00>"}},
            ),
        ),
        omissions,
    )
    assert found.text == (
        "Kept cold.\n\n```\nshow()\n```\n\n```output\none\n```\n\n**two**\n\n10⁶\n\n"
        "```output\n<wine.Cellar object at 0x7f00>\n```"
    )
    assert [(entry["kind"], entry["count"]) for entry in omissions.left_out] == [("picture", 2)]
