-- What the knowledge base holds, for whoever asks about it.

-- name: holds
-- $1 tenant, $2 workspaces or null, $3 source app or null, $4 document ids or null, $5 languages or null, $6 most titles.
-- Languages are primary subtags, the most frequent first; titles are those of the newest documents, each once.
with mine as materialized (
    select title, workspace, created_at, lower(split_part(language, '-', 1)) as language
    from document
    where tenant_id = $1 and ($2::text[] is null or workspace = any($2)) and ($3::text is null or source_app = $3)
      and ($4::text[] is null or document_id::text = any($4))
      and ($5::text[] is null or lower(split_part(language, '-', 1)) = any($5))
), newest as materialized (
    select title, count(*) as documents, max(created_at) as created_at
    from mine where title <> '' group by title order by max(created_at) desc, title limit $6
)
select (select count(*) from mine) as documents,
       array(select language from mine where language <> '' group by language order by count(*) desc, language) as languages,
       array(select title from newest order by created_at desc, title) as titles,
       array(select distinct workspace from mine limit 2) as workspaces,
       (select coalesce(sum(documents), 0)::bigint from newest) as listed
