"""The bootstrap: what it decides, and that an unchanged environment is left alone. Nothing here touches the network."""

import ast
import contextlib
import os
import re
import runpy
import shutil
import signal
import subprocess
import sys
import tomllib
import types
from pathlib import Path

import pytest

import dev

ROOT = Path(__file__).resolve().parent.parent
LOCKED = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """A working copy of what the bootstrap reads, with an environment that looks ready but was never marked."""
    for name in dev.MADE_FROM:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    web = tmp_path / "web"
    (web / "src").mkdir(parents=True)
    (web / "dist").mkdir()
    (web / "src" / "main.ts").write_text("1", encoding="utf-8")
    shutil.copyfile(ROOT / "web" / "build.py", web / "build.py")
    binaries = tmp_path / ".venv" / dev.BIN.name
    binaries.mkdir(parents=True)
    (binaries / dev.PYTHON.name).write_text("", encoding="utf-8")
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(dev, "MARK", tmp_path / ".venv" / ".citestream")
    monkeypatch.setattr(dev, "BIN", binaries)
    monkeypatch.setattr(dev, "PYTHON", binaries / dev.PYTHON.name)
    return tmp_path


@pytest.fixture
def ran(copy, monkeypatch):
    """The commands that would have been run, all successful, with a uv that builds the pages."""
    commands = []

    def run(*command, quiet=False):
        commands.append([str(word) for word in command])
        if "sync" in commands[-1] or "--editable" in commands[-1]:
            build_pages(copy)
        return 0

    monkeypatch.setattr(dev, "run", run)
    monkeypatch.setattr(dev, "find_uv", lambda: "uv")
    return commands


def build_pages(copy):
    (copy / "web" / "dist" / ".built").write_text(dev.pages()["digest"](), encoding="utf-8")


def synced(commands):
    """Those that install the package itself."""
    return [command for command in commands if command[:2] == ["uv", "sync"] and "--no-install-project" not in command]


def test_it_parses_on_the_oldest_python_in_use_and_says_what_is_needed():
    ast.parse((ROOT / "dev.py").read_text(encoding="utf-8"), feature_version=(3, 6))
    sentence = dev.too_old((3, 8, 10), "/usr/bin/python3", "dev.py serve")
    assert sentence.startswith("Citestream needs Python 3.11 or newer; /usr/bin/python3 is Python 3.8.")


def test_an_old_python_is_pointed_to_a_newer_one_on_the_path(tmp_path, monkeypatch):
    newer = tmp_path / f"python3.12{dev.EXE}"
    newer.write_text("", encoding="utf-8")
    newer.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert dev.too_old((3, 10), "python3", "dev.py test").endswith("Try: python3.12 dev.py test")


def test_the_first_start_installs_without_the_development_packages(ran):
    dev.prepare("serve")
    assert len(synced(ran)) == 1
    assert "--group" not in synced(ran)[0]
    assert "--frozen" in synced(ran)[0]


def test_an_unchanged_environment_is_left_alone(ran):
    dev.prepare("serve")
    ran.clear()
    dev.prepare("serve")
    assert ran == []


def test_tests_add_the_development_packages_and_serve_does_not_take_them_away(ran, copy):
    dev.prepare("serve")
    ran.clear()
    dev.prepare("dev")
    assert "--group" in synced(ran)[0]
    ran.clear()
    dev.prepare("serve")
    assert ran == []
    (copy / "uv.lock").write_text("changed", encoding="utf-8")
    dev.prepare("serve")
    assert "--group" in synced(ran)[0]


@pytest.mark.parametrize("changed", [*dev.MADE_FROM, "web/src/main.ts"])
def test_a_change_in_what_it_was_made_from_prepares_it_again(ran, copy, changed):
    dev.prepare("serve")
    ran.clear()
    (copy / changed).write_text("changed", encoding="utf-8")
    dev.prepare("serve")
    assert len(synced(ran)) == 1


