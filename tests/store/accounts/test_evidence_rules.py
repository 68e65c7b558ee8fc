"""Calibrated rules as rows: one for each workspace, one for all others, and what is audited."""

from gateway.answer.evidence.evidence_rule import EvidenceRule
from gateway.store.accounts.audit import Audit, AuditSearch
from gateway.store.accounts.evidence_rules import EvidenceRules

RULE, OTHER = EvidenceRule((0.5, 1.0), 2.0, 300), EvidenceRule((1.0,), 1.0, 90, 0.1, 0.9)


async def test_a_workspace_has_its_own_rule_or_that_of_all(database):
    rules = EvidenceRules(database)
    await rules.put("default", "", RULE)
    await rules.put("default", "legal", RULE)
    await rules.put("default", "legal", OTHER)
    assert await rules.of("default", "legal") == OTHER and await rules.of("default", "hr") == RULE
    assert await rules.of("default", None) == RULE and await rules.of("acme", None) is None
    assert [(each.workspace, each.rule, each.created_by) for each in await rules.all("default")] == [
        ("", RULE, "command"),
        ("legal", OTHER, "command"),
    ]


async def test_who_changes_a_rule_is_in_the_audit_log(database):
    rules = EvidenceRules(database)
    await rules.put("default", "", RULE)
    assert await rules.remove("default", "") and not await rules.remove("default", "")
    removed, put = await Audit(database).page("default", AuditSearch(action="evidence."), None, 9)
    assert (put.action, put.target, put.detail["claims"]) == ("evidence.calibrated", "*", 300)
    assert (removed.action, removed.target) == ("evidence.rule_removed", "*")
    assert await EvidenceRules(database).of("default", None) is None
