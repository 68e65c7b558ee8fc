-- A stored document that is read again from its original.

-- name: lock_version
-- $1 tenant, $2 document, $3 version and $4 fingerprint that it must still have
select true from document
where tenant_id = $1 and document_id = $2 and version = $3 and fingerprint = $4
for update

-- name: reread_text
-- $1 tenant, $2 locked document, $3 the first part of its new text
update document set text = $3, layout = null, version = version + 1, updated_at = now()
where tenant_id = $1 and document_id = $2

-- name: forget_parts
-- $1 tenant, $2 document, $3 whether its original goes, too. The parts of its old text.
delete from original where tenant_id = $1 and document_id = $2 and (part < 0 or $3)

-- name: note_reading
-- $1 tenant, $2 document, $3 fingerprint that it must still have, $4 how it counts as read, $5 a note
update document set reading = $4, note = $5 where tenant_id = $1 and document_id = $2 and fingerprint = $3

-- name: forget_answers
-- $1 tenant, $2 document whose text is another now. Remembered answers that rest on a passage whose text changed or
-- went count as old.
select make_responses_stale($1, array_agg(distinct s.response_id), 'document', jsonb_build_object('document_id', $2::uuid))
from response_source s
where s.tenant_id = $1 and s.doc_id = $2
  and not exists (select from passage p
                  where p.tenant_id = $1 and p.passage_id = s.chunk_id and p.chunk_hash = s.chunk_hash)
