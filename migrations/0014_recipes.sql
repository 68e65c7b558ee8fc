-- Search asks for every question whether all documents of a tenant were counted by one recipe: the index tells it from the
-- first and the last.
create index document_recipe on document (tenant_id, (split_part(fingerprint, '/', 1) collate "C"));
