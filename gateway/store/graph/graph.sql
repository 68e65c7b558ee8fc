-- The knowledge graph. A document of a scope is one whose passages a vertex or an edge is linked to.

-- Links bind what two kinds of writers change, so a tenant's graph is written by one of them at a time: documents
-- beside each other, a graph file alone. The lock comes before any other, or a delete could wait for it with a row in
-- hand.

-- name: share_graph
-- $1 tenant, until the end of the transaction
select pg_advisory_xact_lock_shared(hashtextextended('graph of ' || $1, 0))

-- name: lock_graph
-- $1 tenant, until the end of the transaction
select pg_advisory_xact_lock(hashtextextended('graph of ' || $1, 0))

-- name: upsert_vertices
-- $1 tenant, $2 workspace, $3 extracted, then one array per column (aliases: JSON lists as text). Rows: the vertices
-- that are new or changed.
insert into vertex (tenant_id, workspace, extracted, vertex_id, label, name, description, aliases, metadata, source)
select $1, $2, $3, vertex_id, label, name, description, array(select jsonb_array_elements_text(aliases::jsonb)),
       metadata, source
from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::jsonb[], $10::text[])
     as new (vertex_id, label, name, description, aliases, metadata, source)
on conflict (tenant_id, workspace, vertex_id) do update
set label = excluded.label, name = excluded.name, description = excluded.description, aliases = excluded.aliases,
    metadata = excluded.metadata, source = excluded.source, extracted = excluded.extracted
where (vertex.label, vertex.name, vertex.description, vertex.aliases, vertex.metadata, vertex.source, vertex.extracted)
      is distinct from (excluded.label, excluded.name, excluded.description, excluded.aliases, excluded.metadata,
                        excluded.source, excluded.extracted)
returning vertex_id

-- name: forget_names
-- $1 tenant, $2 workspace, $3 vertices
delete from vertex_name where tenant_id = $1 and workspace = $2 and vertex_id = any($3::text[])

-- name: insert_names
-- $1 tenant, $2 workspace, then arrays: vertex, key, head, surface
insert into vertex_name (tenant_id, workspace, vertex_id, key, head, surface)
select $1, $2, vertex_id, key, head, surface
from unnest($3::text[], $4::text[], $5::text[], $6::text[]) as new (vertex_id, key, head, surface)
on conflict do nothing

-- name: forget_vertex_links
-- $1 tenant, $2 workspace, $3 vertices
delete from passage_vertex where tenant_id = $1 and workspace = $2 and vertex_id = any($3::text[])

-- name: known_vertices
-- $1 tenant, $2 workspace, $3 vertices
select vertex_id from vertex where tenant_id = $1 and workspace = $2 and vertex_id = any($3::text[])

-- name: upsert_edges
-- $1 tenant, $2 workspace, $3 extracted, then one array per column. Rows: the edges that are new or changed.
insert into edge (tenant_id, workspace, extracted, edge_id, label, start_id, end_id, weight, description, metadata,
                  source, terms)
select $1, $2, $3, edge_id, label, start_id, end_id, weight, description, metadata, source, terms
from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::real[], $9::text[], $10::jsonb[], $11::text[],
            $12::tsvector[]) as new (edge_id, label, start_id, end_id, weight, description, metadata, source, terms)
on conflict (tenant_id, workspace, edge_id) do update
set label = excluded.label, start_id = excluded.start_id, end_id = excluded.end_id, weight = excluded.weight,
    description = excluded.description, metadata = excluded.metadata, source = excluded.source,
    terms = excluded.terms, extracted = excluded.extracted
where (edge.label, edge.start_id, edge.end_id, edge.weight, edge.description, edge.metadata, edge.source, edge.extracted)
      is distinct from (excluded.label, excluded.start_id, excluded.end_id, excluded.weight, excluded.description,
                        excluded.metadata, excluded.source, excluded.extracted)
returning edge_id

-- name: forget_edge_links
-- $1 tenant, $2 workspace, $3 edges
delete from passage_edge where tenant_id = $1 and workspace = $2 and edge_id = any($3::text[])

-- name: documents_of_sources
-- $1 tenant, $2 workspace, $3 sources: an external id, a source or the file name at its end
select s.source, d.document_id
from unnest($3::text[]) as s (source)
join document d on d.tenant_id = $1 and d.workspace = $2
     and (d.external_id = s.source or d.source = s.source or right(d.source, length(s.source) + 1) = '/' || s.source)