def test_an_environment_that_was_deleted_or_moved_is_made_again(ran, monkeypatch, tmp_path):
    dev.prepare("serve")
    ran.clear()
    dev.PYTHON.unlink()
    dev.prepare("serve")
    assert len(synced(ran)) == 1
    assert "--python" not in synced(ran)[0] or sys.executable in synced(ran)[0]


def test_pages_that_could_not_be_built_are_tried_again_after_a_while(copy, ran, monkeypatch, capsys):
    (copy / "web" / "dist" / ".problem").write_text("no registry", encoding="utf-8")
    monkeypatch.setattr(dev, "run", lambda *command, quiet=False: ran.append([str(w) for w in command]) or 0)
    dev.prepare("serve")
    assert "the browser pages are not built: no registry" in capsys.readouterr().err
    ran.clear()
    dev.prepare("serve")
    assert ran == []
    long_ago = dev.MARK.stat().st_mtime - dev.RETRY_S - 1
    os.utime(dev.MARK, (long_ago, long_ago))
    dev.prepare("serve")
    assert "--reinstall-package" in synced(ran)[0]


def test_pages_that_were_deleted_are_built_again(copy, ran):
    dev.prepare("serve")
    ran.clear()
    (copy / "web" / "dist" / ".built").unlink()
    dev.prepare("serve")
    assert "--reinstall-package" in synced(ran)[0]


def test_pip_takes_over_with_hashes_when_uv_reaches_no_index(ran, copy, monkeypatch):
    monkeypatch.setattr(dev, "sync", lambda uv, level: False)
    dev.prepare("serve")
    pip = [command for command in ran if "pip" in command and "install" in command]
    assert ["--require-hashes", "-r", str(copy / "requirements.lock")] == pip[0][-3:]
    assert ["--no-deps", "--editable", str(copy)] == pip[1][-3:]


def test_without_any_index_one_sentence_says_what_to_check(ran, monkeypatch):
    monkeypatch.setattr(dev, "run", lambda *command, quiet=False: 1 if "install" in command or "sync" in command else 0)
    with pytest.raises(dev.Stop, match="check the network"):
        dev.prepare("serve")
    assert dev.marked() == ("", "")


@pytest.mark.parametrize("own_pip", [True, False])
def test_uv_is_fetched_by_the_pip_that_is_there_before_another_one_is_made(copy, monkeypatch, own_pip):
    """Making a `.venv` with a pip of its own takes seconds."""
    commands = []

    def run(*command, quiet=False):
        commands.append([str(word) for word in command])
        return 0 if own_pip or "--python" not in commands[-1] else 2

    monkeypatch.setattr(dev, "run", run)
    monkeypatch.setattr(dev, "find_uv", lambda: "uv" if len(commands) > 1 else None)
    monkeypatch.setattr(dev, "usable", lambda python: len(commands) > 0)
    assert dev.fetch_uv() == "uv"
    assert commands[0][:3] == [sys.executable, "-m", "venv"] and "--without-pip" in commands[0]
    assert commands[1][:5] == [sys.executable, "-m", "pip", "--python", str(dev.PYTHON)]
    assert (len(commands) == 2) is own_pip
    assert own_pip or commands[-1][:4] == [str(dev.PYTHON), "-m", "pip", "install"]


