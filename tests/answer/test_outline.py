"""The outline: the SUIVI block out of the text, titles into sections."""

from dataclasses import replace

import pytest

from gateway.answer.answer import Candidate, Citation
from gateway.answer.events import ParagraphFinished
from gateway.answer.outline import LONGEST_TITLE, SuiviFilter, block, honest, sections
from tests.support.every import every
from tests.support.reading import FEES, LOANS, candidate

PARAGRAPHS = [ParagraphFinished(0, LOANS), ParagraphFinished(1, FEES)]


def filtered(pieces):
    suivi = SuiviFilter()
    text = "".join(suivi.feed(piece) for piece in pieces) + suivi.close()
    return text, suivi.titles


@every(
    ("text", "shown", "titles"),
    [
        ("a\nSUIVI\n[S1] One\n[S2] Two", "a\n", ["One", "Two"]),
        ("SUIVI\n[S1] One\n", "", ["One"]),
        ("a\n\n**SUIVI**\n\n- [S1] One\n- [S2] Two\n", "a\n\n", ["One", "Two"]),
        ("## SUIVI :\nS1: One\nS2 - Two\n", "", ["One", "Two"]),
        ("SUIVI\n[S1] One\nand more text\n", "and more text\n", ["One"]),
        ("SUIVI des colis\n", "SUIVI des colis\n", []),
        ("le SUIVI\n[S1] One", "le SUIVI\n[S1] One", []),
        ("SUIVI\nplain\n", "SUIVI\nplain\n", []),
        ("suivi\n[S1] One", "suivi\n[S1] One", []),
        ("a\nSUI", "a\nSUI", []),
        ("a\nSUIVI\n[S", "a\n", []),
        ("a\nSUIVI", "a\n", []),
        ("SUIVI\n[S1] " + "x" * 500, "x" * 105, ["x" * 395]),
        ("SUIVI\n[S1] One\n\nSUIVI\n[S2] Two\n", "", ["One", "Two"]),
        ("S\nSUIT\n#\n", "S\nSUIT\n#\n", []),
    ],
)
def test_a_block_is_taken_out_whatever_the_cutting(text, shown, titles):
    assert filtered([text]) == filtered(list(text)) == (shown, titles)


def test_text_inside_a_line_passes_at_once():
    suivi = SuiviFilter()
    assert suivi.feed("The loan ") == "The loan "
    assert suivi.feed("S") == "S"
    assert suivi.feed("\nSUI") == "\n"
    assert suivi.feed("T\n") == "SUIT\n"


def test_a_filter_is_busy_from_the_first_line_of_a_block():
    suivi = SuiviFilter()
    suivi.feed("SUI")
    assert not suivi.busy
    suivi.feed("VI\n")
    assert suivi.busy
    suivi.feed("[S1] One\n")
    assert suivi.busy


def made(titles, paragraphs=PARAGRAPHS, cited=()):
    found, decisions = sections(titles, paragraphs, cited, "en")
    return [(section.id, section.title, section.paragraphs) for section in found], [
        decision.kind for decision in decisions
    ]


def test_titles_become_numbered_sections_with_their_paragraphs():
    assert made(["Loan period", "Late fees"]) == (
        [("S1", "Loan period", (0,)), ("S2", "Late fees", (1,))],
        ["outline_size"],
    )


def test_a_paragraph_that_says_no_title_follows_its_predecessor():
    more = [*PARAGRAPHS, ParagraphFinished(2, "Something else entirely.")]
    assert made(["Loan period", "Late fees"], more)[0][1] == ("S2", "Late fees", (1, 2))


@pytest.mark.requirement("A12")
def test_more_than_eight_are_cut_and_four_are_not_noted():
    assert len(made([f"Loan {n}" for n in range(12)])[0]) == 8
    assert made(["Loan", "Book", "Weeks", "Fees"])[1] == []


