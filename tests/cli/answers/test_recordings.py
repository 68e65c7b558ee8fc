"""`citestream replay`: what is printed, and with which exit code."""

import os
import shutil

import pytest

from gateway.cli.answers import recordings
from gateway.errors import InvalidField, WrongUse
from gateway.settings import Settings
from tests.support.golden import FOLDER, golden

NOTHING = Settings(_env_file=None)


async def play(name, *, dialect=None, pace="fast"):
    return await recordings.play(NOTHING, str(FOLDER / f"{name}.jsonl"), tenant="default", dialect=dialect, pace=pace)


async def compare(*names):
    return await recordings.compare(NOTHING, [str(name) for name in names], tenant="default")


async def test_a_recording_is_shown_as_an_answer(capsys):
    assert await play("en-ids-first") == 0
    out = capsys.readouterr().out
    assert all(paragraph.text in out for paragraph in golden("en-ids-first").answer.paragraphs) and "[E1]" in out


async def test_an_answer_that_failed_ends_with_exit_code_1(capsys):
    assert await play("en-model-away") == 1


async def test_a_dialect_gives_its_bytes(capfdbinary):
    assert await play("fr-ids-first", dialect="jsonl") == 0
    lines = capfdbinary.readouterr().out.splitlines()
    recorded = (FOLDER / "fr-ids-first.jsonl").read_bytes().splitlines()
    assert lines == [b"{" + line.removeprefix(b'{"kind":"event",') for line in recorded if b'"kind":"event"' in line]


async def test_one_recording_that_is_the_same_says_so(capsys):
    assert await compare(FOLDER / "zh-strict.jsonl") == 0
    assert capsys.readouterr().out == "zh-strict.jsonl: same\n"


async def test_a_folder_is_run_at_once_with_a_table(capsys, tmp_path):
    for file in FOLDER.glob("zh-*"):
        shutil.copy(file, tmp_path)
    damaged = tmp_path / "zh-ids-first.jsonl"
    damaged.write_text(damaged.read_text("utf-8").replace('"mode":"enforce"', '"mode":"off"'), "utf-8")
    gone = [
        line for line in (FOLDER / "en-tags.jsonl").read_text("utf-8").splitlines() if '"epoch":1,"t_ms"' not in line
    ]
    missing = '{"kind":"upstream","missing":true}'
    (tmp_path / "en-gone.jsonl").write_text("\n".join([*gone, missing]), "utf-8")
    assert await compare(tmp_path) == 1
    out = capsys.readouterr().out
    assert "zh-ids-first.jsonl: paragraph 1, status of E" in out and "no longer kept" in out
    table = {
        row.split()[0]: row.split()[-1] for row in out.splitlines() if row.rstrip().endswith(("same", "changed", "run"))
    }
    assert table == {
        "en-gone.jsonl": "run",
        "zh-ids-first.jsonl": "changed",
        "zh-plain-text.jsonl": "same",
        "zh-strict.jsonl": "same",
    }


async def test_what_cannot_be_played_is_said_in_a_sentence(tmp_path):
    for name in ("nothing-there", str(tmp_path)):
        with pytest.raises(WrongUse, match="no file, no folder"):
            await compare(name)
    with pytest.raises(WrongUse, match="recordings; name one"):
        await recordings.play(NOTHING, str(FOLDER), tenant="default", dialect=None, pace="fast")
    with pytest.raises(WrongUse, match="--dialect"):
        await play("en-tags", dialect="smoke")
    with pytest.raises(InvalidField, match="pace"):
        await play("en-tags", pace="slow")


async def test_an_answer_of_the_database_is_found_by_its_uuid(server, capfdbinary):
    begun = await server.client.post("/v1/answers", json={"question": "Is anything in here?"})
    uuid = begun.headers["location"].rsplit("/", 1)[1]
    settings = server.gateway.settings
    assert await recordings.compare(settings, [uuid], tenant="default") == 0
    capfdbinary.readouterr()
    assert await recordings.play(settings, uuid, tenant="default", dialect="bracket", pace="fast") == 0
    assert capfdbinary.readouterr().out == begun.content


async def test_what_is_no_recording_to_be_read_neither_hangs_nor_is_waited_for(capsys, tmp_path):
    shutil.copy(FOLDER / "zh-strict.jsonl", tmp_path)
    os.mkfifo(tmp_path / "pipe.jsonl")
    assert await compare(tmp_path) == 0
    assert capsys.readouterr().out == "zh-strict.jsonl: same\n"
    (tmp_path / "kernel.jsonl").symlink_to("/proc/version")
    with pytest.raises(WrongUse, match=r"kernel\.jsonl: It is no regular file"):
        await compare(tmp_path)
