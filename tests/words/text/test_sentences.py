"""Sentences stay whole, and blocks of Markdown are kept apart."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gateway.words import sentences
from gateway.words.text.sentences import clauses
from tests.support.every import every


def shown(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@every(
    ("text", "expected"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        (
            "Dr. Smith paid 3.5 EUR, e.g. to M. Dupont. Next.",
            ["Dr. Smith paid 3.5 EUR, e.g. to M. Dupont.", "Next."],
        ),
        (
            "See no. 5 and fig. 2. The answer is no. Then go.",
            ["See no. 5 and fig. 2.", "The answer is no.", "Then go."],
        ),
        ("J. R. Tolkien wrote. He did.", ["J. R. Tolkien wrote.", "He did."]),
        ("Apples, pears, etc. They grow.", ["Apples, pears, etc.", "They grow."]),
        ("Wait... and go. Wait... And go.", ["Wait... and go.", "Wait...", "And go."]),
        ('He said "Stop!" and left. "Really?" Yes.', ['He said "Stop!" and left.', '"Really?"', "Yes."]),
        ("Open https://a.b/c?d=e.f now. Use `a. B` too.", ["Open https://a.b/c?d=e.f now.", "Use `a. B` too."]),
        ("(One.) Two.", ["(One.)", "Two."]),
        ("Version 3.11.2 is out. Get it.", ["Version 3.11.2 is out.", "Get it."]),
        ("Qui est-ce ? « C'est moi ! » Il part.", ["Qui est-ce ?", "« C'est moi ! »", "Il part."]),
        ("Il dit : « Quoi ? » et part. Voir p. 12.", ["Il dit : « Quoi ? » et part.", "Voir p. 12."]),
        ("Est-ce fini\u00a0? Oui\u202f! Bien.", ["Est-ce fini\u00a0?", "Oui\u202f!", "Bien."]),
        ("你好。这是“测试！”然后呢？对！（结束。）", ["你好。", "这是“测试！”", "然后呢？", "对！", "（结束。）"]),
        ("好……继续。用 API 吗?是的。", ["好……继续。", "用 API 吗?", "是的。"]),
        (
            "Das gilt z. B. ab dem 3. März. Es kostet 5. Im Mai nicht.",
            ["Das gilt z. B. ab dem 3. März.", "Es kostet 5.", "Im Mai nicht."],
        ),
        ("It costs 5. May I pay?", ["It costs 5.", "May I pay?"]),
        ("Vea la pág. 3 del Sr. Ruiz. Es todo.", ["Vea la pág. 3 del Sr. Ruiz.", "Es todo."]),
        (
            "Дом на ул. Ленина, д. 5. Открыт с 2020 г. Вход там.",
            ["Дом на ул. Ленина, д. 5.", "Открыт с 2020 г.", "Вход там."],
        ),
        ("من أنت؟ هذا كتاب. نعم", ["من أنت؟", "هذا كتاب.", "نعم"]),
        ("no end", ["no end"]),
        ("   ", []),
    ],
    reader="words",
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    assert shown(text) == expected


def test_headings_items_rows_and_code_are_units_of_their_own() -> None:
    text = (
        "# Title here\nText one. Text\ntwo wraps.\n\n- item one. With two.\n- item\n  continued\n1. first\n\n"
        "| a | b |\n|---|---|\n| 1. x | 2 |\n\n```python\nx = 1. Y\nz\n\ny = 2\n```\nAfter.\n\nHead\n====\n"
        "> quoted text. Another\n\n2、第二项\nLast"
    )
    assert shown(text) == [
        "Title here",
        "Text one.",
        "Text\ntwo wraps.",
        "item one. With two.",
        "item\n  continued",
        "first",
        "| a | b |",
        "| 1. x | 2 |",
        "x = 1. Y\nz",
        "y = 2",
        "After.",
        "Head",
        "quoted text.",
        "Another",
        "第二项\nLast",
    ]


def test_a_longer_fence_holds_a_shorter_one() -> None:
    assert shown("````\na. B\n```\nc. D\n````\nText. More") == ["a. B\n```\nc. D", "Text.", "More"]


def test_a_long_list_item_is_split_into_sentences() -> None:
    item = "- " + "A sentence of some length stands here. " * 20
    assert shown(item) == ["A sentence of some length stands here."] * 20


@given(
    st.lists(
        st.sampled_from(
            ["A b.", " ", "\n", "\n\n", "# h", "- i", "|a|b|", "```", "。", "！」", "e.g.", "?", "»", "x", "---", "1."]
        )
    ).map("".join)
)
def test_sentences_are_ordered_spans_that_cross_no_blank_line(text: str) -> None:
    last = 0
    for start, end in sentences(text):
        assert last <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        assert "\n\n" not in text[start:end]
        last = end


def test_marks_inside_code_spans_end_no_sentence_wherever_they_stand() -> None:
    text = "Call `a. B` first. Then `c! D` and `e. F`. Done. `g. H`"
    assert shown(text) == ["Call `a. B` first.", "Then `c! D` and `e. F`.", "Done.", "`g. H`"]


def test_without_full_stops_a_sentence_ends_at_a_space() -> None:
    """Thai writes a space between sentences, and between some phrases."""
    first = "ห้องสมุดเปิดทุกวันตั้งแต่เก้าโมงเช้าถึงห้าโมงเย็น " * 5
    second = "ยืมหนังสือได้สามสัปดาห์ และต่ออายุได้หนึ่งครั้ง " * 5
    text = f"{first}{second}".strip()
    assert shown(text) == [first.strip(), second.strip()]
    parts = [text[start:end] for start, end in clauses(text)]
    assert len(parts) > 4 and " ".join(parts) == text and min(map(len, parts)) >= 50
    assert shown("เปิดทุกวัน เก้าโมงเช้า") == ["เปิดทุกวัน เก้าโมงเช้า"]
    english = "The library is open every day from nine to five without a full stop " * 9
    assert len(clauses(english)) == 1