def test_a_python_without_ensurepip_is_told_which_package_to_install(copy, monkeypatch):
    monkeypatch.setattr(dev, "find_uv", lambda: None)
    monkeypatch.setattr(dev, "usable", lambda python: False)
    monkeypatch.setattr(dev.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(dev.Stop, match="apt install python3-venv"):
        dev.prepare("serve")


@pytest.mark.skipif(os.name == "nt", reason="a shell script stands for uv")
@pytest.mark.parametrize(
    ("version", "taken"), [("0.13.8 (x86_64)", True), ("0.4.30", False), ("1.0.0", True), ("?", False)]
)
def test_an_old_uv_is_passed_over(copy, tmp_path, monkeypatch, version, taken):
    uv = tmp_path / "elsewhere" / "uv"
    uv.parent.mkdir()
    uv.write_text(f"#!/bin/sh\necho 'uv {version}'\n", encoding="utf-8")
    uv.chmod(0o755)
    monkeypatch.setenv("PATH", str(uv.parent))
    assert dev.find_uv() == (str(uv) if taken else None)


def test_children_see_our_environment_and_never_download_a_python(monkeypatch):
    monkeypatch.setenv("VIRTUAL_ENV", "/somewhere/else")
    seen = dev.surroundings()
    assert seen["UV_PYTHON_DOWNLOADS"] == "never"
    assert seen["UV_PROJECT_ENVIRONMENT"] == str(dev.VENV)
    assert seen["PATH"].startswith(str(dev.BIN))
    assert "VIRTUAL_ENV" not in seen


def test_a_start_is_compiled_while_the_pages_are_built(ran, monkeypatch):
    @contextlib.contextmanager
    def beside(*command):
        ran.append(["begin", *map(str, command)])
        yield
        ran.append(["end"])

    monkeypatch.setattr(dev, "beside", beside)
    dev.prepare("serve")
    packages, begin, project, end = ran[-4:]
    assert "--no-install-project" in packages and project == synced(ran)[0] and end == ["end"]
    assert begin[:3] == ["begin", str(dev.PYTHON), "-c"]


def test_what_is_compiled_beforehand_is_what_a_start_imports(tmp_path):
    """The names in `dev.COMPILE` exist, and the byte code that it writes is that of a start."""
    surroundings = {**dev.surroundings(), "PYTHONPYCACHEPREFIX": str(tmp_path)}
    subprocess.run([sys.executable, "-c", dev.COMPILE], cwd=ROOT, env=surroundings, check=True, timeout=120)
    assert {"serve", "startup", "supervisor"} <= {file.name.partition(".")[0] for file in tmp_path.rglob("*.pyc")}


def test_children_keep_byte_code_whatever_the_shell_says(monkeypatch):
    """Without it every start compiles all that it imports."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert "PYTHONDONTWRITEBYTECODE" not in dev.surroundings()


def test_sources_of_the_pages_are_read_once_by_a_start_with_nothing_to_do(ran, copy, monkeypatch):
    dev.prepare("serve")
    reads = []
    original = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda file: reads.append(file.name) or original(file))
    dev.prepare("serve")
    assert reads.count("main.ts") == 1


@pytest.fixture
def became(ran, monkeypatch, tmp_path):
    """What `serve` turns into: (command, environment)."""
    monkeypatch.delenv("GATEWAY_DATA_DIR", raising=False)
    (tmp_path / "cwd").mkdir()
    monkeypatch.chdir(tmp_path / "cwd")
    monkeypatch.setattr(dev, "become", lambda command, environment: (command, environment))
    return lambda *options: dev.serve(list(options))


def test_serve_passes_its_options_on_and_keeps_the_data_in_the_repository(became, copy):
    command, environment = became("--port", "8001", "--no-sample")
    assert command[1:] == ["serve", "--port", "8001", "--no-sample"]
    assert environment["GATEWAY_DATA_DIR"] == str(copy / "data")


def test_serve_leaves_a_data_directory_alone_that_somebody_chose(became, monkeypatch):
    Path(".env").write_text("export GATEWAY_DATA_DIR = elsewhere\n", encoding="utf-8")
    assert "GATEWAY_DATA_DIR" not in became()[1]
    Path(".env").write_text("#GATEWAY_DATA_DIR=./data\n", encoding="utf-8")
    assert "GATEWAY_DATA_DIR" in became()[1]
    monkeypatch.setenv("GATEWAY_DATA_DIR", "/chosen")
    assert became()[1]["GATEWAY_DATA_DIR"] == "/chosen"


def test_all_steps_run_and_the_first_failure_gives_the_code(monkeypatch, capsys):
    codes = {"a": 0, "b": 3, "c": 5}
    monkeypatch.setattr(dev, "run", lambda name: codes[name])
    assert dev.all_of("test", [("one", ["a"]), ("two", ["b"]), ("three", ["c"])]) == 3
    assert re.fullmatch(
        r"dev.py test: FAILED: one ok [\d.]+ s, two FAILED \(3\) [\d.]+ s, three FAILED \(5\) [\d.]+ s; "
        r"\d+ s wall time, \d+ s processor time\n",
        capsys.readouterr().out,
    )


@pytest.mark.skipif(os.name == "nt", reason="Windows does not count the processor time of children")
def test_the_closing_line_counts_the_processor_time_of_the_steps(monkeypatch, capsys):
    busy = "import time\nwhile time.process_time() < 1.2: pass"
    assert dev.all_of("test", [("busy", [sys.executable, "-c", busy])]) == 0
    assert int(re.search(r"(\d+) s processor time", capsys.readouterr().out)[1]) >= 1


def test_the_whole_test_run_ends_with_pytest_and_closes_with_one_line(ran, capsys):
    assert dev.test([]) == 0
    assert ran[-1][1:3] == ["-m", "pytest"]
    assert [command for command in ran if command[-2:] == ["web/build.py", "test"]]
    assert capsys.readouterr().out.startswith("dev.py test: passed: format ok")


def test_what_the_tests_need_is_compiled_while_the_checks_run_if_it_is_not_yet(ran, copy, monkeypatch):
    @contextlib.contextmanager
    def beside(*command):
        ran.append(["beside", *map(str, command[1:])])
        yield
        ran.append(["after"])

    monkeypatch.setattr(dev, "beside", beside)
    monkeypatch.setattr(dev, "COMPILED", copy / "bytecode")
    assert dev.test([]) == 0
    first = ran.index(["beside", "-m", "pytest", "--collect-only", "-qq"])
    assert "ruff" in ran[first + 1][0] and "pytest" in ran[-2] and ran[-1] == ["after"]
    ran.clear()
    dev.COMPILED.mkdir()
    assert dev.test([]) == 0
    assert not [command for command in ran if command[0] == "beside"]


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_a_command_beside_ends_with_what_it_runs_beside(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    script = f"import signal; pipe = open({str(pipe)!r}, 'w'); print('up', file=pipe, flush=True); signal.pause()"
    with dev.beside(sys.executable, "-c", script):
        told = pipe.open()
        assert told.readline() == "up\n"
    with told:
        assert told.read() == "", "what wrote to it is gone"
    with dev.beside(tmp_path / "nothing"):
        pass


def test_pytest_arguments_run_pytest_alone_and_all_adds_the_slow_tests(ran):
    dev.test(["--all", "tests/wire", "-k", "seq"])
    assert ran[-1] == [str(dev.PYTHON), "-m", "pytest", "-m", "", "tests/wire", "-k", "seq"]
    assert not [command for command in ran if "mypy" in command[0]]


@pytest.fixture
def benches(ran, copy):
    """A folder of benchmarks, the commands run so far left out of `ran`."""
    (copy / "bench").mkdir()
    for name in ("b.py", "a.py", "_compare.py"):
        (copy / "bench" / name).write_text('if __name__ == "__main__":\n    pass\n', encoding="utf-8")
    (copy / "bench" / "shared.py").write_text("FIGURES = 1\n", encoding="utf-8")
    dev.prepare("dev")
    ran.clear()
    return ran


def benched(commands):
    """What ran: name of the file, and its options."""
    return [(Path(command[1]).name, *command[2:]) for command in commands if command[0] == str(dev.PYTHON)]


def test_benchmarks_run_in_order_or_by_name(benches):
    assert dev.bench([]) == 0
    assert benched(benches) == [("a.py",), ("b.py",)]
    benches.clear()
    assert dev.bench(["b"]) == 0
    assert benched(benches) == [("b.py",)]
    for unknown in ("c", "shared", "_compare"):
        with pytest.raises(dev.Stop, match="of: a, b"):
            dev.bench([unknown])


def test_a_benchmark_gets_the_options_behind_its_name(benches):
    dev.bench(["a", "--rounds", "1", "b"])
    assert benched(benches) == [("a.py", "--rounds", "1", "b")]


def test_two_commits_are_compared_with_all_that_is_asked_for(benches, copy):
    with pytest.raises(dev.Stop, match="needs a commit"):
        dev.bench(["--compare"])
    with pytest.raises(dev.Stop, match="a clone with git"):
        dev.bench(["--compare", "main"])
    (copy / ".git").mkdir()
    assert dev.bench(["--compare", "main", "--times", "3", "a", "--rounds", "1"]) == 0
    assert benched(benches) == [("_compare.py", "main", "--times", "3", "a", "--rounds", "1")]


def test_an_exit_code_is_passed_on_and_a_killed_child_counts_as_a_shell_would():
    assert dev.run(sys.executable, "-c", "import sys; sys.exit(7)") == 7
    assert dev.run(sys.executable, "-c", "import sys; sys.exit(0)") == 0
    if os.name != "nt":
        assert dev.run(sys.executable, "-c", "import os; os.kill(os.getpid(), 15)") == 128 + 15
    assert dev.run("no-such-command-anywhere") == 127


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_command_is_waited_for_and_ends_without_a_traceback(number, code):
    child = (
        "import signal\n"
        "try:\n"
        " signal.signal(signal.SIGTERM, signal.default_int_handler)\n"
        " print('up', flush=True)\n"
        " signal.pause()\n"
        "except KeyboardInterrupt:\n"
        " print('down', flush=True)"
    )
    script = f"import sys, dev\ndev.COMMANDS['x'] = lambda options: dev.run(sys.executable, '-c', {child!r})\nsys.exit(dev.main(['x']))"
    running = subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Whoever runs the tests in the background of a script ignores SIGINT, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    with running:
        try:
            assert running.stdout.readline() == "up\n"
            if number == signal.SIGINT:
                os.killpg(running.pid, number)
            else:
                running.send_signal(number)
            told, complaint = running.communicate(timeout=20)
        finally:
            running.kill()
    assert (told, complaint, running.returncode) == ("down\n", "", code)


def test_a_wrong_call_shows_the_usage_and_ends_with_two(capsys):
    assert dev.main([]) == 2
    assert dev.main(["sevre"]) == 2
    assert "dev.py serve" in capsys.readouterr().err
    assert dev.main(["--help"]) == 0
    assert "dev.py bench" in capsys.readouterr().out


def requirements(name: str) -> dict[str, tuple[str, set[str]]]:
    """Package to (version, hashes) of an exported lock file."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    found = {}
    for line in lines:
        package, version = re.match(r"([A-Za-z0-9_.-]+)(?:\[[^]]*\])?==(\S+)", line).groups()
        found[package] = (version, set(re.findall(r"--hash=(sha256:[0-9a-f]{64})", line)))
    return found


def reachable(*groups: str) -> set[str]:
    """Names of the packages that the project needs on some platform, by the lock."""
    packages = {package["name"]: package for package in LOCKED["package"]}
    project = packages["citestream"]
    extras = (need for extra in dev.EXTRAS for need in project["optional-dependencies"][extra])
    groups_of_dev = (need for group in groups for need in project["dev-dependencies"][group])
    waiting = [*project["dependencies"], *extras, *groups_of_dev]
    seen: set[tuple[str, tuple[str, ...]]] = set()
    while waiting:
        need = waiting.pop()
        key = (need["name"], tuple(need.get("extra", ())))
        if key not in seen:
            seen.add(key)
            package = packages[need["name"]]
            waiting += package.get("dependencies", [])
            for extra in key[1]:
                waiting += package.get("optional-dependencies", {}).get(extra, [])
    return {name for name, _ in seen}


@pytest.mark.parametrize(("file", "groups"), [("requirements.lock", ()), ("requirements-dev.lock", ("dev",))])
def test_what_pip_installs_is_what_uv_installs(file, groups):
    exported = requirements(file)
    assert set(exported) == reachable(*groups)
    for package in LOCKED["package"]:
        if package["name"] in exported:
            version, hashes = exported[package["name"]]
            assert version == package["version"]
            assert hashes == {
                file["hash"] for file in [*package.get("wheels", []), *filter(None, [package.get("sdist")])]
            }


def test_continuous_integration_runs_the_test_command_and_nothing_else():
    lines = [
        line for line in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines() if line and line[0] != "#"
    ]
    assert lines == ["set -euo pipefail", 'cd "$(dirname "$0")/.."', "exec python3 dev.py test"]


@pytest.fixture
def web(copy, monkeypatch):
    """`web/build.py` of the copy, with an npm and a Vite that are under the test's control."""
    shutil.copyfile(ROOT / "web" / "fallback.html", copy / "web" / "fallback.html")
    module = runpy.run_path(str(copy / "web" / "build.py"))
    inside = module["build"].__globals__

    def npm(*words, quiet=False):
        inside["ran"].append(words[0])
        if words[0] == "ci" and inside["online"]:
            (copy / "web" / "node_modules").mkdir(exist_ok=True)
        return 0 if inside["online"] else 1

    def vite(*words):
        inside["ran"].append(words[0])
        shutil.rmtree(inside["DIST"])
        inside["DIST"].mkdir()
        (inside["DIST"] / "index.html").write_text("built", encoding="utf-8")
        return 0

    inside.update(npm=npm, vite=vite, ran=[], online=True)
    return inside


def test_pages_are_built_once_for_the_same_sources(web, copy):
    assert web["build"]()
    assert web["build"]()
    assert web["ran"] == ["ci", "build"]
    (copy / "web" / "src" / "main.ts").write_text("2", encoding="utf-8")
    assert not web["is_built"]()
    assert web["build"]()
    assert web["ran"] == ["ci", "build", "build"]


def test_pages_are_built_without_what_only_their_tests_need(web):
    asked = []
    web["npm"], npm = lambda *words, quiet=False: asked.append(words) or npm(*words, quiet=quiet), web["npm"]
    assert web["build"]()
    assert {"--omit=dev", "--prefer-offline"} <= {*asked[0]}
    web["install"](for_tests=True)
    web["install"](for_tests=True)
    web["install"]()
    assert web["ran"] == ["ci", "build", "ci"]
    assert "--omit=dev" not in asked[-1]


def test_what_was_compressed_quickly_is_compressed_well_for_a_wheel(web):
    asked = []
    web["node"] = lambda: (Path(sys.executable), Path("npm"))
    web["subprocess"] = types.SimpleNamespace(
        run=lambda words, check: asked.append(words[3:]) or types.SimpleNamespace(returncode=0)
    )
    assert web["build"](quick=True) and asked == [["quick"]]
    assert web["build"](quick=True) and asked == [["quick"]]
    assert web["build"]() and asked == [["quick"], []]
    assert web["build"]() and asked == [["quick"], []]
    assert web["ran"] == ["ci", "build"]


def test_without_the_npm_registry_a_plain_page_takes_the_place(web, copy):
    web["online"] = False
    assert not web["build"]()
    assert "pages are not built" in (copy / "web" / "dist" / "index.html").read_text(encoding="utf-8")
    assert "npm ci" in web["problem"]()
    web["online"] = True
    assert web["build"]()
    assert web["problem"]() == ""


@pytest.mark.parametrize(
    ("changed", "fails", "why"),
    [("package.json", "npm", "is the npm registry reachable?"), ("src/main.ts", "vite", "`vite build` failed")],
)
def test_pages_built_earlier_stay_when_new_ones_cannot_be_built(web, copy, changed, fails, why):
    assert web["build"]()
    (copy / "web" / changed).write_text("2", encoding="utf-8")
    web[fails] = lambda *words, quiet=False: 1
    assert not web["build"]()
    assert why in web["problem"]()
    assert (copy / "web" / "dist" / "index.html").read_text(encoding="utf-8") == "built"


def test_tests_and_packages_do_not_count_as_sources(web, copy):
    before = web["digest"]()
    for name in ("tests", "node_modules", "browser"):
        (copy / "web" / name).mkdir(exist_ok=True)
        (copy / "web" / name / "x.ts").write_text("x", encoding="utf-8")
    assert web["digest"]() == before
