-- The nearest passages by vector: exact, or by an index (HNSW) of one embedder where one is built.

-- name: exact
-- needs pgvector
-- $1 tenant, $2 embedder, $3 vector, $4 document ids, $5 workspaces, $6 source app, each or null, $7 limit,
-- $8 passages that are wanted whatever their distance, $9 languages or null
with wanted as (
    select passage_id, 1 - (embedding <=> $3::vector) as cosine
    from passage_vector
    where tenant_id = $1 and embedder = $2 and passage_id = any($8::uuid[])
), nearest as (
    select passage_id, 1 - (embedding <=> $3::vector) as cosine
    from passage_vector
    where tenant_id = $1 and embedder = $2
      and ($4::uuid[] is null or document_id = any($4))
      and (($5::text[] is null and $6::text is null and $9::text[] is null) or document_id in (
           select document_id from document
           where tenant_id = $1 and ($5 is null or workspace = any($5)) and ($6 is null or source_app = $6)
             and ($9 is null or lower(split_part(language, '-', 1)) = any($9))))
    order by embedding <=> $3::vector
    limit $7
)
select passage_id, cosine from (select * from wanted union select * from nearest) as found
where cosine <> 'NaN'
order by cosine desc, passage_id

-- name: by_index
-- $1 embedder, $2 dimensions. The statement that uses the index of these vectors; no row when there is none that works.
-- Embedder and dimensions stand in it as they do in the index, or PostgreSQL would not see that it fits. Its
-- parameters: $1 tenant, $2 vector, $3 workspaces, $4 source app, each or null, $5 limit, $6 passages wanted in any
-- case, $7 languages or null.
select format($sql$
with wanted as (
    select passage_id, 1 - (embedding <=> $2::vector) as cosine
    from passage_vector
    where tenant_id = $1 and embedder = %1$L and passage_id = any($6::uuid[])
), nearest as (
    select passage_id, 1 - ((embedding::%2$s) <=> $2::vector::%2$s) as cosine
    from passage_vector as v
    where tenant_id = $1 and embedder = %1$L
      and (($3::text[] is null and $4::text is null and $7::text[] is null) or exists (
           select from document as d
           where d.tenant_id = $1 and d.document_id = v.document_id
             and ($3 is null or d.workspace = any($3)) and ($4 is null or d.source_app = $4)
             and ($7 is null or lower(split_part(d.language, '-', 1)) = any($7))))
    order by (embedding::%2$s) <=> $2::vector::%2$s
    limit $5
)
select passage_id, cosine from (select * from wanted union select * from nearest) as found
where cosine <> 'NaN'
order by cosine desc, passage_id
$sql$, $1::text, case when $2::integer <= 2000 then 'vector' else 'halfvec' end || '(' || $2 || ')') as statement
from pg_class c join pg_index i on i.indexrelid = c.oid
where c.relname = 'passage_vector_' || left(md5($1 || ' ' || $2), 16) and i.indisvalid and pg_table_is_visible(c.oid)

-- name: search_settings
-- for the transaction: how wide the index is searched, and that it goes on where filters leave too few
select set_config('hnsw.ef_search', '400', true),
       case when (select string_to_array(extversion, '.')::integer[] >= '{0,8}' from pg_extension where extname = 'vector')
            then set_config('hnsw.iterative_scan', 'relaxed_order', true) end

-- name: dimensions
-- needs pgvector
-- $1 embedder
select vector_dims(embedding) from passage_vector where embedder = $1 limit 1

-- name: passages
-- of all tenants
select coalesce(sum(passages), 0)::bigint from corpus

-- name: index_state
-- $1 embedder, $2 dimensions. One row: the name of its index, and whether it is valid (null: there is none).
select 'passage_vector_' || left(md5($1::text || ' ' || $2::integer), 16) as name,
       (select i.indisvalid from pg_class c join pg_index i on i.indexrelid = c.oid
        where c.relname = 'passage_vector_' || left(md5($1::text || ' ' || $2::integer), 16)
          and pg_table_is_visible(c.oid)) as valid

-- name: create_index
-- $1 name, $2 embedder, $3 dimensions: the statement
select format('create index concurrently %I on passage_vector using hnsw ((embedding::%s(%s)) %s_cosine_ops) with (ef_construction = 128) where embedder = %L',
              $1::text, kind, $3::integer, kind, $2::text)
from (select case when $3 <= 2000 then 'vector' else 'halfvec' end as kind) as chosen

-- name: drop_index
-- $1 name: the statement
select format('drop index concurrently if exists %I', $1::text)

-- name: other_indexes
-- $1 name of the one that stays. Names of those of other embedders.
select c.relname from pg_class c join pg_index i on i.indexrelid = c.oid
where i.indrelid = to_regclass('passage_vector') and c.relname ~ '^passage_vector_[0-9a-f]{16}$' and c.relname <> $1
