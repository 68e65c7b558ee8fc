"""What every reader of a format owes."""

import pytest

from gateway.answer.core.format_detection import READERS

SAMPLES = {
    "opening": ["", "\n\n", "plain"],
    "thought": ["<think>a</think>", "</think>", "<think>never closed"],
    "json": ['{"paragraphs":["a"]}', "{", '{"x":[}'],
    "quoted": ['"{\\"text\\":\\"a\\"}"', '"{'],
    "tags": ["<p c=E1>a</p>", "<p>a", "<p>a</p> b"],
    "prose": ["a\n\nb", "```\na", "[E1"],
}


@pytest.mark.parametrize("format_", READERS)
def test_a_reader_takes_all_text_at_the_end_or_names_who_reads_on(format_):
    for sample in SAMPLES[format_]:
        reader, out = READERS[format_](), []
        position = reader.read(sample, 0, True, out)
        assert position == len(sample) or reader.next is not None


@pytest.mark.parametrize("format_", READERS)
def test_a_reader_never_goes_back(format_):
    for sample in SAMPLES[format_]:
        reader, out, at = READERS[format_](), [], 0
        buffer = sample[: sample.find(">") + 1] if format_ == "thought" else ""  # it is chosen by the whole tag
        for character in sample[len(buffer) :] or " ":
            buffer += character
            position = reader.read(buffer, at, False, out)
            assert at <= position <= len(buffer)
            at = position
            if reader.next is not None:
                break
