"""What a thread points at: after an answer, and out of a conversation that a client sends along."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.answer.answer import Citation, Section
from gateway.answer.events import Answer, ParagraphFinished, ReferenceShown, Started
from gateway.conversation.followups.thread_state import OutlineEntry, ThreadState, after, from_history
from gateway.conversation.question import Message
from tests.support.every import every

LOANS = "Books may be kept for four weeks and renewed twice unless another member of the library has reserved them."
FEES = "A fee of 20 cents is charged for each day that a book is late."


def answered(*paragraphs, outline=(), language="en"):
    """An answer: paragraphs as (text, citation ids); E1, E2, … belong to the documents d1, d2, …"""
    finished = tuple(
        ParagraphFinished(index, text, tuple(Citation(one) for one in ids))
        for index, (text, ids) in enumerate(paragraphs)
    )
    ids = dict.fromkeys(one for _, cited in paragraphs for one in cited)
    shown = tuple(
        ReferenceShown(one, "embedding", {"documentId": f"d{one[1:]}", "title": f"Document {one[1:]}", "text": "x"})
        for one in ids
    )
    return Answer(Started("a", "q", language), "", finished, shown, outline)


def numbered(entries):
    return [(entry.id, entry.title) for entry in entries]


def spoken(text):
    return from_history([Message("user", "Tell me."), Message("assistant", text)])


def test_a_report_leaves_its_outline_with_the_documents_of_each_section():
    outline = (Section("S1", "Loans", (0, 1)), Section("S2", "Fees", (2,)))
    answer = answered((LOANS, ["E2", "E1"]), ("Loans end.", ["E1"]), (FEES, ["E3"]), outline=outline)
    state = after(None, answer, outline, [LOANS, FEES])
    assert state.outline == (
        OutlineEntry("S1", "Loans", (0, 1), ("d2", "d1")),
        OutlineEntry("S2", "Fees", (2,), ("d3",)),
    )
    assert state.document_ids == ("d2", "d1", "d3") and state.titles == ("Document 2", "Document 1", "Document 3")


def test_a_new_outline_keeps_the_one_before_as_its_parent_and_no_older_one():
    states = [None]
    for name in ("Books", "Fees", "Cards"):
        outline = (Section("S1", name, (0,)),)
        states.append(after(states[-1], answered((f"{name}.", ["E1"]), outline=outline), outline, []))
    assert [numbered(state.parent) for state in states[1:]] == [[], [("S1", "Books")], [("S1", "Fees")]]


def test_the_same_outline_again_is_no_parent_of_itself():
    outline = (Section("S1", "Fees", (0,)),)
    answer = answered(("Fees.", ["E1"]), outline=outline)
    assert after(after(None, answer, outline, []), answer, outline, []).parent == ()


def test_a_detail_answer_without_outline_leaves_the_older_one():
    outline = (Section("S1", "Fees", (0,)),)
    first = after(None, answered(("Fees.", ["E1"]), outline=outline), outline, [])
    second = after(first, answered(("It is 20 cents.", ["E4"])), (), [])
    assert second.outline == first.outline and not second.listed_newer
    assert (second.document_ids, second.titles) == (("d4",), ("Document 4",))


def test_an_answer_without_citations_leaves_the_documents_of_the_one_before():
    first = after(None, answered((FEES, ["E1"])), (), [])
    assert after(first, answered(("Nothing was found.", [])), (), []) == first


def test_a_list_stands_beside_the_outline_and_is_newer():
    outline = (Section("S1", "Fees", (0,)),)
    first = after(None, answered(("Fees.", ["E1"]), outline=outline), outline, [])
    second = after(first, answered(("Cities:\n1. Paris\n2. Lyon", ["E1"])), (), [])
    assert second.outline == first.outline and numbered(second.listed) == [("1", "Paris"), ("2", "Lyon")]
    assert second.listed_newer
    third = after(second, answered(("Fees.", ["E1"]), outline=outline), outline, [])
    assert not third.listed_newer


def test_items_in_paragraphs_of_their_own_know_their_paragraph_and_its_documents():
    state = after(None, answered(("These:", []), ("1. Paris is big.", ["E2"]), ("2. Lyon.", ["E1", "E2"])), (), [])
    assert state.listed == (
        OutlineEntry("1", "Paris is big", (1,), ("d2",)),
        OutlineEntry("2", "Lyon", (2,), ("d1", "d2")),
    )


def test_a_section_title_that_quotes_a_source_at_length_is_not_kept():
    outline = (Section("S1", LOANS[:110], (0,)), Section("S2", "Fees", (1,)))
    state = after(None, answered((LOANS, ["E1"]), (FEES, ["E1"]), outline=outline), outline, [LOANS])
    assert numbered(state.outline) == [("S1", "Section 1"), ("S2", "Fees")]


def test_an_item_that_quotes_a_source_at_length_is_called_by_its_first_words():
    state = after(None, answered((f"1. {LOANS}\n2. {FEES}", ["E1"])), (), [LOANS])
    assert state.listed[0].title == "Books may be kept for four weeks and renewed twice unless another"


def test_a_chinese_item_that_quotes_a_source_at_length_is_cut_as_well():
    source = "读者可以借阅图书四周并且在没有其他读者预约的情况下最多续借两次每次两周"
    state = after(None, answered((f"1. {source}\n2. 罚款", ["E1"]), language="zh"), (), [source])
    assert state.listed[0].title == source[:24]


def test_an_invented_section_title_becomes_the_first_words_of_its_paragraph():
    outline = (Section("S1", "Zebras", (0,)),)
    state = after(None, answered((FEES, ["E1"]), outline=outline), outline, [FEES])
    assert state.outline[0].title == "A fee of 20 cents is charged for each day that a"


@given(st.lists(st.text(max_size=300), min_size=1, max_size=4), st.text(max_size=300))
def test_no_title_of_the_state_is_longer_than_a_line_of_120_characters(texts, title):
    answer = answered(*((f"1. {text}\n2. {title}\n## {text}\n", ["E1"]) for text in texts))
    outline = (Section("S1", title, (0,)),)
    for state in (after(None, answer, (), texts), after(None, answer, outline, texts)):
        for entry in (*state.outline, *state.listed):
            assert 0 < len(entry.title) <= 120 and "\n" not in entry.title
        assert ThreadState.from_json(json.loads(json.dumps(state.to_json()))) == state


def test_a_row_with_empty_columns_is_an_empty_state():
    assert ThreadState.from_json({"last_outline": None, "updated_at": "x"}) == ThreadState()


ORDINARY = [
    ("Cities:\n1. Paris\n2. Lyon", ["Paris", "Lyon"]),
    ("1) Paris\n\n2) Lyon\n\n3) Nice", ["Paris", "Lyon", "Nice"]),
    ("(1) Paris\n(2) Lyon", ["Paris", "Lyon"]),
    (
        "1. **Loans**: four weeks [E1]\n   1. books\n   2. films\n2. __Fees__ — 20 cents a day [E2, E3]\n3. Cards - free. And blue.",
        ["Loans", "Fees", "Cards"],
    ),
    ("**1. Loans**\nFour weeks.\n\n**2. Fees**\nTwenty cents.", ["Loans", "Fees"]),
    ("**1.** Loans **last** long\n**2.** Fees", ["Loans last long", "Fees"]),
    ("- 1. Loans\n- 2. Fees", ["Loans", "Fees"]),
    ("A. Loans\nB. Fees\nC. Cards", ["Loans", "Fees", "Cards"]),
    ("a) Prêts : quatre semaines\nb) Frais", ["Prêts", "Frais"]),
    ("# Loans\nText.\n## Fees ##\nText.", ["Loans", "Fees"]),
    ("### 1. Loans\n1. x\n2. y\n### 2. Fees\n1. z\n2. w", ["Loans", "Fees"]),
    ("**Loans**\nText.\n\n**Fees:**\nText.", ["Loans", "Fees"]),
    ("一、借阅期限：四周\n二、罚款\n三、会员卡。说明。", ["借阅期限", "罚款", "会员卡"]),
    ("第一，费用。\n第二，期限。", ["费用", "期限"]),
    ("①费用\n②期限", ["费用", "期限"]),
    ("1、费用：每天两角\n2、期限", ["费用", "期限"]),
    ("1. See [the rules](https://example.org/a)\n2. `citestream`", ["See the rules", "citestream"]),
    ("1. At 10:30 it opens\n2. http://example.org", ["At 10:30 it opens", "http://example.org"]),
    ("1. a\n2. b\n\nLater:\n1. Paris\n2. Lyon\n3. Nice", ["Paris", "Lyon", "Nice"]),
    ("1. Paris\n3. Nice\n2. Lyon", ["Paris", "Lyon"]),
]


@every(("text", "titles"), ORDINARY, reader="conversation")
def test_a_list_of_the_last_answer_can_be_pointed_at(text, titles):
    state = spoken(text)
    assert [entry.title for entry in state.listed] == titles and state.outline == ()
    assert [entry.id for entry in state.listed] == [str(number) for number in range(1, len(titles) + 1)]
    assert state.listed_newer


@pytest.mark.parametrize(
    "text",
    [
        "The knowledge base covers deployment and rollback.",
        "- Paris\n- Lyon",
        "1. Paris",
        "In 2023. It was\n1.5 per cent\n2.5 per cent",
        "```\n1. Paris\n2. Lyon\n```",
        "2. Lyon\n3. Nice",
        "",
        "1.\n2.\n",
    ],
)
def test_a_text_without_a_list_offers_nothing(text):
    assert spoken(text) is None


def test_a_suivi_block_comes_before_any_list():
    state = spoken("1. a\n2. b\n\nSUIVI\n[S1] Loans [E1]\n[S2] **Fees**\n[S4] Cards\n")
    assert numbered(state.outline) == [("S1", "Loans"), ("S2", "Fees"), ("S3", "Cards")] and state.listed == ()


def test_only_the_last_message_of_the_assistant_counts():
    assert from_history([]) is None and from_history([Message("user", "1. a\n2. b")]) is None
    older, newer = Message("assistant", "1. Paris\n2. Lyon"), Message("assistant", "That is all.")
    assert from_history([older, Message("user", "Go on"), newer]) is None


def test_of_a_long_list_the_first_seven_and_the_last_are_kept():
    state = spoken("\n".join(f"{number}. City {number}" for number in range(1, 13)))
    assert [entry.number for entry in state.listed] == [1, 2, 3, 4, 5, 6, 7, 12]


@given(st.text(alphabet=st.sampled_from("1234.)(AaBb#*_ \n[S]SUIVIE:一二、。-`x"), max_size=200))
def test_any_history_is_read(text):
    state = spoken(text)
    assert state is None or 1 <= len(state.outline or state.listed) <= 8


def test_a_state_goes_on_from_another_whatever_came_since():
    fees, films, cards = (ThreadState((OutlineEntry("S1", title),)) for title in ("Fees", "Films", "Cards"))
    items = ThreadState(listed=(OutlineEntry("1", "Red"),), listed_newer=True)
    assert fees.continued_by(ThreadState()) == fees and ThreadState().continued_by(films) == films
    assert fees.continued_by(films) == ThreadState(films.outline, fees.outline)
    assert fees.continued_by(items) == ThreadState(fees.outline, (), items.listed, True)
    own = films.followed_by(cards).followed_by(items)
    assert fees.continued_by(own) == own and own.parent == films.outline and own.listed_newer
