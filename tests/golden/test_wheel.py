"""A cluster that the installed wheel of a release filled: the current version starts on it and says the same of it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from functools import partial
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import dev
from tests.golden import database, reading
from tests.golden.filling import Filler
from tests.support import leftovers

BUILD_S = 900
pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


def commit(version: str) -> str:
    """Returns the commit of a release: that of its tag, else the one that froze it. Skips the test without history."""
    frozen = str(database.RELEASES.relative_to(database.ROOT) / version)
    for words in (
        ("rev-parse", "--verify", "--quiet", f"v{version}^{{commit}}"),
        ("log", "-1", "--format=%H", "--", frozen),
    ):
        if shutil.which("git") and (found := git(*words).stdout.strip()):
            return found.decode()
    pytest.skip(f"no wheel of {version} can be built: its commit is not in this copy (no git, or a shallow clone)")


def git(*words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", *words], cwd=database.ROOT, capture_output=True, timeout=120, check=False)


@pytest.fixture(scope="module", params=database.releases(), ids=lambda release: release.name)
def installed(request, tmp_path_factory):
    """The folder that a release's wheel was unpacked into, with the packages that it needs and this environment lacks
    because no later version does."""
    folder = tmp_path_factory.mktemp("wheel")
    archive = git("archive", "--format=zip", commit(request.param.name))
    assert archive.returncode == 0, archive.stderr
    (folder / "sources.zip").write_bytes(archive.stdout)
    with zipfile.ZipFile(folder / "sources.zip") as sources:
        sources.extractall(folder / "sources")
    uv = dev.find_uv()
    if uv is None:
        pytest.skip("no uv here that builds a wheel")
    run(uv, "build", "--wheel", "--out-dir", folder, folder / "sources")
    [wheel] = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "installed")
    if lacking := list(lacked(folder / "installed")):
        run(uv, "pip", "install", "--python", sys.executable, "--target", folder / "installed", *lacking)
    where = subprocess.run(
        [sys.executable, "-c", "import gateway; print(gateway.__version__, gateway.__file__)"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "installed")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert where.stdout.strip() == f"{request.param.name} {folder / 'installed' / 'gateway' / '__init__.py'}"
    return folder / "installed"


def run(uv, *words):
    """Runs uv; skips the test without the package registry."""
    done = subprocess.run(
        [uv, "--quiet", *words], env=dev.surroundings(), capture_output=True, text=True, timeout=BUILD_S, check=False
    )
    if done.returncode and re.search("registry|resolve|fetch|connect", done.stderr, re.IGNORECASE):
        pytest.skip(f"no wheel can be installed without the package registry: {done.stderr.strip()[-200:]}")
    assert done.returncode == 0, done.stderr[-2000:]


def lacked(folder):
    """Yields the requirements of an unpacked wheel, with those of the formats that it reads, that are not here."""
    [described] = folder.glob("*.dist-info")
    for requirement in map(Requirement, metadata.PathDistribution(described).requires or ()):
        if requirement.marker is None or requirement.marker.evaluate({"extra": "ingest"}):
            try:
                metadata.version(requirement.name)
            except metadata.PackageNotFoundError:
                yield f"{requirement.name}{requirement.specifier}"


@pytest.fixture
async def data():
    folder = Path(tempfile.mkdtemp(prefix=leftovers.PLACE))
    folder.chmod(0o755)
    yield folder / "data"
    await leftovers.removed(folder / "data")
    shutil.rmtree(folder)


async def test_a_cluster_that_the_released_wheel_filled_reads_the_same(installed, data, tmp_path):
    async with database.model() as (upstream, settings):
        settings["GATEWAY_DATA_DIR"] = str(data)
        old = {**settings, "PYTHONPATH": str(installed)}
        async with database.served(tmp_path, **old) as address:
            known = await Filler(address, upstream, partial(database.command, tmp_path, **old), tmp_path).fill()
        async with database.served(tmp_path, **old) as address:
            before = await reading.read(address, known)
        async with database.served(tmp_path, **settings) as address:
            assert reading.differences(before, await reading.read(address, known)) == []
