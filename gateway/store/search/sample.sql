-- name: holding
-- $1 tenant, $2 workspaces it may look in or null: those that hold anything
select coalesce(array_agg(workspace order by workspace), '{}') from corpus
where tenant_id = $1 and passages > 0 and ($2::text[] is null or workspace = any($2))
