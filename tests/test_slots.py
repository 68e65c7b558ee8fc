"""Slots and resources."""

import pytest

from gateway.errors import WrongUse
from gateway.slots import load, names, resource


def test_the_choices_of_a_slot_are_its_files():
    assert names("models.embedders") == ("e5", "local", "meaning", "none", "openai")


def test_a_wrong_choice_names_the_setting_and_the_choices():
    with pytest.raises(WrongUse, match="GATEWAY_EMBEDDER='x' is not one of e5, local, meaning, none, openai"):
        load("models.embedders", "x", "GATEWAY_EMBEDDER")


def test_what_ships_beside_the_code_is_found_and_what_does_not_is_said():
    assert (resource("migrations") / "0001_schema.sql").is_file()
    with pytest.raises(WrongUse, match="missing from this installation"):
        resource("nonsense")
