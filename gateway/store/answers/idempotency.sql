-- Keys of requests that may be sent again, with the answers that they belong to.

-- name: remember_key
-- tenant, subject, key, request hash, answer. No row: the key is taken.
insert into idempotency (tenant_id, subject, key, request_hash, answer_id, expires_at)
values ($1, $2, $3, $4, $5, now() + interval '24 hours')
on conflict (tenant_id, subject, key) do update
set request_hash = excluded.request_hash, answer_id = excluded.answer_id, expires_at = excluded.expires_at
where idempotency.expires_at <= now() or idempotency.answer_id = excluded.answer_id
returning answer_id

-- name: remembered
-- tenant, subject, key
select answer_id, request_hash from idempotency
where tenant_id = $1 and subject = $2 and key = $3 and expires_at > now()
