-- Turns, answers and their events. Uuids go in and out as text without dashes where the wire has them so.

-- name: open_turn
-- tenant, answer, question message, subject, question, language, caller app, thread, session, turn, request, owner,
-- seconds, idempotency key or null, hash of its request, hash of the caller's key, what `admit` is asked or null: no
-- limits, ids of the request. In one statement: whether it may be asked (`told`); its place in the thread, which is made when
-- nobody has it; the answer row, its key, its lease and, outside of sessions, the message and the line in the log. No
-- row: the thread is somebody else's, or deleted. A turn of an evaluation has neither message nor line. `first` is false where the key is taken: it takes no lease then, for
-- the first request may have the conversation's, and the caller rolls the rest back. A session's turn must lock the
-- session before it stores its message, and a transaction that keeps a lease ends after two seconds without a statement
-- (leases.sql).
with admitted as materialized (
    select case when $17::jsonb is not null then admit($1, $16, $17) end as told
), free as materialized (
    select from admitted where told is null or told -> 'refused' = 'null'
), place as (
    insert into thread (tenant_id, caller_app, thread_id, subject, next_turn_seq, follows, follows_seq)
    select $1, $7, $8, $4, 2, f.thread_id, f.turn_seq
    from free
    left join answer f on f.tenant_id = $1 and f.answer_id = ($11::jsonb ->> 'follows')::uuid and f.subject = $4
    where $8::text is not null and ($11::jsonb ->> 'follows' is null or f.turn_seq is not null)
    on conflict (tenant_id, caller_app, thread_id) do update
    set updated_at = now(), next_turn_seq = thread.next_turn_seq + 1
    where thread.subject = excluded.subject and thread.deleted_at is null
    returning next_turn_seq - 1 as turn_seq
), opened as (
    insert into answer (tenant_id, answer_id, question_message_id, subject, question, language, thread_id, session_id,
                        turn_id, request, turn_seq, evaluation_run)
    select $1, $2, $3, $4, $5, $6, $8, $9, $10, $11, turn_seq, ($11::jsonb ->> 'evaluation_run')::uuid
    from (select turn_seq from place union all select null from free where $8::text is null) as at
    on conflict (tenant_id, answer_id) do update set question = excluded.question
    returning created_at, evaluation_run is null as listed
), remembered as (
    insert into idempotency (tenant_id, subject, key, request_hash, answer_id, expires_at)
    select $1, $4, $14, $15, $2, now() + interval '24 hours' from opened where $14::text is not null
    on conflict (tenant_id, subject, key) do update
    set request_hash = excluded.request_hash, answer_id = excluded.answer_id, expires_at = excluded.expires_at
    where idempotency.expires_at <= now() or idempotency.answer_id = excluded.answer_id
    returning answer_id
), entered as (
    select created_at, $14::text is null or exists (select from remembered) as first from opened
), leased as (
    insert into turn_lease (answer_id, tenant_id, caller_app, thread_id, session_id, key_hash, owner, expires_at,
                            request_ids)
    select $2, $1, $7, $8, $9, $16, $12, now() + make_interval(secs => $13), $18
    from entered, set_config('idle_in_transaction_session_timeout', '2s', true) where first
    on conflict (answer_id) do nothing
), asked as (
    insert into message (tenant_id, message_id, caller_app, thread_id, turn_id, role, type, content, status, answer_id)
    select $1, $3, $7, $8, $10, 'user', 'user_request', $5, 'complete', $2 from opened where $9::text is null and listed
    on conflict do nothing
), logged as (
    insert into queries_log (tenant_id, id, caller_app, thread_id, question, answer_id)
    select $1, $10, $7, $8, $5, $2 from opened where $9::text is null and listed
    on conflict do nothing
)
select created_at, first, told from admitted left join entered on true

-- name: open_in_session
-- tenant, message, caller app, thread, session, turn, question, answer, index in the session, round, request. What a
-- session's turn has beside `open_turn`: the request as the session completed it, the message and the line in the log.
with completed as (
    update answer set request = $11 where tenant_id = $1 and answer_id = $8
), asked as (
    insert into message (tenant_id, message_id, caller_app, thread_id, session_id, turn_id, role, type, content, status,
                         answer_id, session_index, round)
    values ($1, $2, $3, $4, $5, $6, 'user', 'user_request', $7, 'complete', $8, $9, $10)
    on conflict do nothing
)
insert into queries_log (tenant_id, id, caller_app, thread_id, session_id, question, answer_id)
values ($1, $6, $3, $4, $5, $7, $8)
on conflict do nothing

