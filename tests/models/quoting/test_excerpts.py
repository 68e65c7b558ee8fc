"""Where no sentence qualifies, the answer is an excerpt around the words of the question."""

from __future__ import annotations

import pytest

from gateway import words
from gateway.answer.answer import Candidate, Candidates
from gateway.answer.evidence.evidence import EvidenceIndex, EvidenceSettings
from gateway.models.quoting.composing import Level, composed
from gateway.models.quoting.excerpts import LONGEST, around, closest
from gateway.models.quoting.quotes import Quoted
from tests.support.every import every
from tests.support.prompts import candidate

TALK = (
    "so um welcome back today we look at the starter and how it lives through the winter "
    "you feed it every seven days with fifty grams of rye flour and leave it on the counter for four hours "
) * 3 + "and then yes you can freeze the starter for about three months but feed it twice before you bake "
CHAT = "[09:14] mia: who knows the code of the shed\n[09:15] jonas: yes its 4711 until friday\n[09:16] mia: thx"
SUBTITLES = (
    "1\n00:00:01,000 --> 00:00:04,000\nwelcome to the lighthouse\n\n"
    "2\n00:00:04,500 --> 00:00:08,000\nthe lamp was replaced in nineteen eighty two\n"
)
SETTINGS = "## max_retry_count\n\nDefault: `180`\n\n## lifetime\n\nType: integer\n\nDefault: `3600`"
LIMITS = "SQLITE_MAX_COLUMN\n\nThe maximum number of columns: 2000\n\nSQLITE_MAX_DEPTH\n\nThe depth: 10"
LIST = "- **Damaged parcel**\n\n  take a photo and send it\n\n  the fee comes back within nine days"
OTHERS = [candidate(2, "The shed is green. The garden opens at nine."), candidate(3, "Tea is brewed.")]


def ask(question: str, text: str, language: str = "en", level: Level | None = "confident") -> list[Quoted]:
    return composed(question, language, [candidate(1, text, language=language), *OTHERS], level=level)


@every(
    ("question", "text", "language", "said"),
    [
        ("how long can i freeze the starter", TALK, "en", "you can freeze the starter for about three months"),
        ("how long can i freeze the starter", TALK.replace("you feed", "\nyou feed"), "en", "about three months"),
        ("What is the code of the shed?", CHAT, "en", "[09:15] jonas: yes its 4711"),
        ("When was the lamp of the lighthouse replaced?", SUBTITLES, "en", "lighthouse\nthe lamp was replaced in"),
        ("What is max_retry_count?", SETTINGS, "en", "max_retry_count: Default: `180`"),
        ("MAX_RETRY_COUNT", SETTINGS, "en", "max_retry_count: Default: `180`"),
        ("What is the default of lifetime?", SETTINGS, "en", "lifetime:\nType: integer\nDefault: `3600`"),
        ("SQLITE_MAX_COLUMN", LIMITS, "en", "SQLITE_MAX_COLUMN\nThe maximum number of columns: 2000"),
        ("sqlite_max_column", LIMITS, "en", "SQLITE_MAX_COLUMN\nThe maximum number of columns: 2000"),
        ("What about a damaged parcel?", LIST, "en", "the fee comes back within nine days"),
        ("pool_size", "host = ten\npool_size=20\nport = 8443", "en", "pool_size=20"),
        ("酵母能冷冻多久", "每七天喂一次酵母然后放四个小时\n酵母也可以冷冻大约三个月", "zh", "冷冻大约三个月"),
        ("Сколько можно хранить закваску?", "кормите закваску\nхранить можно три месяца", "ru", "три месяца"),
    ],
)
def test_a_text_without_sentences_is_quoted_by_an_excerpt_that_its_source_carries(
    question: str, text: str, language: str, said: str
) -> None:
    first, *_ = ask(question, text, language)
    assert said in first.text and first.citation_ids == ("E1",) and len(first.text) <= LONGEST + 100
    index = EvidenceIndex(Candidates([candidate(1, text, language=language)]), EvidenceSettings(), language)
    (citation,), decisions = index.check(first.text, first.citation_ids)
    assert citation.status == "ok" and citation.evidence and not decisions


def test_a_sentence_that_says_as_much_is_quoted_before_an_excerpt() -> None:
    sentence = candidate(2, "The code of the shed is 4711.")
    assert composed("What is the code of the shed?", "en", [candidate(1, CHAT), sentence])[0].citation_ids == ("E2",)


def around_in(text: str, question: str, language: str = "en") -> str:
    terms = words.query_terms(question, language)
    return around(text, dict.fromkeys(terms, 1.0), words.kin(question, terms, (), language), language)


@pytest.mark.parametrize("gap", [" ", "\n", ". "])
def test_an_excerpt_is_short_and_cuts_no_word(gap: str) -> None:
    text = gap.join([*(f"left{number} word" for number in range(200)), "the needle", *(["right words"] * 200)])
    found = around_in(text, "needle")
    bare = found.strip("… ")
    assert "needle" in found and len(found) <= LONGEST + 4 and bare in text
    before, after = text.split(bare)
    assert before[-1].isspace() and (not after[:1].isalnum())
    assert (found.startswith("… "), found.endswith(" …")) == ((True, True) if gap == " " else (False, False))


def test_characters_without_spaces_are_cut_anywhere_and_count_twice_but_keep_their_marks() -> None:
    found = around_in("左" * 900 + "灯塔" + "右" * 900, "灯塔", "zh")
    assert "灯塔" in found and len(found.strip("… ")) <= LONGEST / 2
    thai = "กำ้" * 600
    cut = around_in(f"{thai}ประภาคาร{thai}", "ประภาคาร", "th").strip("… ")
    assert cut[0] == "ก" and "ประภาคาร" in cut


def test_half_a_mark_is_left_out() -> None:
    text = f"**{'bold ' * 200}** needle `{'code ' * 200}`"
    assert "*" not in around_in(text, "needle") and "`" not in around_in(text, "needle")


def test_where_only_the_heading_has_the_words_the_passage_is_quoted_from_its_beginning() -> None:
    passage = candidate(1, "```\nprint(x)\nexit()\n```", heading="Farewells")
    assert composed("Farewells", "en", [passage], level="confident") == [
        Quoted(("E1",), "Farewells:\n`print(x)`\n`exit()`")
    ]


def test_a_confident_gate_always_gets_an_excerpt_a_doubtful_one_needs_a_word_and_without_a_gate_there_is_none() -> None:
    passages: list[Candidate] = [candidate(1, "The crane is tall."), candidate(2, "The shed is green.")]
    unrelated = "Who won the championship?"
    assert composed(unrelated, "en", passages, level="confident") == [Quoted(("E1",), "The crane is tall.")]
    assert composed(unrelated, "en", passages, level="doubtful") == composed(unrelated, "en", passages) == []
    assert composed(unrelated, "en", [], level="confident") == []


def test_the_passage_with_the_most_words_is_the_closest() -> None:
    found = closest("tall crane", "en", [*OTHERS, candidate(4, "a crane\nis tall")], matching=True)
    assert found is not None and found[0].citation_id == "E4"
