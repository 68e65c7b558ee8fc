-- Remembered answers. Alive are pending and validated ones; at most one of a question and scope is alive.

-- name: exact
-- $1 tenant, $2 scope, $3 key hash, $4 days that an answer is remembered, $5 how many of those whose time is over are
-- deleted on the way: the oldest, so that their index is read and not all entries
with old as (
    delete from responses
    where tenant_id = $1 and id = any(array(select id from responses
                                            where tenant_id = $1 and created_at <= now() - make_interval(days => $4)
                                            order by created_at limit $5 for update skip locked))
)
select r.id, r.question, r.language, r.key_hash, r.scope_hash, r.status, r.created_at, r.gate_score, r.source_answer_id,
       md5(r.answer) as answer_hash, cited.sources > 0 as has_sources, cited.current as sources_current
from responses r,
     lateral (select count(*) as sources, coalesce(bool_and(current), true) as current
              from response_shown(r.tenant_id, r.id)) as cited
where r.tenant_id = $1 and r.scope_hash = $2 and r.key_hash = $3 and r.status in ('pending', 'validated')
  and r.created_at > now() - make_interval(days => $4)

-- name: near
-- $1 tenant, $2 entries, $3 days that an answer is remembered. Those of them that are alive.
select r.id, r.question, r.language, r.key_hash, r.scope_hash, r.status, r.created_at, r.gate_score, r.source_answer_id,
       md5(r.answer) as answer_hash, cited.sources > 0 as has_sources, cited.current as sources_current
from responses r,
     lateral (select count(*) as sources, coalesce(bool_and(current), true) as current
              from response_shown(r.tenant_id, r.id)) as cited
where r.tenant_id = $1 and r.id = any($2::bigint[]) and r.status in ('pending', 'validated')
  and r.created_at > now() - make_interval(days => $3)

-- name: told
-- $1 tenant, $2 kind, $3 reason, $4 entry or null, $5 actor, $6 detail, $7 what it adds to the usage count or null. Counts
-- what happened and notes it at the entry. Losing the last of such figures with the database's machine does no harm, so
-- that nobody waits for the disk while having the row that all count in.
with counted as (
    insert into memory_figure (tenant_id, kind, reason, count)
    select $1, $2, $3, 1 from set_config('synchronous_commit', 'off', true)
    on conflict (tenant_id, day, kind, reason) do update set count = memory_figure.count + 1
), used as (
    update responses set usage_count = usage_count + $7, hit_count = hit_count + 1, last_used_at = now()
    where tenant_id = $1 and id = $4 and $7::integer is not null
)
insert into response_event (tenant_id, response_id, kind, reason, actor, detail)
select $1, $4::bigint, $2, $3, $5, $6 where $4 is not null

-- name: count
-- $1 tenant, $2 kind, $3 reason
insert into memory_figure (tenant_id, kind, reason, count) values ($1, $2, $3, 1)
on conflict (tenant_id, day, kind, reason) do update set count = memory_figure.count + 1

-- name: note
-- $1 tenant, $2 entry, $3 kind, $4 reason, $5 actor, $6 detail
insert into response_event (tenant_id, response_id, kind, reason, actor, detail) values ($1, $2, $3, $4, $5, $6)

-- name: remembered
-- $1 tenant, $2 answer: what its readers saw, and the candidates it cites as they were frozen
select a.frozen -> 'weights' as weights,
       (select jsonb_agg(jsonb_build_object('text', p.text, 'citationIds', (
                   select coalesce(jsonb_agg(c -> 'citationId'), '[]') from jsonb_array_elements(p.citations) c
               )) order by p.paragraph_index)
        from answer_paragraph p where p.tenant_id = $1 and p.answer_id = $2) as paragraphs,
       (select jsonb_agg(jsonb_build_object('id', o.section_id, 'title', o.title) order by o.position)
        from answer_outline o where o.tenant_id = $1 and o.answer_id = $2) as outline,
       (select jsonb_agg(jsonb_build_object('citation_id', c.citation_id, 'type', c.type, 'payload', c.payload,
                                            'score', c.score, 'rank', c.rank, 'language', c.language)
                         order by c.type, c.rank)
        from answer_ref r join answer_candidate c using (tenant_id, answer_id, citation_id)
        where r.tenant_id = $1 and r.answer_id = $2) as cited
from answer a where a.tenant_id = $1 and a.answer_id = $2

-- name: supersede
-- $1 tenant, $2 scope, $3 key hash, $4 entry that stays or null
with alive as (
    select id, status from responses
    where tenant_id = $1 and scope_hash = $2 and key_hash = $3 and status in ('pending', 'validated')
      and id is distinct from $4
    for update
)
update responses r set status = 'obsolete' from alive where r.tenant_id = $1 and r.id = alive.id
returning r.id, alive.status as was

