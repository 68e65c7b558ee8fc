"""The measure of code: which lines and tokens count, and where they are counted."""

from supply import measures

SOURCE = '''"""What the module does.

More of it.
"""

# why
x = """a
b"""
"""What x is."""


def f():
    """Returns x."""
    return x  # at once
'''


def test_docstrings_comments_and_empty_lines_do_not_count():
    assert measures.code_lines(SOURCE) == {7, 8, 12, 14}
    words = [token.string for token in measures.code_tokens(SOURCE)]
    assert words == ["x", "=", '"""a\nb"""', "def", "f", "(", ")", ":", "return", "x"]


def test_figures_are_given_by_top_folder_in_total_and_for_the_language_tables(tmp_path):
    for name in (
        "app.py",
        "words/terms/terms.py",
        "words/languages/tables.py",
        "words/languages/fr/asking.py",
        "wire/a/b.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(SOURCE, encoding="utf-8")
    each = {"modules": 1, "lines": 4, "tokens": 10}
    assert measures.measured(tmp_path) == {
        "(loose)": each,
        "wire": each,
        "words": {"modules": 2, "lines": 8, "tokens": 20},
        "total": {"modules": 4, "lines": 16, "tokens": 40},
        "language tables": each,
    }


def test_the_figures_of_the_package_are_printed(capsys):
    assert measures.main(measures.PACKAGE / "wire") == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[0] for line in lines] == ["gateway/", "(loose)", "shared", "total", "language"]
    modules, code_lines, tokens = (int(figure.replace(",", "")) for figure in lines[1][1:])
    assert 5 < modules < code_lines < tokens
