-- Passages and the statistics of the corpus (`library.sql` says in which order rows are locked).

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
-- $5 their first position and the one behind their last. The length of them all. The conflict makes it one look-up a
-- term: a planner without statistics would compare all terms with all others.
with counted as (
    select length, terms from passage
    where tenant_id = $1 and document_id = $3 and position >= $4 and position < $5),
lost as (
    insert into term_df (tenant_id, workspace, term, df)
    select $1, $2, lexeme, -count(*)::integer
    from counted, unnest(terms) where not starts_with(lexeme, '/') or starts_with(lexeme, '///') group by lexeme
    on conflict (tenant_id, term, workspace) do update set df = term_df.df + excluded.df)
select coalesce(sum(length), 0)::bigint from counted

-- name: drop_uncounted
-- $1 to $5 as in `uncount_some`, behind it: the terms of these passages that no passage has any more.
delete from term_df
where tenant_id = $1 and workspace = $2 and df <= 0
  and term = any(array(select lexeme from passage, unnest(terms)
                       where tenant_id = $1 and document_id = $3 and position >= $4 and position < $5))

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
