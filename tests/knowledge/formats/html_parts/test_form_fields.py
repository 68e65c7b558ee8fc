"""Forms have the values that a browser shows."""

from __future__ import annotations

import pytest

from tests.support.pages import text_of


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<input type=checkbox checked> Yes <input type=checkbox> No", "[x] Yes [ ] No"),
        ("<input type=radio name=r checked>A<input type=radio name=r>B", "[x] A [ ] B"),
        (
            "<input value='Ada L.'><input type=hidden value=h><input type=submit value=Go><input type=password value=p>",
            "Ada L.",
        ),
        ("<input type=date value=2031-05-06><input name=q value=find>", "2031-05-06"),
        ("<select><option>A<option selected>B</select>", "B"),
        ("<select><option>A<option>B</select>", "A"),
        ("<select multiple><option selected>A<option>B<option selected label=Sea>C</select>", "A, Sea"),
        ("<textarea> two\n words</textarea>", "two words"),
        (
            "<progress value=.32></progress> <progress value=7 max=10></progress> <meter value=6>6 of 10</meter>",
            "32% 7/10 6 of 10",
        ),
        ("<progress></progress>x", "x"),
        ("<span role=checkbox aria-checked=true>A</span> <span role=switch aria-checked=false>B</span>", "[x] A [ ] B"),
        ("<div role=progressbar aria-valuenow=30></div>", "30%"),
        ("<ul><li data-checked=true>A<li data-list=unchecked>B</ul>", "- [x] A - [ ] B"),
        ("<ul><li class=checked data-inline-task-id=1>A<li data-inline-task-id=2>B</ul>", "- [x] A - [ ] B"),
        ("<ul><li><div class='checkbox checkbox-on'></div> <span>A</span></ul>", "- [x] A"),
        ("<input type=radio id=tab-1 checked><label for=tab-1>Tab</label>", "Tab"),
        (
            "<table><tr><td>A<td><input type=checkbox checked><tr><td>B<td><input type=checkbox></table>",
            "| A | [x] | | --- | --- | | B | [ ] |",
        ),
    ],
)
def test_a_field(source: str, text: str) -> None:
    assert text_of(source) == text
