"""Figures of benches for programs: what is noted is what is read."""

from bench import figures


def test_a_figure_that_comes_again_is_another_round(tmp_path, monkeypatch):
    file = tmp_path / "figures"
    monkeypatch.setenv(figures.VARIABLE, str(file))
    figures.figure("500  streams:\tfirst text", 12.5, "ms")
    figures.figures(("other", 3, "trips"), ("500 streams: first text", 11.5, "ms"))
    with file.open(encoding="utf-8") as lines:
        assert figures.read(lines) == {("500 streams: first text", "ms"): [12.5, 11.5], ("other", "trips"): [3.0]}


def test_without_a_file_nothing_is_noted(tmp_path, monkeypatch):
    monkeypatch.delenv(figures.VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    figures.figure("a", 1, "ms")
    assert not list(tmp_path.iterdir())
