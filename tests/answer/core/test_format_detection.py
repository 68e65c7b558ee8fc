"""Which format an answer is in."""

import pytest

from gateway.answer.core.format_detection import PREAMBLE, ModelText, answer_in, begins_json, begins_quoted
from gateway.answer.core.stream import AnswerStream
from gateway.answer.events import ParagraphFinished
from gateway.answer.reading.parts import FormatBegun, Note, OnlyThought, Thought
from tests.support import effort
from tests.support.every import every
from tests.support.reading import CANDIDATES, OFF, read


def begun(text):
    """The formats in order of their beginning, fed byte by byte and whole."""
    whole = ModelText()
    parts = whole.feed(text) + whole.feed("", final=True)
    model = ModelText()
    bytewise = [part for character in text for part in model.feed(character)] + model.feed("", final=True)
    formats = [part.format for part in parts if isinstance(part, FormatBegun)]
    assert formats == [part.format for part in bytewise if isinstance(part, FormatBegun)]
    return formats, parts


@every(
    ("text", "formats"),
    [
        ('{"paragraphs":[]}', ["json"]),
        ("{'a':1}", ["json"]),
        ("{}", ["json"]),
        ("{", ["json"]),
        ("[", ["json"]),
        ('["a"]', ["json"]),
        ("[]", ["json"]),
        ("{paragraphs:[", ["json"]),
        ("{ // x\n", ["json"]),
        ("[ {x", ["prose"]),
        ("{x: 1}", ["prose"]),
        ("{x}", ["prose"]),
        ("{{x}}", ["prose"]),
        ("[x](y)", ["prose"]),
        ("[E1] says", ["prose"]),
        ('"{\\"text\\":\\"a\\"}"', ["quoted", "json"]),
        ('"Quote" he said', ["prose"]),
        ('"{x', ["prose"]),
        ('“{\\"a', ["quoted", "json"]),
        ("<p c=E1>a</p>", ["tags"]),
        ("<pre>", ["prose"]),
        ("```json\n[1]", ["prose"]),
        ('```json\n{"a":1}\n```', ["json"]),
        ("```\n<p c=E1>a</p>", ["tags"]),
        ("```c\n{x}", ["prose"]),
        ("```", ["prose"]),
        ("```json\n", ["prose"]),
        ("`a`", ["prose"]),
        ('~~~\n{"text":"a"}', ["json"]),
        ("<think>a</think>b", ["prose"]),
        ("<think>a", []),
        ("a</think>{}", ["json"]),
        ("<thinking>a</thinking>{}", ["json"]),
        ("<thin", ["prose"]),
        ("a < b", ["prose"]),
        ("A line\nand more", ["prose"]),
        ("x" * (PREAMBLE + 1), ["prose"]),
        ("x" * PREAMBLE + '{"text":"a"}', ["prose"]),
        ("", []),
        ("  \n\n ", []),
        ("\u3000x", ["prose"]),
        (" " * 100 + "x", ["prose"]),
        ("Well:\n\n", ["prose"]),
        ("Well: {x", ["prose"]),
    ],
)
def test_the_format_is_decided_on_the_first_meaningful_characters(text, formats):
    assert begun(text)[0] == formats


def test_a_preamble_is_noted_and_not_shown():
    _, parts = begun('Here it is:\n{"text":"a"}')
    assert [part.detail for part in parts if isinstance(part, Note)] == [{"text": "Here it is:\n"}]


def test_thoughts_are_said_as_they_come():
    model = ModelText()
    assert model.feed("<think>One two</th") == [Thought("One two")]
    assert model.feed("ree <") == [Thought("</three ")]
    assert model.feed("/think>") == []
    assert read("<think>One\n\ntwo</think>\nText [E1]").thinking == "One\n\ntwo"


def test_the_first_line_of_prose_is_held_back_only_so_far():
    model = ModelText()
    assert model.feed("x" * (PREAMBLE - 1)) == []
    assert model.feed("xx") != []


def test_indentation_of_the_first_line_stays():
    assert read("\n\n   indented text").summary.text == "   indented text"


def test_what_may_become_json_waits():
    assert begins_json("{", 0, False) is None
    assert begins_json("[ ", 0, False) is None
    assert begins_json("{ab", 0, False) is None
    assert begins_json("{ab", 0, True) is False
    assert begins_quoted('"', 0, False) is None
    assert begins_quoted('"', 0, True) is False
    assert begins_json("x", 0, True) is False


def test_a_quoted_document_keeps_bare_quotes():
    [paragraph] = read('"{\\"citationIds\\":[\\"E1\\"],\\"text\\":\\"a \\\\\\"b\\\\\\" c\\"}"').paragraphs
    assert (paragraph.text, paragraph.citation_ids) == ('a "b" c', ["E1"])


def test_what_begins_like_an_answer_in_a_thought_waits_for_the_end_of_the_thought():
    model = ModelText()
    assert model.feed("<think>Maybe ") == [Thought("Maybe ")]
    assert model.feed('{"paragraphs":[ or ') == []
    assert model.feed("so</think>") == [Thought('{"paragraphs":[ or so')]


def test_a_thought_that_never_ends_gives_up_its_last_document():
    model = ModelText()
    out = model.feed('<think>One {"text":"a"} two {"paragraphs":["b"]} three {"paragraphs":["c"]}')
    out += model.feed("", final=True)
    assert "".join(part.text for part in out if isinstance(part, Thought)) == (
        'One {"text":"a"} two {"paragraphs":["b"]} three '
    )
    assert [part for part in out if isinstance(part, str)] == ["c"]


