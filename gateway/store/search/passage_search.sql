-- The search over passages: the corpus, the pool of a question with exact BM25, and the passages found.

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
-- null, $4 languages or null, $5 most passages scored, $6 most returned; $7 weights and $8 conditions of the terms,
-- $9 + $10 * length what BM25 adds to a count, $11 language or null, $12 factor on passages in others; $13 a condition
-- that is read from the rows found, or null (`is not false` keeps it from the index). A condition that the planner does
-- not see makes it use the index: it would take reading every passage for cheap, and knows no cost of unpacking.
-- After `ranks` are those between the ranks of one occurrence and two, two and three …: as a parameter they would cost
-- as much as all others. The part from `each` to `term` is the first term and is repeated for all (to `part`: for all
-- conditions). A long list of words is stored outside of its row: `||` fetches it once, not once for each term.
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

-- name: foreign
-- $1 tenant, $2 passages, $3 a language or null: those that are not known to be in it
select passage_id from passage where tenant_id = $1 and passage_id = any($2::uuid[]) and (language = $3) is not true

-- name: hits
-- $1 tenant, $2 passages
select p.passage_id, p.document_id, d.title, d.source, d.source_app, d.media_type, p.language, p.text, p.heading, p.page,
       p.new_pages, p.start_at, p.end_at, d.date_text, d.date_from, d.author, d.updated_at
from passage p
cross join lateral (
    -- One look-up a passage, whatever the planner believes about the number of documents.
    select * from document where tenant_id = p.tenant_id and document_id = p.document_id offset 0
) d
where p.tenant_id = $1 and p.passage_id = any($2::uuid[])
