-- Documents, their passages and the statistics of the corpus. Locks are always taken in one order, so that concurrent
-- ingestion cannot deadlock: documents by external_id, then the corpus row, then term_df by term.

-- name: fingerprints
-- $1 tenant, $2 workspace, $3 external ids
select external_id, document_id, title, fingerprint, passages
from document
where tenant_id = $1 and workspace = $2 and external_id = any($3::text[])

-- name: unread
-- $1 tenant, $2 workspace, $3 external ids
select external_id, fingerprint, reason from unread
where tenant_id = $1 and workspace = $2 and external_id = any($3::text[])

-- name: keep_unread
-- $1 tenant, $2 workspace, $3 external id, $4 fingerprint, $5 reason
insert into unread (tenant_id, workspace, external_id, fingerprint, reason) values ($1, $2, $3, $4, $5)
on conflict (tenant_id, workspace, external_id) do update
set fingerprint = excluded.fingerprint, reason = excluded.reason

-- name: forget_unread
-- $1 tenant, $2 workspace, $3 external id or null: all
delete from unread where tenant_id = $1 and workspace = $2 and ($3::text is null or external_id = $3)

-- name: upsert_document
-- $1 tenant, $2 new id, $3 external id, $4 workspace, $5 source app, $6 title, $7 source, $8 language, $9 media type,
-- $10 content hash, $11 fingerprint, $12 text, $13 number of passages, $14 metadata, $15 file name, $16 layout. No row:
-- nothing has changed.
insert into document (tenant_id, document_id, external_id, workspace, source_app, title, source, language, media_type,
                      content_hash, fingerprint, text, passages, metadata, file_name, layout)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
on conflict (tenant_id, workspace, external_id) do update
set source_app = excluded.source_app, title = excluded.title, source = excluded.source, language = excluded.language,
    media_type = excluded.media_type, content_hash = excluded.content_hash, fingerprint = excluded.fingerprint,
    text = excluded.text, passages = excluded.passages, metadata = excluded.metadata,
    file_name = excluded.file_name, layout = excluded.layout,
    version = document.version + 1, updated_at = now()
where document.fingerprint <> excluded.fingerprint
returning document_id, version

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

-- name: forget_passages
-- $1 tenant, $2 locked documents, $3 most passages or null. Rows: each term with the number of passages that lose it;
-- the row without a term is the number of passages and the sum of their lengths.
with gone as (
    delete from passage
    where tenant_id = $1 and passage_id = any(array(
          select passage_id from passage where tenant_id = $1 and document_id = any($2::uuid[]) limit $3))
    returning length, terms)
select null::text as term, count(*)::integer as passages, coalesce(sum(length), 0)::bigint as length from gone
union all
select lexeme, count(*)::integer, 0 from gone, unnest(terms) where not starts_with(lexeme, '/') or starts_with(lexeme, '///') group by lexeme

-- name: forget_some
-- Statistics and all, so that nothing of it has to be fetched; the row of the corpus is locked. $1 tenant, $2
-- workspace, $3 locked document, $4 most passages. How many they were and how long together.
with gone as (
    delete from passage
    where tenant_id = $1 and passage_id = any(array(
          select passage_id from passage where tenant_id = $1 and document_id = $3 limit $4))
    returning length, terms),
lost as materialized (
    select lexeme collate "C" as term, count(*)::integer as df
    from gone, unnest(terms) where not starts_with(lexeme, '/') or starts_with(lexeme, '///') group by lexeme),
emptied as (
    delete from term_df t using lost
    where t.tenant_id = $1 and t.workspace = $2 and t.term = lost.term and t.df <= lost.df),
lessened as (
    update term_df t set df = t.df - lost.df from lost
    where t.tenant_id = $1 and t.workspace = $2 and t.term = lost.term and t.df > lost.df)
select count(*)::integer as passages, coalesce(sum(length), 0)::bigint as length from gone

-- name: uncount_some
-- The statistics lose passages that stay; the row of the corpus is locked. $1 tenant, $2 workspace, $3 document, $4 and
-- $5 their first position and the one behind their last. The length of them all.
with counted as (
    select length, terms from passage
    where tenant_id = $1 and document_id = $3 and position >= $4 and position < $5),
lost as materialized (
    select lexeme collate "C" as term, count(*)::integer as df
    from counted, unnest(terms) where not starts_with(lexeme, '/') or starts_with(lexeme, '///') group by lexeme),
emptied as (
    delete from term_df t using lost
    where t.tenant_id = $1 and t.workspace = $2 and t.term = lost.term and t.df <= lost.df),
lessened as (
    update term_df t set df = t.df - lost.df from lost
    where t.tenant_id = $1 and t.workspace = $2 and t.term = lost.term and t.df > lost.df)
select coalesce(sum(length), 0)::bigint from counted

-- name: count_some
-- The statistics gain passages; the row of the corpus is locked. $1 tenant, $2 workspace, $3 document, $4 and $5 their
-- first position and the one behind their last. The length of them all.
with counted as (
    select length, terms from passage
    where tenant_id = $1 and document_id = $3 and position >= $4 and position < $5),