-- name: mentioning
-- $1 tenant, then arrays: place, condition, documents as text or null; $5 most passages for one name
select n.at, p.passage_id
from unnest($2::integer[], $3::text[], $4::text[]) as n (at, condition, documents)
cross join lateral (
    select passage_id from passage_by_words
    where tenant_id = $1 and terms @@ n.condition::tsquery
      and (n.documents is null or document_id = any(n.documents::uuid[]))
    limit $5) as p

-- name: passage_texts
-- $1 tenant, $2 passages
select passage_id, heading, text from passage where tenant_id = $1 and passage_id = any($2::uuid[])

-- name: said_in_documents
-- $1 tenant, $2 documents
select document_id, passage_id, heading, text from passage
where tenant_id = $1 and document_id = any($2::uuid[])
order by document_id, position

-- name: said_in_part
-- $1 tenant, $2 document, $3 and $4 the first position and the one behind the last
select passage_id, heading, text from passage
where tenant_id = $1 and document_id = $2 and position >= $3 and position < $4
order by position

-- name: first_passages
-- $1 tenant, $2 documents, $3 most of each
select p.document_id, p.passage_id
from unnest($2::uuid[]) as d (document_id)
cross join lateral (select * from passage where tenant_id = $1 and document_id = d.document_id order by position limit $3) as p

-- name: link_vertices
-- $1 tenant, $2 workspace, arrays: passage, vertex. What was deleted meanwhile is left out.
insert into passage_vertex (tenant_id, workspace, passage_id, vertex_id)
select $1, $2, p.passage_id, v.vertex_id
from unnest($3::uuid[], $4::text[]) as new (passage_id, vertex_id)
join passage p on p.tenant_id = $1 and p.passage_id = new.passage_id
join vertex v on v.tenant_id = $1 and v.workspace = $2 and v.vertex_id = new.vertex_id
for key share of p, v
on conflict do nothing

-- name: link_edges
-- $1 tenant, $2 workspace, $3 edges, $4 passages or null: edges to the passages that both their ends are linked to
insert into passage_edge (tenant_id, workspace, passage_id, edge_id)
select distinct $1, $2, a.passage_id, e.edge_id
from edge e
join passage_vertex a on a.tenant_id = $1 and a.workspace = $2 and a.vertex_id = e.start_id
join passage_vertex b on b.tenant_id = $1 and b.passage_id = a.passage_id and b.workspace = $2 and b.vertex_id = e.end_id
where e.tenant_id = $1 and e.workspace = $2 and e.edge_id = any($3::text[])
  and ($4::uuid[] is null or a.passage_id = any($4))
on conflict do nothing

-- name: link_edges_to
-- $1 tenant, $2 workspace, arrays: passage, edge
insert into passage_edge (tenant_id, workspace, passage_id, edge_id)
select $1, $2, p.passage_id, e.edge_id
from unnest($3::uuid[], $4::text[]) as new (passage_id, edge_id)
join passage p on p.tenant_id = $1 and p.passage_id = new.passage_id
join edge e on e.tenant_id = $1 and e.workspace = $2 and e.edge_id = new.edge_id
for key share of p, e
on conflict do nothing

-- name: edges_linked_within
-- $1 tenant, $2 workspace, $3 edges, $4 passages
select distinct edge_id from passage_edge
where tenant_id = $1 and workspace = $2 and edge_id = any($3::text[]) and passage_id = any($4::uuid[])

-- name: has_graph
-- $1 tenant, $2 workspace
select exists(select from vertex where tenant_id = $1 and workspace = $2)

-- name: names_of_heads
-- $1 tenant, $2 workspace, $3 heads
select n.vertex_id, n.key, n.surface, v.source
from vertex_name n join vertex v using (tenant_id, workspace, vertex_id)
where n.tenant_id = $1 and n.workspace = $2 and n.head = any($3::text[])

-- name: elements_of_sources
-- $1 tenant, $2 workspace, $3 names that documents go by
select 'vertex' as kind, vertex_id as id, source from vertex
where tenant_id = $1 and workspace = $2 and source = any($3::text[])
union all
select 'edge', edge_id, source from edge where tenant_id = $1 and workspace = $2 and source = any($3::text[])

