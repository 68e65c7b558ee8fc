"""Which names, permissions and bytes are those of files that are not meant for a knowledge base."""

import json

import pytest

from gateway.ingestion.files import secret_files
from gateway.ingestion.files.secret_files import CLUSTER, CREDENTIALS, DATA, GIT, HIDDEN, KEY, OWN
from tests.support.every import every


@every(
    ("name", "reason"),
    [
        *(
            (name, CREDENTIALS)
            for name in (
                ".env",
                ".env.local",
                ".ENV",
                ".envrc",
                "prod.env",
                ".netrc",
                "_netrc",
                ".pgpass",
                ".npmrc",
                ".git-credentials",
                "credentials",
                "credentials.json",
                "client_secret_12.apps.json",
                "aws-credentials.csv",
                "secrets.yaml",
                "Chrome Passwords.csv",
                "service-account.json",
                "terraform.tfstate",
                ".htpasswd",
            )
        ),
        *(
            (name, KEY)
            for name in ("server.pem", "tls.KEY", "a.p12", "a.pfx", "id_rsa", "id_ed25519", "id_ecdsa_sk", "a.ppk")
        ),
        *((name, HIDDEN) for name in (".hidden.md", ".DS_Store", ".gitignore")),
        *(
            (name, "")
            for name in (
                "a.md",
                "secrets.md",
                "credentials.html",
                "id_rsa.pub",
                "environment.md",
                "keys.md",
                "passwords-policy.pdf",
                "trade-secrets.txt",
                "secrets.txt",
                "monkey.txt",
                "settings.toml",
                "server.json",
                "package.json",
            )
        ),
    ],
)
def test_a_name_tells(name, reason):
    assert secret_files.file(name) == reason


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ({"PG_VERSION", "base"}, CLUSTER),
        ({"users.lock", "supervisor.lock", "postgres.log"}, DATA),
        ({"users.lock", "server.json"}, DATA),
        ({"access.json", "cluster", "socket"}, DATA),
        ({"access.json", "data-directory"}, DATA),
        ({"HEAD", "objects", "refs"}, GIT),
        ({"server.json", "a.md"}, ""),
        ({"users.lock"}, ""),
        ({"access.json"}, ""),
    ],
)
def test_what_lies_in_a_folder_tells_whatever_it_is_called(tmp_path, names, reason):
    (tmp_path / "server.json").write_text('{"host": "x"}')
    assert secret_files.folder(tmp_path, names.__contains__) == reason


def test_the_note_of_an_embedded_server_tells_by_what_it_says(tmp_path):
    file = tmp_path / "server.json"
    for content, reason in (
        (json.dumps({"password": "x", "supervisor_pid": 1, "host": "/s"}), DATA),
        (json.dumps({"password": "x"}), ""),
        (json.dumps(["password"]), ""),
        ("{", ""),
        ("", ""),
        ("x" * 20_000, ""),
    ):
        file.write_text(content)
        assert secret_files.folder(tmp_path, {"server.json"}.__contains__) == reason
    file.unlink()
    file.symlink_to("/proc/kmsg")
    assert secret_files.folder(tmp_path, {"server.json"}.__contains__) == ""


@pytest.mark.parametrize("name", [".git", ".ssh", ".aws", ".GnuPG"])
def test_folders_of_programs_that_keep_secrets_tell_by_their_name(tmp_path, name):
    assert secret_files.folder_name(name) and secret_files.folder_name("git") == ""
    (tmp_path / name / "sub").mkdir(parents=True)
    (tmp_path / name / "sub" / "a.md").write_text("x")
    assert str(tmp_path / name) in secret_files.named(tmp_path / name / "sub" / "a.md")


@pytest.mark.parametrize(
    ("mode", "reason"), [(0o600, OWN), (0o400, OWN), (0o700, OWN), (0o640, ""), (0o604, ""), (0o644, "")]
)
def test_permissions_tell(mode, reason):
    assert secret_files.mode(0o100000 | mode) == reason


KEYS = [
    b"-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n",
    b"some notes\r\n-----BEGIN RSA PRIVATE KEY-----\r\nabc\r\n",
    b"-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n-----BEGIN EC PRIVATE KEY-----\nabc",
    b"key: |\n    -----BEGIN OPENSSH PRIVATE KEY-----\n    abc",
    b"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nabc",
    b"PuTTY-User-Key-File-3: ssh-ed25519\n",
    "-----BEGIN PRIVATE KEY-----\r\nabc".encode("utf-16"),
]


@pytest.mark.parametrize("data", KEYS)
def test_a_private_key_is_known_in_whatever_file(data):
    assert secret_files.content(data) == KEY


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"A PRIVATE KEY begins with -----BEGIN PRIVATE KEY----- and ends likewise.",
        b"-----BEGIN PUBLIC KEY-----\nabc",
        b"-----BEGIN CERTIFICATE-----\nabc",
        b"\n" * 2_000_000 + b"PRIVATE KEY",
    ],
    ids=["empty", "prose", "public", "certificate", "lines"],
)
def test_talk_of_keys_is_none(data):
    assert secret_files.content(data) == ""


def test_a_file_that_is_not_there_is_not_refused_and_a_link_is_judged_by_where_it_leads(tmp_path):
    assert secret_files.named(tmp_path / "none.md") == ""
    (tmp_path / ".env").write_text("x")
    (tmp_path / "a.md").symlink_to(tmp_path / ".env")
    assert "--force" in secret_files.named(tmp_path / "a.md") and "--force" in secret_files.named(tmp_path / ".env")


@pytest.mark.parametrize("name", ["secrets.txt", "a/b/Passwords.TXT", "credential.text"])
def test_a_list_of_passwords_is_known_by_its_name_and_by_what_stands_in_it(name):
    assert secret_files.content(b"bank: hunter2\nmail = tr0ub4dor\n\nwifi correct-horse\n", name) == CREDENTIALS
    assert (
        secret_files.content(b"abandon ability able about above absent absorb abstract absurd abuse\n", name)
        == CREDENTIALS
    )
    page = b"SECRETS\n    How to choose a password that is not guessed by those who have the time.\nMake it long, and do not use it twice, for one of the two places is going to lose it.\n"
    assert secret_files.content(page, name) == ""
    assert secret_files.content(b"bank: hunter2\n", "notes.txt") == ""
