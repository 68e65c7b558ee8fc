-- Remembered answers that cite the graph: its parts are looked at again as passages are, and whatever changes or deletes one
-- makes the answers stale that rest on it.

alter table response_source
    add column cited boolean not null default true; -- false: a cited part of the graph is linked to this passage

-- The parts of the graph that an answer cites, as they were.
create table response_part (
    tenant_id   text not null,
    response_id bigint not null,
    kind        text not null check (kind in ('vertex', 'edge')),
    workspace   text not null,
    part_id     text collate "C" not null,
    part_hash   text not null,
    about       boolean not null,                 -- an entity that a cited reference is about
    primary key (tenant_id, response_id, kind, workspace, part_id),
    foreign key (tenant_id, response_id) references responses on delete cascade
);
create index response_part_of_graph on response_part (tenant_id, workspace, kind, part_id);

-- A part of the graph as references show it, without what follows from other rows; weights only rank.
create function shown(part vertex) returns jsonb language sql stable strict as $$
    select jsonb_build_object('id', part.vertex_id, 'label', part.label, 'name', part.name,
                              'description', part.description, 'metadata', part.metadata)
$$;
create function shown(part edge) returns jsonb language sql stable strict as $$
    select jsonb_build_object('id', part.edge_id, 'label', part.label, 'startId', part.start_id, 'endId', part.end_id,
                              'description', part.description, 'metadata', part.metadata)
$$;

-- What an answer rests on, one row each: passages by document, parts of the graph by name; and whether it is still what it
-- was. Cited are passages, relations and the entities that references are about; the rest is what these hang on.
create function response_shown(of_tenant text, of_response bigint)
returns table (doc_id uuid, chunk_id uuid, title text, cited boolean, current boolean) language sql stable as $$
    select s.doc_id, s.chunk_id, d.title, s.cited, p.passage_id is not null
    from response_source s
    left join document d on d.tenant_id = s.tenant_id and d.document_id = s.doc_id
    left join passage p on p.tenant_id = s.tenant_id and p.passage_id = s.chunk_id and p.chunk_hash = s.chunk_hash
    where s.tenant_id = of_tenant and s.response_id = of_response
    union all
    select null, null, coalesce(v.name, a.name || ' —' || e.label || '→ ' || b.name), r.kind = 'edge' or r.about,
           coalesce(r.part_hash = md5(coalesce(shown(v), shown(e))::text), false)
    from response_part r
    left join vertex v on r.kind = 'vertex' and v.tenant_id = r.tenant_id and v.workspace = r.workspace
                       and v.vertex_id = r.part_id
    left join edge e on r.kind = 'edge' and e.tenant_id = r.tenant_id and e.workspace = r.workspace
                     and e.edge_id = r.part_id
    left join vertex a on a.tenant_id = e.tenant_id and a.workspace = e.workspace and a.vertex_id = e.start_id
    left join vertex b on b.tenant_id = e.tenant_id and b.workspace = e.workspace and b.vertex_id = e.end_id
    where r.tenant_id = of_tenant and r.response_id = of_response
$$;

-- Whatever changes or deletes a document or a part of the graph, answers that rest on it are not served from then on. They
-- are marked at the end of the transaction, one transaction of a tenant at a time: whoever keeps an answer locks what it
-- rests on first and entries afterwards, and two that mark entries would meet in any order.
create function make_responses_stale(of_tenant text, resting bigint[], why text, what jsonb) returns void
language plpgsql as $$
begin
    if resting is null then return; end if;
    perform pg_advisory_xact_lock(hashtextextended('memory of ' || of_tenant, 0));
    with gone as (
        update responses set status = 'stale'
        where tenant_id = of_tenant and id = any(resting) and status in ('pending', 'validated')
        returning id
    )
    insert into response_event (tenant_id, response_id, kind, reason, detail)
    select of_tenant, id, 'stale', why, what from gone;
end $$;

create or replace function mark_responses_stale() returns trigger language plpgsql as $$
begin
    perform make_responses_stale(
        old.tenant_id,
        (select array_agg(distinct r.id) from response_source s join responses r on r.tenant_id = s.tenant_id and r.id = s.response_id
         where s.tenant_id = old.tenant_id and s.doc_id = old.document_id and r.status in ('pending', 'validated')),
        'document', jsonb_build_object('document_id', old.document_id));
    return null;
end $$;
drop trigger document_changed on document;
drop trigger document_deleted on document;
create constraint trigger document_changed after update on document deferrable initially deferred for each row
    when (old.content_hash is distinct from new.content_hash or new.passages < old.passages)
    execute function mark_responses_stale();
create constraint trigger document_deleted after delete on document deferrable initially deferred for each row
    execute function mark_responses_stale();

create function mark_responses_of_graph_stale() returns trigger language plpgsql as $$
declare
    changed text;
begin
    if tg_table_name = 'vertex' then changed := old.vertex_id; else changed := old.edge_id; end if;
    perform make_responses_stale(
        old.tenant_id,
        (select array_agg(distinct r.id) from response_part p join responses r on r.tenant_id = p.tenant_id and r.id = p.response_id
         where p.tenant_id = old.tenant_id and p.workspace = old.workspace and p.kind = tg_table_name
           and p.part_id = changed and r.status in ('pending', 'validated')),
        'graph', jsonb_build_object('kind', tg_table_name, 'id', changed, 'workspace', old.workspace));
    return null;
end $$;
create constraint trigger vertex_changed after update on vertex deferrable initially deferred for each row
    when ((old.label, old.name, old.description, old.aliases, old.metadata, old.source)
          is distinct from (new.label, new.name, new.description, new.aliases, new.metadata, new.source))
    execute function mark_responses_of_graph_stale();
create constraint trigger vertex_deleted after delete on vertex deferrable initially deferred for each row
    execute function mark_responses_of_graph_stale();
create constraint trigger edge_changed after update on edge deferrable initially deferred for each row
    when ((old.label, old.start_id, old.end_id, old.description, old.metadata, old.source)
          is distinct from (new.label, new.start_id, new.end_id, new.description, new.metadata, new.source))
    execute function mark_responses_of_graph_stale();
create constraint trigger edge_deleted after delete on edge deferrable initially deferred for each row
    execute function mark_responses_of_graph_stale();
