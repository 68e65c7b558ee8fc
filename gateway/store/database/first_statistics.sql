-- Tables that nobody has analyzed.

-- name: growing
-- $1 pages: those of at least this size.
select format('%I.%I', current_schema(), relname) as table
from pg_class
where relnamespace = current_schema()::regnamespace and relkind = 'r' and reltuples < 0
  and pg_relation_size(oid) >= $1 * current_setting('block_size')::bigint
order by relname
