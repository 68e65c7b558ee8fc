-- Who may call. Of a key only its hash is kept, and enough of its beginning to name it.

create table api_key (
    tenant_id  text not null references tenant,
    key_hash   text not null check (key_hash ~ '^[0-9a-f]{64}$'), -- sha256
    prefix     text not null,
    role       text not null check (role in ('user', 'app', 'staff', 'qa', 'admin')),
    workspaces text[] not null default '{}', -- the only ones it may see; empty: all
    label      text not null default '',
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    primary key (tenant_id, key_hash)
);
-- A caller is known by the key alone: the tenant comes from it.
create unique index api_key_hash on api_key (key_hash);

-- Pages: a browser signs in with a key once and holds the secret of a session afterwards, never the key.
create table key_session (
    tenant_id    text not null,
    session_hash text not null check (session_hash ~ '^[0-9a-f]{64}$'),
    key_hash     text not null,
    created_at   timestamptz not null default now(),
    expires_at   timestamptz not null,
    primary key (tenant_id, session_hash),
    foreign key (tenant_id, key_hash) references api_key on delete cascade
);
create unique index key_session_hash on key_session (session_hash);
create index key_session_expiry on key_session (expires_at);
