-- What a search found for an answer.

-- name: freeze
-- tenant, answer, epoch, decisions, candidates as a JSON list. In one statement, if the lease still has this epoch; else
-- it returns nothing. Snapshots are locked in the order of their names, here and where answers are deleted; one that goes
-- meanwhile with the last other answer is missed by the foreign key, and made by a second try. It waits for no disk:
-- nobody is told of it but by events, and their commit, which comes later, takes it along.
with mine as materialized (
    select answer_id from turn_lease, set_config('synchronous_commit', 'off', true)
    where answer_id = $2 and epoch = $3 for key share of turn_lease
), given as materialized (
    select c.*, snapshot_id(c.type, c.language, c.payload) as snapshot_id
    from mine, jsonb_to_recordset($5::jsonb)
         as c (citation_id text, type text, rank int, score real, language text, payload jsonb, shown_rank numeric,
               shown_score numeric)
), snapshots as (
    insert into candidate_snapshot (tenant_id, snapshot_id, type, language, payload)
    select $1, snapshot_id, type, language, payload from given order by snapshot_id
    on conflict do nothing
), candidates as (
    insert into candidate (tenant_id, answer_id, snapshot_id, rank, score, citation_id, shown_rank, shown_score)
    select $1, mine.answer_id, snapshot_id, rank, score, citation_id, shown_rank, shown_score from mine, given
    order by snapshot_id
    on conflict do nothing
)
update answer a set frozen = $4 from mine where a.tenant_id = $1 and a.answer_id = mine.answer_id
returning a.answer_id
