"""Kinds of settings: secrets from files."""

import os
import re
from pathlib import Path

import pytest

from gateway import settings
from gateway.cli import environment
from gateway.errors import WrongUse
from gateway.settings import SECRETS, Settings

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "settings.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch, tmp_path):
    for name in settings.names():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", sorted(SECRETS))
@pytest.mark.parametrize("behind", ["", "\n", "\r\n", "\n\n"])
def test_every_secret_may_lie_in_a_file(name, behind, monkeypatch, tmp_path):
    (tmp_path / "secret").write_bytes(b"s3cr\xc3\xa9t " + behind.encode())
    monkeypatch.setenv(f"{name}_FILE", str(tmp_path / "secret"))
    config = settings.read()
    assert getattr(config, settings.FIELDS[name]) == "s3crét "
    assert Settings.model_validate_json(config.model_dump_json(), by_name=True) == config
    assert environment.unknown() == [] and config.told()[name] == "set"


def test_a_file_of_what_is_no_secret_means_nothing(monkeypatch, tmp_path):
    monkeypatch.setenv("GATEWAY_PORT_FILE", str(tmp_path / "nowhere"))
    assert settings.read().port == 8000 and environment.unknown() == ["GATEWAY_PORT_FILE"]


def test_secrets_are_all_keys_and_all_addresses_that_may_have_a_password():
    assert {name for name in settings.names() if name.endswith(("KEY", "PASSWORD", "SECRET", "TOKEN"))} <= SECRETS
    assert set(re.findall(r"`(\w+)`", PAGE[PAGE.index("**Secrets") : PAGE.index("(all whose")])) == set()
    for name in SECRETS:
        assert name.endswith("_KEY") or f"`{name}`" in PAGE[PAGE.index("**Secrets") :][:800]


def test_the_dotenv_file_may_name_one_too_and_an_option_overrides_it(tmp_path):
    (tmp_path / "secret").write_text("from the file")
    (tmp_path / ".env").write_text(f"OPENAI_API_KEY_FILE={tmp_path / 'secret'}\n")
    assert settings.read().openai_api_key == "from the file"
    assert settings.read(openai_api_key="option").openai_api_key == "option"


def test_what_is_wrong_with_a_file_is_one_sentence_without_the_secret(monkeypatch, tmp_path):
    def refused(path):
        monkeypatch.setenv("GATEWAY_BOOTSTRAP_KEY_FILE", str(path))
        with pytest.raises(WrongUse) as wrong:
            settings.read()
        assert str(wrong.value).startswith("GATEWAY_BOOTSTRAP_KEY_FILE: ") and "\n" not in str(wrong.value)
        assert str(path) in str(wrong.value) and "hush" not in str(wrong.value)
        return str(wrong.value)

    assert "no file" in refused(tmp_path / "missing")
    assert "cannot be read" in refused(tmp_path)
    file = tmp_path / "secret"
    for content, why in ((b"", "empty"), (b" \n", "empty"), (b"hush\nhush", "line"), (b"hush\xff", "UTF-8")):
        file.write_bytes(content)
        assert why in refused(file)
    file.write_bytes(b"hush" * 20_000)
    assert "64 KB" in refused(file)
    if os.geteuid() != 0:
        file.write_bytes(b"hush")
        file.chmod(0)
        assert "cannot be read" in refused(file)


def test_a_secret_comes_one_way(monkeypatch, tmp_path):
    (tmp_path / "secret").write_text("a")
    monkeypatch.setenv("DATABASE_URL", "postgresql://x")
    monkeypatch.setenv("DATABASE_URL_FILE", str(tmp_path / "secret"))
    with pytest.raises(WrongUse, match="DATABASE_URL and DATABASE_URL_FILE are both set"):
        settings.read()
    monkeypatch.setenv("DATABASE_URL", "")
    assert settings.read().database_url == "a"
