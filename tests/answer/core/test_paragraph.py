"""The paragraph being written."""

from gateway.answer.core.paragraph import MAX_PARAGRAPH_BYTES, OpenParagraph
from tests.support.reading import CANDIDATES


def written(*pieces, cut=True):
    paragraph = OpenParagraph(CANDIDATES)
    shown = []
    for piece in pieces:
        while piece:
            now, piece, _ = paragraph.add(piece, cut)
            shown.append(now)
    return paragraph, "".join(shown)


def test_blank_lines_before_the_text_go_and_indentation_stays():
    paragraph, shown = written("\n \n", "  ", "  code", "\n")
    assert shown == "    code\n"
    assert paragraph.text == "    code"


def test_blanks_alone_are_no_text():
    paragraph, shown = written(" ", "\n", " " * 100)
    assert paragraph.empty
    assert shown == ""


def test_over_the_cap_a_paragraph_is_cut_at_a_blank():
    text = "word " * (MAX_PARAGRAPH_BYTES // 5 + 100)
    for pieces in ([text], [text[at : at + 3] for at in range(0, len(text), 3)]):
        paragraph, _ = written(*pieces)
        assert [len(part) <= MAX_PARAGRAPH_BYTES for part in paragraph.texts] == [True, True]
        assert " ".join(paragraph.texts).strip() == text.strip()


def test_it_is_cut_at_the_first_blank_of_its_last_sixteenth():
    """A blank one byte before that part cuts nothing; the one at its beginning does."""
    begin = MAX_PARAGRAPH_BYTES - MAX_PARAGRAPH_BYTES // 16
    assert (MAX_PARAGRAPH_BYTES, begin) == (16_384, 15_360)
    for blanks, cut in (((begin - 1, begin + 300), begin + 300), ((begin - 1, begin, begin + 300), begin)):
        text = "".join(" " if at in blanks else "x" for at in range(MAX_PARAGRAPH_BYTES + 100))
        assert len(written(text)[0].texts[0]) == cut


def test_without_a_blank_it_is_cut_at_the_cap():
    for size in (1, 1000, MAX_PARAGRAPH_BYTES * 2 + 5):
        text = "x" * (MAX_PARAGRAPH_BYTES * 2 + 5)
        paragraph, _ = written(*[text[at : at + size] for at in range(0, len(text), size)])
        assert [len(part) for part in paragraph.texts] == [MAX_PARAGRAPH_BYTES, MAX_PARAGRAPH_BYTES, 5]


def test_where_no_cut_is_allowed_the_text_stays_whole():
    text = "word " * MAX_PARAGRAPH_BYTES
    assert written(text, cut=False)[0].texts == [text]


def test_ids_are_claimed_and_counted():
    paragraph = OpenParagraph(CANDIDATES)
    assert paragraph.claim("e1") is None
    assert paragraph.claim("E9") is not None
    assert (paragraph.ids, paragraph.dropped, paragraph.claims) == (["E1"], 1, 2)


def test_the_cap_counts_bytes_and_cuts_behind_a_full_stop_where_there_are_no_blanks():
    text = "图书的借期为三周，可以续借一次。" * 400
    for size in (1, 7, len(text)):
        paragraph, shown = written(*[text[at : at + size] for at in range(0, len(text), size)])
        assert "".join(paragraph.texts) == shown == text
        assert [len(part.encode()) <= MAX_PARAGRAPH_BYTES for part in paragraph.texts] == [True, True]
        assert paragraph.texts[0].endswith("。")


def test_no_character_is_cut_in_two():
    for size in (1, 1000, MAX_PARAGRAPH_BYTES):
        text = "界" * MAX_PARAGRAPH_BYTES
        paragraph, _ = written(*[text[at : at + size] for at in range(0, len(text), size)])
        assert "".join(paragraph.texts) == text
        assert {len(part) for part in paragraph.texts[:-1]} == {MAX_PARAGRAPH_BYTES // 3}
