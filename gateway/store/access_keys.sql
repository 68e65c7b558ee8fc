-- Keys and the sessions of pages. `key_hash` and `session_hash` are SHA-256 in hex.

-- name: ensure_tenant
-- $1 tenant
insert into tenant (tenant_id) values ($1) on conflict do nothing

-- name: insert
-- $1 tenant, $2 hash, $3 prefix, $4 role, $5 workspaces, $6 label, $7 days until it expires or null
insert into api_key (tenant_id, key_hash, prefix, role, workspaces, label, expires_at)
values ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7))
on conflict do nothing

-- name: find
-- $1 hash
select tenant_id, key_hash, prefix, role, workspaces, label, created_at, expires_at, revoked_at
from api_key
where key_hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())

-- name: find_session
-- $1 hash
select k.tenant_id, k.key_hash, k.prefix, k.role, k.workspaces, k.label, k.created_at, k.expires_at, k.revoked_at
from key_session s join api_key k using (tenant_id, key_hash)
where s.session_hash = $1 and s.expires_at > now()
  and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())

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
select tenant_id, key_hash, prefix, role, workspaces, label, created_at, expires_at, revoked_at
from api_key
order by tenant_id, created_at, key_hash

-- name: named
-- $1 the beginning of a prefix, or a whole key's; $2 the hash of what was given
select tenant_id, key_hash, prefix, role, workspaces, label, created_at, expires_at, revoked_at
from api_key
where key_hash = $2 or starts_with(prefix, $1)
order by created_at

-- name: revoke
-- $1 tenant, $2 hash. The time of the first revocation stays.
update api_key set revoked_at = coalesce(revoked_at, now()) where tenant_id = $1 and key_hash = $2

-- name: open_session
-- $1 tenant, $2 session, $3 key, $4 hours
insert into key_session (tenant_id, session_hash, key_hash, expires_at)
values ($1, $2, $3, now() + make_interval(hours => $4))

-- name: close_session
-- $1 hash
delete from key_session where session_hash = $1

-- name: drop_old_sessions
delete from key_session where expires_at <= now()
