-- What keys and tenants use of their limits. Answers are admitted by `turns.open_turn`.

-- name: admit
-- $1 tenant, $2 key, $3 what `admit` is asked
select admit($1, $2, $3)

-- name: live
-- $1 owner, $2 seconds. Streams of processes that have died are forgotten.
with gone as (
    delete from viewer_host where expires_at < now() - interval '1 minute' returning owner
), forgotten as (
    delete from viewer v using gone where v.owner = gone.owner
)
insert into viewer_host (owner, expires_at) values ($1, now() + make_interval(secs => $2))
on conflict (owner) do update set expires_at = excluded.expires_at

-- name: leave
-- $1 viewers
delete from viewer where viewer_id = any($1::uuid[])

-- name: end
-- $1 owner
with host as (delete from viewer_host where owner = $1) delete from viewer where owner = $1

-- name: usage
-- $1 tenant, $2 first and $3 last day, $4 key hash or null. Slots below 0 are the turns of evaluations.
select u.day, u.key_hash, coalesce(k.label, '') as label, u.caller_app, u.model, u.answers, u.question_tokens,
       u.answer_tokens
from (select day, key_hash, caller_app, model, sum(answers)::bigint as answers,
             sum(question_tokens)::bigint as question_tokens, sum(answer_tokens)::bigint as answer_tokens
      from usage_day
      where tenant_id = $1 and day between $2 and $3 and slot >= 0 and ($4::text is null or starts_with(key_hash, $4))
      group by 1, 2, 3, 4) as u
left join api_key k on k.tenant_id = $1 and k.key_hash = u.key_hash
order by u.day desc, u.key_hash, u.caller_app, u.model

-- name: stored
-- $1 tenant
select key_hash, bytes from stored_bytes where tenant_id = $1 order by key_hash

-- name: used
-- $1 tenant, $2 seconds of the window of requests. By limit and key; requests of the tenant as a whole have no key, what
-- commands stored neither.
select 'requests_per_minute' as limited, key_hash, r.n as used
from allowance, lateral (
    select sum(n)::bigint as n
    from unnest(window_until(counts, second, greatest(second, floor(extract(epoch from clock_timestamp()))::bigint),
                             $2::integer + 1)) n) r
where tenant_id = $1
union all
select 'running_answers', key_hash, count(*) from turn_lease where tenant_id = $1 group by key_hash
union all
select 'viewers', v.key_hash, count(*) from viewer v join viewer_host h using (owner)
where v.tenant_id = $1 and h.expires_at > clock_timestamp() group by v.key_hash
union all
select 'tokens_per_day', key_hash, sum(question_tokens + answer_tokens)::bigint from usage_day
where tenant_id = $1 and day = (clock_timestamp() at time zone 'UTC')::date group by key_hash
union all
select 'stored_bytes', key_hash, bytes from stored_bytes where tenant_id = $1

-- name: weigh
-- $1 tenant, $2 documents, $3 hash of the key that sent them, or empty. Behind everything else that their transaction
-- writes of them.
update document d
set key_hash = $3,
    sent_bytes = coalesce((select sum(octet_length(o.data)) from original o
                           where o.tenant_id = $1 and o.document_id = d.document_id and o.part >= 0),
                          octet_length(d.text) + (select coalesce(sum(octet_length(o.data)), 0) from original o
                                                  where o.tenant_id = $1 and o.document_id = d.document_id))
where d.tenant_id = $1 and d.document_id = any($2::uuid[])

-- name: count_now
set constraints document_changed, document_deleted, document_weighed, document_gone immediate

-- name: weight
-- $1 tenant, $2 hash of a key
select coalesce(sum(bytes) filter (where key_hash = $2), 0)::bigint as key, coalesce(sum(bytes), 0)::bigint as tenant
from stored_bytes
where tenant_id = $1
