"""Comments of Markdown are left out; everything that a reader of the page sees stays as it was written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import opened, opened_text
from gateway.knowledge.formats.markdown_comments import seen
from tests.support.every import every


def read(text: str, *, is_mdx: bool = False, size: int = 1 << 18, read_hidden: bool = False) -> tuple[str, int]:
    """Returns what is seen of a text, and how many comments are left out."""
    omissions = Omissions(read_hidden=read_hidden)
    pieces = seen(lambda: (text[at : at + size] for at in range(0, len(text), size)), omissions, is_mdx=is_mdx)
    found = "".join(pieces())
    assert "".join(pieces()) == found
    return found, sum(entry["count"] for entry in omissions.left_out)


SEEN = [
    ("The fee is 9 EUR. <!-- cost: 4 -->\n\n<!-- draft -->\nEnd\n", "The fee is 9 EUR.\n\nEnd\n", 2),
    ("A <!-- one --> b <!-- two -->c\n", "A b c\n", 2),
    ("<!-- one -->\n", "", 1),
    ("<!--\none\n\n```\n-->end\n", "end\n", 1),
    ("a <!-- one\ntwo --> b\n", "a\n b\n", 1),
    ("<!--> a <!---> b\n", "a b\n", 2),
    ("> said <!-- one -->\n> <!-- two -->\n", "> said\n", 2),
    ("- one <!-- c -->\n\n    <!-- two -->\n- <!-- c -->\n", "- one\n\n", 3),
    ("| a | b <!-- c --> |\n", "| a | b |\n", 1),
    ("[//]: # (one)\n[//]: # 'two'\n[comment]: <> (three)\n[x]: # \"four\"\n\nEnd\n", "\nEnd\n", 4),
    ("---\ntitle: A # <!-- no -->\n---\nB <!-- c -->\n", "---\ntitle: A # <!-- no -->\n---\nB\n", 1),
    ("9 EUR. %%cost: 4%%\n", "9 EUR.\n", 1),
    ("9 EUR. %% cost: 4 %%\n", "9 EUR.\n", 1),
    ("%%\none\n\ntwo\n%%\nEnd\n", "End\n", 1),
    ("See [[Fees]]. A %% one %% b\n", "See [[Fees]]. A b\n", 1),
    ("#fees are %% one\n\ntwo %% here\n", "#fees are\n\n here\n".replace("\n\n here", "\n here"), 1),
]


@every(("text", "expected", "count"), SEEN)
def test_a_comment_is_left_out_and_counted(text: str, expected: str, count: int) -> None:
    assert read(text) == (expected, count)
    assert {read(text, size=size) for size in (1, 2, 5)} == {(expected, count)}


KEPT = [
    "Plain.\n\n  Lines  \nno end",
    "`<!-- code -->` and ``a ` <!-- b -->``\n",
    "```html\n<!-- code -->\n```\n~~~~\n~~~\n<!-- code -->\n~~~~\n",
    "- ```\n  <!-- code -->\n  ```\n",
    "    <!-- code -->\n\n\t<!-- code -->\n",
    "a \\<!-- b -->\n",
    "a <!-- without an end\n\nb\n",
    "50%% off, and 20%% more %% x\n",
    "for %%i in (*) do echo %%i\n",
    "x %% 2 and y %% 3 is\n",
    "[a]: https://example.org (title)\n[b]: #part\n",
    "{/* no MDX */}\n",
    "import x from 'y';\n\n<Tabs/>\n",
]


@every("text", KEPT)
def test_a_text_without_comments_stays_as_it_is(text: str) -> None:
    assert read(text) == (text, 0)
    assert read(text, size=3) == (text, 0)


def test_the_code_of_mdx_is_left_out_and_the_text_of_its_components_stays() -> None:
    page = (
        "import Tabs from '@theme/Tabs';\nimport {\n  A,\n} from 'b';\nexport const fee = {\n  a: 1,\n};\n\n# Fees\n\n"
        "import duties are 'high'.\n\n{/* cost: 4 */}\n<Tabs\n  values={[{label: 'A', value: 'a > b'}]}>\n"
        '<TabItem value="mac" label="macOS">\n\nUse `<Brew>`. {/*\n  more\n*/}\n\n</TabItem>\n</Tabs>\n'
        '<>1 < 2</> and <Note title="Careful">now</Note>\n\n```jsx\n<Tabs/> {/* code */}\n```\n'
    )
    found, count = read(page, is_mdx=True)
    assert found == (
        "\n# Fees\n\nimport duties are 'high'.\n\n**macOS**\n\nUse `<Brew>`.\n\n1 < 2 and **Careful** now\n\n"
        "```jsx\n<Tabs/> {/* code */}\n```\n"
    )
    assert count == 2


def test_hidden_text_is_read_if_it_is_asked_for() -> None:
    found, count = read("A <!-- one -->\n<!--\ntwo\n-->\n%%three%%\n", read_hidden=True)
    assert found.split() == ["A", "one", "two", "three"] and count == 0


@pytest.mark.parametrize("name", ["a.md", "a.mdx"])
def test_a_file_and_a_text_are_read_alike(name: str) -> None:
    data = b"# Fees\n\n9 EUR. <!-- cost: 4 -->\n"
    for found in (opened(data, name), opened_text(data, name, Omissions())):
        assert found.text == "# Fees\n\n9 EUR.\n"
        assert [entry["text"] for entry in found.omissions.left_out] == ["1 comment in the source text"]


PARTS = [
    "<!--",
    "-->",
    "%%",
    "{/*",
    "*/}",
    "`",
    "```",
    "~~~",
    "\n",
    "\n\n",
    "    ",
    "- ",
    "> ",
    "a",
    "[//]: # (b)",
    "<A ",
    ">",
    "{",
    "}",
]


@given(st.lists(st.sampled_from(PARTS), max_size=40).map("".join), st.booleans(), st.integers(1, 9))
def test_any_text_is_read_the_same_in_pieces(text: str, is_mdx: bool, size: int) -> None:
    assert read(text, is_mdx=is_mdx, size=size) == read(text, is_mdx=is_mdx)