-- name: keep
-- $1 tenant, $2 key hash, $3 scope, $4 question, $5 original question, $6 answer, $7 language, $8 metadata, $9 facets,
-- $10 status, $11 source answer or null, $12 gate score, $13 embedder, $14 embedding, $15 its sign code as text,
-- $16 when the answer was made or null (now; so is what lies ahead), $17 usage count, $18 passages that it rests on,
-- $19 those of them that are cited themselves, $20 days that an answer is remembered, or null. Takes the place of the
-- entry that is alive under its key; with $20, unless what that one rests on is as it was. One row: the new entry, or
-- that one; neither where a passage is gone. Passages are locked to the end of the transaction, and before entries, as
-- they are where documents are deleted.
with alive as materialized (
    select id from responses r
    where $20::integer is not null and tenant_id = $1 and scope_hash = $3 and key_hash = $2
      and status in ('pending', 'validated') and created_at > now() - make_interval(days => $20)
      and not exists (select from response_shown(r.tenant_id, r.id) as resting where not resting.current)
), resting as materialized (
    select document_id, passage_id, chunk_hash from passage
    where tenant_id = $1 and passage_id = any($18::uuid[]) and not exists (select from alive)
    order by passage_id for share
), whole as materialized (
    select from resting having count(*) = cardinality($18::uuid[]) and not exists (select from alive)
), gone as (
    update responses set status = 'obsolete' from whole
    where tenant_id = $1 and scope_hash = $3 and key_hash = $2 and status in ('pending', 'validated')
    returning id
), new as (
    insert into responses (tenant_id, key_hash, scope_hash, question, original_question, answer, language, metadata,
                           facets, status, source_answer_id, gate_score, embed_model, embedding, embed_dims, sign_code,
                           created_at, usage_count)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, length($14::bytea) / 4, $15::text::bit(1024),
           least($16, now()), $17
    from whole where (select count(*) from gone) >= 0 -- after what it takes the place of
    returning id
), rests_on as (
    insert into response_source (tenant_id, response_id, doc_id, chunk_id, chunk_hash, cited)
    select $1, new.id, document_id, passage_id, chunk_hash, passage_id = any($19::uuid[]) from new, resting
), noted as (
    insert into response_event (tenant_id, response_id, kind, reason, detail)
    select $1, id, 'stored', $10, '{}'::jsonb from new
    union all
    select $1, gone.id, 'obsolete', 'superseded', jsonb_build_object('by', new.id) from gone, new
)
select (select id from new) as stored, (select id from alive) as there

-- name: cited_parts
-- $1 tenant, $2 workspaces or null, $3 parts (`memory.rules.provenance.SourcePart`) as a JSON list. Rows: those of the
-- graph that are what was shown, with the place of that in the list; copies in several workspaces all count.
with recursive searched (workspace) as (
    (select workspace from vertex where tenant_id = $1 and $2::text[] is null order by workspace limit 1)
    union all
    select (select v.workspace from vertex v where v.tenant_id = $1 and v.workspace > searched.workspace
            order by v.workspace limit 1)
    from searched where searched.workspace is not null
), shown_part as (
    select *
    from (select workspace from searched where workspace is not null union all select unnest($2::text[])) as w,
         rows from (jsonb_to_recordset($3::jsonb)
                    as (kind text, id text, shown jsonb, about boolean, alone boolean)) with ordinality
              as part (kind, id, shown, about, alone, position)
)
select s.position, s.kind, s.workspace, s.id, s.about, s.alone, md5(shown(v)::text) as hash
from shown_part s join vertex v on v.tenant_id = $1 and v.workspace = s.workspace and v.vertex_id = s.id
where s.kind = 'vertex' and shown(v) = s.shown
union all
select s.position, s.kind, s.workspace, s.id, s.about, s.alone, md5(shown(e)::text)
from shown_part s join edge e on e.tenant_id = $1 and e.workspace = s.workspace and e.edge_id = s.id
where s.kind = 'edge' and shown(e) = s.shown - '{weight,sourceName,targetName}'::text[]

-- name: passages_of_parts
-- $1 tenant, arrays: kind, workspace, part
select l.passage_id
from unnest($2::text[], $3::text[], $4::text[]) as p (kind, workspace, id)
join passage_vertex l on p.kind = 'vertex' and l.tenant_id = $1 and l.workspace = p.workspace and l.vertex_id = p.id
union
select l.passage_id
from unnest($2::text[], $3::text[], $4::text[]) as p (kind, workspace, id)
join passage_edge l on p.kind = 'edge' and l.tenant_id = $1 and l.workspace = p.workspace and l.edge_id = p.id

-- name: keep_parts
-- $1 tenant, $2 entry, arrays: kind, workspace, part, hash, whether a reference is about it
insert into response_part (tenant_id, response_id, kind, workspace, part_id, part_hash, about)
select $1, $2, kind, workspace, id, min(hash), bool_or(about)
from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[]) as p (kind, workspace, id, hash, about)
group by kind, workspace, id

-- name: count_check
-- $1 tenant, $2 entry, $3 whether the fresh answer agreed. The entry is locked until the transaction ends.
update responses
set agreed_count = agreed_count + $3::boolean::integer, wrong_count = wrong_count + (not $3::boolean)::integer
where tenant_id = $1 and id = $2
returning status, agreed_count, wrong_count

