"""Rules for sources that disagree, with exceptions by workspace."""

import pytest

from gateway.limits.disagreement_rule import HOW, DisagreementRule, DisagreementRules, read

SHOW, NEWEST = DisagreementRule(), DisagreementRule("newest")


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("show", DisagreementRules()),
        (" newest ", DisagreementRules(NEWEST)),
        ("order:hr, wiki", DisagreementRules(DisagreementRule("order", ("hr", "wiki")))),
        ("show,legal=newest", DisagreementRules(SHOW, {"legal": NEWEST})),
        (
            "order:hr,wiki,legal=order:dms,hr,sales = show",
            DisagreementRules(
                DisagreementRule("order", ("hr", "wiki")),
                {"legal": DisagreementRule("order", ("dms", "hr")), "sales": SHOW},
            ),
        ),
        (DisagreementRules(NEWEST), DisagreementRules(NEWEST)),
    ],
)
def test_it_is_read_as_a_person_writes_it(text, rules):
    assert read(text) == rules
    assert read(str(rules)) == rules


@pytest.mark.parametrize(
    "text",
    [
        *("", "oldest", "show,newest", "order:", "order:hr,,wiki", "order:hr,hr", "legal=newest", "show,=newest"),
        *("show,a=", "show,legal=newest,legal=show", "newest,legal"),
    ],
)
def test_anything_else_is_told_how_it_has_to_look(text):
    with pytest.raises(ValueError, match="must be show") as wrong:
        read(text)
    assert str(wrong.value) == HOW


def test_several_workspaces_have_a_rule_only_if_it_is_the_same():
    rules = read("show,legal=newest,hr=newest")
    assert rules.shared(["legal"]) == rules.shared(["legal", "hr"]) == NEWEST
    assert rules.shared(["legal", "sales"]) == rules.shared([]) == SHOW
