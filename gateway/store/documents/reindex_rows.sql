-- Stored documents that another recipe or another embedder made, and the work of making them anew. All tenants at once.

-- name: is_pending
-- $1 how the fingerprints of documents begin that are as they should be, $2 how files of each media type are read now,
-- $3 how those of all others are
select exists(
    select from document where not starts_with(fingerprint, $1) or reading <> coalesce($2::jsonb ->> media_type, $3))

-- name: passages_to_count
-- $1 the same, for the recipe alone, $2 and $3 the same
select coalesce(sum(passages), 0)::bigint from document
where not starts_with(fingerprint, $1) or reading <> coalesce($2::jsonb ->> media_type, $3)

-- name: documents_to_count
-- $1 to $3 the same, $4 and $5 tenant and document of the last one seen, $6 limit
select tenant_id, document_id from document
where (not starts_with(fingerprint, $1) or reading <> coalesce($2::jsonb ->> media_type, $3))
  and (tenant_id, document_id) > ($4, $5::uuid)
order by tenant_id, document_id
limit $6

-- name: document
-- $1 tenant, $2 document, $3 bytes that its text may have to be given here, $4 and $5 how files are read now
select workspace, source_app, title, language, fingerprint, media_type, external_id, source, layout, passages,
       reading <> coalesce($4::jsonb ->> media_type, $5) as is_outdated,
       case when octet_length(text) <= $3 and not exists (
           select from original where tenant_id = $1 and document_id = $2 and part < 0) then text end as text
from document where tenant_id = $1 and document_id = $2

-- name: lock_document
-- $1 tenant, $2 document, $3 fingerprint that it must still have
select true from document where tenant_id = $1 and document_id = $2 and fingerprint = $3 for update

-- name: counted
-- $1 tenant, $2 document. What the statistics hold of it: each term with its passages; without a term, their lengths.
with counted as (select length, terms from passage where tenant_id = $1 and document_id = $2)
select null::text as term, coalesce(sum(length), 0)::bigint as count from counted
union all
select lexeme, count(*) from counted, unnest(terms) where not starts_with(lexeme, '/') or starts_with(lexeme, '///') group by lexeme

-- name: recount
-- $1 tenant, $2 passages, $3 lengths, $4 tsvectors
update passage set length = new.length, terms = new.terms
from unnest($2::uuid[], $3::integer[], $4::tsvector[]) as new (passage_id, length, terms)
where passage.tenant_id = $1 and passage.passage_id = new.passage_id

-- name: mark
-- $1 tenant, $2 document, $3 fingerprint, $4 number of passages
update document set fingerprint = $3, passages = $4 where tenant_id = $1 and document_id = $2

-- name: stored
select sum(passages) as passages, sum(terms) as terms from corpus

-- name: missing_vectors
-- needs pgvector
-- $1 embedder
select count(*) from passage p
where not exists (select from passage_vector v
                  where v.tenant_id = p.tenant_id and v.passage_id = p.passage_id and v.embedder = $1)

-- name: next_without_vector
-- needs pgvector
-- $1 and $2 how fingerprints begin of documents that are counted, and of those that have all vectors, $3 embedder,
-- $4 documents to look at, the newest first, $5 limit, $6 to $8 documents by tenant and id, with the position that was
-- reached in each: what is before it need not be looked at again
with reached as (
    select * from unnest($6::text[], $7::uuid[], $8::integer[]) as r (tenant_id, document_id, position)
), newest as (
    select tenant_id, document_id, updated_at from document
    where starts_with(fingerprint, $1) and not starts_with(fingerprint, $2)
    order by updated_at desc, document_id
    limit $4
)
select n.tenant_id, n.document_id, p.passage_id, p.position, p.text
from newest n, lateral (
    select passage_id, position, text from passage p
    where p.tenant_id = n.tenant_id and p.document_id = n.document_id
      and p.position > coalesce((select r.position from reached r
                                 where r.tenant_id = n.tenant_id and r.document_id = n.document_id), -1)
      and not exists (select from passage_vector v
                      where v.tenant_id = p.tenant_id and v.passage_id = p.passage_id and v.embedder = $3)
    order by p.position
    limit $5) as p
order by n.updated_at desc, n.document_id, p.position
limit $5

-- name: add_vectors
-- needs pgvector
-- $1 embedder, $2 tenants, $3 passages, $4 vectors. Passages deleted meanwhile are left out.
insert into passage_vector (tenant_id, embedder, document_id, passage_id, embedding)
select p.tenant_id, $1, p.document_id, p.passage_id, new.embedding
from unnest($2::text[], $3::uuid[], $4::vector[]) as new (tenant_id, passage_id, embedding)
     join passage p on p.tenant_id = new.tenant_id and p.passage_id = new.passage_id
for key share of p
on conflict do nothing

-- name: drop_old_vectors
-- needs pgvector
-- $1 embedder that stays, $2 limit
delete from passage_vector
where ctid = any(array(select ctid from passage_vector where embedder <> $1 limit $2))

-- name: mark_vectors
-- needs pgvector
-- $1 to $4 as above: marks those of the newest documents whose passages all have a vector
update document set fingerprint = $2 || right(fingerprint, 64)
where (tenant_id, document_id) in (
    select tenant_id, document_id from (
        select tenant_id, document_id from document
        where starts_with(fingerprint, $1) and not starts_with(fingerprint, $2)
        order by updated_at desc, document_id
        limit $4 for update skip locked) as newest
    where not exists (select from passage p
                      where p.tenant_id = newest.tenant_id and p.document_id = newest.document_id
                        and not exists (select from passage_vector v
                                        where v.tenant_id = p.tenant_id and v.passage_id = p.passage_id
                                          and v.embedder = $3)))

-- name: mark_without_vectors
-- $1 how a fingerprint begins when all is done, $2 the same for the recipe alone, $3 limit
update document set fingerprint = $1 || right(fingerprint, 64)
where (tenant_id, document_id) in (
    select tenant_id, document_id from document
    where starts_with(fingerprint, $2) and not starts_with(fingerprint, $1)
    limit $3 for update skip locked)