def test_plain_text_that_goes_on_behind_a_thought_is_the_same_format():
    formats, parts = begun("x" * (PREAMBLE + 1) + "\n<think>hmm</think>\nMore")
    assert formats == ["prose"]
    assert [part.text for part in parts if isinstance(part, Thought)] == ["hmm"]


def test_a_text_of_nothing_but_a_thought_is_told_at_its_end():
    model = ModelText()
    assert model.feed("<think>a</think><think>b</think>")[-1] == Thought("b")
    assert model.feed(" ", final=True) == [OnlyThought("ab")]


DOCUMENT = '{"paragraphs":[{"citationIds":["E1"],"text":"one a"},{"citationIds":["E2"],"text":"two b"}]}'
THOUGHTS = [
    "<think>{}</think>\n",
    "{}</think>",
    "<seed:think>{}</seed:think>",
    "[THINK]{}[/THINK]",
    "◁think▷{}◁/think▷",
    "<|channel>thought\n{}<channel|>",
    "<unused94>thought\n{}<unused95>",
    "<|START_THINKING|>{}<|END_THINKING|><|START_RESPONSE|>",
    "<|begin_of_thought|>{}<|end_of_thought|><|begin_of_solution|>",
    "<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>",
    "Here is my thought process:\n{}\nHere is my response:\n",
    "**Here are my reasoning steps:**\n{}\n[BEGIN FINAL RESPONSE]\n",
]


@every("thought", THOUGHTS)
@every("answer", [DOCUMENT, "One a [E1].\n\nTwo b [E2].", "<p c=E1>one a</p><p c=E2>two b</p>"])
@every("end", ["", "<|return|>"])
def test_a_thought_in_the_marks_of_any_model_is_none_of_the_answer(thought, answer, end):
    model = thought.format('I look at E1, then at "E2": it is the text.') + answer + end
    whole = read(model)
    assert [(p.text.lower().rstrip("."), p.citation_ids) for p in whole.paragraphs] == [
        ("one a", ["E1"]),
        ("two b", ["E2"]),
    ]
    assert whole.thinking.strip() == 'I look at E1, then at "E2": it is the text.'
    assert read(list(model)).shape == whole.shape
    for cut in effort.some(range(1, len(model)), len(model)):
        assert read([model[:cut], model[cut:]]).shape == whole.shape, cut


@pytest.mark.parametrize("mark", ["[THINK]", "<|channel|>analysis<|message|>", "◁think▷", "<|im_end|>"])
def test_a_text_about_marks_names_them(mark):
    text = f"The mark `{mark}` begins it, and a {mark}, too, is named [E1]."
    assert read(text).text == text.replace(" [E1]", "")
    assert read(list(text)).shape == read(text).shape


REASONED = "I look at the passages one by one, and think of what they say. " * 4


def reasoned(*pieces):
    stream = AnswerStream(CANDIDATES, language="en", evidence=OFF)
    events = [event for piece in pieces for event in stream.think(piece)] + stream.close("stop")
    return [(p.text, p.citation_ids) for p in events if isinstance(p, ParagraphFinished)]


@every("before", ["", "So:\n", REASONED, "<think>Hm.</think>"])
@every(
    "answer",
    [
        DOCUMENT,
        f"```json\n{DOCUMENT}\n```",
        DOCUMENT.replace('},{"cit', '}]}\n{"paragraphs":[{"cit'),
        DOCUMENT.replace('},{"cit', '}]},{"paragraphs":[{"cit'),
        '{"citationIds":["E1"],"text":"one a"}\n{"citationIds":["E2"],"text":"two b"}',
        "<p c=E1>one a</p>\n<p c=E2>two b</p>",
    ],
)
def test_an_answer_that_came_as_reasoning_alone_keeps_its_ids(before, answer):
    assert reasoned(before, answer) == [("one a", ["E1"]), ("two b", ["E2"])]


@pytest.mark.parametrize(
    "answer",
    [
        '"{\\"paragraphs\\":[{\\"citationIds\\":[\\"E1\\"],\\"text\\":\\"one a\\"}]}"',
        '{"answer":"one a","citations":["E1"]}',
        "{paragraphs:[{citationIds:[E1],text:'one a'}]}",
    ],
)
def test_reasoning_that_is_nothing_but_an_answer_of_another_shape_is_read_too(answer):
    assert reasoned(answer) == [("one a", ["E1"])]


def test_a_draft_in_the_reasoning_is_not_the_answer():
    draft = '{"paragraphs":[{"citationIds":["E3"],"text":"draft"}]}'
    parts = answer_in("", f"{REASONED}{draft}\nBetter:\n{DOCUMENT}")
    assert [part for part in parts if isinstance(part, str)] == ["one a", "two b"]


def test_a_thought_beside_the_text_is_an_answer_only_where_a_document_begins_in_it():
    assert answer_in("", "So it is.") == []
    assert answer_in("", "") == []
    assert "a" in answer_in("", 'So: {"paragraphs":["a"]}')
    assert "So it is." in answer_in("So it is.", 'So: {"paragraphs":["a"]}')


@pytest.mark.parametrize("fence", ["```json\n", "~~~json\n"])
@pytest.mark.parametrize("start", ['"paragraphs":["a"]}', '/{"paragraphs":["a"]}', '("paragraphs":["a"]}'])
def test_a_document_in_a_fence_of_json_may_begin_with_a_wrong_sign(fence, start):
    assert begun(fence + start)[0] == ["json"]
    assert begun(fence + "x = 1")[0] == ["prose"]
