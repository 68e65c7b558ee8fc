-- What failed when it came last.

-- name: note
-- tenant, workspace, external id, title, file name, size, fields, content or null, reason
insert into failed_source (tenant_id, workspace, external_id, title, file_name, size, fields, content, reason)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict (tenant_id, workspace, external_id) do update
set title = excluded.title, file_name = excluded.file_name, size = excluded.size, fields = excluded.fields,
    content = excluded.content, reason = excluded.reason, failed_at = now()

-- name: forget
-- tenant, workspace, external ids
delete from failed_source where tenant_id = $1 and workspace = $2 and external_id = any($3::text[])

-- name: forget_workspace
-- tenant, workspace
delete from failed_source where tenant_id = $1 and workspace = $2

-- name: shed
-- tenant, newest ones that stay, and of these the ones that keep their content
with ranked as (
    select failure_id, row_number() over (order by failed_at desc, failure_id desc) as rank,
           row_number() over (partition by content is null order by failed_at desc, failure_id desc) as of_kind
    from failed_source where tenant_id = $1
), gone as (
    delete from failed_source f using ranked r
    where f.tenant_id = $1 and f.failure_id = r.failure_id and r.rank > $2
)
update failed_source f set content = null from ranked r
where f.tenant_id = $1 and f.failure_id = r.failure_id and r.rank <= $2 and r.of_kind > $3 and f.content is not null

-- name: failures
-- tenant, workspaces or null, words of title or file name or null, time and id of the last one seen or null, limit
select failure_id, workspace, external_id, title, file_name, size, fields, reason, failed_at, content is not null as is_stored
from failed_source
where tenant_id = $1 and ($2::text[] is null or workspace = any($2))
  and ($3::text is null or strpos(lower(title || ' ' || file_name), lower($3)) > 0)
  and ($4::timestamptz is null or (failed_at, failure_id) < ($4, $5::uuid))
order by failed_at desc, failure_id desc
limit $6

-- name: failed
-- tenant, failure, workspaces or null
select workspace, external_id, fields, content from failed_source
where tenant_id = $1 and failure_id = $2 and ($3::text[] is null or workspace = any($3))

-- name: dismiss
-- tenant, failure, workspaces or null
delete from failed_source
where tenant_id = $1 and failure_id = $2 and ($3::text[] is null or workspace = any($3))
returning true

-- name: unread
-- $1 tenant, $2 workspace, $3 external ids
select external_id, fingerprint, reason from unread
where tenant_id = $1 and workspace = $2 and external_id = any($3::text[])

-- name: keep_unread
-- $1 tenant, $2 workspace, $3 external id, $4 fingerprint, $5 reason
insert into unread (tenant_id, workspace, external_id, fingerprint, reason) values ($1, $2, $3, $4, $5)
on conflict (tenant_id, workspace, external_id) do update
set fingerprint = excluded.fingerprint, reason = excluded.reason

-- name: forget_unread
-- $1 tenant, $2 workspace, $3 external id or null: all
delete from unread where tenant_id = $1 and workspace = $2 and ($3::text is null or external_id = $3)
