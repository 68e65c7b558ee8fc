-- Runs of an evaluation, and the outcome of each case.

-- name: begin
-- $1 tenant, $2 run, $3 name of the set, $4 target or empty, $5 settings, $6 bad lines, $7 who began it
insert into evaluation_run (tenant_id, run_id, set_name, target, settings, bad_lines, created_by)
values ($1, $2, $3, $4, $5, $6, $7)

-- name: runs
-- $1 tenant, $2 run or null, $3 limit: newest first
select r.run_id, r.set_name, r.target, r.settings, r.state, r.confirmed_at is not null as confirmed, r.bad_lines, r.created_at, r.finished_at,
       (select count(*) from evaluation_outcome o where o.tenant_id = r.tenant_id and o.run_id = r.run_id) as outcomes
from evaluation_run r
where r.tenant_id = $1 and ($2::uuid is null or r.run_id = $2)
order by r.created_at desc, r.run_id
limit $3

-- name: add
-- $1 tenant, $2 run, $3 case, $4 repeat, $5 answer or null, $6 outcome. No row: the run was removed.
insert into evaluation_outcome (tenant_id, run_id, case_id, repeat, answer_id, outcome)
select $1, $2, $3, $4, $5, $6 from evaluation_run where tenant_id = $1 and run_id = $2
on conflict (tenant_id, run_id, case_id, repeat) do update
set answer_id = excluded.answer_id, outcome = excluded.outcome
returning case_id

-- name: outcomes
-- $1 tenant, $2 run
select outcome from evaluation_outcome where tenant_id = $1 and run_id = $2 order by case_id, repeat

-- name: change
-- $1 tenant, $2 run, $3 state
update evaluation_run
set state = $3, finished_at = case $3 when 'done' then now() end
where tenant_id = $1 and run_id = $2
returning run_id

-- name: note_lines
-- $1 tenant, $2 run, $3 lines with a problem
update evaluation_run set bad_lines = $3 where tenant_id = $1 and run_id = $2

-- name: answers
-- $1 tenant, $2 run, $3 limit
select answer_id from answer where tenant_id = $1 and evaluation_run = $2 limit $3

-- name: remove
-- $1 tenant, $2 run: with its outcomes and labels
delete from evaluation_run where tenant_id = $1 and run_id = $2

-- name: earlier
-- $1 tenant, $2 answer, $3 limit: what was asked and answered before it in its conversation, newest first
select e.question, e.text as answer
from answer a
join answer e on e.tenant_id = a.tenant_id
    and (e.session_id = a.session_id
         or e.thread_id = a.thread_id and e.request ->> 'caller_app' = a.request ->> 'caller_app')
where a.tenant_id = $1 and a.answer_id = $2 and e.created_at < a.created_at and e.text <> ''
order by e.created_at desc
limit $3