-- name: append_where_leased
-- The arrays of append_events, then arrays: answer, epoch; then the arrays of append_paragraphs and append_references. In
-- one statement, stores what belongs to answers whose lease still has this epoch, and returns these answers. See `lock` in
-- leases.sql; for `is true`, `append_texts`.
with mine as materialized (
    select l.answer_id from turn_lease l
    where ((l.answer_id, l.epoch) in (select * from unnest($9::uuid[], $10::int[]))) is true
    order by l.answer_id
    for key share of l
), new as (
    select * from unnest($1::text[], $2::uuid[], $3::int[], $4::int[], $5::int[], $6::text[], $7::jsonb[], $8::bytea[])
        as s (tenant_id, answer_id, seq, epoch, t_ms, type, data, heard)
    where (answer_id in (select answer_id from mine)) is true
), stored as (
    insert into stream_event (tenant_id, answer_id, seq, epoch, t_ms, type, data, heard)
    select tenant_id, answer_id, seq, epoch, t_ms, type, data, heard from new
    on conflict do nothing
), paragraphs as (
    insert into answer_paragraph (tenant_id, answer_id, paragraph_index, revision, text, citations, degraded)
    select p.tenant_id, p.answer_id, p.paragraph_index, p.revision, p.text, p.citations::jsonb, p.degraded
    from unnest($11::text[], $12::uuid[], $13::int[], $14::int[], $15::text[], $16::text[], $17::text[])
         as p (tenant_id, answer_id, paragraph_index, revision, text, citations, degraded)
    where (p.answer_id in (select answer_id from mine)) is true
    on conflict do nothing
), cited as (
    insert into answer_ref (tenant_id, answer_id, citation_id, position)
    select * from unnest($18::text[], $19::uuid[], $20::text[], $21::int[]) as r (tenant_id, answer_id, citation_id, position)
    where (r.answer_id in (select answer_id from mine)) is true
    on conflict do nothing
)
select answer_id from mine

-- name: append_texts
-- Arrays: tenant, answer, epoch, seq, t_ms, text, lines of the recording or null. As `append_where_leased` does, for
-- batches of nothing but pieces of text, as nearly all are: every value of an array costs. Returns the answers whose
-- lease has another epoch. The tenant is not read from the lease, and `in … is true` looks leases up in a table of what
-- is wanted: a plan is kept, and one that was made while few answers ran joins by comparing each with each.
with new as materialized (
    select * from unnest($1::text[], $2::uuid[], $3::int[], $4::int[], $5::int[], $6::text[], $7::bytea[])
        as s (tenant_id, answer_id, epoch, seq, t_ms, text, heard)
), mine as materialized (
    select l.answer_id from turn_lease l
    where ((l.answer_id, l.epoch) in (select answer_id, epoch from new)) is true
    order by l.answer_id
    for key share of l
), stored as (
    insert into stream_event (tenant_id, answer_id, seq, epoch, t_ms, type, data, heard)
    select tenant_id, answer_id, seq, epoch, t_ms, 'text_added', jsonb_build_object('text', text), heard
    from new where (answer_id in (select answer_id from mine)) is true
    on conflict do nothing
)
select answer_id from new where answer_id not in (select answer_id from mine)

-- name: append_events
-- arrays: tenant, answer, seq, epoch, t_ms, type, data, lines of the recording or null
insert into stream_event (tenant_id, answer_id, seq, epoch, t_ms, type, data, heard)
select * from unnest($1::text[], $2::uuid[], $3::int[], $4::int[], $5::int[], $6::text[], $7::jsonb[], $8::bytea[])
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

-- name: forget_refuted
-- arrays: tenant, answer. Deletes references that paragraphs cited until a verifier refuted them.
delete from answer_ref r
using unnest($1::text[], $2::uuid[]) as of (tenant_id, answer_id)
where (r.tenant_id, r.answer_id) = (of.tenant_id, of.answer_id) and r.cited
  and not exists (
    select from answer_paragraph p, jsonb_array_elements(p.citations) as c
    where (p.tenant_id, p.answer_id) = (r.tenant_id, r.answer_id) and c ->> 'citationId' = r.citation_id
  )

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

