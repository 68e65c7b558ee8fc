"""Elements are walked to any depth; hidden ones are left out everywhere."""

from __future__ import annotations

import pytest

from tests.support.pages import left_out, text_of

HIDDEN = "yes<b style='display:none'>no</b>"


@pytest.mark.parametrize(
    "around",
    ["<pre>{}</pre>", "<p><code>{}</code>", "<ul><li>{}</ul>", "<table><tr><td>{}<td>x</table>", "<h2>{}</h2>"],
)
def test_hidden_text_is_left_out_wherever_it_is(around: str) -> None:
    text, counts = left_out(around.format(HIDDEN))
    assert "yes" in text and "no" not in text and counts == {"hidden_text": 1}


def test_hidden_text_in_deep_elements_is_left_out() -> None:
    page = f"<script>no()</script>{'<div>' * 300}{HIDDEN} 10<sup>6</sup>"
    assert left_out(page) == ("yes 10⁶", {"hidden_text": 1})


def test_marks_survive_in_code() -> None:
    assert text_of("<pre>x<sup>2</sup><br>y <s>z</s></pre>") == "``` x² y ~~z~~ ```"


def test_words_stay_whole_and_blocks_apart() -> None:
    assert text_of("<p>Un mot cou<em class=x>p</em>é<div class=y id=z>fin</div>") == "Un mot coupé fin"


def test_marks_in_marks_are_written_once() -> None:
    page = "<s class='line-through'>a <del>b</del></s> <a href='#i'><sup><span class=sup>1</span></sup></a>"
    assert text_of(page) == "~~a b~~ [1]"
