"""The line of a setting becomes a program and its words."""

from __future__ import annotations

import pytest

from gateway.errors import WrongUse
from gateway.ingestion.processes.text_recognition import ocr_command
from gateway.settings import read


def test_a_line_is_a_program_and_its_words() -> None:
    command = ocr_command("/usr/bin/ocrmypdf --skip-text -l 'eng+fra' {in} {out}")
    assert command and command.words == ("/usr/bin/ocrmypdf", "--skip-text", "-l", "eng+fra", "{in}", "{out}")
    assert command.program == "ocrmypdf" and command.makes_file
    assert (command.seconds, command.memory_mb) == (600, 1024)


@pytest.mark.parametrize("line", ["ocrmypdf", "{in}", "ocr 'open {in}", ""])
def test_a_line_without_the_file_is_refused_at_the_start(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATEWAY_OCR_COMMAND", line)
    if line.strip():
        with pytest.raises(WrongUse, match=r"GATEWAY_OCR_COMMAND: give a program and its arguments, \{in\} among them"):
            read()
    else:
        assert not ocr_command(read().ocr_command)
