-- Who did what. Rows are added in the transaction of the deed, and read.

-- name: add
-- $1 tenant, $2 actor, $3 role, $4 user or null, $5 action, arrays: $6 targets, $7 details
insert into audit_event (tenant_id, actor, role, user_ref, action, target, detail)
select $1, $2, $3, $4, $5, target, detail from unnest($6::text[], $7::jsonb[]) as done (target, detail)

-- name: page
-- $1 tenant, $2 actor or null, $3 action or the beginning of some with a point, or null, $4 target or null, $5 from and $6
-- until when or null, $7 the number of the last one seen or null, $8 limit. Newest first.
select event_id, at, actor, role, user_ref, action, target, detail
from audit_event
where tenant_id = $1 and ($2::text is null or actor = $2)
  and ($3::text is null or action = $3 or (right($3, 1) = '.' and starts_with(action, $3)))
  and ($4::text is null or target = $4)
  and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at < $6)
  and ($7::bigint is null or event_id < $7)
order by event_id desc
limit $8

-- name: lock_settings
-- $1 tenant. One process at a time looks and adds.
select pg_advisory_xact_lock(hashtextextended('settings of ' || $1::text, 0))

-- name: last_settings
-- $1 tenant
select detail -> 'now' from audit_event
where tenant_id = $1 and action = 'settings.changed'
order by event_id desc
limit 1
