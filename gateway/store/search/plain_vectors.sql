-- Vectors on a PostgreSQL without pgvector, as bytes.

-- name: nearby
-- $1 tenant, $2 embedder, $3 document ids, $4 workspaces, $5 source app, $6 languages, each or null
select v.passage_id, v.embedding from current_plain_vector v
where v.tenant_id = $1 and v.embedder = $2 and ($3::uuid[] is null or v.document_id = any($3))
  and (($4::text[] is null and $5::text is null and $6::text[] is null) or exists (
       select from document d where d.tenant_id = $1 and d.document_id = v.document_id
         and ($4 is null or d.workspace = any($4)) and ($5 is null or d.source_app = $5)
         and ($6 is null or lower(split_part(d.language, '-', 1)) = any($6))))

-- name: add
-- $1 embedder, $2 tenants, $3 passages, $4 vectors. Passages deleted meanwhile are left out.
insert into plain_vector (tenant_id, passage_id, embedder, chunk_hash, embedding)
select p.tenant_id, p.passage_id, $1, p.chunk_hash, new.embedding
from unnest($2::text[], $3::uuid[], $4::bytea[]) as new (tenant_id, passage_id, embedding)
     join passage p on p.tenant_id = new.tenant_id and p.passage_id = new.passage_id
for key share of p
on conflict (tenant_id, passage_id, embedder)
do update set chunk_hash = excluded.chunk_hash, embedding = excluded.embedding

-- name: passages
-- of all tenants
select coalesce(sum(passages), 0)::bigint from corpus
