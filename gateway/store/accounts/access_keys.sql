-- Keys and the sessions of pages. `key_hash` and `session_hash` are SHA-256 in hex.

-- name: ensure_tenant
-- $1 tenant
insert into tenant (tenant_id) values ($1) on conflict do nothing

-- name: insert
-- $1 tenant, $2 hash, $3 prefix, $4 role, $5 workspaces, $6 label, $7 days until it expires or null, $8 limits. No row:
-- there is such a key.
insert into api_key (tenant_id, key_hash, prefix, role, workspaces, label, expires_at, limits)
values ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7), $8)
on conflict do nothing
returning key_hash

-- name: find
-- $1 hash. Its use is noted once a minute.
with found as (
    select k.*, t.allowance, t.limits as tenant_limits from api_key k join tenant t using (tenant_id)
    where k.key_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
), used as (
    update api_key k set last_used = date_trunc('minute', now()) from found
    where k.tenant_id = found.tenant_id and k.key_hash = found.key_hash
      and k.last_used is distinct from date_trunc('minute', now())
)
select * from found

-- name: find_session
-- $1 hash
with found as (
    select k.*, t.allowance, t.limits as tenant_limits
    from key_session s join api_key k using (tenant_id, key_hash) join tenant t using (tenant_id)
    where s.session_hash = $1 and s.expires_at > now()
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
), used as (
    update api_key k set last_used = date_trunc('minute', now()) from found
    where k.tenant_id = found.tenant_id and k.key_hash = found.key_hash
      and k.last_used is distinct from date_trunc('minute', now())
)
select * from found

-- name: holding
-- $1 hashes of keys and sessions: those that still hold
select k.key_hash as sent_hash from api_key k
where k.key_hash = any($1::text[]) and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
union all
select s.session_hash
from key_session s join api_key k using (tenant_id, key_hash)
where s.session_hash = any($1::text[]) and s.expires_at > now()
  and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())

-- name: any
select exists (select from api_key)

-- name: any_valid
select exists (select from api_key where revoked_at is null and (expires_at is null or expires_at > now()))

-- name: all
select k.*, t.allowance, t.limits as tenant_limits from api_key k join tenant t using (tenant_id)
order by tenant_id, created_at, key_hash

-- name: page
-- $1 tenant, $2 workspaces that the asker is limited to or null, $3 and $4 time and hash of the last one seen or null, $5
-- limit. Newest first.
select k.*, t.allowance, t.limits as tenant_limits from api_key k join tenant t using (tenant_id)
where k.tenant_id = $1 and ($2::text[] is null or (k.workspaces <> '{}' and k.workspaces <@ $2))
  and ($3::timestamptz is null or (k.created_at, k.key_hash) < ($3, $4))
order by k.created_at desc, k.key_hash desc
limit $5

-- name: by_id
-- $1 tenant, $2 the beginning of the hash, $3 workspaces as above
select k.*, t.allowance, t.limits as tenant_limits from api_key k join tenant t using (tenant_id)
where k.tenant_id = $1 and starts_with(k.key_hash, $2)
  and ($3::text[] is null or (k.workspaces <> '{}' and k.workspaces <@ $3))

-- name: named
-- $1 the beginning of a prefix, or a whole key's; $2 the hash of what was given
select k.*, t.allowance, t.limits as tenant_limits from api_key k join tenant t using (tenant_id)
where k.key_hash = $2 or starts_with(k.prefix, $1)
order by k.created_at

-- name: revoke
-- $1 tenant, $2 hash. No row: it was revoked before, or there is none.
update api_key set revoked_at = now() where tenant_id = $1 and key_hash = $2 and revoked_at is null
returning key_hash

-- name: change
-- $1 tenant, $2 hash, $3 whether it is to expire anew, $4 when or null, $5 limits or null: as they are, $6 label or null.
-- What was revoked stays as it was.
update api_key
set expires_at = case when $3 then $4 else expires_at end, limits = coalesce($5, limits), label = coalesce($6, label)
where tenant_id = $1 and key_hash = $2 and revoked_at is null
returning key_hash

-- name: tenant_limits
-- $1 tenant
select allowance, limits from tenant where tenant_id = $1

-- name: limit_tenant
-- $1 tenant, $2 limits or null: as they are, $3 allowance or null. No row: nothing changes.
update tenant set limits = coalesce($2, limits), allowance = coalesce($3, allowance)
where tenant_id = $1 and (limits <> $2 or allowance <> $3) returning tenant_id

-- name: open_session
-- $1 tenant, $2 session, $3 key, $4 hours
insert into key_session (tenant_id, session_hash, key_hash, expires_at)
values ($1, $2, $3, now() + make_interval(hours => $4))

-- name: close_session
-- $1 hash
delete from key_session where session_hash = $1

-- name: drop_old_sessions
delete from key_session where expires_at <= now()
