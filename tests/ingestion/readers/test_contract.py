"""What every format of documents keeps, whoever reads it: a sample comes out whole, a damaged file as a sentence."""

from __future__ import annotations

import contextlib
import importlib
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Opened, Unreadable, finished, opened
from gateway.knowledge.format_table import FORMATS, DocumentFormat, kind_of
from tests.support.effort import examples
from tests.support.found import beside
from tests.support.splitting import split

HEADING, SENTENCE = "Cellar", "The keeper counts all dusty bottles on every second Monday."
DOCUMENTS = Path(__file__).parents[3] / "docs" / "documents.md"

every_format = pytest.mark.parametrize("known", FORMATS, ids=lambda known: known.suffixes[0])


def sample(known: DocumentFormat) -> bytes:
    stem = known.suffixes[0].removeprefix(".")
    made: bytes = beside("formats", stem, "`sample(heading, sentence)`, which returns the bytes of such a file").sample(
        HEADING, SENTENCE
    )
    return made


def extracted(known: DocumentFormat, data: bytes) -> Opened:
    name = f"notes{known.suffixes[0]}"
    if not known.reader:
        return opened(data, name, known.media_type, Omissions())
    content = importlib.import_module(f"gateway.ingestion.readers.{known.reader}").read(data, Omissions())
    return finished(content, name, known.media_type, Omissions())


@every_format
def test_a_sample_is_read_as_what_it_is_under_each_of_its_names(known: DocumentFormat) -> None:
    data = sample(known)
    assert {kind_of(data, f"notes{suffix}") for suffix in known.suffixes} == {known.media_type}
    assert kind_of(data, "notes") == (known.media_type if known.looks else "")


@every_format
def test_its_heading_and_its_sentence_come_out_once_and_can_be_cited(known: DocumentFormat) -> None:
    found = extracted(known, sample(known))
    assert found.media_type == known.media_type and found.title
    assert found.text.count(HEADING) == 1 and found.text.count(SENTENCE) == 1
    passages = split(found.text, known.media_type)
    assert any(SENTENCE in passage.text for passage in passages)
    assert all(found.text[passage.start : passage.end] in passage.text for passage in passages)


@every_format
def test_a_file_that_was_cut_short_is_read_or_refused_with_a_sentence(known: DocumentFormat) -> None:
    data = sample(known)
    for tenth in range(10):
        with contextlib.suppress(Unreadable):
            assert extracted(known, data[: len(data) * tenth // 10]).text.strip()


@every_format
@given(noise=st.binary(min_size=1, max_size=200))
@settings(max_examples=examples(30), deadline=None)
def test_noise_is_read_or_refused_with_a_sentence(known: DocumentFormat, noise: bytes) -> None:
    data = sample(known)
    for damaged in (noise, data[:20] + noise, data[: len(data) // 2] + noise + data[len(data) // 2 :]):
        with contextlib.suppress(Unreadable):
            extracted(known, damaged)


@every_format
def test_the_documentation_lists_its_files(known: DocumentFormat) -> None:
    page = DOCUMENTS.read_text(encoding="utf-8")
    (row, *_) = re.findall(rf"^\| (.*`{re.escape(known.suffixes[0])}`.*?) \|", page, re.MULTILINE) or [""]
    missing = [suffix for suffix in known.suffixes if f"`{suffix}`" not in row]
    assert missing == [], f"docs/documents.md: the table of files needs {', '.join(missing)}."