def test_a_title_is_one_short_line_without_markup():
    [(_, title, _)], _ = made(["**Loan\n period** " + "loan " * 60])
    assert "\n" not in title
    assert "*" not in title[:6]
    assert len(title) <= LONGEST_TITLE
    assert made(["", "  "]) == ([], ["outline_size"])


@pytest.mark.requirement("A13")
def test_an_invented_title_is_replaced_by_the_first_words_of_its_paragraph():
    (first, second), kinds = made(["Zebra migration", "Late fees"])
    assert first[1].startswith("The loan period")
    assert len(first[1]) <= 60
    assert second[1] == "Late fees"
    assert "outline_title_invented" in kinds
    assert made(["Zebra"], [ParagraphFinished(0, "Loans")])[0] == [("S1", "Loans", (0,))]


def test_a_title_that_quotes_a_document_at_length_is_not_kept():
    (only,), kinds = made([LOANS], cited=[candidate(1, f"Note. {LOANS}")])
    assert only[1] == "Section 1"
    assert "outline_title_quotes" in kinds


def test_a_long_title_that_shares_a_few_words_in_a_row_with_a_document_is_no_quote():
    title = "Rules that every new reader of our old library should know about: books can be renewed once"
    assert made([title], cited=[candidate(1, LOANS)])[0][0][1] == title


def test_a_quote_behind_other_words_is_one():
    (only,), kinds = made([f"Our rules: {LOANS}"], cited=[candidate(1, f"Note. {LOANS}")])
    assert only[1] == "Section 1" and "outline_title_quotes" in kinds


def test_a_title_from_the_sources_is_not_invented():
    assert made(["Opening hours"], cited=[candidate(1, "Our opening hours are long.")])[0][0][1] == "Opening hours"


def test_an_outline_without_paragraphs_covers_nothing():
    assert made(["Loan period"], []) == ([("S1", "Loan period", ())], ["outline_size"])
    assert made([], PARAGRAPHS)[0] == []


def test_a_section_called_like_the_heading_of_a_source_covers_the_paragraphs_from_there():
    cited = [
        Candidate(
            f"E{number}", "embedding", {"title": "House", "text": "x", "position": {"heading": heading}}, 1.0, number
        )
        for number, heading in enumerate(["House › Loans", "House › **Fees** of loans", ""], 1)
    ]
    paragraphs = [
        ParagraphFinished(index, "Loans, loans and fees of loans.", (Citation(citation_id),) if citation_id else ())
        for index, citation_id in enumerate(["E2", "E1", "E3", ""])
    ]
    found, _ = sections(["Loans", "Fees** of loans", "house"], paragraphs, cited, "en")
    assert [section.paragraphs for section in found] == [(1, 3), (0,), (2,)]


def test_how_long_a_quote_is_depends_on_the_script():
    source = "图书的借期为三周，可以续借一次，除非有其他读者预约了同一本书，逾期则每天收取一角"
    cited = [candidate(1, source, language="zh")]
    assert made([source[:14]], cited=cited)[0][0][1] == source[:14]
    assert made([source], cited=cited)[0][0][1] == "Section 1"
    assert made([f"规则说明：{source}"], cited=cited)[1].count("outline_title_quotes") == 1


@pytest.mark.requirement("A11")
@pytest.mark.parametrize("word", ["SUITE", "Suivi", "FOLLOW-UP", "后续", "SUIVIS"])
def test_no_other_word_begins_a_block(word):
    suivi = SuiviFilter()
    text = f"Text.\n\n{word}\n[S1] Loan period\n"
    assert (suivi.feed(text) + suivi.close(), suivi.titles) == (text, [])


def test_the_block_for_programs_is_what_the_filter_takes_out():
    found, _ = sections(["Loan period", "Late fees"], PARAGRAPHS, (), "en")
    assert block(found) == "SUIVI\n[S1] Loan period\n[S2] Late fees"
    assert filtered([block(found)]) == ("", ["Loan period", "Late fees"])


def test_a_section_without_a_title_of_its_own_is_not_judged():
    assert honest("Section 2", 2, LOANS, "en", set(), []) == ("Section 2", None)


