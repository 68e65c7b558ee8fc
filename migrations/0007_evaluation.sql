-- Evaluation: runs of a set, what each case came to, and labels of paragraphs.

-- Set: the answer belongs to a run. It is in no list, no figure and no count; its link works.
alter table answer
    add column evaluation_run uuid,
    add column quality        jsonb;             -- of a model's answer: {figure: [hits, cases]} (`gateway/turn/answer_quality.py`)
create index answer_quality on answer (tenant_id, created_at) where quality is not null;
create index answer_of_evaluation on answer (tenant_id, evaluation_run) where evaluation_run is not null;

create table evaluation_run (
    tenant_id   text not null references tenant,
    run_id      uuid not null,
    set_name    text not null,
    target      text not null default '',        -- address of the gateway that was asked; empty: this one
    settings    jsonb not null default '{}',
    state       text not null default 'running' check (state in ('running', 'done')),
    bad_lines   jsonb not null default '[]',     -- [{"line", "problem"}]
    created_at  timestamptz not null default now(),
    finished_at timestamptz,
    created_by  text not null default '',
    confirmed_at timestamptz,                    -- the last one is what drift is measured against
    baseline    jsonb,                           -- of a confirmed run: {figure: {"value", "low", "high", "cases"}}
    primary key (tenant_id, run_id)
);
create index evaluation_run_newest on evaluation_run (tenant_id, created_at desc);

-- The answer of a run with a target is in the database of the target: no foreign key.
create table evaluation_outcome (
    tenant_id  text not null,
    run_id     uuid not null,
    case_id    text not null,
    repeat     integer not null,
    answer_id  uuid,
    outcome    jsonb not null,                   -- `gateway/evaluation/outcomes.py`
    created_at timestamptz not null default now(),
    primary key (tenant_id, run_id, case_id, repeat),
    foreign key (tenant_id, run_id) references evaluation_run on delete cascade
);
create index evaluation_outcome_of_answer on evaluation_outcome (tenant_id, answer_id) where answer_id is not null;

create table evaluation_label (
    tenant_id       text not null references tenant,
    label_id        bigint generated always as identity,
    run_id          uuid,                        -- null: of live traffic
    answer_id       uuid not null,               -- of a run with a target, in the database of the target
    paragraph_index integer not null,
    citation_id     text not null default '',    -- of a paragraph with several; empty: all its citations
    sampled         boolean not null,            -- of the random sample; false: a suspected citation
    labeller        text not null check (length(labeller) between 1 and 100),
    verdict         text not null check (verdict in ('supported', 'partly', 'not')),
    claim           text not null,               -- the texts that the labeller read
    passages        text[] not null,
    created_at      timestamptz not null default now(),
    primary key (tenant_id, label_id),
    unique (tenant_id, answer_id, paragraph_index, citation_id, labeller),
    foreign key (tenant_id, run_id) references evaluation_run on delete cascade
);
create index evaluation_label_of_run on evaluation_label (tenant_id, run_id);

-- Texts of an answer go with it, on request or by age.
create function forget_evaluated() returns trigger language plpgsql as $$
begin
    delete from evaluation_outcome o using gone where o.tenant_id = gone.tenant_id and o.answer_id = gone.answer_id;
    delete from evaluation_label l using gone where l.tenant_id = gone.tenant_id and l.answer_id = gone.answer_id;
    return null;
end $$;
create trigger evaluated_answers_deleted after delete on answer referencing old table as gone
    for each statement execute function forget_evaluated();

-- As in 0001, without answers of evaluation runs. A restore reads tables without policies, so its body is not checked.
set local check_function_bodies = off;
create or replace function times_cited(of_tenant text, of_document uuid) returns bigint language sql stable as $$
    select count(distinct answer_id)
    from (
        select r.answer_id
        from candidate_snapshot s
        join candidate c on c.tenant_id = s.tenant_id and c.snapshot_id = s.snapshot_id
        join answer_ref r on r.tenant_id = c.tenant_id and r.answer_id = c.answer_id and r.citation_id = c.citation_id
        join answer a on a.tenant_id = r.tenant_id and a.answer_id = r.answer_id
        where s.tenant_id = of_tenant and s.type = 'embedding' and s.document_id = of_document::text and r.cited
          and a.evaluation_run is null
        limit 500
    ) as found
$$;
set local check_function_bodies = on;

do $$
declare
    named text;
begin
    foreach named in array array['evaluation_run', 'evaluation_outcome', 'evaluation_label'] loop
        execute format('alter table %I enable row level security, force row level security', named);
        execute format($policy$
            create policy tenant on %I
            using (tenant_id = any ((select string_to_array(nullif(current_setting('citestream.tenant', true), ''), ','))::text[]))
        $policy$, named);
        execute format('create policy ops on %I for select to citestream_ops using (true)', named);
        execute format('grant select, insert, update, delete on %I to citestream_app', named);
        execute format('grant select on %I to citestream_ops', named);
    end loop;
    execute format('grant select on all sequences in schema %I to citestream_ops', current_schema());
end $$;
