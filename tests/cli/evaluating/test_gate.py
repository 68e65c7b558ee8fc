"""`citestream gate calibrate`, as a person runs it."""

import json

import asyncpg

LINES = [
    {"question": "How long may a book be borrowed?", "answerable": True},
    {"question": "Can a loan be renewed?", "answerable": True, "language": "en", "note": "ignored"},
    {"question": "Who won the football championship?", "answerable": False},
    {"question": "Combien de temps peut-on garder un livre ?", "answerable": True, "workspace": "legal"},
]


def written(folder, lines):
    file = folder / "questions.jsonl"
    file.write_text("\n".join(json.dumps(line) if isinstance(line, dict) else line for line in lines), encoding="utf-8")
    return file


async def counts(url):
    connection = await asyncpg.connect(url)
    try:
        names = [row["relname"] for row in await connection.fetch("select relname from pg_stat_user_tables order by 1")]
        return {name: await connection.fetchval(f'select count(*) from "{name}"') for name in names}
    finally:
        await connection.close()


async def test_it_prints_coverage_against_error_marks_what_is_set_and_writes_nothing(
    citestream, database_url, tmp_path
):
    (tmp_path / "loans.md").write_text(
        "# Loans\n\nA book may be borrowed for three weeks. A loan can be renewed twice.\n"
    )
    assert citestream("ingest", "loans.md").returncode == 0
    file, before = written(tmp_path, LINES), await counts(database_url)
    done = citestream("gate", "calibrate", str(file), GATEWAY_GATE_THRESHOLD="0.3,legal=0.12")
    assert done.returncode == 0, done.stderr
    tables = done.stdout.split("\n\n")
    assert "GATEWAY_GATE_THRESHOLD=0.3,legal=0.12" in tables[0]
    assert tables[1] == "All workspaces" and tables[3] == "Workspace legal"
    rows = [line.split() for line in tables[2].splitlines()]
    assert rows[0] == ["threshold", "coverage", "error"] and len(rows) == 22
    marked = [row for row in rows if row[-1] == "now"]
    assert marked == [["0.3", "100%", "(2/2)", "0%", "(0/1)", "<-", "now"]]
    assert rows[-1][1:] != rows[1][1:], "a threshold of 1 lets less through than one of 0"
    assert [line.split() for line in tables[4].splitlines() if "now" in line] == [
        ["0.12", "0%", "(0/1)", "–", "<-", "now"]
    ]
    assert "fr" in tables[-2] and "GATEWAY_GATE_THRESHOLD=" in tables[-1] and "needs 200" in tables[-1]
    assert await counts(database_url) == before
    worse = citestream("gate", "calibrate", str(file), "--min-coverage", "0.9")
    assert worse.returncode == 1 and worse.stdout, "the question of the empty workspace is refused"
    assert citestream("gate", "calibrate", str(file), "--max-error", "0").returncode == 0
    wrong = citestream("gate", "calibrate", "nowhere.jsonl")
    assert wrong.returncode == 2 and "nowhere.jsonl cannot be read" in wrong.stderr
    assert "Traceback" not in wrong.stderr + done.stderr
