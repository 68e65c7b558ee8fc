"""The golden recordings: run again without a change, and read alike by Python and by the page."""

from pathlib import Path

import pytest

from gateway import playback
from gateway.answer.events import fold
from gateway.settings import Settings
from gateway.wire.bracket import Encoder
from tests.clients import node
from tests.golden.make import FOLDER, make
from tests.test_replay import golden

NAMES = sorted(file.stem for file in FOLDER.glob("*.jsonl"))


async def test_nothing_has_changed_for_any_recorded_answer(capsys):
    assert await playback.compare(Settings(_env_file=None), [str(FOLDER)], tenant="default") == 0
    assert capsys.readouterr().out.count(" same") == len(NAMES)


async def test_the_page_reads_every_recorded_answer_as_we_do():
    for name in NAMES:
        recording = golden(name)
        encoder, answer = Encoder(recording.about), fold(one.event for one in recording.events)
        told = await node.run("fold.ts", stdin=b"".join(map(encoder.encode, recording.events)))
        assert told["text"].rstrip("\n") == answer.text, name
        assert told["paragraphs"] == [[one.text, one.citation_ids, one.degraded] for one in answer.paragraphs], name
        assert told["references"] == [one.citation_id for one in answer.references], name


@pytest.mark.slow
async def test_the_command_makes_all_of_them_and_today_they_say_the_same(tmp_path, capsys):
    assert await make(Path(tmp_path)) == NAMES
    assert await playback.compare(Settings(_env_file=None), [str(tmp_path)], tenant="default") == 0
