"""What a document is called."""

from __future__ import annotations

from gateway.knowledge.formats.file_titles import file_title
from tests.support.every import every


@every(
    ("title", "name", "expected"),
    [
        ("Kettles", "shop/README.md", "Kettles"),
        (None, "shop/kettles.txt", "kettles"),
        (None, "shop/README.md", "README (shop)"),
        ("Changelog", "shop/docs/changelog.md", "Changelog (shop)"),
        ("Release Notes:", "shop/docs/en/notes.md", "Release Notes: (shop)"),
        ("API", "api.md", "API"),
        ("", "docs/index.html", "index"),
        (None, "news/NEWS.txt", "NEWS"),
    ],
)
def test_a_name_that_many_files_have_comes_with_its_folder(title: str | None, name: str, expected: str) -> None:
    assert file_title(title, name) == expected