-- name: edges_between_linked
-- $1 tenant, $2 workspace, $3 passages: edges whose ends are linked to one of them
select distinct e.edge_id, e.source
from passage_vertex a
join edge e on e.tenant_id = $1 and e.workspace = $2 and e.start_id = a.vertex_id
join passage_vertex b on b.tenant_id = $1 and b.passage_id = a.passage_id and b.workspace = $2 and b.vertex_id = e.end_id
where a.tenant_id = $1 and a.workspace = $2 and a.passage_id = any($3::uuid[])

-- name: extracted_of_documents
-- $1 tenant, $2 documents: what a model found in them
select l.workspace, l.vertex_id as id, 'vertex' as kind
from passage p join passage_vertex l using (tenant_id, passage_id) join vertex v using (tenant_id, workspace, vertex_id)
where p.tenant_id = $1 and p.document_id = any($2::uuid[]) and v.extracted
union
select l.workspace, l.edge_id, 'edge'
from passage p join passage_edge l using (tenant_id, passage_id) join edge e using (tenant_id, workspace, edge_id)
where p.tenant_id = $1 and p.document_id = any($2::uuid[]) and e.extracted

-- name: drop_unfounded_edges
-- $1 tenant, $2 workspace, $3 extracted edges: those that no passage is left for
delete from edge e
where tenant_id = $1 and workspace = $2 and edge_id = any($3::text[]) and extracted
  and not exists (select from passage_edge l where l.tenant_id = $1 and l.workspace = $2 and l.edge_id = e.edge_id)

-- name: drop_unfounded_vertices
-- $1 tenant, $2 workspace, $3 extracted vertices: those that no passage and no edge is left for
delete from vertex v
where tenant_id = $1 and workspace = $2 and vertex_id = any($3::text[]) and extracted
  and not exists (select from passage_vertex l where l.tenant_id = $1 and l.workspace = $2 and l.vertex_id = v.vertex_id)
  and not exists (select from edge e where e.tenant_id = $1 and e.workspace = $2 and e.start_id = v.vertex_id)
  and not exists (select from edge e where e.tenant_id = $1 and e.workspace = $2 and e.end_id = v.vertex_id)

-- name: delete_vertices
-- $1 tenant, $2 workspace, $3 most rows. Rows: what was deleted, with all its edges.
delete from vertex
where tenant_id = $1 and workspace = $2 and vertex_id in (
      select vertex_id from vertex where tenant_id = $1 and workspace = $2 limit $3)
returning vertex_id

-- name: count_graph
-- $1 tenant, $2 workspace or null
select (select count(*) from vertex where tenant_id = $1 and ($2::text is null or workspace = $2)) as vertices,
       (select count(*) from edge where tenant_id = $1 and ($2::text is null or workspace = $2)) as edges

-- name: unread_passages
-- $1 tenant, $2 documents: passages that no model has read yet
select p.passage_id, d.title, p.heading, p.text, coalesce(p.language, 'en') as language
from passage p join document d using (tenant_id, document_id)
where p.tenant_id = $1 and p.document_id = any($2::uuid[])
  and not exists (select from passage_extracted x where x.tenant_id = $1 and x.passage_id = p.passage_id)
order by p.document_id, p.position

-- name: mark_read
-- $1 tenant, $2 passage. No row: the passage is gone, and so is what was found in it.
insert into passage_extracted (tenant_id, passage_id)
select $1, passage_id from passage where tenant_id = $1 and passage_id = $2 for key share
on conflict do nothing
returning passage_id

-- name: same_things
-- $1 tenant, $2 workspace, $3 keys: vertices of these names
select n.key, v.vertex_id, v.label, v.description, v.extracted
from vertex_name n join vertex v using (tenant_id, workspace, vertex_id)
where n.tenant_id = $1 and n.workspace = $2 and n.head = any($3::text[]) and n.key = any($4::text[])
order by v.extracted, v.vertex_id

-- name: describe_vertex
-- $1 tenant, $2 workspace, $3 vertex, $4 description
update vertex set description = $4 where tenant_id = $1 and workspace = $2 and vertex_id = $3