gained as (
    insert into term_df (tenant_id, workspace, term, df)
    select $1, $2, lexeme, count(*)::integer
    from counted, unnest(terms) where not starts_with(lexeme, '/') or starts_with(lexeme, '///') group by lexeme
    on conflict (tenant_id, term, workspace) do update set df = term_df.df + excluded.df)
select coalesce(sum(length), 0)::bigint from counted

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

-- name: sort_more
-- For this transaction, which stores much: words wait in a list of up to 8 MB instead of 4 before they are sorted into
-- the index, and 16 MB of memory sort them. A server that has more keeps it.
select set_config(name, greatest(setting::bigint, case name when 'work_mem' then 16384 else 8192 end)::text, true)
from pg_settings where name in ('work_mem', 'gin_pending_list_limit')

-- name: count_corpus
-- $1 tenant, $2 workspace, $3 passages and $4 terms gained or lost
insert into corpus (tenant_id, workspace, passages, terms) values ($1, $2, $3, $4)
on conflict (tenant_id, workspace) do update
set passages = corpus.passages + excluded.passages, terms = corpus.terms + excluded.terms

-- name: count_terms
-- $1 tenant, $2 workspace, $3 terms in C order, a line each, $4 passages each gained or lost, between blanks
insert into term_df (tenant_id, workspace, term, df)
select $1, $2, term, df
from unnest(string_to_array($3::text, e'\n'), string_to_array($4::text, ' ')::integer[]) as delta (term, df)
on conflict (tenant_id, term, workspace) do update set df = term_df.df + excluded.df

-- name: drop_unused_terms
-- $1 tenant, $2 workspace, $3 terms that lost passages
delete from term_df where tenant_id = $1 and workspace = $2 and term = any($3::text[]) and df = 0

