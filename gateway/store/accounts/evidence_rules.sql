-- The calibrated rules of the evidence check: one for each workspace, '' for all others.

-- name: all
-- $1 tenant
select workspace, rule, created_at, created_by from evidence_rule where tenant_id = $1 order by workspace

-- name: put
-- $1 tenant, $2 workspace, $3 rule, $4 who calibrated it
insert into evidence_rule (tenant_id, workspace, rule, created_by) values ($1, $2, $3, $4)
on conflict (tenant_id, workspace) do update
set rule = excluded.rule, created_at = now(), created_by = excluded.created_by

-- name: remove
-- $1 tenant, $2 workspace
delete from evidence_rule where tenant_id = $1 and workspace = $2
