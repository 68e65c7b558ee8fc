"""Tags, inline markers and plain text."""

import pytest

from gateway.answer.reading.markup import ProseReader, TagReader, starts_tag, without_ids
from gateway.answer.reading.parts import Cut, End, Ids
from tests.support.every import every
from tests.support.reading import read


def parts(reader, text):
    out = []
    position = reader.read(text, 0, True, out)
    return out, text[position:]


@every(
    ("text", "left"),
    [
        ("weeks [E1].", "weeks."),
        ("weeks[E1]", "weeks"),
        ("周期三周【E1】。", "周期三周。"),
        ("x ［Ｅ１］", "x"),
        ("x [E1][E2]", "x"),
        ("x  [E1]", "x"),
        ("x [E1, G2; E3]", "x"),
        ("[2024] x[1] arr[0]", "[2024] x[1] arr[0]"),
        ("[E404] [G11] [E0]", "[E404] [G11] [E0]"),
        ("[E1](http://x)", ""),
        ("[see E1]", ""),
        ("[the E1]", "[the E1]"),
        ("[E1", "[E1"),
        ("[ E1 ]", ""),
        ("[" + " " * 80, "[" + " " * 80),
    ],
)
def test_only_recognised_markers_and_one_blank_before_them_are_removed(text, left):
    out, _ = parts(ProseReader(), text)
    assert "".join(part for part in out if isinstance(part, str)) == left


def test_markers_carry_their_ids():
    out, _ = parts(ProseReader(), "x [E1, Ｇ２] y")
    assert [part.raw for part in out if isinstance(part, Ids)] == ["E1", "G2"]


def test_blocks_end_at_blank_lines_outside_code():
    out, _ = parts(ProseReader(), "a\n \nb\nc\n```\nd\n\n[E1]\n```\n\n\ne\n\n")
    assert [part.gap for part in out if isinstance(part, End)] == ["\n \n", "\n\n\n"]
    assert "".join(part for part in out if isinstance(part, str)) == "ab\nc\n```\nd\n\n[E1]\n```e"


@pytest.mark.parametrize("text", ["```\na\n~~~\n\nb\n```", "~~~\na\n\nb", "    ```\na", "``\n\nb"])
def test_fences_close_with_their_own_sign(text):
    out, _ = parts(ProseReader(), text)
    assert any(isinstance(part, End) for part in out) is (text == "``\n\nb")


def test_a_long_run_of_newlines_is_held_back_only_so_far():
    text = "a" + "\n" * 300 + "b"
    assert read(list(text)).shape == read(text).shape
    assert read(text).summary.text.replace("\n", "") == "ab"


@pytest.mark.parametrize(
    ("line", "format_"), [('{"paragraphs":[', "json"), ("  <p c=E1>", "tags"), ('[{"text":', "json")]
)
def test_another_format_may_begin_at_a_line(line, format_):
    reader = ProseReader()
    out, rest = parts(reader, f"Well, a\n{line}")
    assert (reader.next, rest) == (format_, line.strip())
    assert out[0] == "Well, a"


def test_inside_code_no_other_format_begins():
    reader = ProseReader()
    parts(reader, '```\n{"paragraphs":[\n```')
    assert reader.next is None


@every(
    ("text", "starts"),
    [
        ("<p>", True),
        ('<p c="E1">', True),
        ("<P C = 'E1'>", True),
        ("<p c=E1>", True),
        ("<p c=", None),
        ("<", None),
        ("<pre>", False),
        ("<p class='x'>", False),
        ("<p" + " " * 300 + ">", False),
        ("<p" + " " * 300, False),
    ],
)
def test_a_paragraph_tag_is_known(text, starts):
    assert starts_tag(text, 0, False) is starts
    assert starts_tag(text, 0, True) is bool(starts)


def test_tagged_paragraphs_keep_their_markup():
    out, _ = parts(TagReader(), '<p c="E1; e2 E3">a <b>b</b> < c</p>\n<p>d</p>')
    assert out == [Ids("E1"), Ids("e2"), Ids("E3"), "a <b>b</b> < c", End(more=True), "d", End(more=False)]


def test_a_tag_that_is_not_closed_ends_at_the_next_one_or_is_cut():
    out, _ = parts(TagReader(), "<p c=E1>a<p c=E2>b</")
    assert out == [Ids("E1"), "a", End(more=True), Ids("E2"), "b", Cut(open_text=True)]


def test_text_between_tags_is_prose():
    reader = TagReader()
    out, rest = parts(reader, "<p c=E1>a</p>\nand more")
    assert (reader.next, rest) == ("prose", "and more")
    assert out[-1] == End(more=True)
    found = read("<p c=E1>a</p>\nand more")
    assert [(p.text, p.degraded) for p in found.paragraphs] == [("a", None), ("and more", "not_json")]


@pytest.mark.parametrize(("finish", "degraded"), [("stop", None), ("length", "truncated"), (None, "truncated")])
def test_a_last_tag_left_open_is_cut_unless_the_model_stopped(finish, degraded):
    [paragraph] = read("<p c=E1>a", finish).paragraphs
    assert paragraph.degraded == degraded


