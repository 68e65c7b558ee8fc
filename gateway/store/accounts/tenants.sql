-- Tenants: which there are, and the removal of one with all its rows.

-- name: all
-- Each tenant with what it has.
select t.tenant_id as name, t.leaving_since is not null as leaving,
       (select count(*) from document d where d.tenant_id = t.tenant_id) as documents,
       (select count(*) from answer a where a.tenant_id = t.tenant_id and a.evaluation_run is null) as answers,
       (select count(*) from api_key k where k.tenant_id = t.tenant_id and k.revoked_at is null) as keys,
       greatest((select max(last_used) from api_key k where k.tenant_id = t.tenant_id),
                (select max(created_at) from answer a where a.tenant_id = t.tenant_id)) as last_use
from tenant t
order by t.tenant_id

-- name: names
select tenant_id from tenant order by tenant_id

-- name: tables
-- Tables with rows of tenants, and the tables that each refers to.
select c.relname as name,
       array(select distinct f.confrelid::regclass::text from pg_constraint f
             where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as targets
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
where c.relkind in ('r', 'p') and not c.relispartition
  and c.relnamespace = (select relnamespace from pg_class where oid = 'tenant'::regclass)

-- name: revoke
-- $1 tenant
update api_key set revoked_at = now() where tenant_id = $1 and revoked_at is null

-- name: running
-- $1 tenant
select count(*) from turn_lease where tenant_id = $1

-- name: leave
-- $1 tenant
update tenant set leaving_since = now() where tenant_id = $1

-- name: may_leave
-- $1 tenant. For this transaction, as `0005_tenant_erasure.sql` asks for it.
select set_config('citestream.leaving', $1, true)
