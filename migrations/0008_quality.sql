-- The rates of live traffic, and the run that they are compared with.

alter table answer add column quality jsonb; -- of a model's answer: {figure: [hits, cases]} (`gateway/turn/answer_quality.py`)
alter table evaluation_run
    add column confirmed_at timestamptz,
    add column baseline     jsonb;   -- of a confirmed run: {figure: {"value", "low", "high", "cases"}}
create index answer_quality on answer (tenant_id, created_at) where quality is not null;