-- name: finish_turn
-- tenant, answer, epoch; of the terminal event: number, milliseconds, type, data, lines of the recording or null; state,
-- text, source, complete, citation mode, paragraphs, refs, citation error, degraded reason, ref embedding, ref graph,
-- gate score, provider, model, prompt version, question tokens, answer tokens, whether the event's data are its META;
-- turn, queries of the first and second pass, passes, resolved question, follow-up detected, resolved, sections, kind, top score, confidence, gate
-- threshold, gate decision, ttft, total, what the memory decided; citation ids; message of the answer, caller app,
-- thread, session, its type and status, question message, whether it is a follow-up; whether paragraphs cite the
-- citation ids, whether it is a turn of an evaluation: without a message, and its use counts towards limits alone. In
-- one statement, if the lease still has this epoch, which ends here; else it returns nothing. A
-- session's message follows by itself.
with ended as materialized (
    delete from turn_lease l using set_config('idle_in_transaction_session_timeout', '2s', true)
    where l.answer_id = $2 and l.epoch = $3
    returning l.answer_id, l.key_hash
), spent as (
    insert into usage_day (tenant_id, day, key_hash, caller_app, model, slot, answers, question_tokens, answer_tokens)
    select $1, (now() at time zone 'UTC')::date, key_hash, $45, coalesce($22, ''),
           case when $53::boolean then -1 - pg_backend_pid() % 8 else pg_backend_pid() % 8 end, 1,
           coalesce($24, 0), coalesce($25, 0)
    from ended
    on conflict (tenant_id, day, key_hash, caller_app, model, slot) do update
    set answers = usage_day.answers + 1, question_tokens = usage_day.question_tokens + excluded.question_tokens,
        answer_tokens = usage_day.answer_tokens + excluded.answer_tokens
), stored as (
    insert into stream_event (tenant_id, answer_id, seq, epoch, t_ms, type, data, heard)
    select $1, $2, $4, $3, $5, $6, $7, $8 from ended
    on conflict do nothing
), answered as (
    update answer a
    set state = $9, text = $10, source = $11, complete = $12, citation_mode = $13, paragraph_count = $14,
        ref_count = $15, has_citation_error = $16, degraded_reason = $17, is_ref_embedding = $18, is_ref_graph = $19,
        gate_score = $20, provider = $21, model = $22, prompt_version = $23, question_tokens = $24,
        answer_tokens = $25, meta = case when $26::boolean then $7::jsonb end, finished_at = now()
    from ended
    where a.tenant_id = $1 and a.answer_id = ended.answer_id
), logged as (
    update queries_log
    set retrieval_query_1 = $28, retrieval_query_2 = $29, passes = $30, resolved_question = $31,
        followup_detected = $32, followup_resolved = $33, followup_section_id = $34, followup_ref_type = $35,
        top_score = $36, confidence = $37, gate_threshold = $38, gate_decision = $39, provider = $21, model = $22,
        question_tokens = $24, answer_tokens = $25, ttft_ms = $40, total_ms = $41,
        memory_decision = $42::jsonb ->> 'decision', memory_score = ($42::jsonb ->> 'score')::real,
        memory_response_id = ($42::jsonb ->> 'responseId')::bigint, memory_veto = $42::jsonb ->> 'veto'
    from ended
    where tenant_id = $1 and id = $27
), cited as (
    insert into answer_ref (tenant_id, answer_id, citation_id, position, cited)
    select $1, $2, citation_id, position - 1, $52
    from ended, unnest($43::text[]) with ordinality as c (citation_id, position)
    on conflict (tenant_id, answer_id, citation_id) do update set cited = excluded.cited
    where answer_ref.cited <> excluded.cited
), replied as (
    insert into message (tenant_id, message_id, caller_app, thread_id, turn_id, role, type, content, status, answer_id)
    select $1, $44, $45, $46, $27, 'assistant', $48, $10, $49, $2
    from ended where $47::text is null and not $53::boolean
    on conflict do nothing
), named as (
    update message set type = 'follow_up' from ended where tenant_id = $1 and message_id = $50 and $51::boolean
)
select answer_id from ended

-- name: reply_in_session
-- tenant, message, caller app, thread, session, turn, type, content, status, answer, index in the session, round
insert into message (tenant_id, message_id, caller_app, thread_id, session_id, turn_id, role, type, content, status, answer_id,
                     session_index, round)
values ($1, $2, $3, $4, $5, $6, 'assistant', $7, $8, $9, $10, $11, $12)
on conflict do nothing

-- name: answer
-- tenant, answer. Those of a deleted thread are unknown.
select answer_id, subject, question, created_at as asked_at, state, model, gate_score, request -> 'scope' as scope
from answer a
where tenant_id = $1 and answer_id = $2
  and not exists (select from thread t
                  where t.tenant_id = $1 and t.caller_app = a.request ->> 'caller_app' and t.thread_id = a.thread_id
                    and t.deleted_at is not null)

-- name: question
-- tenant, answer
select request from answer where tenant_id = $1 and answer_id = $2

-- name: offered
-- tenant, answer: its frozen candidates
select citation_id, type, payload, score, rank, language
from answer_candidate
where tenant_id = $1 and answer_id = $2
order by type, rank

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
