"""Judged sets are read strictly, and the first wrong line is told."""

from dataclasses import dataclass
from typing import Annotated

import pytest
from pydantic import Field

from gateway.errors import WrongUse
from gateway.evaluation.sets import BadSet, read


@dataclass(frozen=True)
class Line:
    text: Annotated[str, Field(alias="question", min_length=1)]
    same: bool = False
    tags: tuple[str, ...] = ()


def test_each_line_is_an_object_of_its_kind():
    text = '\ufeff{"question": "a", "same": true, "more": 1}\r\n\n  \n{"question": "b\u2028c", "tags": ["x"]}'
    assert read("set", text, Line) == [Line("a", True), Line("b\u2028c", tags=("x",))]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{", "line 3 is not JSON"),
        ("[" * 5000, "line 3 is not JSON"),
        ("[]", "line 3: the line: "),
        ("7", "line 3: the line: "),
        ("{}", "line 3: question: Field required"),
        ('{"question": ""}', "line 3: question: String should have at least 1 character"),
        ('{"question": "a", "same": 1}', "line 3: same: Input should be a valid boolean"),
        ('{"question": "a", "tags": ["x", 2]}', "line 3: tags.1: Input should be a valid string"),
    ],
)
def test_the_first_wrong_line_is_told(line, sentence):
    with pytest.raises(BadSet, match=r"^set, line 3.*\.$") as told:
        read("set", f'{{"question": "a"}}\n\n{line}\n{{', Line)
    assert sentence in str(told.value) and isinstance(told.value, WrongUse) and "\n" not in str(told.value)


def test_a_set_without_lines_is_told():
    with pytest.raises(BadSet, match=r"^set is empty\.$"):
        read("set", " \n", Line)
