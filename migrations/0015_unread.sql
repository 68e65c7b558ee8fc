-- Files that could not be read, so that the same ones are not tried again at every run.

create table unread (
    tenant_id   text not null references tenant,
    workspace   text not null,
    external_id text not null,
    fingerprint text not null,                    -- of what was sent and how it would have been read
    reason      text not null,                    -- the sentence for the person who sent it
    primary key (tenant_id, workspace, external_id)
);
