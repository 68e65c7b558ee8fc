"""The conversations of the bench of follow-ups, and its table."""

from bench.dialogues import Asked, Outcome, dialogues, table


def test_the_conversations_are_many_and_of_four_languages_and_half_of_them_are_held_out():
    every = dialogues()
    assert len(every) >= 120 and {each.language for each in every} == {"en", "fr", "de", "zh"}
    assert len({each.id for each in every}) == len(every)
    assert abs(len(dialogues("held-out")) - len(dialogues("development"))) <= 4
    turns = [turn for each in every for turn in each.turns]
    assert all(3 <= len(each.turns) <= 5 for each in every)
    alone = sum(not turn.dependent for turn in turns)
    assert 0.33 <= alone / len(turns) <= 0.5
    assert all(turn.gold and "/p" in min(turn.gold) for turn in turns)
    assert all(not each.turns[0].dependent for each in every), "nothing was said before"


def test_a_turn_leans_where_it_means_more_than_it_says():
    assert Asked("And Paris?", "and_for", frozenset(), "How many died in Paris?").dependent
    assert not Asked("What is fynbos?", "topic", frozenset()).dependent


def test_the_table_has_a_row_for_each_language_and_kind():
    leaning = Outcome("en-01", "en", "pronoun", "Who?", True, 2, "model", "Who is it?", 3.0, leaning=True)
    alone = Outcome("en-01", "en", "topic", "What?", False, 0, "gate", None, 1.0)
    leaning.baselines = alone.baselines = {"BM25": False}
    text = table([leaning, alone], "made up")
    assert "| en | 1 | 1.000 | 0.000 | 0.000 | 1.000 |  | 0.000 |" in text
    assert "| alone, not the first | 1 | 0.000 | 0.000 | 1.000 | 0.000 | 1.000 | 0.000 |" in text
