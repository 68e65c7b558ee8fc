-- Keys of requests that may be sent again, with the answers that they belong to. A key is stored where its turn
-- is opened (turns.sql).

-- name: remembered
-- tenant, subject, key
select answer_id, request_hash from idempotency
where tenant_id = $1 and subject = $2 and key = $3 and expires_at > now()
