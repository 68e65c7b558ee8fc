-- Sessions, their messages and workflows. All times are the database's. Whoever changes a session locks its row first;
-- a process that is paused inside such a transaction is cut off after two seconds.

-- name: open
-- tenant, subject, caller app, user ref, user segment, language, idle seconds, most rounds, on depth, retention days,
-- previous session. The id is a version 7 UUID: milliseconds, then chance.
insert into session (tenant_id, session_id, subject, caller_app, user_ref, user_segment, language, idle_timeout_s, max_rounds,
                     on_depth, retention_days, previous_session_id, expires_at)
select $1, encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
                      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
                  52, 1), 53, 1), 'hex')::uuid::text,
       $2, $3, $4, $5, $6, $7::integer, $8, $9, $10, $11, now() + make_interval(secs => $7::integer)
returning session_id

-- name: lock
-- tenant, subject, session
select s.session_id
from set_config('idle_in_transaction_session_timeout', '2s', true), session s
where s.tenant_id = $1 and s.subject = $2 and s.session_id = $3
for update of s

-- name: session
-- tenant, subject, session, an answer that is not to count. `late`: its time is over; `running`: an answer that runs in
-- it, and while it does, the time is not over.
select s.*, s.expires_at <= now() as late,
       (select l.answer_id from turn_lease l
        where l.tenant_id = s.tenant_id and l.session_id = s.session_id and l.answer_id is distinct from $4::uuid limit 1) as running
from session s
where s.tenant_id = $1 and s.subject = $2 and s.session_id = $3

-- name: messages
-- tenant, session, after this index, up to this one
select role, content, created_at, status, deleted from message
where tenant_id = $1 and session_id = $2 and session_index > $3 and session_index <= $4
order by session_index

-- name: path
-- tenant, session
select op, level, name, at from workflow_event where tenant_id = $1 and session_id = $2 order by seq

-- name: start_round
-- tenant, session, messages that come with it. No row: the time or the rounds are over.
update session
set round_count = round_count + 1, message_count = message_count + $3, last_input_at = now(),
    expires_at = now() + make_interval(secs => idle_timeout_s), version = version + 1,
    status = case when round_count + 1 >= max_rounds then 'full' else 'active' end
where tenant_id = $1 and session_id = $2 and status in ('active', 'full') and expires_at > now() and round_count < max_rounds
returning round_count, max_rounds, message_count, context_epoch, language

-- name: add_message
-- tenant, session: room for one more message
update session set message_count = message_count + 1, version = version + 1
where tenant_id = $1 and session_id = $2
returning message_count

-- name: add_reply
-- tenant, question: room for the reply to it
update session s set message_count = s.message_count + 1, version = s.version + 1
from message m
where m.tenant_id = $1 and m.message_id = $2 and (s.tenant_id, s.session_id) = (m.tenant_id, m.session_id)
returning s.message_count, m.round

-- name: open_round
-- tenant, session: the round whose reply is still to come
select round, turn_id from (
    select role, round, turn_id from message
    where tenant_id = $1 and session_id = $2 and session_index is not null
    order by session_index desc limit 1
) as newest
where role = 'user'

-- name: append_message
-- tenant, message, caller app, session, turn, role, type, content, index, round
insert into message (tenant_id, message_id, caller_app, session_id, turn_id, role, type, content, status, session_index, round)
values ($1, $2, $3, $4, $5, $6, $7, $8, 'complete', $9, $10)

-- name: round_of
-- tenant, message: the round that a question began
select m.round, m.session_index, s.max_rounds, s.language, s.context_epoch
from message m join session s using (tenant_id, session_id)
where m.tenant_id = $1 and m.message_id = $2 and m.round is not null

-- name: said_before
-- tenant, session, after this index, before this one, limit: the newest first
select role, content from message
where tenant_id = $1 and session_id = $2 and session_index > $3 and session_index < $4 and status <> 'failed' and content <> ''
order by session_index desc
limit $5

-- name: reshape
-- tenant, session, stack, states, whether the messages so far are over
update session
set workflow_stack = $3, workflow_state = $4, version = version + 1,
    context_epoch = case when $5 then message_count else context_epoch end
