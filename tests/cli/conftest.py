"""A folder of documents that commands are given."""

import pytest


@pytest.fixture
def notes(tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "loans.md").write_text(
        "# Loans\n\nA book may be borrowed for three weeks. A loan can be renewed twice.\n"
    )
    (folder / "films.txt").write_text("A film may be borrowed for one week. Films cannot be renewed.\n")
    return folder
