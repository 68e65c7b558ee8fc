"""The workflow of a session: a primary, and above it at most one secondary, which runs first.

Names and states are the business system's; nothing here takes a decision for it. Each level has a state of its own. A
secondary reads through to the primary's and writes to its own; what ends takes its state along, into the history of
switches.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from gateway.errors import DepthLimitReached, InvalidField, NoActiveWorkflow, NoPrimary

Level = Literal["primary", "secondary"]
Op = Literal["enter", "switch", "end"]
OnDepth = Literal["replace", "reject"]
"""What a secondary does where one is active: take its place, or be refused."""

LEVELS: tuple[Level, Level] = ("primary", "secondary")
LARGEST_STATE = 32_000
"""Characters of one level's state as JSON."""


@dataclass(frozen=True, slots=True)
class WorkflowLevel:
    """One active level."""

    name: str
    state: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "state": dict(self.state)}


@dataclass(frozen=True, slots=True)
class Transition:
    """One entry of the switch path."""

    op: Op
    level: Level
    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    archived: tuple[WorkflowLevel, ...] = ()
    """What ended by it, lowest level first."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What one update may do to a workflow, in this order."""

    end: Level | None = None
    primary: str | None = None
    secondary: str | None = None
    state_patch: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Workflow:
    """The stack of active levels, and the transitions that made it since it was read."""

    frames: tuple[WorkflowLevel, ...] = ()
    steps: tuple[Transition, ...] = ()

    @classmethod
    def of(cls, stack: Sequence[str], states: Sequence[Mapping[str, Any]]) -> Workflow:
        return cls(tuple(WorkflowLevel(name, state) for name, state in zip(stack, states, strict=True)))

    @property
    def stack(self) -> tuple[str, ...]:
        return tuple(frame.name for frame in self.frames)

    @property
    def state(self) -> dict[str, Any]:
        """What the active level sees: the primary's variables under its own."""
        return {key: value for frame in self.frames for key, value in frame.state.items()}

    @property
    def cleared(self) -> bool:
        """Whether a primary has ended since it was read: the context begins anew."""
        return any(step.op == "end" and step.level == "primary" for step in self.steps)

    def switch(self, name: str, level: Level, on_depth: OnDepth = "replace") -> Workflow:
        """Begins a workflow. A primary resets the stack to itself; the same one once more keeps its state. Raises
        `NoPrimary`, `DepthLimitReached`."""
        depth = LEVELS.index(level)
        if len(self.frames) < depth:
            raise NoPrimary("A secondary workflow needs a primary one; switch to a primary first.")
        there = self.frames[depth] if len(self.frames) > depth else None
        same = there is not None and there.name == name
        if same and len(self.frames) == depth + 1:
            return self
        if level == "secondary" and there is not None and on_depth == "reject":
            raise DepthLimitReached(
                f"The secondary workflow {there.name!r} is active, and workflows nest two levels deep; end it first."
            )
        frames = (*self.frames[:depth], there if same and there is not None else WorkflowLevel(name))
        gone = self.frames[len(frames) if same else depth :]
        return self._to(frames, "switch" if there else "enter", level, name, gone)

    def end(self, level: Level | None = None) -> Workflow:
        """Ends a level, by default the top one; a primary takes its secondary along. Raises `NoActiveWorkflow`."""
        if level is None:
            level = LEVELS[max(len(self.frames) - 1, 0)]
        depth = LEVELS.index(level)
        if len(self.frames) <= depth:
            raise NoActiveWorkflow(f"No {level} workflow is active; there is nothing to end.")
        return self._to(self.frames[:depth], "end", level, self.frames[depth].name, self.frames[depth:])

    def patched(self, patch: Mapping[str, Any]) -> Workflow:
        """Sets variables of the active level; null takes one of its own away. Raises `NoActiveWorkflow`,
        `InvalidField`."""
        if not self.frames:
            raise NoActiveWorkflow("No workflow is active; its state cannot be set.")
        *below, top = self.frames
        state = {key: value for key, value in {**top.state, **patch}.items() if value is not None}
        if len(json.dumps(state, ensure_ascii=False)) > LARGEST_STATE:
            why = f"the state of {top.name[:80]!r} would have more than {LARGEST_STATE} characters of JSON"
            raise InvalidField.named("workflow_changes.state_patch", why)
        return replace(self, frames=(*below, WorkflowLevel(top.name, state)))

    def changed(self, changes: Changes, on_depth: OnDepth = "replace") -> Workflow:
        """Makes all of an update's changes, or none: raises what its parts raise."""
        flow = self if changes.end is None else self.end(changes.end)
        for level, name in ((LEVELS[0], changes.primary), (LEVELS[1], changes.secondary)):
            flow = flow if name is None else flow.switch(name, level, on_depth)
        return flow if changes.state_patch is None else flow.patched(changes.state_patch)

    def _to(
        self, frames: tuple[WorkflowLevel, ...], op: Op, level: Level, name: str, gone: tuple[WorkflowLevel, ...]
    ) -> Workflow:
        after = tuple(frame.name for frame in frames)
        return Workflow(frames, (*self.steps, Transition(op, level, name, self.stack, after, gone)))
