-- Which processes have a connection. See presence.py. A process has its lock shared, so that it can take it again while
-- PostgreSQL has not noticed the end of its former connection; whoever looks tries to have it alone, for an instant.

-- name: be_present
-- the lock's two numbers
select pg_advisory_lock_shared($1, $2)

-- name: missing
-- the lock's first number, second numbers. Those that nobody has.
with there as materialized (select distinct number from unnest($2::int[]) as number)
select number from there where pg_try_advisory_xact_lock($1, number)

-- name: others
-- the lock's two numbers. Whether somebody has one with another second number.
select exists (
    select from pg_locks
    where locktype = 'advisory' and objsubid = 2 and granted and classid::bigint = $1 and objid::bigint <> $2
      and database = (select oid from pg_database where datname = current_database()))