-- name: entities
-- $1 tenant, $2 heads, $3 key of the question, $4 workspaces, $5 document ids, $6 source app, $7 languages, each
-- or null, $8 limit, $9 the workspace that is left out where others hold anything, or null (library.sql, `corpus_of`). From
-- `scoped` to `end` stands what is sent only where one of $5 to $7 is given: with it PostgreSQL plans each time anew.
with holding as materialized (
    select array_agg(workspace order by workspace) filter (where workspace <> $9) as others, bool_or(workspace = $9) as too
    from corpus
    where $9::text is not null and tenant_id = $1 and passages > 0 and ($4::text[] is null or workspace = any($4))
), searched as materialized (
    select case when too and others is not null then others else $4::text[] end as workspaces from holding
)
select n.key, n.surface, v.workspace, v.vertex_id, v.label, v.name, v.description, v.metadata
from searched, vertex_name n join vertex v using (tenant_id, workspace, vertex_id)
where n.tenant_id = $1 and n.head = any($2::text[]) and strpos($3, ' ' || n.key || ' ') > 0
  and (searched.workspaces is null or n.workspace = any(searched.workspaces))
  and (($5::uuid[] is null and $6::text is null and $7::text[] is null) /* scoped */ or exists (
       select from passage_vertex l
       join passage p on p.tenant_id = $1 and p.passage_id = l.passage_id
       join document d on d.tenant_id = $1 and d.document_id = p.document_id
       where l.tenant_id = $1 and l.workspace = v.workspace and l.vertex_id = v.vertex_id
         and ($5 is null or d.document_id = any($5)) and ($6 is null or d.source_app = $6)
         and ($7 is null or lower(split_part(d.language, '-', 1)) = any($7))) /* end */)
order by length(n.key) desc, v.workspace, v.vertex_id
limit $8

-- name: relations
-- $1 tenant, arrays: $2 workspaces, $3 vertices; $4 what the question asks, $5 document ids, $6 source app, $7
-- languages, each or null, $8 most edges of one vertex. Edges of these vertices by what the question asks, and all that
-- join two of them.
with asked as (
    select * from unnest($2::text[], $3::text[]) as v (workspace, vertex_id)
), incident as (
    select v.workspace, v.vertex_id, e.edge_id, e.end_id as other, e.terms, e.weight
    from asked v join edge e on e.tenant_id = $1 and e.workspace = v.workspace and e.start_id = v.vertex_id
    union all
    select v.workspace, v.vertex_id, e.edge_id, e.start_id, e.terms, e.weight
    from asked v join edge e on e.tenant_id = $1 and e.workspace = v.workspace and e.end_id = v.vertex_id
), seen as (
    select * from incident i
    where ($5::uuid[] is null and $6::text is null and $7::text[] is null) /* scoped */ or exists (
        select from passage_edge l
        join passage p on p.tenant_id = $1 and p.passage_id = l.passage_id
        join document d on d.tenant_id = $1 and d.document_id = p.document_id
        where l.tenant_id = $1 and l.workspace = i.workspace and l.edge_id = i.edge_id
          and ($5 is null or d.document_id = any($5)) and ($6 is null or d.source_app = $6)
          and ($7 is null or lower(split_part(d.language, '-', 1)) = any($7))) /* end */
), best as (
    select workspace, edge_id, row_number() over (
               partition by workspace, vertex_id
               order by ts_rank('{1,1,1,1}', terms, $4::tsquery) desc, weight desc, edge_id) as rank
    from seen
), chosen as (
    select workspace, edge_id from best where rank <= $8
    union
    select s.workspace, s.edge_id from seen s join asked v on v.workspace = s.workspace and v.vertex_id = s.other
), steps as (
    select a.workspace, a.edge_id as first, b.edge_id as second, a.weight + b.weight as weight
    from seen a join seen b on a.workspace = b.workspace and a.other = b.other and a.vertex_id < b.vertex_id
    where not exists (select from asked v where v.workspace = a.workspace and v.vertex_id = a.other)
    order by weight desc, first, second
    limit 50
), shown as (
    select workspace, edge_id, null::text as second from chosen
    union all
    select workspace, first, second from steps
    union all
    select workspace, second, '' from steps
)
select c.second, e.workspace, e.edge_id, e.label, e.weight, e.description, e.metadata,
       s.vertex_id as start_id, s.label as start_label, s.name as start_name, s.description as start_description,
       s.metadata as start_metadata,
       t.vertex_id as end_id, t.label as end_label, t.name as end_name, t.description as end_description,
       t.metadata as end_metadata
from shown c
join edge e on e.tenant_id = $1 and e.workspace = c.workspace and e.edge_id = c.edge_id
join vertex s on s.tenant_id = $1 and s.workspace = e.workspace and s.vertex_id = e.start_id
join vertex t on t.tenant_id = $1 and t.workspace = e.workspace and t.vertex_id = e.end_id