-- name: list_documents
-- $1 tenant, $2 workspaces or null, $3 source app or null, $4 language or null, $5 words of title or file name or null,
-- $6 media types or null, $7 and $8 creation time and id of the last row seen or null, $9 limit
select d.*, times_cited($1, d.document_id) as cited
from (
    select document_id, external_id, workspace, source_app, title, source, file_name, language, media_type, content_hash,
           passages, version, metadata, created_at, updated_at, sent_bytes as size
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
    select s.document_id, count(distinct r.answer_id) as answers
    from answer_ref r
    join candidate c on c.tenant_id = r.tenant_id and c.answer_id = r.answer_id and c.citation_id = r.citation_id
    join candidate_snapshot s on s.tenant_id = c.tenant_id and s.snapshot_id = c.snapshot_id
    where $7::text = 'cited' and r.tenant_id = $1 and r.cited and s.type = 'embedding'
    group by 1
), found as (
    select d.document_id, d.external_id, d.workspace, d.source_app, d.title, d.source, d.file_name, d.language,
           d.media_type, d.content_hash, d.passages, d.version, d.metadata, d.created_at, d.updated_at,
           d.sent_bytes as size,
           case $7::text when 'size' then -d.sent_bytes when 'passages' then -d.passages
                         when 'cited' then -coalesce(citing.answers, 0) else 0 end as by_number,
           case $7::text when 'title' then lower(d.title) else '' end as by_text
    from document d
    left join citing on citing.document_id = d.document_id::text
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
select document_id, external_id, workspace, source_app, title, source, file_name, language, media_type, content_hash,
       passages, version, metadata, created_at, updated_at, times_cited($1, $2) as cited, sent_bytes as size,
       case when $4 then text || coalesce(convert_from(more.data, 'UTF8'), '') else '' end as text,
       more.parts + 1 as text_parts
from document, lateral (
    select count(*) as parts, case when $4 then string_agg(data, '' order by part desc) end as data
    from original where tenant_id = $1 and document_id = $2 and part < 0
) as more
where tenant_id = $1 and document_id = $2 and ($3::text[] is null or workspace = any($3))

-- name: named_documents
-- $1 tenant, $2 workspaces or null, $3 what a person calls a document, $4 the same as an absolute path, $5 most rows
select document_id, external_id, workspace, source_app, title, source, file_name, language, media_type, content_hash,
       passages, version, metadata, created_at, updated_at
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

-- name: holding
-- $1 tenant, $2 workspaces it may look in or null: those that hold anything
select coalesce(array_agg(workspace order by workspace), '{}') from corpus
where tenant_id = $1 and passages > 0 and ($2::text[] is null or workspace = any($2))

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
select external_id, document_id, title
from document
where tenant_id = $1 and workspace = $2 and starts_with(external_id, $3)
order by external_id

-- name: statistics
-- $1 tenant, $2 workspaces or null, $3 terms. The row without a term is the corpus: passages and the sum of their
-- lengths.
select null::text as term, coalesce(sum(passages), 0)::bigint as passages, coalesce(sum(terms), 0)::bigint as length
from corpus
where tenant_id = $1 and ($2::text[] is null or workspace = any($2))
union all
select term, sum(df), 0
from term_df
where tenant_id = $1 and term = any($3::text[]) and ($2::text[] is null or workspace = any($2))
group by term

-- name: corpus_of
-- $1 tenant, $2 workspaces or null, $3 terms, $4 the workspace that is left out where others hold anything, or null. What
-- `statistics` says, and with the corpus: the workspaces that are searched (null: all); about how many passages all
-- tenants have, by what the planner reckons with (-1: nothing has counted them yet); and the recipes of the tenant's
-- documents, first and last by name (null: none), each of which is one step into an index.
with holding as materialized (
    select array_agg(workspace order by workspace) filter (where workspace <> $4) as others, bool_or(workspace = $4) as too
    from corpus
    where $4::text is not null and tenant_id = $1 and passages > 0 and ($2::text[] is null or workspace = any($2))
), searched as materialized (
    select case when too and others is not null then others else $2::text[] end as workspaces from holding
)
select null::text as term, coalesce(sum(passages), 0)::bigint as passages, coalesce(sum(terms), 0)::bigint as length,
       (select workspaces from searched) as workspaces,
       (select reltuples::bigint from pg_class where oid = 'passage'::regclass) as everywhere,
       (select min(split_part(fingerprint, '/', 1) collate "C") from document where tenant_id = $1) as first,
       (select max(split_part(fingerprint, '/', 1) collate "C") from document where tenant_id = $1) as last
from corpus, searched
where tenant_id = $1 and (workspaces is null or workspace = any(workspaces))
union all
select wanted.term, sum(df), 0, null, null, null, null
from searched, (select distinct unnest($3::text[]) collate "C") as wanted (term)
-- One look-up a term: a planner without statistics would read all terms of the tenant.
cross join lateral (select df, workspace from term_df where tenant_id = $1 and term = wanted.term offset 0) as counted
where workspaces is null or workspace = any(workspaces)
group by wanted.term

-- name: pool
-- The best of all passages under any of some conditions, with exact BM25. $1 tenant, $2 conditions, $3 document ids or
-- null, $4 languages or null, $5 most passages scored, $6 most returned; then as in `scores_of`; last a condition that
-- is read from the rows found, or null (`is not false` keeps it from the index). A condition that the planner does not
-- see makes it use the index: it would take reading every passage for cheap, and knows no cost of unpacking.
select passage_id,
       (/* each */ ($7::float8[])[1] * (1 - norm / (norm + width_bucket(ts_rank('{1,1,1,1}', unpacked, ($8::tsquery[])[1]), ranks))) /* term */)
       * case when language <> $11 then $12::float8 else 1 end as score
from (select passage_id, language, $9::float8 + $10::float8 * length as norm,
             case when pg_column_size(terms) > 6000 then terms || '' else terms end as unpacked
      from passage_by_words
      where tenant_id = $1 and (/* each */ terms @@ (select ($2::tsquery[])[1]) /* part */) and ($3::uuid[] is null or document_id = any($3))
        and ($4::text[] is null or lower(split_part(language, '-', 1)) = any($4))
        and ($13::tsquery is null or (terms @@ $13::tsquery) is not false)
      limit $5) as found, (select /* ranks */ '{1.1}'::float8[] as ranks offset 0) as occurrences
order by score desc, passage_id
limit $6

-- name: scores_of
-- $1 tenant, $2 passages; $3 weights and $4 conditions of the terms, $5 + $6 * length what BM25 adds to a
-- count, $7 language or null, $8 factor on passages in others. Behind `ranks` stand those between the ranks of one
-- occurrence and two, two and three …: as a parameter they would cost as much as all others.
-- The part from `each` to `term` stands for the first term and is repeated for all (to `part`: for all conditions). A
-- long list of words is kept outside of its row: `||` fetches it once, not once for each term.
select passage_id,
       (/* each */ ($3::float8[])[1] * (1 - norm / (norm + width_bucket(ts_rank('{1,1,1,1}', unpacked, ($4::tsquery[])[1]), ranks))) /* term */)
       * case when language <> $7 then $8::float8 else 1 end as score
from (select passage_id, language, $5::float8 + $6::float8 * length as norm,
             case when pg_column_size(terms) > 6000 then terms || '' else terms end as unpacked
      from passage
      where tenant_id = $1 and passage_id = any($2::uuid[])
      offset 0) as found, (select /* ranks */ '{1.1}'::float8[] as ranks offset 0) as occurrences

-- name: hits
-- $1 tenant, $2 passages
select p.passage_id, p.document_id, d.title, d.source, d.media_type, p.language, p.text, p.heading, p.page, p.new_pages,
       p.start_at, p.end_at
from passage p
cross join lateral (
    -- One look-up a passage, whatever the planner believes about the number of documents.
    select * from document where tenant_id = p.tenant_id and document_id = p.document_id offset 0
) d
where p.tenant_id = $1 and p.passage_id = any($2::uuid[])
