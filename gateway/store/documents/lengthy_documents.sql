-- Vectors of a document that is stored already, and its text for whoever counts it anew.

-- name: without_vector
-- needs pgvector
-- $1 tenant, $2 document, $3 embedder, $4 last position seen, $5 limit
select p.position, p.passage_id, p.text from passage p
where p.tenant_id = $1 and p.document_id = $2 and p.position > $4
  and not exists (select from passage_vector v
                  where v.tenant_id = p.tenant_id and v.passage_id = p.passage_id and v.embedder = $3)
order by p.position
limit $5

-- name: approve
-- $1 tenant, $2 document, $3 the fingerprint that it has, $4 the one that it gets
update document set fingerprint = $4 where tenant_id = $1 and document_id = $2 and fingerprint = $3
