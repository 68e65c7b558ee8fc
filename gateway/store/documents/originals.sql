-- What was sent, byte for byte, and long texts. Parts from 0 up are the original, parts from -2 down those of a text
-- that come after `document.text`.

-- name: forget_originals
-- $1 tenant, $2 documents
delete from original where tenant_id = $1 and document_id = any($2::uuid[])

-- name: insert_part
-- $1 tenant, $2 document, $3 part, $4 data
insert into original (tenant_id, document_id, part, data) values ($1, $2, $3, $4)

-- name: describe
-- $1 tenant, $2 document, $3 workspaces it may lie in or null. `sent`, `text`: bytes of each part; the sizes are read
-- without the parts.
select file_name, title, media_type, content_hash, version,
       array(select octet_length(o.data) from original o
             where o.tenant_id = $1 and o.document_id = $2 and o.part >= 0 order by o.part) as sent,
       octet_length(text) || array(select octet_length(o.data) from original o
                                   where o.tenant_id = $1 and o.document_id = $2 and o.part < 0
                                   order by o.part desc) as text
from document
where tenant_id = $1 and document_id = $2 and ($3::text[] is null or workspace = any($3))

-- name: part
-- $1 tenant, $2 document, $3 its content hash, $4 part
select o.data
from original o join document d on d.tenant_id = o.tenant_id and d.document_id = o.document_id
where o.tenant_id = $1 and o.document_id = $2 and d.content_hash = $3 and o.part = $4

-- name: text_part
-- $1 tenant, $2 document, $3 its version, $4 part; -1 is in the document
select case when $4 = -1 then convert_to(d.text, 'UTF8')
            else (select o.data from original o
                  where o.tenant_id = $1 and o.document_id = $2 and o.part = $4) end as data
from document d
where d.tenant_id = $1 and d.document_id = $2 and d.version = $3
