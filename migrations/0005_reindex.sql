-- A passage may have vectors of two embedders while one takes over from the other.
do $$
begin
    if to_regclass('passage_vector') is not null then
        alter table passage_vector drop constraint passage_vector_pkey;
        alter table passage_vector add primary key (tenant_id, passage_id, embedder);
    end if;
end $$;
