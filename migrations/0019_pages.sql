-- Where in the text of a passage further pages begin: [[offset in code points, page], …]; null where it lies on one page.
alter table passage add column new_pages jsonb;

with line as (
    select d.tenant_id, d.document_id, (said ->> 0)::integer as start_at, (said ->> 2)::integer as page,
           lag((said ->> 2)::integer) over (partition by d.tenant_id, d.document_id order by place) as before
    from document d, jsonb_array_elements(d.layout) with ordinality as lines (said, place)
), turned as (
    select p.tenant_id, p.passage_id,
           jsonb_agg(jsonb_build_array(line.start_at + length(p.text) - p.end_at, line.page) order by line.start_at) as pages
    from passage p join line using (tenant_id, document_id)
    where line.page <> line.before and line.page > p.page and line.start_at > p.start_at and line.start_at < p.end_at
    group by p.tenant_id, p.passage_id
)
update passage p set new_pages = turned.pages
from turned where p.tenant_id = turned.tenant_id and p.passage_id = turned.passage_id;