def test_a_block_with_a_marker_behind_lost_structure_keeps_its_ids():
    found = read('{"paragraphs":[{"citationIds":["E1"],"text":"a"}, then words [E2].\n\nMore words')
    assert [(p.text, p.citation_ids, p.degraded) for p in found.paragraphs] == [
        ("a", ["E1"], None),
        ("then words.", ["E2"], None),
        ("More words", [], "not_json"),
    ]


@pytest.mark.parametrize("text", ["A\nb\n```\nc\n\nd\n```\n\n``e`` f", "<p c=E1>a <", "<p c=E1>a < b</p>\n"])
def test_signs_that_may_mean_more_wait_and_the_cutting_changes_nothing(text):
    assert read(list(text)).shape == read(text).shape


def test_blanks_at_the_start_of_a_line_wait_for_what_follows():
    assert read(["a\n", "  ", "b"]).text == "a\n  b"


def test_a_gap_of_any_length_is_read_the_same_however_it_is_cut():
    model = "One\nand [E1]." + "\n" * 62 + "   ```\nx[E1]\n```"
    assert read(list(model)).shape == read(model).shape
    assert [paragraph.text for paragraph in read(model).paragraphs] == ["One\nand.", "   ```\nx[E1]\n```"]


def test_a_fence_behind_tags_is_no_text_but_a_fence_with_words_is():
    for pieces in (["<p c=E1>a</p>\n``", "`"], ["<p c=E1>a</p>\n```\n"]):
        assert read(pieces).text == "a"
    assert read("<p c=E1>a</p>\n``` b").text == "a\n\n``` b"


def test_a_tag_that_the_end_cuts_off_is_not_shown():
    assert read("<p c=E1>a</p><p c=").text == "a"
    assert read("<p c=E1>a</").text == "a"
    assert read("<p c=E1></").text == ""


def test_a_closing_tag_too_many_is_read_the_same_however_it_is_cut():
    model = "<p c=E1>a</p></p>"
    assert read(list(model)).shape == read(model).shape


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Loans last [E1] three weeks [E2, G1].", "Loans last three weeks."),
        ('<p c="E1">Loans last three weeks.</p> <p>Fees follow.</p>', "Loans last three weeks. Fees follow."),
        ("Nothing to take out: x[1], a </p> alone.", "Nothing to take out: x[1], a </p> alone."),
    ],
)
def test_a_finished_text_loses_the_ids_that_mean_nothing_to_another(text, bare):
    assert without_ids(text) == bare


@every(
    ("text", "shown", "format_", "rest"),
    [
        ('so on"}, {"citationIds":["E2"]', "so on", "json", '{"citationIds":["E2"]'),
        ('so on},\n {"text":"two"', "so on", "json", '{"text":"two"'),
        ('so on, "citationIds": ["E2"]', "so on", "json", '"citationIds": ["E2"]'),
        ("so on <p c=E2>two", "so on ", "tags", "<p c=E2>two"),
        ("so on<thinking>\nhmm", "so on", "thought", "<thinking>\nhmm"),
        ('so on, {"a": 1}, "b": "c" and {x}', 'so on, {"a": 1}, "b": "c" and {x}', None, ""),
        ('so on"}]}', "so on", None, ""),
        ('so on"}]}```', "so on", None, ""),
        ('so on"}]}``` and', 'so on"}]}``` and', None, ""),
        ("see <p> or <b> or [1]", "see <p> or <b> or [1]", None, ""),
    ],
)
def test_a_document_that_broke_off_goes_on_where_its_structure_does(text, shown, format_, rest):
    for pieces in ([text], list(text)):
        reader, out, buffer = ProseReader(broken=True), [], ""
        for piece in [*pieces, ""]:
            if reader.next is None:
                buffer += piece
                buffer = buffer[reader.read(buffer, 0, piece == "", out) :]
            else:
                buffer += piece
        assert ("".join(part for part in out if isinstance(part, str)), reader.next) == (shown, format_)
        assert buffer == rest


@every(
    ("text", "next_"),
    [
        ("So E1 fits.</think>The", "thought"),
        ("So <think>\nhm", "thought"),
        ("So\n<reasoning>hm", "thought"),
        ("So\n</think>", "thought"),
        ("So\n◁think▷", "thought"),
        ("So\n◁ is a sign", None),
        ("So `<think>` is", None),
        ("So <think> is", None),
        ("So </think> is", None),
        ("So `</think>`", None),
        ("```\n<think>\n```", None),
        ('So: {"paragraphs":[{"citationIds":["E1"]', "json"),
        ('So: {"text":"a"}', None),
        ('So: `{"paragraphs":[{"citationIds":["E1"]`', None),
    ],
)
def test_a_thought_or_a_whole_answer_may_begin_inside_a_line(text, next_):
    reader = ProseReader()
    parts(reader, text)
    assert reader.next == next_
    assert read(list(text)).shape == read(text).shape
