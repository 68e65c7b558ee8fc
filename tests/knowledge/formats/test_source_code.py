"""Source code by blocks: nothing that fits is cut, and every piece is named by what it defines."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from gateway.knowledge.format_table import MEDIA_TYPES
from gateway.knowledge.formats.source_code import BY_MEDIA_TYPE, LANGUAGES, blocks
from tests.support.every import every
from tests.support.splitting import split

PYTHON = '''"""A cellar."""

import os


@dataclass
class Cellar:
    """Holds wine."""

    def add(self, bottle):
        note = """
def not_a_function():
    text in a string
"""
        return note

    async def remove(self, bottle):
        if bottle:
            return None
        return 1


def count(cellar):
    return len(cellar)
'''
TYPESCRIPT = """import { x } from "y";

export class Cellar {
  private bottles: string[] = [];

  add(bottle: string): void {
    const text = `}
function inside() {
`;
    this.bottles.push(bottle + text);
  }
}

export const count = (cellar: Cellar): number => {
  return cellar.size;
};
"""
GO = """package cellar

// Add puts a bottle in.
func (c *Cellar) Add(bottle string) {
	c.bottles = append(c.bottles, bottle)
}

type Bottle struct {
	Name string
}
"""
C = """#include <stdio.h>

/* } */
static int
count(struct cellar *cellar)
{
    return cellar->size;
}

int main(void)
{
    return count(NULL);
}
"""
RUST = """impl<'a> Cellar<'a> {
    pub fn add(&mut self, bottle: &'a str) {
        self.bottles.push('}');
    }
}

fn main() {
    println!("{}", 1);
}
"""
SQL = """-- All bottles.
create table bottle (
    id integer,
    name text
);

create or replace function count_bottles() returns integer as $$
begin
    select 1;
end
$$ language plpgsql;
"""
YAML = "services:\n  web:\n    image: a\n  db:\n    image: b\nvolumes:\n  data:\n"
SHELL = 'add() {\n  echo "a\n}"\n}\n\nremove() {\n  rm x\n}\n'


def paths(text: str, name: str, limit: int) -> list[str | None]:
    return [draft.heading for draft in split(text, MEDIA_TYPES[name], target=1, limit=limit)]


@every(
    ("source", "suffix", "limit", "names"),
    [
        (PYTHON, ".py", 400, ["Cellar", "count"]),
        (PYTHON, ".py", 200, ["Cellar › add", "Cellar › remove", "count"]),
        (TYPESCRIPT, ".ts", 140, ["Cellar › add", "count"]),
        (GO, ".go", 120, ["Add", "Bottle"]),
        (C, ".c", 100, ["count", "main"]),
        (RUST, ".rs", 120, ["Cellar", "main"]),
        (SQL, ".sql", 150, ["bottle", "count_bottles"]),
        (YAML, ".yaml", 30, ["services › web", "services › db", "volumes"]),
        (SHELL, ".sh", 40, ["add", "remove"]),
        ("[a]\nx = 1\ny = 2\n\n[b.c]\nz = 3\n", ".toml", 20, ["a", "b.c"]),
        ('{\n  "a": {\n    "x": "}"\n  },\n  "b": [\n    1\n  ]\n}\n', ".json", 30, ["a", "b"]),
        ("module House\n  class Cellar\n    def add\n      1\n    end\n  end\nend\n", ".rb", 60, ["House › Cellar"]),
        (
            '<a>\n  <item id="one">\n    x\n  </item>\n  <item>\n    y\n  </item>\n</a>\n',
            ".xml",
            50,
            ["a › item one", "a › item"],
        ),
        (
            "<?php\nfunction add($x) {\n  return 1;\n}\nclass Cellar {\n  public function count() {\n    return 2;\n  }\n}\n",
            ".php",
            90,
            ["add", "Cellar"],
        ),
        (
            "public class Cellar {\n  @Override\n  public int count(String a) {\n    return 1;\n  }\n}\n",
            ".java",
            70,
            ["Cellar › count"],
        ),
    ],
)
def test_blocks_are_named(source: str, suffix: str, limit: int, names: list[str]) -> None:
    found = paths(source, suffix, limit)
    assert [name for name in names if name in found] == names, found


def pieces(text: str, suffix: str, limit: int) -> list[str]:
    return [draft.text for draft in split(text, MEDIA_TYPES[suffix], target=1, limit=limit)]


def test_a_block_that_fits_is_whole_whatever_its_strings_hold() -> None:
    python = pieces(PYTHON, ".py", 250)
    assert next(text for text in python if "def add" in text).endswith("        return note")
    assert any(text.startswith("    async def remove") and text.endswith("return 1") for text in python)
    add = next(text for text in pieces(TYPESCRIPT, ".ts", 200) if "add(" in text)
    assert "function inside" in add
    assert "this.bottles.push(bottle + text);\n  }" in add


def test_what_stands_right_above_a_block_goes_with_it() -> None:
    add = "// Add puts a bottle in.\nfunc (c *Cellar) Add(bottle string) {\n\tc.bottles = append(c.bottles, bottle)\n}"
    assert add in pieces(GO, ".go", 120)
    assert any(text.startswith("@dataclass\nclass Cellar") for text in pieces(PYTHON, ".py", 400))


def test_small_neighbours_are_one_passage_that_names_them_all() -> None:
    text = "\n\n".join(f"def f{n}():\n    return {n}" for n in range(4)) + "\n"
    (draft,) = split(text, "text/x-python")
    assert draft.heading == "f0, f1, f2, f3"


def test_words_in_comments_name_nothing() -> None:
    assert paths("# this class is old\nx = 1\n", ".py", 400) == [None]


def test_minified_and_endless_code_is_cut_all_the_same() -> None:
    for text in ("function a(){" * 5000, "{" * 20_000, "x" * 20_000, "\n".join(" " * n + "a:" for n in range(300))):
        drafts = split(text, "text/javascript")
        assert all(len(draft.text) <= 4000 and draft.text == text[draft.start : draft.end] for draft in drafts)


@every("text", ["'" * 20_000, '"""' * 9000, "/*" * 9000, "a(" * 9000, "class " * 5000, "(a)" * 9000])
@every("media_type", ["text/x-python", "text/javascript", "application/sql", "application/xml"])
def test_hostile_code_is_read_in_time(text: str, media_type: str) -> None:
    begun = time.monotonic()
    blocks(text, media_type, 900, 4000)
    assert time.monotonic() - begun < 10


@given(
    st.lists(
        st.sampled_from(
            ["def f():", "    x = 1", "}", "{", "", "  'a", '"""', "# c", "class A {", "\tb();", "end", "a: 1", ");"]
        ),
        max_size=40,
    ),
    st.sampled_from([language.media_type for language in LANGUAGES]),
    st.integers(20, 200),
)
def test_pieces_cover_the_text_in_order(rows: list[str], media_type: str, limit: int) -> None:
    text = "\n".join(rows)
    at = 0
    for piece in blocks(text, media_type, limit // 2, limit):
        assert piece.start == at
        assert piece.end >= piece.start
        at = piece.end
    assert at == len(text)
    drafts = split(text, media_type, target=limit // 2, limit=limit)
    assert all(draft.text == text[draft.start : draft.end] and len(draft.text) <= limit for draft in drafts)
    assert "".join("".join(draft.text.split()) for draft in drafts) == "".join(text.split())


def test_every_language_has_its_own_type_and_suffixes() -> None:
    assert len(BY_MEDIA_TYPE) == len(LANGUAGES)
    suffixes = [suffix for language in LANGUAGES for suffix in language.suffixes]
    assert len(set(suffixes)) == len(suffixes)
