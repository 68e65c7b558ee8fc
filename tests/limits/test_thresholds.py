"""Numbers with exceptions for parts of the knowledge base."""

import pytest

from gateway.limits.thresholds import HOW, Levels, read


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("0.3", Levels(0.3)),
        (0, Levels(0.0)),
        (".5", Levels(0.5)),
        (" 1 , legal = 0.4 ,a=b=0", Levels(1.0, {"legal": 0.4, "a=b": 0.0})),
        (Levels(0.2), Levels(0.2)),
    ],
)
def test_it_is_read_as_a_person_writes_it(text, levels):
    assert read(text) == levels
    assert read(str(levels)) == levels


@pytest.mark.parametrize(
    "text", ["", "x", "-1", "1.1", "nan", "1e-1", "²", "0.3,", "0.3,legal", "0.3,=1", "0.3,a=2", "0,a=1,a=0"]
)
def test_anything_else_is_told_how_it_has_to_look(text):
    with pytest.raises(ValueError, match="0 to 1") as wrong:
        read(text)
    assert str(wrong.value) == HOW


def test_the_most_exact_name_counts():
    levels = read("0.3,legal=0.4,graph=0.2,graph@legal=0.1")
    assert levels.of() == levels.of("other", "passages") == 0.3
    assert levels.of("legal", "passages") == levels.of("legal") == 0.4
    assert levels.of("other", "graph") == levels.of(None, "graph") == 0.2
    assert levels.of("legal", "graph") == 0.1


def test_several_places_have_their_level_where_it_is_one():
    levels = read("0.3,legal=0.4,law=0.4,graph=0.2,graph@legal=0.1,prices=0.6")
    assert levels.shared(["legal", "law"]) == levels.shared(["law"], "graph") == 0.4
    assert levels.shared(["legal", "prices"]) == levels.shared([]) == levels.shared(["a", "b"]) == 0.3
    assert levels.shared(["legal", "law"], "graph") == 0.2  # 0.1 and 0.4
