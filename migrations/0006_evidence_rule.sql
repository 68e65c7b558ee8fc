-- The calibrated rule that decides which `ok` citations stay `ok` (`citestream evidence calibrate`), by workspace.

create table evidence_rule (
    tenant_id  text not null references tenant,
    workspace  text not null default '', -- '': every workspace that has no rule of its own
    rule       jsonb not null,
    created_at timestamptz not null default now(),
    created_by text not null,            -- as in `audit_event.actor`
    primary key (tenant_id, workspace)
);
alter table evidence_rule enable row level security, force row level security;
create policy tenant on evidence_rule
    using (tenant_id = any ((select string_to_array(nullif(current_setting('citestream.tenant', true), ''), ','))::text[]));
create policy ops on evidence_rule for select to citestream_ops using (true);

grant select, insert, update, delete on evidence_rule to citestream_app;
grant select on evidence_rule to citestream_ops;
