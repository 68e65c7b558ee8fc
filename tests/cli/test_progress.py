"""Progress as lines, if nobody watches."""

from gateway.cli.progress import LINES, shown


def test_a_task_whose_end_is_known_has_a_line_for_each_twentieth(capsys):
    with shown() as progress:
        task = progress.add_task("Reading", total=None)
        for done in range(1001):
            progress.update(task, completed=done, total=1000, description=f"a/{done}.md")
    lines = capsys.readouterr().err.splitlines()
    assert (
        len(lines) == LINES
        and lines[0] == "Reading: 50 of 1,000, a/50.md"
        and lines[-1].startswith("Reading: 1,000 of 1,000")
    )


def test_a_task_whose_end_is_unknown_has_a_line_for_each_hundred_and_no_name_moves_the_cursor(capsys):
    with shown() as progress:
        task = progress.add_task("Fetching", total=None)
        for done in (1, 99, 100, 150, 320):
            progress.update(task, completed=done, description="a\x1b[2J" if done > 300 else "")
    assert capsys.readouterr().err.splitlines() == ["Fetching: 100", "Fetching: 320, a<U+001B>[2J"]
