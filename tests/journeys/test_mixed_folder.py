"""The first ten minutes: a folder of mixed real files from the command line, then watched, then asked."""

import asyncio
import os
import signal

import pytest

from tests.support import commands, processes
from tests.support.files import docx, drawn, p, pdf, table
from tests.support.server import running

PROSE = "The cellar of the town library keeps {} in the back room, and the keeper counts them every month. "


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "papers"
    (root / "deep" / "deeper").mkdir(parents=True)
    (root / ".git").mkdir()
    files = {
        "notes.md": b"# Loans\n\nA book may be borrowed for three weeks.\n",
        "copy of notes.md": b"# Loans\n\nA book may be borrowed for three weeks.\n",
        "old.txt": "La cave est fermée l’été.".encode("cp1252"),
        "chinese.txt": "图书馆的地窖每个月清点一次。".encode("gb18030"),
        "page.html": b"<title>Page</title><p>Films are lent for one week.",
        "deep/report.pdf": pdf(["# Barrels", PROSE.format("barrels") * 20], columns=2, head="Report"),
        "deep/deeper/letter.docx": docx(
            p("Letter", "Titre1") + p("The roof leaks.") + table(("Room", "State"), ("12", "wet"))
        ),
        "prices.csv": ("name;price\n" + "".join(f"ticket {n};{n},50 €\n" for n in range(400))).encode("utf-16"),
        "tool.py": b"class Lamp:\n    def light(self):\n        return 'on'\n",
        "secret.pdf": pdf(["Hidden."], encrypt="key"),
        "scan.pdf": drawn([], []),
        "broken.pdf": b"%PDF-1.4 and nothing else",
        "locked.docx": b"\xd0\xcf\x11\xe0" + b"\0" * 512,
        "broken.docx": b"PK\x03\x04 and nothing else",
        "not really.md": b"\x89PNG\r\n\x1a\n" + b"\0" * 100,
        "empty.txt": b"",
        "photo.jpg": b"\xff\xd8\xff",
        "song.mp3": b"ID3",
        "clip.mp4": b"x",
        "other.jpg": b"x",
        ".git/config.md": b"hidden",
    }
    for name, data in files.items():
        (root / name).write_bytes(data)
    (root / "deep" / "up").symlink_to(root)
    (root / "gone.md").symlink_to(root / "nowhere.md")
    (root / "evil\u202efdp.md").write_text("This name is turned around.")
    (root / os.fsdecode(b"caf\xe9.md")).write_text("This name is in Latin-1.")
    return root


def test_a_mixed_folder_is_read_and_everything_is_accounted_for(database_url, folder):
    run = commands.finished(folder.parent, "ingest", "papers", DATABASE_URL=database_url)
    assert run.returncode == 1
    assert "Traceback" not in run.stderr
    lines = run.stdout.splitlines()
    assert lines[0].startswith("Documents ingested: 11 (") and "unchanged: 0, failed: 8; " in lines[0]
    assert lines[1] == "Same content: papers/notes.md and papers/copy of notes.md; both are kept."
    left_out = lines[2].removeprefix("Left out: ").removesuffix(".").split(", ")
    assert left_out[0] == "2 .jpg" and set(left_out[1:]) == {"1 link to a folder", "1 .mp3", "1 .mp4"}
    complaints = sorted(line for line in run.stderr.splitlines() if line.startswith("papers/"))
    reasons = {
        "broken.docx": "damaged",
        "broken.pdf": "damaged",
        "empty.txt": "no text",
        "gone.md": "leads nowhere",
        "locked.docx": "encrypted",
        "not really.md": "an image",
        "scan.pdf": "OCR",
        "secret.pdf": "encrypted",
    }
    assert len(complaints) == len(reasons)
    for line, (name, reason) in zip(complaints, sorted(reasons.items()), strict=True):
        assert line.startswith(f"papers/{name}") and reason in line and line.endswith("."), line
    assert "\u202e" not in run.stdout + run.stderr


async def test_what_was_read_can_be_asked_and_fetched(database_url, folder):
    async with running(database_url) as server:
        results = await server.gateway.ingestor.paths("default", [folder])
        by_path = {result.path: result for result in results}
        assert by_path["papers/evil<U+202E>fdp.md"].status == "ready"
        assert by_path["papers/caf\ufffd.md"].status == "ready"
        for question, source in (
            ("What does the keeper of the barrels count every month?", "papers/deep/report.pdf"),
            ("Does the roof leak?", "papers/deep/deeper/letter.docx"),
            ("What is the price of ticket 317?", "papers/prices.csv"),
            ("Quand la cave est-elle fermée ?", "papers/old.txt"),
        ):
            answer = await server.document(question)
            cited = {reference["payload"]["source"] for reference in answer["refs"]}
            assert source in cited, (question, answer["answer"])
        for name in ("deep/report.pdf", "prices.csv", "old.txt", "tool.py"):
            document_id = by_path[f"papers/{name}"].document_id
            got = await server.client.get(f"/v1/documents/{document_id}/content")
            assert got.content == (folder / name).read_bytes()
        prices = (await server.client.get(f"/v1/documents/{by_path['papers/prices.csv'].document_id}/passages")).json()
        assert all(passage["text"].startswith("| name | price |") for passage in prices["passages"])


@pytest.mark.parametrize(
    "number", [pytest.param(signal.SIGINT, marks=pytest.mark.slow), signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"]
)
async def test_a_watched_folder_is_followed_until_the_signal(database_url, tmp_path, number):
    root = tmp_path / "docs"
    root.mkdir()
    (root / "a.md").write_text("Red wine.")
    process = await asyncio.create_subprocess_exec(
        *processes.command("ingest", "docs", "--watch"),
        cwd=tmp_path,
        env=processes.environment(DATABASE_URL=database_url),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )

    async def line() -> str:
        return (await asyncio.wait_for(process.stdout.readline(), 30)).decode().strip()

    try:
        assert (await line()).startswith("Documents ingested: 1 (1 passage)")
        assert await line() == "Watching; Ctrl-C stops."
        (root / "b.csv").write_text("a,b\n1,2\n")
        assert await line() == "added    docs/b.csv (1 passage)"
        (root / "a.md").unlink()
        assert await line() == "removed  docs/a.md"
        process.send_signal(number)
        assert await line() == "Stopped."
        _, errors = await asyncio.wait_for(process.communicate(), 30)
        assert process.returncode == 0
        assert b"Traceback" not in errors
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
