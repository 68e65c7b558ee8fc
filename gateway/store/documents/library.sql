-- Documents, and the passages of a document. `{columns}` is the only list of what is stored of a document, as
-- `DocumentRow` names it, besides its keys, its text and what the database itself sets. Locks are always taken in one
-- order, so that concurrent ingestion cannot deadlock: documents by external_id, then the corpus row, then term_df by
-- term.

-- part: columns
source_app, title, source, file_name, language, media_type, content_hash, fingerprint, passages, metadata, reading,
note, left_out, date_text, date_from, author

-- name: known_documents
-- $1 tenant, $2 workspace, $3 external ids
select document_id, external_id, workspace, {columns}
from document
where tenant_id = $1 and workspace = $2 and external_id = any($3::text[])

-- name: upsert_document
-- $1 tenant, $2 a `DocumentRow`, $3 text, $4 layout. No row: nothing has changed.
insert into document (tenant_id, text, layout, document_id, external_id, workspace, {columns})
select $1, $3, $4::jsonb, document_id, external_id, workspace, {columns}
from jsonb_populate_record(null::document, $2)
on conflict (tenant_id, workspace, external_id) do update
set ({columns}) = (select {columns} from jsonb_populate_record(null::document, $2)),
    text = excluded.text, layout = excluded.layout, version = document.version + 1, updated_at = now()
where document.fingerprint <> excluded.fingerprint or document.reading <> excluded.reading
returning document_id, version

-- name: reread_document
-- $1 tenant, $2 locked document, $3 a `DocumentRow`
update document set ({columns}) = (select {columns} from jsonb_populate_record(null::document, $3))
where tenant_id = $1 and document_id = $2

-- name: lock_document
-- $1 tenant, $2 document, $3 workspaces it may lie in or null
select workspace, passages from document
where tenant_id = $1 and document_id = $2 and ($3::text[] is null or workspace = any($3))
for update

-- name: lock_workspace
-- $1 tenant, $2 workspace, $3 most rows
select document_id, passages from document
where tenant_id = $1 and workspace = $2
order by external_id collate "C"
limit $3
for update

-- name: lengthy_documents
-- $1 tenant, $2 documents, $3 passages that are not many
select document_id from passage
where tenant_id = $1 and document_id = any($2::uuid[])
group by document_id having count(*) > $3

-- name: assemble_document
-- $1 tenant, $2 document, $3 the greatest number of a part of its layout. The first part of its text comes to the
-- document, and its layout, put together from parts that count down.
update document
set text = coalesce(convert_from((
        select data from original where tenant_id = $1 and document_id = $2 and part = -1), 'UTF8'), ''),
    layout = convert_from((
        select string_agg(data, '' order by part desc) from original
        where tenant_id = $1 and document_id = $2 and part <= $3), 'UTF8')::jsonb
where tenant_id = $1 and document_id = $2

-- name: drop_parts
-- $1 tenant, $2 document, $3 the same. What the document itself has now.
delete from original where tenant_id = $1 and document_id = $2 and (part = -1 or part <= $3)

-- name: shorten_document
-- $1 tenant, $2 locked document, $3 passages gone. Without its fingerprint it is not taken for whole when it comes
-- again.
update document set passages = passages - $3, fingerprint = '' where tenant_id = $1 and document_id = $2

-- name: delete_documents
-- $1 tenant, $2 locked documents
delete from document where tenant_id = $1 and document_id = any($2::uuid[])

-- name: settle
-- Words of new passages wait in a list that every search reads through; this sorts them in.
select gin_clean_pending_list('passage_terms')

-- name: list_documents
-- $1 tenant, $2 workspaces or null, $3 source app or null, $4 language or null, $5 words of title or file name or null,
-- $6 media types or null, $7 and $8 creation time and id of the last row seen or null, $9 limit
select d.*, times_cited($1, d.document_id) as cited
from (
    select document_id, external_id, workspace, {columns}, version, created_at, updated_at, sent_bytes as size
    from document
    where tenant_id = $1 and ($2::text[] is null or workspace = any($2)) and ($3::text is null or source_app = $3)
      and ($4::text is null or lower(split_part(language, '-', 1)) = $4)
      and ($5::text is null or strpos(lower(title || ' ' || file_name), lower($5)) > 0)
      and ($6::text[] is null or media_type = any($6))
      and ($7::timestamptz is null or (created_at, document_id) < ($7, $8::uuid))
    order by created_at desc, document_id desc
    limit $9
) as d
order by d.created_at desc, d.document_id desc

