"""The golden recordings: run again without a change, and read alike by Python and by the page."""

import json
from pathlib import Path

import pytest

from gateway.answer.events import Failed
from gateway.cli.answers import recordings
from gateway.settings import Settings
from gateway.wire.bracket import Encoder
from tests.golden.make import FOLDER, make
from tests.support import node
from tests.support.golden import golden

NAMES = sorted(file.stem for file in FOLDER.glob("*.jsonl"))


async def test_nothing_has_changed_for_any_recorded_answer(capsys):
    assert await recordings.compare(Settings(_env_file=None), [str(FOLDER)], tenant="default") == 0
    assert capsys.readouterr().out.count(" same") == len(NAMES)


async def test_the_page_reads_every_recorded_answer_as_we_do():
    recordings = {name: golden(name) for name in NAMES}
    streams = {name: b"".join(map(Encoder(one.about).encode, one.events)).decode() for name, one in recordings.items()}
    told = await node.run("fold.mjs", stdin=json.dumps(streams).encode())
    for name, recording in recordings.items():
        answer = recording.answer
        told[name]["text"] = told[name]["text"].rstrip("\n")  # a separator before a paragraph that never came
        assert told[name] == {
            "status": "failed" if isinstance(answer.end, Failed) else "finished",
            "text": answer.text,
            "paragraphs": [[one.text, one.citation_ids, one.degraded] for one in answer.paragraphs],
            "references": [one.citation_id for one in answer.references],
            "sections": [section.title for section in answer.outline],
        }, name


@pytest.mark.slow
async def test_the_command_makes_all_of_them_and_today_they_say_the_same(tmp_path, capsys):
    assert await make(Path(tmp_path)) == NAMES
    assert await recordings.compare(Settings(_env_file=None), [str(tmp_path)], tenant="default") == 0
