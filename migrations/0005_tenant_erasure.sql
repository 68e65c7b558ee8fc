-- A tenant that leaves: `citestream tenants erase` removes its rows, those of its audit log too. Nothing else may.

alter table tenant add column leaving_since timestamptz; -- its export is complete, and its rows are being removed

create function keep_audit_event() returns trigger language plpgsql as $$
begin
    if current_setting('citestream.leaving', true) is distinct from old.tenant_id
       or not exists (select from tenant where tenant_id = old.tenant_id and leaving_since is not null) then
        raise exception 'rows of % are never changed or deleted', tg_table_name;
    end if;
    return old;
end $$;
drop trigger audit_event_stays on audit_event;
create trigger audit_event_stays before delete on audit_event for each row execute function keep_audit_event();
