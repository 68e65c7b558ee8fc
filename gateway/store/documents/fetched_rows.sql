-- Pages and objects that were fetched.

-- name: known
-- tenant, workspace, addresses
select f.address, f.external_id, f.etag, f.last_modified, f.reader, d.document_id::text, d.title, d.passages
from fetched f join document d using (tenant_id, workspace, external_id)
where f.tenant_id = $1 and f.workspace = $2 and f.address = any($3::text[])

-- name: note
-- tenant, workspace, listing; addresses, and of each: external id, etag, time of change, reader. A document that went
-- meanwhile has no row.
insert into fetched (tenant_id, workspace, listing, address, external_id, etag, last_modified, reader)
select $1, $2, $3, n.address, n.external_id, n.etag, n.last_modified, n.reader
from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
     as n(address, external_id, etag, last_modified, reader)
where exists (select from document d where d.tenant_id = $1 and d.workspace = $2 and d.external_id = n.external_id)
on conflict (tenant_id, workspace, address) do update
set listing = excluded.listing, external_id = excluded.external_id, etag = excluded.etag,
    last_modified = excluded.last_modified, reader = excluded.reader, fetched_at = now()

-- name: listed
-- tenant, workspace, listing: what it named before, with its document
select f.address, d.document_id, d.source, d.external_id
from fetched f join document d using (tenant_id, workspace, external_id)
where f.tenant_id = $1 and f.workspace = $2 and f.listing = $3
order by f.address