where tenant_id = $1 and session_id = $2

-- name: append_step
-- tenant, session, op, level, name, stack before, stack after, archived, request
insert into workflow_event (tenant_id, session_id, seq, op, level, name, stack_before, stack_after, archived, request_id)
select $1, $2, coalesce(max(seq), 0) + 1, $3, $4, $5, $6, $7, $8, $9
from workflow_event where tenant_id = $1 and session_id = $2

-- name: request
-- tenant, session, request
select request_hash, answered from session_request where tenant_id = $1 and session_id = $2 and request_id = $3

-- name: remember_request
-- tenant, session, request, hash, what was answered
insert into session_request (tenant_id, session_id, request_id, request_hash, answered) values ($1, $2, $3, $4, $5)

-- name: limit
-- tenant, session, idle seconds, most rounds, on depth, retention days: a live policy's limits
update session
set idle_timeout_s = $3, max_rounds = $4, on_depth = $5, retention_days = $6, version = version + 1,
    status = case when round_count >= $4 then 'full' else 'active' end
where tenant_id = $1 and session_id = $2
  and (idle_timeout_s, max_rounds, on_depth, retention_days) is distinct from ($3, $4, $5, $6)

-- name: succeed
-- tenant, session, its successor
update session set new_session_id = $3, version = version + 1 where tenant_id = $1 and session_id = $2

-- name: expire
-- tenant and session, or null for all; limit. Sessions in which an answer runs are left alone.
with late as (
    select tenant_id, session_id from session s
    where status in ('active', 'full') and expires_at <= now()
      and ($1::text is null or (tenant_id = $1 and session_id = $2))
      and not exists (select from turn_lease l where l.tenant_id = s.tenant_id and l.session_id = s.session_id)
    order by expires_at limit $3
    for update skip locked
)
update session s
set status = case when s.status = 'full' then 'ended' else 'expired' end,
    end_reason = case when s.status = 'full' then 'round_limit' else 'timeout' end, version = s.version + 1
from late where (s.tenant_id, s.session_id) = (late.tenant_id, late.session_id)
returning s.tenant_id, s.session_id

-- name: forget
-- days, limit: sessions that nobody has used for so long, with their messages and workflows. A policy may say other
-- days, and a tenant fewer.
with old as (
    select tenant_id, session_id from session s
    where expires_at < now() - make_interval(days => least(
              coalesce(s.retention_days, $1::int),
              (select (t.retention ->> 'messages')::int from tenant t where t.tenant_id = s.tenant_id)))
      and not exists (select from turn_lease l where l.tenant_id = s.tenant_id and l.session_id = s.session_id)
    order by expires_at limit $2
    for update skip locked
), messages as (
    delete from message m using old where (m.tenant_id, m.session_id) = (old.tenant_id, old.session_id)
)
delete from session s using old where (s.tenant_id, s.session_id) = (old.tenant_id, old.session_id)
returning s.tenant_id, s.session_id

-- name: policy
-- tenant, caller app, user segment: the most specific one that fits
select nullif(caller_app, '') as caller_app, nullif(user_segment, '') as user_segment, idle_timeout_s, max_rounds, on_depth,
       retention_days, live
from session_policy
where tenant_id = $1 and caller_app in ('', $2) and user_segment in ('', $3)
order by caller_app = '', user_segment = ''
limit 1

-- name: policies
-- tenant
select nullif(caller_app, '') as caller_app, nullif(user_segment, '') as user_segment, idle_timeout_s, max_rounds, on_depth,
       retention_days, live
from session_policy where tenant_id = $1
order by session_policy.caller_app, session_policy.user_segment

-- name: lock_policies
-- tenant: against two at once
select tenant_id from tenant where tenant_id = $1 for no key update

-- name: drop_policies
-- tenant
delete from session_policy where tenant_id = $1

-- name: add_policy
-- tenant, caller app, user segment, idle seconds, most rounds, on depth, retention days, live
insert into session_policy (tenant_id, caller_app, user_segment, idle_timeout_s, max_rounds, on_depth, retention_days, live)
values ($1, $2, $3, $4, $5, $6, $7, $8)
