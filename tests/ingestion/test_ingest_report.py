"""The lines at the end of a run."""

import json
from dataclasses import replace
from pathlib import Path

from gateway.ingestion.files.folders import FileListing
from gateway.ingestion.files.local_files import File
from gateway.ingestion.files.secret_files import DATA, KEY, OWN
from gateway.ingestion.ingest_report import as_json, complaints, sentence, summary
from gateway.ingestion.ingest_result import IngestResult

READY = IngestResult("docs/a.md", "ready", passages=3)
FAILED = IngestResult(
    "docs/b.pdf", "failed", error="docs/b.pdf is encrypted; save it without a password and send it again."
)


def listing(**fields):
    return FileListing([File(Path("a.md"), "docs/a.md", 2_340_000, 0)], **fields)


def test_totals_come_first():
    (line,) = summary(listing(), [READY, FAILED, IngestResult("c", "unchanged", passages=9)], 1.26)
    assert line == "Documents ingested: 1 (3 passages), unchanged: 1, failed: 1; 2.3 MB read in 1.3 s."


def test_what_was_left_out_and_what_is_the_same_is_said():
    found = listing(same=[("docs/a.md", "docs/copy.md")])
    found.skipped.update({".png": 2, "without suffix": 1})
    lines = list(summary(found, [READY], 0))
    assert lines[1] == "Same content: docs/copy.md and docs/a.md; both are kept."
    assert lines[2] == "Left out: 2 .png, 1 without suffix."


def test_what_was_left_out_for_safety_is_counted_by_reason_with_what_to_do():
    found = listing(withheld={Path("a.pem"): KEY, Path("b.key"): KEY, Path("data"): DATA})
    line, *named = list(summary(found, [READY], 0))[1:]
    assert line.startswith(f"Left out for safety: 2 {KEY}, 1 {DATA}. ") and "--force" in line
    assert named == [f"  a.pem: {KEY}", f"  b.key: {KEY}", f"  data: {DATA}"]
    found.withheld[Path("c.md")] = OWN
    assert "chmod" in list(summary(found, [READY], 0))[-1]


def test_what_was_left_out_is_named_from_the_folder_on_and_not_without_end(tmp_path):
    files = {tmp_path.resolve() / f"{number:02}\x1b.pem": KEY for number in range(25)}
    lines = list(summary(listing(roots=[tmp_path], withheld=files), [READY], 0))[2:]
    assert (
        lines[0] == f"  {tmp_path.name}/00<U+001B>.pem: {KEY}" and lines[-1] == "  … and 5 more." and len(lines) == 21
    )


def test_what_was_read_in_part_is_said_after_what_failed():
    part = IngestResult("docs/c.pdf", "ready", passages=2, note="docs/c.pdf shows only pictures on page 2.")
    assert list(complaints([part, FAILED, READY])) == [FAILED.error, part.note]


def test_many_of_a_kind_do_not_hide_the_rest():
    found = listing(same=[("a", f"b{n}") for n in range(30)])
    found.skipped.update({f".k{n}": 1 for n in range(20)})
    lines = list(summary(found, [READY], 0))
    assert len(lines) == 1 + 20 + 1 + 1
    assert lines[-1].endswith(", 8 others.")
    parts = list(complaints([replace(READY, note=f"docs/{n}.md shows only pictures.") for n in range(50)]))
    assert len(parts) == 21 and parts[-1] == "… and 30 more."


def test_every_file_that_failed_is_named():
    failed = [IngestResult(f"docs/{n}.pdf", "failed", error=f"docs/{n}.pdf is damaged.") for n in range(50)]
    assert list(complaints([*failed, READY])) == [result.error for result in failed]


def test_as_json_each_file_has_what_was_left_out_and_why_it_failed():
    left_out = [{"kind": "hidden_row", "count": 3, "text": "3 hidden rows"}]
    part = replace(READY, document_id="d", title="A", note="Left out of docs/a.md: 3 hidden rows.", left_out=left_out)
    told = json.loads(as_json([part, FAILED]))["documents"]
    assert told[0] == {
        "path": "docs/a.md",
        "status": "ready",
        "document_id": "d",
        "title": "A",
        "passages": 3,
        "note": "Left out of docs/a.md: 3 hidden rows.",
        "left_out": left_out,
    }
    assert told[1]["error"] == FAILED.error and told[1]["left_out"] == []


def test_a_failure_names_its_file_once_and_moves_no_cursor():
    assert sentence(FAILED).count("docs/b.pdf") == 1
    assert sentence(IngestResult("a\x1b[2J.md", "failed", error="It is odd.")) == "a<U+001B>[2J.md: It is odd."


def test_nothing_is_said_to_be_nothing():
    assert list(summary(FileListing(), [], 0))[-1] == "There was nothing to read."
