-- The passages of a stored document make room for those of its new text. A passage that is the same keeps its id, and
-- with it everything that points at it.

-- name: outline
-- $1 tenant, $2 documents, $3 and $4 the first position and the one behind the last, $5 most passages of each document
select d.document_id, p.passage_id, p.chunk_hash
from unnest($2::uuid[]) as d (document_id)
cross join lateral (
    select passage_id, chunk_hash, position from passage
    where tenant_id = $1 and document_id = d.document_id and position >= $3 and position < $4
    order by position limit $5
) as p
order by d.document_id, p.position

-- name: texts
-- $1 tenant, $2 passages
select passage_id, text from passage where tenant_id = $1 and passage_id = any($2::uuid[])

-- name: drop_others
-- $1 tenant, $2 document, $3 the position from which on its passages are new, $4 passages that stay
delete from passage
where tenant_id = $1 and document_id = $2 and position < $3 and passage_id <> all($4::uuid[])

-- name: clear_changed
-- $1 tenant, $2 passages whose text changes. What a model and the graph found in the old text goes.
with extracted as (delete from passage_extracted where tenant_id = $1 and passage_id = any($2::uuid[])),
edges as (delete from passage_edge where tenant_id = $1 and passage_id = any($2::uuid[]))
delete from passage_vertex where tenant_id = $1 and passage_id = any($2::uuid[])

-- name: drop_vectors
-- needs pgvector
-- $1 tenant, $2 old passages, $3 the new ones that they become, $4 those of the old ones whose text changes
delete from passage_vector v using unnest($2::uuid[], $3::uuid[]) as known (old, new)
where v.tenant_id = $1 and v.passage_id = known.old
  and (known.old = any($4::uuid[])
       or exists (select from passage_vector n
                  where n.tenant_id = $1 and n.passage_id = known.new and n.embedder = v.embedder))

-- name: move_vectors
-- needs pgvector
-- $1 tenant, $2 old passages, $3 the new ones that they become
update passage_vector v set passage_id = known.old
from unnest($2::uuid[], $3::uuid[]) as known (old, new)
where v.tenant_id = $1 and v.passage_id = known.new

-- name: renew
-- $1 tenant, $2 old passages, $3 the new ones that they become, $4 by how much the new positions are greater. The new
-- ones go.
with known as (select old, new from unnest($2::uuid[], $3::uuid[]) as known (old, new)),
taken as (
    delete from passage p using known where p.tenant_id = $1 and p.passage_id = known.new
    returning known.old, p.*)
update passage p
set position = taken.position - $4, start_at = taken.start_at, end_at = taken.end_at, page = taken.page,
    new_pages = taken.new_pages, heading = taken.heading, text = taken.text, chunk_hash = taken.chunk_hash,
    language = taken.language, length = taken.length, terms = taken.terms
from taken where p.tenant_id = $1 and p.passage_id = taken.old

-- name: settle_positions
-- $1 tenant, $2 document, $3 by how much the new positions are greater. What is left of the new ones is counted from 0.
update passage set position = position - $3 where tenant_id = $1 and document_id = $2 and position >= $3
