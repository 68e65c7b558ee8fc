"""Asks whether a locked package has a known vulnerability; a step of `dev.py check` and `dev.py test`.

    python supply/audit.py [--tell] [--osv URL] [--npm URL]

What a server runs is asked about: the pins of `requirements.lock` by pip-audit at OSV (https://osv.dev), the packages
that the pages bundle by `npm audit` at the npm registry. A clean answer is remembered under `.venv` and stands for the
day and these locks. Exit codes: 0 nothing known, 1 a known vulnerability (with `--tell` it is only said: the tests of
a stranger do not fail because something was published), 75 no service could be asked, which is no clean answer.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import runpy
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAMP = ROOT / ".venv" / ".audited"
LOCKS = ("requirements.lock", "web/package-lock.json")
CLEAN, VULNERABLE, NOT_AUDITED = 0, 1, 75
"""75 is EX_TEMPFAIL of sysexits.h: try again later."""
PATIENCE_S = 60
"""Seconds for all packages of one kind; a service that cannot be reached is given up after five."""
OSV = "https://api.osv.dev/v1/query"


class NotAudited(Exception):
    """Nobody could be asked; the message says why."""


def main(words: list[str]) -> int:
    """Returns the exit code, after one line for each finding or service that could not be asked."""
    parser = argparse.ArgumentParser(description="Known vulnerabilities of what is locked.")
    parser.add_argument("--tell", action="store_true")
    parser.add_argument("--osv", default=OSV)
    parser.add_argument("--npm", default="")
    options = parser.parse_args(words)
    today = f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d} {digest()}"
    if STAMP.is_file() and STAMP.read_text(encoding="utf-8") == today:
        return CLEAN
    found: list[str] = []
    missing = False
    for kind, ask, service in (("Python", python_findings, options.osv), ("npm", npm_findings, options.npm)):
        try:
            found += ask(service)
        except NotAudited as reason:
            missing = True
            print(f"not audited: {kind} packages: {reason}", file=sys.stderr)
    for finding in found:
        print(f"known vulnerability: {finding}", file=sys.stderr)
    if found:
        return NOT_AUDITED if options.tell and missing else CLEAN if options.tell else VULNERABLE
    if missing:
        return NOT_AUDITED
    STAMP.write_text(today, encoding="utf-8")
    return CLEAN


def digest() -> str:
    """Returns one word for all that is locked."""
    total = hashlib.sha256()
    for name in LOCKS:
        total.update((ROOT / name).read_bytes() + b"\0")
    return total.hexdigest()


def python_findings(osv: str) -> list[str]:
    """Returns a line for each vulnerability of a Python package. Raises `NotAudited` where OSV did not answer for
    all of them."""
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--progress-spinner=off"]
    command += ["--format=json", "--timeout=5", "--vulnerability-service=osv", f"--osv-url={osv}"]
    report, complaint = answered([*command, "--requirement", str(ROOT / LOCKS[0])], ROOT)
    packages = report.get("dependencies")
    if not packages:
        raise NotAudited(f"{osv} did not answer ({complaint})")
    passed_over = sorted(package["name"] for package in packages if "skip_reason" in package)
    found = [
        f"{package['name']} {package['version']}: {known['id']}, repaired in {known['fix_versions'] or 'no version'}"
        for package in packages
        for known in package.get("vulns", ())
    ]
    if passed_over and not found:
        raise NotAudited(f"nothing is known about {', '.join(passed_over)}")
    return found


def npm_findings(registry: str) -> list[str]:
    """Returns a line for each npm package of the pages with a vulnerability. Raises `NotAudited` where the registry
    has no answer."""
    build = runpy.run_path(str(ROOT / "web" / "build.py"))
    try:
        node, npm = build["node"]()
    except build["NoPages"] as reason:
        raise NotAudited(str(reason)) from reason
    command = [str(node), str(npm), "audit", "--package-lock-only", "--omit=dev", "--omit=optional", "--json"]
    command += ["--fetch-retries=0", "--fetch-timeout=5000", *([f"--registry={registry}"] if registry else [])]
    report, complaint = answered(command, ROOT / "web")
    if "vulnerabilities" not in report:
        raise NotAudited(f"the npm registry did not answer ({report.get('message') or complaint})")
    return [
        f"{name} {known['range']}: {known['severity']}, {', '.join(titles(known['via']))}"
        for name, known in report["vulnerabilities"].items()
    ]


def titles(causes: list[str | dict[str, str]]) -> list[str]:
    """Returns what npm says of the causes: a package's name, or an advisory."""
    return [cause if isinstance(cause, str) else cause.get("title", cause.get("url", "")) for cause in causes]


def answered(command: list[str], folder: Path) -> tuple[dict[str, object], str]:
    """Returns the JSON object that a command printed, and the last line of its complaints. No object is an empty one.
    Raises `NotAudited` after `PATIENCE_S` seconds."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    except subprocess.TimeoutExpired as reason:
        raise NotAudited(f"no answer within {PATIENCE_S} s") from reason
    try:
        report = json.loads(done.stdout)
    except ValueError:
        report = {}
    complaint = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
    return report if isinstance(report, dict) else {}, textwrap.shorten(complaint, 120, placeholder=" …")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