-- name: sort_documents
-- $1 to $6 as in `list_documents`, $7 `title`, `size`, `passages` or `cited`; $8, $9 and $10 number, text and id by which
-- the last row seen was sorted, or null; $11 limit. By title from a to z, else the greatest first.
with citing as materialized (
    -- All documents at once: one by one would take a hundred times as long.
    select s.document_id as cited_id, count(distinct r.answer_id) as answers
    from answer_ref r
    join candidate c on c.tenant_id = r.tenant_id and c.answer_id = r.answer_id and c.citation_id = r.citation_id
    join candidate_snapshot s on s.tenant_id = c.tenant_id and s.snapshot_id = c.snapshot_id
    where $7::text = 'cited' and r.tenant_id = $1 and r.cited and s.type = 'embedding'
      and r.answer_id not in (select answer_id from answer where tenant_id = $1 and evaluation_run is not null)
    group by 1
), found as (
    select document_id, external_id, workspace, {columns}, version, created_at, updated_at, sent_bytes as size,
           case $7::text when 'size' then -d.sent_bytes when 'passages' then -d.passages
                         when 'cited' then -coalesce(citing.answers, 0) else 0 end as by_number,
           case $7::text when 'title' then lower(d.title) else '' end as by_text
    from document d
    left join citing on cited_id = document_id::text
    where d.tenant_id = $1 and ($2::text[] is null or d.workspace = any($2)) and ($3::text is null or d.source_app = $3)
      and ($4::text is null or lower(split_part(d.language, '-', 1)) = $4)
      and ($5::text is null or strpos(lower(d.title || ' ' || d.file_name), lower($5)) > 0)
      and ($6::text[] is null or d.media_type = any($6))
), page as (
    select * from found
    where $8::bigint is null or (by_number, by_text, document_id) > ($8, $9::text, $10::uuid)
    order by by_number, by_text, document_id
    limit $11
)
select page.*, times_cited($1, page.document_id) as cited from page
order by by_number, by_text, document_id

-- name: get_document
-- $1 tenant, $2 document, $3 workspaces it may lie in or null, $4 whether its text is wanted
select document_id, external_id, workspace, {columns}, version, created_at, updated_at, sent_bytes as size,
       times_cited($1, $2) as cited,
       case when $4 then text || coalesce(convert_from(more.data, 'UTF8'), '') else '' end as text,
       more.parts + 1 as text_parts
from document, lateral (
    select count(*) as parts, case when $4 then string_agg(data, '' order by part desc) end as data
    from original where tenant_id = $1 and document_id = $2 and part < 0
) as more
where tenant_id = $1 and document_id = $2 and ($3::text[] is null or workspace = any($3))

-- name: named_documents
-- $1 tenant, $2 workspaces or null, $3 what a person calls a document, $4 the same as an absolute path, $5 most rows
select document_id, external_id, workspace, {columns}, version, created_at, updated_at
from document
where tenant_id = $1 and ($2::text[] is null or workspace = any($2))
  and (external_id in ($3, $4) or $3 in (source, title, file_name))
order by created_at desc, document_id desc
limit $5

-- name: workspaces
-- $1 tenant, $2 workspaces or null
select workspace, count(*) as documents, sum(passages)::bigint as passages
from document
where tenant_id = $1 and ($2::text[] is null or workspace = any($2))
group by workspace order by workspace

-- name: passages_of
-- $1 tenant, $2 document, $3 position of the last one seen, $4 limit
select passage_id, document_id, position, heading, page, new_pages, start_at, end_at, text, chunk_hash
from passage
where tenant_id = $1 and document_id = $2 and position > $3
order by position
limit $4

-- name: passages_before
-- $1 tenant, $2 document, $3 position behind the last one wanted, $4 limit: the last ones before it, in reading order
select * from (
    select passage_id, document_id, position, heading, page, new_pages, start_at, end_at, text, chunk_hash
    from passage
    where tenant_id = $1 and document_id = $2 and position < $3
    order by position desc
    limit $4
) as last order by position

-- name: position_of
-- $1 tenant, $2 document, $3 passage
select position from passage where tenant_id = $1 and document_id = $2 and passage_id = $3

-- name: counts
-- $1 tenant, $2 workspaces or null
select (select count(*) from document where tenant_id = $1 and ($2::text[] is null or workspace = any($2))) as documents,
       (select coalesce(sum(passages), 0)::bigint from corpus
        where tenant_id = $1 and ($2::text[] is null or workspace = any($2))) as passages

-- name: has_seen
-- $1 tenant, $2 workspace
select exists(select from corpus where tenant_id = $1 and workspace = $2)

-- name: version_of
-- $1 tenant, $2 document, $3 workspaces it may lie in or null
select tenant_id, document_id, version, passages, layout is not null as laid_out from document
where tenant_id = $1 and document_id = $2 and ($3::text[] is null or workspace = any($3))

-- name: layout_between
-- $1 tenant, $2 document, $3 and $4 offsets: the lines on which the text between them lies
select coalesce(jsonb_agg(line order by number), '[]'::jsonb)
from document, jsonb_array_elements(layout) with ordinality as lines (line, number)
where tenant_id = $1 and document_id = $2 and (line ->> 1)::integer > $3 and (line ->> 0)::integer < $4

-- name: documents_below
-- $1 tenant, $2 workspace, $3 folder with its last slash
select document_id, external_id, workspace, {columns}
from document
where tenant_id = $1 and workspace = $2 and starts_with(external_id, $3)
order by external_id
