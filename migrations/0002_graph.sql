-- The knowledge graph: entities, their names, relations, and the passages that speak of them. Ids are unique inside a
-- workspace, as the files that bring them know no other. An application or a document narrows the graph through the
-- links to passages, so that there is one truth about who may see what.

create table vertex (
    tenant_id   text not null references tenant,
    workspace   text not null default 'default',
    vertex_id   text collate "C" not null,
    label       text not null,           -- what kind of thing it is
    name        text not null,
    description text not null default '',
    aliases     text[] not null default '{}',
    metadata    jsonb not null default '{}',
    source      text,                    -- names the document it comes from; null: any that mentions it
    extracted   boolean not null default false,  -- a model found it: it goes with the last passage it was found in
    primary key (tenant_id, workspace, vertex_id)
);
create index vertex_of_source on vertex (tenant_id, workspace, source) where source is not null;

-- A vertex under each of its folded names (knowledge/names.py). A text is looked up by the first two words of a name:
-- that many lookups a word, however long names are.
create table vertex_name (
    tenant_id text not null,
    workspace text not null,
    vertex_id text collate "C" not null,
    key       text collate "C" not null,
    head      text collate "C" not null, -- first two words of the key
    surface   text not null,             -- as it is written
    primary key (tenant_id, workspace, vertex_id, key),
    foreign key (tenant_id, workspace, vertex_id) references vertex on delete cascade
);
create index vertex_name_of_head on vertex_name (tenant_id, head);

create table edge (
    tenant_id   text not null,
    workspace   text not null default 'default',
    edge_id     text collate "C" not null,
    label       text not null,
    start_id    text collate "C" not null,
    end_id      text collate "C" not null,
    weight      real not null default 1 check (weight >= 0),
    description text not null default '',
    metadata    jsonb not null default '{}',
    source      text,
    extracted   boolean not null default false,
    terms       tsvector not null,       -- words of label and description: which of a hub's edges a question is about
    primary key (tenant_id, workspace, edge_id),
    foreign key (tenant_id, workspace, start_id) references vertex on delete cascade,
    foreign key (tenant_id, workspace, end_id) references vertex on delete cascade
);
create index edge_of_start on edge (tenant_id, workspace, start_id);
create index edge_of_end on edge (tenant_id, workspace, end_id);
create index edge_of_source on edge (tenant_id, workspace, source) where source is not null;

create table passage_vertex (
    tenant_id  text not null,
    passage_id uuid not null,
    workspace  text not null,
    vertex_id  text collate "C" not null,
    primary key (tenant_id, passage_id, workspace, vertex_id),
    foreign key (tenant_id, passage_id) references passage on delete cascade,
    foreign key (tenant_id, workspace, vertex_id) references vertex on delete cascade
);
create index passage_vertex_of_vertex on passage_vertex (tenant_id, workspace, vertex_id);

create table passage_edge (
    tenant_id  text not null,
    passage_id uuid not null,
    workspace  text not null,
    edge_id    text collate "C" not null,
    primary key (tenant_id, passage_id, workspace, edge_id),
    foreign key (tenant_id, passage_id) references passage on delete cascade,
    foreign key (tenant_id, workspace, edge_id) references edge on delete cascade
);
create index passage_edge_of_edge on passage_edge (tenant_id, workspace, edge_id);

-- Passages that a model has read for entities and relations: it is paid once for each.
create table passage_extracted (
    tenant_id  text not null,
    passage_id uuid not null,
    primary key (tenant_id, passage_id),
    foreign key (tenant_id, passage_id) references passage on delete cascade
);
