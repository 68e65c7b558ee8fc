-- What the knowledge base holds, for whoever asks about it.
-- Everywhere: $1 tenant, $2 workspaces or null, $3 source app or null, $4 document ids or null, $5 languages or null.

-- name: holds
-- $6 most titles, $7 whether of every folder one before another of the same. Languages are primary subtags, the most
-- frequent first; titles are those of the newest documents, each once, with how many documents have it and the day of the
-- newest.
with mine as materialized (
    select title, workspace, created_at, updated_at, lower(split_part(language, '-', 1)) as language,
           regexp_replace(source, '[^/\\]*$', '') as folder
    from document
    where tenant_id = $1 and ($2::text[] is null or workspace = any($2)) and ($3::text is null or source_app = $3)
      and ($4::text[] is null or document_id::text = any($4))
      and ($5::text[] is null or lower(split_part(language, '-', 1)) = any($5))
), spoken as (
    select language, count(*) as documents from mine where language <> '' group by language
), titled as (
    select title, count(*) as documents, max(created_at) as day, min(folder) as folder
    from mine where title <> '' group by title
), newest as (
    select title, documents, day,
           row_number() over (order by case when $7 then nth end, day desc, title) as rank
    from (select *, row_number() over (partition by folder order by day desc, title) as nth from titled) as counted
    order by rank limit $6
)
select (select count(*) from mine) as documents,
       array(select language from spoken order by documents desc, language) as languages,
       array(select documents from spoken order by documents desc, language) as in_languages,
       array(select title from newest order by rank) as titles,
       array(select documents from newest order by rank) as with_titles,
       array(select to_char(day, 'YYYY-MM-DD') from newest order by rank) as days,
       array(select distinct workspace from mine limit 2) as workspaces,
       coalesce((select max(updated_at) from mine)::text, '') as changed

-- name: named
-- $6 patterns of what a name holds, $7 most documents: those whose title and file name fit most of them, the shortest
-- titles first.
select document_id::text, title, file_name, passages, language,
       (select count(*) from unnest($6::text[]) as piece where title || ' ' || file_name ilike piece) as fitting,
       coalesce(nullif(date_text, ''), to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD')) as date, date_from, author
from document
where tenant_id = $1 and ($2::text[] is null or workspace = any($2)) and ($3::text is null or source_app = $3)
  and ($4::text[] is null or document_id::text = any($4))
  and ($5::text[] is null or lower(split_part(language, '-', 1)) = any($5))
  and title || ' ' || file_name ilike any($6)
order by fitting desc, length(title), created_at desc, document_id limit $7

-- name: headings
-- $1 tenant, $2 document, $3 most: headings in their order, each once, with the page where it begins.
select heading, min(page) as page from passage
where tenant_id = $1 and document_id = $2::uuid and heading <> ''
group by heading order by min(position) limit $3

-- name: beginning
-- $1 tenant, $2 document, $3 characters
select left(text, $3) from document where tenant_id = $1 and document_id = $2::uuid

-- name: sections
-- $6 documents of each language, $7 and $8 fewest and most characters: headings under which one passage of that length
-- stands, of the newest documents whose titles are theirs alone. Newest documents first; headings in their order.
with mine as (
    select document_id, title, lower(split_part(language, '-', 1)) as language, created_at,
           count(*) over (partition by title) as alike
    from document
    where tenant_id = $1 and ($2::text[] is null or workspace = any($2)) and ($3::text is null or source_app = $3)
      and ($4::text[] is null or document_id::text = any($4))
      and ($5::text[] is null or lower(split_part(language, '-', 1)) = any($5)) and title <> ''
), newest as (
    select *, row_number() over (partition by language order by created_at desc, document_id) as rank
    from mine where alike = 1 and language <> ''
)
select newest.document_id::text, title, newest.language, heading
from newest join passage on passage.tenant_id = $1 and passage.document_id = newest.document_id
where rank <= $6 and heading <> ''
group by newest.document_id, title, newest.language, newest.created_at, heading
having count(*) = 1 and min(length(passage.text)) between $7 and $8
order by newest.created_at desc, newest.document_id, min(position)
