from __future__ import annotations

from gateway.models.quoting.glued import LONG, pieces

REST = "the form has to be filled in and sent to the office where the child was registered, " * 3


def test_sentences_without_a_blank_between_are_two() -> None:
    assert pieces(f"No.It is not possible here (stamps, photos, etc.).Then {REST}") == [
        "No.",
        "It is not possible here (stamps, photos, etc.).",
        f"Then {REST}",
    ]
    assert pieces(f"Oui.L'employeur {REST}") == ["Oui.", f"L'employeur {REST}"]


def test_names_in_code_numbers_and_abbreviations_stay_whole() -> None:
    for name in ("java.util.List", "2.Then", "a.B", "`logging.Logger`", "U.S.A", "index.HTML", "he.said"):
        assert pieces(f"{name} {REST}") == [f"{name} {REST}"]


def test_a_short_sentence_is_not_looked_at() -> None:
    assert pieces("Use logging.Logger here.") == ["Use logging.Logger here."] and LONG > 100
