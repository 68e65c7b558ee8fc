"""A list, a table, code or a formula of plain text is one block, however it is cut and whatever its blank lines."""

import pytest

from gateway.answer.reading.plain_blocks import PlainBlock
from tests.support.every import every
from tests.support.reading import document, read

BLOCKS = {
    "a list with blank lines": ("1. First [E1]\n\n2. Second [E2]\n\n3. Third", ["E1", "E2"]),
    "a list of bullets": ("- **A** [E1]\n\n- **B**\n- C", ["E1"]),
    "an item of several paragraphs": ("- One [E1]\n\n  More of it.\n\n\tAnd more.\n\n- Two [E2]", ["E1", "E2"]),
    "nested items": ("1. One\n\n   - inner [E1]\n\n   - other\n\n2. Two", ["E1"]),
    "a list with its sentence": ("Do this [E1]:\n- one\n\n- two", ["E1"]),
    "Chinese numbers": ("1、打开 [E1]\n\n2、关闭", ["E1"]),
    "code": ("```py\nx = 1\n\n\ny = [E1]\n```", []),
    "code between tildes": ("~~~\n```\n\n[E1]\n~~~", []),
    "code that shows a fence": ("````md\n```py\nx\n\n```\n\ny\n````", []),
    "code that names a language inside": ("```\na\n\n```py\n\nb\n```", []),
    "code in an item": ("1. Run [E1]:\n\n    ```sh\n    a\n\n    b\n    ```\n\n2. Done", ["E1"]),
    "indented code": ("    a\n\n    b", []),
    "a table": ("| a | b |\n|---|---|\n| 1 | 2 | [E1]\n| 3 | 4 |", ["E1"]),
    "a formula": ("$$\nP = \\rho g\n$$", []),
}


@every(("text", "ids"), BLOCKS.values())
def test_a_block_is_one_paragraph_wherever_it_is_cut(text, ids):
    whole = f"Before [E3].\n\n{text}\n\nBehind [E3]."
    expected = read(whole, inline=True)
    assert [list(paragraph.citation_ids) for paragraph in expected.paragraphs] == [["E3"], ids, ["E3"]]
    assert read(list(whole), inline=True).shape == expected.shape
    for at in range(len(whole)):
        assert read([whole[:at], whole[at:]], inline=True).shape == expected.shape, whole[:at]


@pytest.mark.parametrize("text", [text for text, ids in BLOCKS.values() if not ids], ids=str)
def test_its_text_keeps_every_sign(text):
    assert read(f"Before [E3].\n\n{text}\n\nBehind.", inline=True).paragraphs[1].text == text
    [paragraph, _] = read(document((["E1"], text), (["E2"], "Behind."))).paragraphs
    assert paragraph.text == text


@every(
    "text",
    [
        "- a [E1]\n\n1. b",
        "1. a [E1]\n\n2) b",
        "- a [E1]\n\n---",
        "- a [E1]\n\n-5 degrees",
        "1. a [E1]\n\n1998 was warm.",
        "- a [E1]\n\nNo item.",
        "a [E1]\n\n  b",
        "a [E1]\n\n- b",
        "    a [E1]\n\n  b",
        "```a``` is code [E1]\n\nb",
    ],
)
def test_what_is_no_part_of_it_is_another_paragraph(text):
    assert len(read(text, inline=True).paragraphs) == 2
    assert read(list(text), inline=True).shape == read(text, inline=True).shape


def test_a_run_of_signs_is_waited_for_only_so_long():
    block = PlainBlock()
    assert block.begin_line("```", 0, 0, final=False) is False
    assert block.begin_line("`" * 64, 0, 0, final=False) is True
    assert block.fence == "`" * 64
    assert block.begin_line("`" * 64, 0, 0, final=False) is False, "what follows may make it no closing fence"
    assert block.begin_line("`" * 64 + "\n", 0, 0, final=False) is True
    assert not block.fence
