"""Which questions need all rows of a table, which rows were seen, and what states the answer itself."""

import pytest

from gateway.answer.answer import Candidate
from gateway.answer.evidence.partial_tables import RowsSeen, StoredPassage, is_stated, needs_all, piece_of, seen
from gateway.knowledge.splitting.splitter import split_pieces
from gateway.words.languages import ANSWERED
from gateway.words.languages.subjects.tabular.totals import EXTREMES, FIGURES
from tests.support.totals import HEAD, LOOK_ALIKES, ROWS, SENTENCES, TOTALS, row


def line(cells):
    return f"| {' | '.join(cells)} |"


TABLE = "\n".join([line(HEAD), "|---|---|---|---|---|", *(line(row(number)) for number in range(1, ROWS + 1))])
LIST = "\n".join(f"- Ticket {', '.join(row(number))}" for number in range(1, ROWS + 1))


def stored(text):
    pieces = split_pieces([text], "text/markdown")
    return [StoredPassage(str(piece.position), piece.heading or "", piece.text) for piece in pieces]


def candidate(text, language="en", number=1):
    return Candidate(f"E{number}", "embedding", {"text": text, "title": "Tickets"}, 1.0, number, language)


def test_the_languages_of_answers_have_words_for_totals():
    assert set(FIGURES) == set(EXTREMES) == set(ANSWERED)


@pytest.mark.parametrize(("language", "question"), TOTALS)
def test_a_question_about_all_rows_is_recognised_and_no_row_states_its_answer(language, question):
    part = [candidate(passage.text, number=at) for at, passage in enumerate(stored(TABLE)[2:4] + stored(LIST)[2:4], 1)]
    assert needs_all(question, language) and not is_stated(question, language, part)


@pytest.mark.parametrize(("language", "question", "sentence"), SENTENCES)
def test_a_sentence_that_states_the_answer_is_found_beside_a_table(language, question, sentence):
    table = candidate(stored(TABLE)[2].text)
    assert is_stated(question, language, [table, candidate(sentence, language, 2)])


@pytest.mark.parametrize(("language", "question"), LOOK_ALIKES)
def test_a_question_about_one_row_needs_no_other(language, question):
    assert not needs_all(question, language)


@pytest.mark.parametrize("total", ["| Total | 80 | | | |", "| **Summe** | 80 | | | |", "| 合计 | 80 | | | |"])
def test_a_row_of_totals_states_a_figure_and_no_extreme(total):
    part = [candidate(f"{stored(TABLE)[2].text}\n{total}")]
    assert is_stated("How many tickets are open?", "en", part)
    assert not is_stated("Which ticket has the highest amount?", "en", part)


@pytest.mark.parametrize("text", [TABLE, f"# Tickets\n\nAll tickets of May.\n\n{TABLE}\n\nEnd of the list.\n", LIST])
def test_the_rows_of_a_long_table_are_counted_over_its_passages(text):
    document = stored(text)
    everything = frozenset(passage.passage_id for passage in document)
    assert len(document) > 4 and seen(document, "2", everything) is None
    found = seen(document, "2", frozenset({"2"}))
    first, last = found.ranges[0]
    assert found.total == ROWS and str(1000 + first) in document[2].text and str(1000 + last) in document[2].text
    assert str(1000 + first - 1) in document[1].text and str(1000 + last + 1) in document[3].text
    begin = next(each.passage_id for each in document if piece_of(each.heading, each.text))
    apart = seen(document, "4", frozenset({begin, "3", "4"}))
    assert len(apart.ranges) == 2 and apart.ranges[0][0] == 1 and apart.ranges[1][0] == last + 1


def test_groups_of_rows_of_a_sheet_are_one_table_and_sheets_are_not():
    head = f"{line(HEAD)}\n|---|---|---|---|---|\n"

    def group(number, sheet, rows):
        below = "\n".join(line(row(each)) for each in range(rows[0], rows[1] + 1))
        return StoredPassage(str(number), f"{sheet} › Zeilen {rows[0] + 1}–{rows[1] + 1}", head + below)

    document = [
        group(0, "May", (1, 40)),
        group(1, "May", (41, 80)),
        group(2, "May", (81, 120)),
        group(3, "June", (1, 9)),
    ]
    assert seen(document, "1", frozenset({"1", "3"})) == RowsSeen(((41, 80),), 120)
    assert seen(document, "3", frozenset({"3"})) is None


def test_prose_with_a_small_table_or_list_is_no_piece():
    prose = "The library lends books. " * 20
    assert piece_of("", f"{prose}\n\n- one\n- two") is None and piece_of("", prose) is None
    assert piece_of("", f"{prose}\n\n{line(HEAD)}\n|---|---|\n{line(row(1))}") is None
    small = [StoredPassage(str(at), "", f"- rule {at}\n- rule {at}.5") for at in range(3)]
    assert seen(small, "1", frozenset({"1"})) is None


def test_a_passage_that_is_not_there_or_no_piece_has_no_rows():
    document = [*stored(TABLE), StoredPassage("prose", "", "The library lends books. " * 20)]
    assert seen(document, "gone", frozenset()) is seen(document, "prose", frozenset()) is None


def test_sentences_about_something_else_or_without_a_figure_state_no_count():
    prose = "Tickets that are open are shown in red. Ask the office.\nThe office has 12 desks."
    assert not is_stated("How many tickets are open?", "en", [candidate(prose)])
    assert is_stated("How many tickets are open?", "en", [candidate(f"{prose}\nOf all tickets 7 are open.")])