def test_titles_differ_from_each_other():
    heading = {"position": {"heading": "Fees › Late return", "start": 0, "end": len(FEES)}}
    cited = [
        candidate(1, LOANS),
        replace(candidate(2, FEES), reference={**candidate(2, FEES).passage, **heading}),
    ]
    paragraphs = [
        ParagraphFinished(0, LOANS, (Citation("E1"),)),
        ParagraphFinished(1, FEES, (Citation("E2"),)),
    ]
    invented = sections(["Unicorns", "Dragons"], paragraphs, cited, "en")[0]
    assert len({section.title for section in invented}) == 2
    same, _ = sections(["Loans", "Loans"], paragraphs, cited, "en")
    assert [section.id for section in same] == [f"S{number}" for number in range(1, len(same) + 1)]
    assert len({section.title for section in same}) == len(same)


@pytest.mark.parametrize(
    ("heading", "title"),
    [("Rules › Loan period", "Loan period"), (f"Rules › {LOANS}", "Loans end after three weeks.")],
    ids=["heading", "a heading that quotes"],
)
def test_a_section_that_would_be_called_like_another_is_called_by_what_its_paragraphs_cite_or_say(heading, title):
    cited = [
        replace(candidate(number, LOANS), reference={**candidate(number, LOANS).passage, "position": {"heading": each}})
        for number, each in enumerate(["Rules › Dragons", heading], 1)
    ]
    texts = "Loans\nBooks are lent.", "Loans end after three weeks."
    paragraphs = [ParagraphFinished(at, text, (Citation(f"E{at + 1}"),)) for at, text in enumerate(texts)]
    found, _ = sections(["Dragons", "Loans"], paragraphs, cited, "en")
    assert [(section.title, section.paragraphs) for section in found] == [("Loans", (0,)), (title, (1,))]


NAMES = ["Apples", "Bananas", "Cherries", "Dates", "Elderberries", "Figs", "Grapes", "Hazelnuts", "Limes"]


def grown(*counts):
    """Returns what so many paragraphs for each name make of these names."""
    texts = [f"{name} are sold." for name, count in zip(NAMES, counts, strict=False) for _ in range(count)]
    paragraphs = [ParagraphFinished(index, text) for index, text in enumerate(texts)]
    return [(id_, title, len(covered)) for id_, title, covered in made(NAMES[: len(counts)], paragraphs)[0]]


def test_sections_of_one_paragraph_are_merged_while_four_remain():
    assert grown(1, 1, 1, 1) == [(f"S{n}", name, 1) for n, name in enumerate(NAMES[:4], start=1)]
    assert grown(2, 2, 2, 2, 2) == [(f"S{n}", name, 2) for n, name in enumerate(NAMES[:5], start=1)]
    assert grown(3, 2, 1, 3, 2) == [
        ("S1", "Apples", 3),
        ("S2", "Bananas · Cherries", 3),
        ("S3", "Dates", 3),
        ("S4", "Elderberries", 2),
    ]
    assert [title for _, title, _ in grown(*[1] * 8)] == [
        "Apples · Bananas",
        "Cherries · Dates",
        "Elderberries · Figs",
        "Grapes · Hazelnuts",
    ]


def test_paragraphs_behind_the_eighth_section_are_covered_too():
    sections_ = grown(*[1] * 9)
    assert len(sections_) == 4 and sum(count for _, _, count in sections_) == 9


def test_a_merged_title_is_no_longer_than_others_and_leaves_numbers_out():
    titles = [f"{name} {'and more ' * 12}".strip() for name in NAMES[:5]]
    paragraphs = [ParagraphFinished(index, f"{title}.") for index, title in enumerate(titles)]
    assert [title for _, title, _ in made(titles, paragraphs)[0]] == [titles[0], *titles[2:]]
    named = ["Section 1", *NAMES[1:5]]
    assert (
        made(named, [ParagraphFinished(n, f"{name} are sold.") for n, name in enumerate(named)])[0][0][1] == "Bananas"
    )
