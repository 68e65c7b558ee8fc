-- Originals, as they came: served again byte for byte by every replica, copied by every backup, gone with their document.

alter table document add column file_name text not null default '';   -- the name it came under; empty for a sent text
alter table document add column layout jsonb;                         -- lines of a PDF: [start, end, page, left, bottom, right, top]

-- Only where `document.text` in UTF-8 is not itself what was sent. Parts keep memory small on both ways.
create table original (
    tenant_id   text not null,
    document_id uuid not null,
    part        integer not null,        -- 0, 1, 2, …
    data        bytea not null,
    primary key (tenant_id, document_id, part),
    foreign key (tenant_id, document_id) references document on delete cascade
);
-- Most originals are compressed formats: to try again costs time and saves nothing.
alter table original alter column data set storage external;
