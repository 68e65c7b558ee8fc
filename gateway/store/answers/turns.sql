-- Turns, answers and their events. Uuids go in and out as text without dashes where the wire has them so.

-- name: open_answer
-- tenant, answer, question message, subject, question, language, thread, session, turn, request, place in its thread
insert into answer (tenant_id, answer_id, question_message_id, subject, question, language, thread_id, session_id, turn_id,
                    request, turn_seq)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict (tenant_id, answer_id) do update set question = excluded.question
returning created_at

-- name: keep_request
-- tenant, answer, request
update answer set request = $3 where tenant_id = $1 and answer_id = $2

-- name: open_message
-- tenant, message, caller app, thread, session, turn, question, answer, index in the session, round. The message and the
-- line in the log.
with asked as (
    insert into message (tenant_id, message_id, caller_app, thread_id, session_id, turn_id, role, type, content, status,
                         answer_id, session_index, round)
    values ($1, $2, $3, $4, $5, $6, 'user', 'user_request', $7, 'complete', $8, $9, $10)
    on conflict do nothing
)
insert into queries_log (tenant_id, id, caller_app, thread_id, session_id, question, answer_id)
values ($1, $6, $3, $4, $5, $7, $8)
on conflict do nothing

-- name: enter_thread
-- tenant, caller app, thread, subject. The turn's place in it; no row: the thread is somebody else's.
insert into thread (tenant_id, caller_app, thread_id, subject, next_turn_seq)
values ($1, $2, $3, $4, 2)
on conflict (tenant_id, caller_app, thread_id) do update
set updated_at = now(), next_turn_seq = thread.next_turn_seq + 1
where thread.subject = excluded.subject
returning next_turn_seq - 1

-- name: freeze
-- tenant, answer, epoch, decisions, then arrays: citation id, type, rank, score, language, payload. In one statement, if
-- the lease still has this epoch; else it returns nothing. Snapshots are locked in the order of their names, here and
-- where answers are deleted.
with mine as materialized (
    select answer_id from turn_lease where answer_id = $2 and epoch = $3 for key share
), candidates as (
    insert into answer_candidate (tenant_id, answer_id, citation_id, type, rank, score, language, payload)
    select $1, mine.answer_id, c.citation_id, c.type, c.rank, c.score, c.language, c.payload
    from mine, unnest($5::text[], $6::text[], $7::int[], $8::real[], $9::text[], $10::jsonb[])
         as c (citation_id, type, rank, score, language, payload)
    order by snapshot_id(c.type, c.language, shared_payload(c.payload))
    on conflict do nothing
)
update answer a set frozen = $4 from mine where a.tenant_id = $1 and a.answer_id = mine.answer_id
returning a.answer_id

-- name: append_where_leased
-- The arrays of append_events, then arrays: answer, epoch; then the arrays of append_paragraphs and append_references. In
-- one statement, stores what belongs to answers whose lease still has this epoch, and returns these answers. See `lock` in
-- leases.sql.
with mine as materialized (
    select l.answer_id
    from turn_lease l join unnest($9::uuid[], $10::int[]) as mine (answer_id, epoch) using (answer_id, epoch)
    order by l.answer_id
    for key share of l
), new as (
    select * from unnest($1::text[], $2::uuid[], $3::int[], $4::int[], $5::int[], $6::text[], $7::jsonb[], $8::bytea[])
        as s (tenant_id, answer_id, seq, epoch, t_ms, type, data, heard)
    where answer_id in (select answer_id from mine)
), recorded as (
    insert into provider_chunk (tenant_id, answer_id, seq, data)
    select tenant_id, answer_id, seq, heard from new where heard is not null
    on conflict do nothing
), stored as (
    insert into stream_event (tenant_id, answer_id, seq, epoch, t_ms, type, data)
    select tenant_id, answer_id, seq, epoch, t_ms, type, data from new
    on conflict do nothing
), paragraphs as (
    insert into answer_paragraph (tenant_id, answer_id, paragraph_index, revision, text, citations, degraded)
    select p.tenant_id, p.answer_id, p.paragraph_index, p.revision, p.text, p.citations::jsonb, p.degraded
    from unnest($11::text[], $12::uuid[], $13::int[], $14::int[], $15::text[], $16::text[], $17::text[])
         as p (tenant_id, answer_id, paragraph_index, revision, text, citations, degraded)
    where p.answer_id in (select answer_id from mine)
    on conflict do nothing
), cited as (
    insert into answer_ref (tenant_id, answer_id, citation_id, position)
    select * from unnest($18::text[], $19::uuid[], $20::text[], $21::int[]) as r (tenant_id, answer_id, citation_id, position)
    where r.answer_id in (select answer_id from mine)
    on conflict do nothing
)
select answer_id from mine

