-- Entries of the answer memory by their vectors.

-- name: codes
-- $1 tenant, $2 scope, $3 embedder, $4 dimensions, $5 days that an answer is remembered, $6 first transaction, $7 and $8
-- transaction and entry to go on behind, $9 limit. The entries that came to life in this transaction or a later one, id
-- and code behind each other, in their order; and `seen`: whoever has read all of them knows everything before that transaction. Rows
-- from before a restore bear numbers of another server, which may be ahead of this one's. Reads the index alone.
select string_agg(row, ''::bytea) as rows, count(*) as count, max(alive_since) as last,
       pg_snapshot_xmin(pg_current_snapshot())::text::bigint as seen
from (select id, alive_since, int8send(id) || bit_send(sign_code) as row
      from responses
      where tenant_id = $1 and scope_hash = $2 and embed_model = $3 and embed_dims = $4
        and created_at > now() - make_interval(days => $5)
        and ($6 = 0 or alive_since < pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
        and (alive_since, id) > ($7, $8)
        and status in ('pending', 'validated') and sign_code is not null
      order by alive_since, id
      limit $9) as found

-- name: vectors
-- $1 tenant, $2 entries, $3 days that an answer is remembered. Those that are alive.
select id, embedding from responses
where tenant_id = $1 and id = any($2::bigint[]) and status in ('pending', 'validated')
  and created_at > now() - make_interval(days => $3)