-- name: stored
-- $1 tenant, $2 entry: what a fresh answer is compared with
select r.answer, r.language, r.status,
       array(select s.doc_id::text from response_source s
             where s.tenant_id = r.tenant_id and s.response_id = r.id and s.cited
             union
             select 'about ' || p.part_id from response_part p
             where p.tenant_id = r.tenant_id and p.response_id = r.id and p.about) as documents
from responses r where r.tenant_id = $1 and r.id = $2

-- name: set_status
-- $1 tenant, $2 entry, $3 status. Who keeps codes of entries sees in `alive_since` that this one may be alive again.
update responses set status = $3, alive_since = pg_current_xact_id()::text::bigint
where tenant_id = $1 and id = $2 and status <> $3 returning id

-- name: delete
-- $1 tenant, $2 entry: it is unknown from now on
update responses set status = 'deleted', deleted_at = now() where tenant_id = $1 and id = $2

-- name: last_decision
-- $1 tenant, $2 entry, $3 workspaces or null. What a person did to it last, and what it is now. The entry stays locked.
select r.status, r.scope_hash, r.key_hash, e.kind, e.detail ->> 'was' as was, e.at
from responses r,
     lateral (select kind, detail, at from response_event
              where tenant_id = r.tenant_id and response_id = r.id and reason = 'staff'
              order by id desc limit 1) as e
where r.tenant_id = $1 and r.id = $2 and ($3::text[] is null or r.metadata ->> 'projet' = any($3))
for update of r

-- name: restore
-- $1 tenant, $2 entry, $3 status
update responses set status = $3, deleted_at = null, alive_since = pg_current_xact_id()::text::bigint
where tenant_id = $1 and id = $2

-- name: superseded
-- $1 tenant, $2 scope, $3 key hash, $4 the entry that took their place, $5 when. Those that are still out of use.
select r.id, e.detail ->> 'was' as was
from responses r join response_event e on e.tenant_id = r.tenant_id and e.response_id = r.id
where r.tenant_id = $1 and r.scope_hash = $2 and r.key_hash = $3 and r.status = 'obsolete'
  and e.kind = 'obsolete' and e.reason = 'superseded' and e.at = $5 and (e.detail ->> 'by')::bigint = $4
for update of r

-- name: key_of
-- $1 tenant, $2 entry
select scope_hash, key_hash, status from responses where tenant_id = $1 and id = $2 and status <> 'deleted' for update

-- name: entries
-- $1 tenant, $2 status or null, $3 words or null, $4 and $5 creation time and id of the last one seen or null, $6
-- limit, $7 one entry or null, $8 workspaces or null
select r.id, r.question, r.original_question, r.answer, r.status, r.language, r.metadata, r.usage_count, r.hit_count,
       r.agreed_count, r.wrong_count, r.gate_score, r.created_at, r.last_used_at, r.embed_model,
       r.source_answer_id,
       (select coalesce(jsonb_agg(jsonb_build_object('document_id', doc_id, 'title', title, 'passage_id', chunk_id,
                                                     'current', current) order by title, chunk_id), '[]')
        from response_shown(r.tenant_id, r.id)
        where cited or not current) as sources
from responses r
where r.tenant_id = $1 and r.status <> 'deleted' and ($2::text is null or r.status = $2)
  and ($3::text is null or strpos(lower(r.question), lower($3)) > 0 or strpos(lower(r.answer), lower($3)) > 0)
  and ($4::timestamptz is null or (r.created_at, r.id) < ($4, $5::bigint))
  and ($7::bigint is null or r.id = $7)
  and ($8::text[] is null or r.metadata ->> 'projet' = any($8))
order by r.created_at desc, r.id desc
limit $6

-- name: events_of
-- $1 tenant, $2 entry, $3 limit: the newest first
select kind, reason, actor, detail, at from response_event
where tenant_id = $1 and response_id = $2 order by id desc limit $3

-- name: vector_of
-- $1 tenant, $2 entry
select scope_hash, embed_model, embedding from responses where tenant_id = $1 and id = $2

-- name: similar
-- $1 tenant, $2 scope, $3 embedder, $4 dimensions, $5 sign code as text, $6 limit, $7 entry that is left out; of any
-- status
select id, question, answer, status, created_at, embedding from responses
where tenant_id = $1 and scope_hash = $2 and embed_model = $3 and embed_dims = $4 and sign_code is not null and id <> $7
  and status <> 'deleted'
order by bit_count(sign_code # (select $5::text::bit(1024))), id desc
limit $6

-- name: figures
-- $1 tenant or null (all), $2 days back
select kind, reason, sum(count)::bigint as count from memory_figure
where ($1::text is null or tenant_id = $1) and day > current_date - $2::integer
group by kind, reason
order by kind, reason

-- name: by_status
-- $1 tenant or null (all)
select status, count(*) as count from responses
where ($1::text is null or tenant_id = $1) and status <> 'deleted'
group by status order by status

-- name: export
-- $1 tenant, $2 id of the last one seen, $3 limit: the validated ones
select id, key_hash, question, answer, metadata, embedding, created_at, usage_count
from responses where tenant_id = $1 and id > $2 and status = 'validated' order by id limit $3
