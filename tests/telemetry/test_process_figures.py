"""Figures of several processes in one text."""

import socket
import sys
from types import SimpleNamespace

import pytest

from gateway.telemetry import process_figures
from gateway.telemetry.process_figures import ProcessFigures
from tests.support.metrics import samples

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs Unix sockets")


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """All processes are this one here, which may be too busy to answer itself within a second."""
    monkeypatch.setattr(process_figures, "WITHIN_S", 30.0)


def of(running):
    figures = ProcessFigures()
    figures.watch(SimpleNamespace(figures=lambda: {"answers_running": running}))
    return figures


async def test_a_process_alone_is_number_0():
    found = samples((await of(2).text()).decode())
    assert found["citestream_answers_running", (("process", "0"),)] == 2
    assert found["citestream_process_up", (("process", "0"),)] == 1


async def test_whichever_process_is_asked_all_are_told(tmp_path):
    everybody = {name: of(index) for index, name in enumerate(("0", "1", "parent"))}
    for name, figures in everybody.items():
        await figures.share(tmp_path, name)
    try:
        for figures in everybody.values():
            found = samples((await figures.text()).decode())
            for index, name in enumerate(everybody):
                assert found["citestream_answers_running", (("process", name),)] == index
                assert found["citestream_process_up", (("process", name),)] == 1
    finally:
        for figures in everybody.values():
            await figures.close()
    assert not tmp_path.exists(), "the last one removes the folder"


async def test_a_process_that_died_is_down_and_its_successor_takes_its_place(tmp_path):
    asked, died, successor = of(0), of(1), of(2)
    await asked.share(tmp_path, "0")
    await died.share(tmp_path, "1")
    died._door.close()  # as a killed one: its socket's name stays
    (tmp_path / "1.sock").touch()
    found = samples((await asked.text()).decode())
    assert found["citestream_process_up", (("process", "1"),)] == 0
    assert ("citestream_answers_running", (("process", "1"),)) not in found
    await successor.share(tmp_path, "1")
    found = samples((await asked.text()).decode())
    assert found["citestream_answers_running", (("process", "1"),)] == 2
    await asked.close()
    await successor.close()


async def test_what_a_killed_parent_left_is_removed_by_its_last_process(tmp_path):
    folder = tmp_path / "figures"
    folder.mkdir()
    parent, first, last = of(0), of(1), of(2)
    for name, figures in (("parent", parent), ("0", first), ("1", last)):
        await figures.share(folder, name)
    killed = socket.socket(socket.AF_UNIX)
    parent._door.close()
    (folder / "parent.sock").unlink(missing_ok=True)
    killed.bind(str(folder / "parent.sock"))
    killed.close()  # its name stays, and nobody listens there
    await first.close()
    assert [path.name for path in folder.iterdir()] == ["1.sock"]
    await last.close()
    assert not folder.exists()


async def test_a_socket_that_cannot_be_made_leaves_a_process_alone(tmp_path, caplog):
    figures = of(4)
    await figures.share(tmp_path / ("long" * 60), "0")
    assert samples((await figures.text()).decode())["citestream_answers_running", (("process", "0"),)] == 4
    assert "tells of itself alone" in caplog.text
    await figures.close()
