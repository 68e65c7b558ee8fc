"""The two-level stack: every transition by example, then by a machine that is played against a simpler model."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from gateway.conversation.workflow import LARGEST_STATE, Changes, Workflow, WorkflowLevel
from gateway.errors import DepthLimitReached, InvalidField, NoActiveWorkflow, NoPrimary
from tests.support.effort import examples

CARD, PRODUCT, ORDER = "allowance_group_card", "product_recommendation", "order_lookup"
NONE = Workflow()
ALONE = Workflow.of([CARD], [{"step": 1}])
NESTED = Workflow.of([CARD, PRODUCT], [{"step": 1, "who": "ann"}, {"step": 9}])


@pytest.mark.requirement("B3", "B7", "B13")
def test_a_primary_resets_the_stack_to_itself():
    flow = NESTED.switch(ORDER, "primary")
    assert flow.stack == (ORDER,) and flow.state == {}
    assert [(step.op, step.level, step.name, step.before, step.after) for step in flow.steps] == [
        ("switch", "primary", ORDER, (CARD, PRODUCT), (ORDER,))
    ]
    assert NONE.switch(CARD, "primary").steps[0].op == "enter"


@pytest.mark.requirement("B3", "B8", "B9", "B13")
def test_a_secondary_goes_on_top_of_its_primary_and_reads_through_to_it():
    flow = ALONE.switch(PRODUCT, "secondary")
    assert flow.stack == (CARD, PRODUCT) and flow.state == {"step": 1}
    deeper = flow.patched({"step": 2, "shelf": "tea"})
    assert deeper.state == {"step": 2, "shelf": "tea"} and deeper.frames[0].state == {"step": 1}


@pytest.mark.requirement("B14")
def test_the_end_of_a_secondary_goes_back_to_the_primary_and_archives_its_state():
    flow = NESTED.end()
    assert flow.stack == (CARD,) and flow.state == {"step": 1, "who": "ann"} and not flow.cleared
    assert flow.steps[0].archived == (WorkflowLevel(PRODUCT, {"step": 9}),)


@pytest.mark.requirement("B14")
def test_the_end_of_a_primary_empties_everything():
    assert ALONE.end().stack == () and ALONE.end().state == {} and ALONE.end().cleared
    whole = NESTED.end("primary")
    assert whole.stack == () and [frame.name for frame in whole.steps[0].archived] == [CARD, PRODUCT]


@pytest.mark.requirement("B19")
def test_a_second_secondary_takes_the_first_ones_place_or_is_rejected():
    flow = NESTED.switch(ORDER, "secondary")
    assert flow.stack == (CARD, ORDER) and flow.state == {"step": 1, "who": "ann"}
    assert flow.steps[0].archived == (WorkflowLevel(PRODUCT, {"step": 9}),)
    with pytest.raises(DepthLimitReached, match=PRODUCT):
        NESTED.switch(ORDER, "secondary", "reject")
    assert NESTED.switch(PRODUCT, "secondary", "reject") is NESTED


def test_the_same_workflow_once_more_changes_nothing():
    assert NESTED.switch(PRODUCT, "secondary") is NESTED and ALONE.switch(CARD, "primary") is ALONE
    back = NESTED.switch(CARD, "primary")
    assert back.stack == (CARD,) and back.state == {"step": 1, "who": "ann"}
    assert back.steps[0].archived == (WorkflowLevel(PRODUCT, {"step": 9}),)


def test_what_cannot_be_done_says_why():
    with pytest.raises(NoPrimary):
        NONE.switch(PRODUCT, "secondary")
    for flow, level in ((NONE, None), (NONE, "primary"), (ALONE, "secondary")):
        with pytest.raises(NoActiveWorkflow):
            flow.end(level)
    with pytest.raises(NoActiveWorkflow):
        NONE.patched({"a": 1})
    with pytest.raises(InvalidField, match="state_patch"):
        ALONE.patched({"a": "x" * LARGEST_STATE})


@pytest.mark.requirement("B10", "B12")
def test_the_changes_of_one_update_come_in_a_fixed_order():
    flow = NESTED.changed(Changes(end="primary", primary=ORDER, secondary=PRODUCT, state_patch={"n": 1}))
    assert flow.stack == (ORDER, PRODUCT) and flow.frames[1].state == {"n": 1} and flow.cleared
    assert [step.op for step in flow.steps] == ["end", "enter", "enter"]
    assert ALONE.changed(Changes(state_patch={"step": None, "b": 2})).state == {"b": 2}
    assert NESTED.changed(Changes(state_patch={"who": None})).state == NESTED.state, "the primary's own stays"


NAMES = st.sampled_from([CARD, PRODUCT, ORDER])


class Played(RuleBasedStateMachine):
    """The model: a list of [name, state], changed by the sentences of the document and nothing else."""

    def __init__(self):
        super().__init__()
        self.flow, self.model = Workflow(), []

    @rule(name=NAMES)
    def primary(self, name):
        self.flow = self.flow.switch(name, "primary")
        self.model = self.model[:1] if self.model and self.model[0][0] == name else [[name, {}]]

    @rule(name=NAMES, on_depth=st.sampled_from(["replace", "reject"]))
    def secondary(self, name, on_depth):
        if not self.model:
            return self.refused(NoPrimary, lambda: self.flow.switch(name, "secondary", on_depth))
        if len(self.model) == 2 and self.model[1][0] != name and on_depth == "reject":
            return self.refused(DepthLimitReached, lambda: self.flow.switch(name, "secondary", on_depth))
        self.flow = self.flow.switch(name, "secondary", on_depth)
        if len(self.model) == 1 or self.model[1][0] != name:
            self.model = [self.model[0], [name, {}]]

    @rule()
    def end(self):
        if not self.model:
            return self.refused(NoActiveWorkflow, self.flow.end)
        self.flow = self.flow.end()
        self.model.pop()

    @rule(key=st.sampled_from("abc"), value=st.none() | st.integers(0, 9))
    def patch(self, key, value):
        if not self.model:
            return self.refused(NoActiveWorkflow, lambda: self.flow.patched({key: value}))
        self.flow = self.flow.patched({key: value})
        own = self.model[-1][1]
        self.model[-1][1] = {name: kept for name, kept in {**own, key: value}.items() if kept is not None}

    def refused(self, error, call):
        with pytest.raises(error):
            call()

    @invariant()
    def they_agree(self):
        assert self.flow.stack == tuple(name for name, _ in self.model) and len(self.flow.stack) <= 2
        merged = {}
        for _, state in self.model:
            merged |= state
        assert self.flow.state == merged

    @invariant()
    def the_path_leads_here_without_a_gap(self):
        stack = ()
        for step in self.flow.steps:
            assert step.before == stack
            stack = step.after
        assert stack == self.flow.stack


Played.TestCase.settings = settings(max_examples=examples(60), stateful_step_count=30, deadline=None)
TestPlayed = Played.TestCase