-- name: append_events
-- arrays: tenant, answer, seq, epoch, t_ms, type, data, lines of the recording or null. One statement for both.
with new as (
    select * from unnest($1::text[], $2::uuid[], $3::int[], $4::int[], $5::int[], $6::text[], $7::jsonb[], $8::bytea[])
        as s (tenant_id, answer_id, seq, epoch, t_ms, type, data, heard)
), recorded as (
    insert into provider_chunk (tenant_id, answer_id, seq, data)
    select tenant_id, answer_id, seq, heard from new where heard is not null
    on conflict do nothing
)
insert into stream_event (tenant_id, answer_id, seq, epoch, t_ms, type, data)
select tenant_id, answer_id, seq, epoch, t_ms, type, data from new
on conflict do nothing

-- name: append_paragraphs
-- arrays: tenant, answer, index, revision, text, citations (JSON lists as text: a list of lists would be a matrix),
-- degraded
insert into answer_paragraph (tenant_id, answer_id, paragraph_index, revision, text, citations, degraded)
select p.tenant_id, p.answer_id, p.paragraph_index, p.revision, p.text, p.citations::jsonb, p.degraded
from unnest($1::text[], $2::uuid[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[])
     as p (tenant_id, answer_id, paragraph_index, revision, text, citations, degraded)
on conflict do nothing

-- name: revise_paragraphs
-- arrays: tenant, answer, paragraph, citation id, status. What a verifier said when the paragraph was out; a citation
-- that it refutes is gone.
with said as (
    select * from unnest($1::text[], $2::uuid[], $3::int[], $4::text[], $5::text[])
                  as s (tenant_id, answer_id, paragraph_index, citation_id, status)
)
update answer_paragraph p
set citations = (
    select coalesce(jsonb_agg(case when s.status is null then c else c || jsonb_build_object('status', s.status) end
                              order by position) filter (where s.status is distinct from 'dropped'), '[]')
    from jsonb_array_elements(p.citations) with ordinality as cited (c, position)
    left join said s on (s.tenant_id, s.answer_id, s.paragraph_index, s.citation_id)
                        = (p.tenant_id, p.answer_id, p.paragraph_index, c ->> 'citationId')
)
where (p.tenant_id, p.answer_id, p.paragraph_index) in (select tenant_id, answer_id, paragraph_index from said)

-- name: append_references
-- arrays: tenant, answer, citation id, position
insert into answer_ref (tenant_id, answer_id, citation_id, position)
select * from unnest($1::text[], $2::uuid[], $3::text[], $4::int[])
on conflict do nothing

-- name: append_outline
-- arrays: tenant, answer, section, position, title, paragraphs as comma separated text
insert into answer_outline (tenant_id, answer_id, section_id, position, title, paragraphs)
select o.tenant_id, o.answer_id, o.section_id, o.position, o.title, string_to_array(o.paragraphs, ',')::int[]
from unnest($1::text[], $2::uuid[], $3::text[], $4::int[], $5::text[], $6::text[])
     as o (tenant_id, answer_id, section_id, position, title, paragraphs)
on conflict do nothing

-- name: finish_answer
-- tenant, answer, state, text, source, complete, citation mode, paragraphs, refs, citation error, degraded reason,
-- ref embedding, ref graph, gate score, provider, model, prompt version, question tokens, answer tokens, meta
update answer
set state = $3, text = $4, source = $5, complete = $6, citation_mode = $7, paragraph_count = $8, ref_count = $9,
    has_citation_error = $10, degraded_reason = $11, is_ref_embedding = $12, is_ref_graph = $13, gate_score = $14,
    provider = $15, model = $16, prompt_version = $17, question_tokens = $18, answer_tokens = $19, meta = $20,
    finished_at = now()
where tenant_id = $1 and answer_id = $2

-- name: finish_message
-- tenant, message, caller app, thread, session, turn, type, content, status, answer, index in the session, round
insert into message (tenant_id, message_id, caller_app, thread_id, session_id, turn_id, role, type, content, status, answer_id,
                     session_index, round)
values ($1, $2, $3, $4, $5, $6, 'assistant', $7, $8, $9, $10, $11, $12)
on conflict do nothing

-- name: name_follow_up
-- tenant, question message
update message set type = 'follow_up' where tenant_id = $1 and message_id = $2

-- name: finish_log
-- tenant, turn, queries of the first and second pass, passes, resolved question, follow-up detected, resolved,
-- sections, kind, top score, confidence, gate threshold, gate decision, provider, model, question tokens, answer
-- tokens, ttft, total, what the memory decided
update queries_log
set retrieval_query_1 = $3, retrieval_query_2 = $4, passes = $5, resolved_question = $6, followup_detected = $7,
    followup_resolved = $8, followup_section_id = $9, followup_ref_type = $10, top_score = $11, confidence = $12,
    gate_threshold = $13, gate_decision = $14, provider = $15, model = $16, question_tokens = $17, answer_tokens = $18,
    ttft_ms = $19, total_ms = $20,
    memory_decision = $21::jsonb ->> 'decision', memory_score = ($21::jsonb ->> 'score')::real,
    memory_response_id = ($21::jsonb ->> 'responseId')::bigint, memory_veto = $21::jsonb ->> 'veto'
where tenant_id = $1 and id = $2

-- name: answer
-- tenant, answer
select answer_id, subject, question, created_at, state, model, gate_score, request -> 'scope' as scope
from answer
where tenant_id = $1 and answer_id = $2

-- name: references
-- tenant, answer, type
select c.payload
from answer_ref r join answer_candidate c using (tenant_id, answer_id, citation_id)
where r.tenant_id = $1 and r.answer_id = $2 and c.type = $3
order by r.position

-- name: news
-- arrays: tenant, answer, after; then most events of one answer. What is packed comes first, a pack at a time, with
-- what it takes to unpack it: the answer's text, and the payloads of what it cites.
select e.*
from unnest($1::text[], $2::uuid[], $3::int[]) as cursor (tenant_id, answer_id, after),
     lateral (
         (select p.answer_id, p.first_seq as seq, null::int as epoch, null::int as t_ms, null::text as type,
                 null::jsonb as data, p.data as packed,
                 (select a.text from answer a where a.tenant_id = p.tenant_id and a.answer_id = p.answer_id) as text,
                 (select jsonb_object_agg(c.citation_id, c.payload)
                  from answer_ref r join answer_candidate c using (tenant_id, answer_id, citation_id)
                  where r.tenant_id = p.tenant_id and r.answer_id = p.answer_id) as payloads
          from event_pack p
          where p.tenant_id = cursor.tenant_id and p.answer_id = cursor.answer_id and p.last_seq > cursor.after
          order by p.first_seq limit 1)
         union all
         (select s.answer_id, s.seq, s.epoch, s.t_ms, s.type, s.data, null, null, null
          from stream_event s
          where s.tenant_id = cursor.tenant_id and s.answer_id = cursor.answer_id and s.seq > cursor.after
          order by s.seq limit $4)
     ) as e
order by e.answer_id, e.packed is null, e.seq

-- name: has_ended
-- tenant, answer, seq, epoch: whether this very terminal event is stored already
select exists(select from stream_event where tenant_id = $1 and answer_id = $2 and seq = $3 and epoch = $4)
