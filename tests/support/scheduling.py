"""Which tests run when and where with several processes (`dev.py test`): a file in one process, the longest files
first."""

from __future__ import annotations

import collections

import pytest

from tests.support import effort

APART = ("tests/store/bundled/test_embedded.py", "tests/models/providers/test_every_byte.py")
"""Files whose parameters share nothing, and wait more than they work: each parameter counts as a file."""


def pytest_collection_modifyitems(items):
    """Files of tests that are given more time than others go first, so that the last one to run is a short one. Slow
    tests count where they run."""
    longest = collections.defaultdict(int)
    for item in items:
        runs = effort.whole or not item.get_closest_marker("slow")
        if runs and (given := item.get_closest_marker("timeout")):
            longest[item.path] = max(longest[item.path], given.args[0])
    items.sort(key=lambda item: -longest[item.path])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class ByFile(LoadFileScheduling):
        def _split_scope(self, nodeid):
            return scope(nodeid)

    config.option.loadscopereorder = False  # by the number of tests, that is
    return ByFile(config, log)


def scope(nodeid: str) -> str:
    """Tests of the same scope run in one process."""
    file, _, test = nodeid.partition("::")
    return f"{file}{test[test.find('[') :]}" if file in APART and "[" in test else file
