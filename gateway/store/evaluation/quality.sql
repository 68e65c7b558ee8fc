-- The rates of live answers, and the run that they are compared with.

-- name: parts
-- $1 tenant, $2 days: how many answers add so many hits and cases to a figure
select a.model, a.prompt_version, q.key as figure, (q.value ->> 0)::int as hits, (q.value ->> 1)::int as cases,
       count(*) as answers
from answer a, jsonb_each(a.quality) q
where a.tenant_id = $1 and a.quality is not null and a.evaluation_run is null
  and a.created_at > now() - make_interval(days => $2)
group by 1, 2, 3, 4, 5
order by 1, 2, 3

-- name: confirm
-- $1 tenant, $2 run, $3 its figures
update evaluation_run set confirmed_at = now(), baseline = $3 where tenant_id = $1 and run_id = $2

-- name: confirmed
-- $1 tenant: the run that was confirmed last
select run_id, set_name, baseline from evaluation_run
where tenant_id = $1 and confirmed_at is not null
order by confirmed_at desc limit 1
