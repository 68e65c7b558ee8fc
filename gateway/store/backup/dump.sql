-- What a backup has to know of a database, and how a restored one goes on.

-- name: existing
-- $1 names. Those of them that are tables here; a partition is part of its table.
select name from unnest($1::text[]) as name
where to_regclass(quote_ident(name)) in (select oid from pg_class where relkind in ('r', 'p') and not relispartition)

-- name: columns
-- $1 tables. Generated columns are left out: they are made again.
select c.relname as name,
       array_agg(a.attname::text order by a.attnum) as columns,
       bool_or(t.typname = 'vector') as needs_vectors
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
join pg_type t on t.oid = a.atttypid
where c.oid in (select to_regclass(quote_ident(name)) from unnest($1::text[]) as name)
group by 1
order by 1

-- name: references
-- $1 tables. Who refers to whom.
select distinct here.relname as name, there.relname as target
from pg_constraint f
join pg_class here on here.oid = f.conrelid
join pg_class there on there.oid = f.confrelid
where f.contype = 'f' and here.relname = any($1::text[]) and there.relname = any($1::text[]) and here.oid <> there.oid

-- name: identities
-- $1 tables. Columns that number their rows, and the sequence behind each.
select c.relname as "table", a.attname as "column", pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
where c.oid in (select to_regclass(quote_ident(name)) from unnest($1::text[]) as name)
order by 1, 2

-- name: go_on
-- $1 table, $2 column, $3 number, $4 whether it was given out
select setval(pg_get_serial_sequence(quote_ident($1), $2), $3, $4)

-- name: migrated
select name, sha256 from citestream_migration order by name

-- name: others
-- How many other sessions of this login use the database.
select count(*) from pg_stat_activity
where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
