-- What was sent, byte for byte.

-- name: forget_originals
-- $1 tenant, $2 documents
delete from original where tenant_id = $1 and document_id = any($2::uuid[])

-- name: insert_part
-- $1 tenant, $2 document, $3 part, $4 data
insert into original (tenant_id, document_id, part, data) values ($1, $2, $3, $4)

-- name: describe
-- $1 tenant, $2 document, $3 workspaces it may lie in or null
select d.file_name, d.title, d.media_type, d.content_hash, d.updated_at,
       (select count(*) from original o where o.tenant_id = $1 and o.document_id = $2)::integer as parts,
       (select coalesce(sum(length(o.data)), 0) from original o where o.tenant_id = $1 and o.document_id = $2)::bigint as size,
       octet_length(d.text) as text_size
from document d
where d.tenant_id = $1 and d.document_id = $2 and ($3::text[] is null or d.workspace = any($3))

-- name: part
-- $1 tenant, $2 document, $3 content hash, $4 part
select o.data
from original o join document d on d.tenant_id = o.tenant_id and d.document_id = o.document_id
where o.tenant_id = $1 and o.document_id = $2 and d.content_hash = $3 and o.part = $4

-- name: text
-- $1 tenant, $2 document, $3 content hash
select text from document where tenant_id = $1 and document_id = $2 and content_hash = $3
