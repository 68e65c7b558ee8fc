"""Calls of workers. They are here because a worker imports their module: that of a test has all that the test needs."""

import os
import re
import sys

IMPORTED_IN = os.getpid()


def double(number):
    if number < 0:
        raise ValueError("below zero")
    return 2 * number, os.getpid()


def loaded_before(module):
    """Returns the parent process, and the process in which this module was imported."""
    return os.getppid(), sys.modules[module].IMPORTED_IN


class Unpicklable:
    """Goes out and cannot be read."""

    def __reduce__(self):
        return divmod, (1, 0)


def search_for_ever():
    return re.search("(?:a|a)*b", 60 * "a")
