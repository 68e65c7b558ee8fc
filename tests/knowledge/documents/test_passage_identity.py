"""Which passages of a new text are those of the old one."""

import random

import pytest

from gateway.knowledge.documents.passage_identity import SIMILAR, alike, overlap, unchanged

WORDS = [f"{first}{last}" for first in ("ba", "ko", "mi", "tu", "re", "so") for last in ("lan", "dor", "fex", "gum")]


def babble(seed, length=60):
    return random.Random(seed).choices([f"{word}{number}" for word in WORDS for number in range(20)], k=length)


def same(old, new):
    """New number to old number, as re-reading finds them."""
    known = unchanged(old, new)
    before = {number: text for number, text in enumerate(old) if number not in known.values()}
    now = {number: text for number, text in enumerate(new) if number not in known}
    return known | alike(before, now, known)


def test_equal_texts_are_the_same_wherever_they_are():
    assert unchanged("abcd", "dxab") == {0: 3, 2: 0, 3: 1}
    assert unchanged("", "ab") == {} == unchanged("ab", "")


def test_of_several_equal_texts_the_one_in_the_same_place_is_the_same():
    assert unchanged("xaxbx", "axbx") == {0: 1, 1: 2, 2: 3, 3: 4}
    assert unchanged("xxx", "xx") == {0: 0, 1: 1}
    assert unchanged("x", "xx") == {0: 0}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("A tank holds 106 litres.", "A tank holds 10⁶ litres."),
        ("图书馆的书可以借三个星期,读者应按时归还。", "图书馆的书可以借四个星期,读者应按时归还。"),
        (" ".join(babble(1)), " ".join([*babble(1)[:50], "other", *babble(1)[51:]])),
        (" ".join(babble(2)), " ".join(babble(2)[:50])),
    ],
)
def test_a_passage_that_changed_a_little_is_the_same(old, new):
    assert overlap(old, new) >= SIMILAR
    assert same([old], [new]) == {0: 0} == same([new], [old])
    around = [" ".join(babble(seed)) for seed in range(10, 14)]
    assert same([*around[:2], old, *around[2:]], [new, *around])[0] == 2


def test_a_few_words_are_the_same_in_the_same_place_alone():
    others = [" ".join(babble(seed)) for seed in range(3)]
    assert same(["Max 106 kg", *others], ["Max 10⁶ kg", *others])[0] == 0
    assert 3 not in same(["Max 106 kg", *others], [*others, "Max 10⁶ kg"])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" ".join(babble(1)), " ".join(babble(2))),
        (" ".join(babble(1)), " ".join([*babble(1)[:40], *babble(2)[:20]])),
        (" ".join(babble(1)), " ".join(babble(1) + babble(2))),
        ("สวัสดีครับ ยินดีต้อนรับสู่ห้องสมุด", "หนังสือยืมได้สามสัปดาห์เท่านั้น"),
        ("", "text"),
    ],
)
def test_another_text_is_another_passage(old, new):
    assert overlap(old, new) < SIMILAR and same([old], [new]) == {}


def test_exactly_four_fifths_are_enough_and_less_are_not():
    old = babble(3, 20)
    changed = [word if number % 5 else "other" for number, word in enumerate(old)]
    assert overlap(" ".join(old), " ".join(changed)) == SIMILAR
    changed[1] = "other"
    assert overlap(" ".join(old), " ".join(changed)) < SIMILAR


def test_no_two_passages_become_one():
    old, new = (
        [" ".join(babble(seed)) for seed in range(5)],
        [f"{' '.join(babble(seed))} more" for seed in (3, 3, 1, 0)],
    )
    assert same(old, new) == {0: 3, 2: 1, 3: 0}
