-- Which passages and documents the gold of an evaluation set names.

-- name: documents
-- $1 tenant, $2 workspaces or null, $3 entries, $4 those that are uuids
select document_id, source, file_name from document
where tenant_id = $1 and ($2::text[] is null or workspace = any($2))
  and (document_id = any($4::uuid[]) or source = any($3::text[]) or file_name = any($3::text[]))

-- name: passages
-- $1 tenant, $2 workspaces or null, $3 passages
select p.passage_id, p.document_id from passage p join document d using (tenant_id, document_id)
where p.tenant_id = $1 and ($2::text[] is null or d.workspace = any($2)) and p.passage_id = any($3::uuid[])

-- name: with_words
-- $1 tenant, $2 workspaces or null, $3 words, all of which the text contains
select p.passage_id, p.document_id, p.text from passage p join document d using (tenant_id, document_id)
where p.tenant_id = $1 and ($2::text[] is null or d.workspace = any($2))
  and (select bool_and(strpos(p.text, word) > 0) from unnest($3::text[]) as word)

-- name: same
-- $1 tenant, $2 passages, $3 documents: the documents with the text of one of these passages or documents
select o.document_id from passage p join passage o on o.tenant_id = p.tenant_id and o.text = p.text
where p.tenant_id = $1 and p.passage_id = any($2::uuid[])
union
select o.document_id from document d join document o on o.tenant_id = d.tenant_id and o.content_hash = d.content_hash
where d.tenant_id = $1 and d.document_id = any($3::uuid[])
