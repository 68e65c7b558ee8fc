-- Vectors where PostgreSQL has no pgvector: 32-bit floats in little-endian bytes, which the gateway compares itself, up
-- to a number of passages. Where it has, the table is empty.

create table plain_vector (
    tenant_id  text not null,
    passage_id uuid not null,
    embedder   text not null,
    chunk_hash text not null,            -- of the text that was embedded: another text of the passage makes it void
    embedding  bytea not null,
    primary key (tenant_id, passage_id, embedder),
    foreign key (tenant_id, passage_id) references passage on delete cascade
);
alter table plain_vector enable row level security, force row level security;
create policy tenant on plain_vector
    using (tenant_id = any ((select string_to_array(nullif(current_setting('citestream.tenant', true), ''), ','))::text[]));
create policy ops on plain_vector for select to citestream_ops using (true);

create view current_plain_vector with (security_invoker) as
    select v.tenant_id, p.document_id, v.passage_id, v.embedder, v.embedding
    from plain_vector v join passage p on p.tenant_id = v.tenant_id and p.passage_id = v.passage_id
    where p.chunk_hash = v.chunk_hash;

grant select, insert, update, delete on plain_vector, current_plain_vector to citestream_app;
grant select on plain_vector, current_plain_vector to citestream_ops;
