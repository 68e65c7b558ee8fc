"""Which paragraphs of a page are headings."""

from gateway.knowledge.pdf_layout.headings import MAX_HEADING_CHARS, LaidOutParagraph, can_be_heading, levels_of
from gateway.knowledge.pdf_layout.runs import PageRow, Run


def paragraph(*texts, size=10.0, by_rows=False):
    rows = [PageRow([Run(text, 72, 700, 72 + len(text) * size / 2, 700 + size, size=size)], 1) for text in texts]
    found = LaidOutParagraph(by_rows=by_rows)
    found.add(rows)
    return found


def test_a_heading_is_short_has_letters_and_is_no_entry_of_a_table_of_contents():
    assert can_be_heading(paragraph("Fees"))
    assert can_be_heading(paragraph("F" * MAX_HEADING_CHARS)) and not can_be_heading(paragraph("F" * 201))
    assert can_be_heading(paragraph("A", "B", "C")) and not can_be_heading(paragraph("A", "B", "C", "D"))
    assert not can_be_heading(paragraph("1234"))
    assert not can_be_heading(paragraph("Fees … 12"))
    assert not can_be_heading(paragraph("Fees", by_rows=True))


def test_the_largest_size_is_level_one_and_the_factor_is_a_bound():
    sizes = [
        paragraph("Book", size=20),
        paragraph("Part", size=14),
        paragraph("Text", size=11),
        paragraph("a", size=10),
    ]
    assert levels_of(sizes, 10) == {20: 1, 14: 2}
    assert levels_of([paragraph("Fees", size=11.5)], 10) == {11.5: 1}
    assert levels_of([paragraph("Fees", size=size) for size in (20, 18, 16, 14, 12)], 10)[12] == 4
