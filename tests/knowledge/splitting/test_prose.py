"""The language of a text is that of its prose."""

from __future__ import annotations

from gateway.knowledge.splitting.prose import language_of
from tests.support.every import every

ENGLISH = "The kettle is on the stove and it will be hot when you have come back from the garden. "
GERMAN = "Der Kessel steht auf dem Herd und wird heiß sein, wenn du aus dem Garten zurück bist. "
BADGES = '<p align="center"><a href="https://a.example/docs/de/o/e/com"><img src="x.svg" alt="e o de a os"></a></p>\n'


@every(
    ("text", "language"),
    [
        (ENGLISH, "en"),
        (BADGES * 20 + ENGLISH * 3, "en"),
        ("```\nder die das und ist\n```\n" * 30 + ENGLISH, "en"),
        ("<!-- der die das und ist nicht -->\n" * 30 + ENGLISH, "en"),
        ("NAME\n\nSYNOPSIS\n\nkettle [-o] [-e] [-a]\n" * 10 + GERMAN * 9, "de"),
        (GERMAN + ENGLISH * 40, "en"),
        ("siehe `der` die@das.und http://ist.nicht/der-die x`das`https://der.die/und mit@dem " * 9 + ENGLISH, "en"),
        ("`der`und@die.das [mit](https://der.die)dem@ist.nicht <b>der@und.mit </b> " * 9 + ENGLISH, "en"),
        ("1 2 3", None),
        ("", None),
    ],
)
def test_it_is_told_from_several_places_without_code_and_tags(text: str, language: str | None) -> None:
    assert language_of(text) == language
