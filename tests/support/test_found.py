"""A choice of a slot finds its file among the tests' own; a missing one is asked for by its path."""

import pytest

from tests.support.found import beside


def test_a_file_is_found_by_the_name_that_a_setting_has():
    assert beside("dialects", "ai-sdk", "a reader").__name__ == "tests.support.dialects.ai_sdk"


def test_a_missing_file_is_named_with_what_it_holds():
    with pytest.raises(pytest.fail.Exception, match=r"^Write tests/support/dialects/new_one\.py: a reader\.$"):
        beside("dialects", "new-one", "a reader")
