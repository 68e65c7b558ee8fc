-- Paragraphs that people label, and their labels.

-- part: paragraphs
-- $1 tenant, $2 run, or null for the live answers of the last $3 days: paragraphs with citations. Those of a run with a
-- target are in its outcomes. Answers of deleted threads are unknown.
paragraphs as (
    select a.answer_id, a.question, a.created_at as asked_at, a.subject, a.request -> 'scope' as scope,
           p.paragraph_index, p.text, p.citations
    from answer a join answer_paragraph p using (tenant_id, answer_id)
    where a.tenant_id = $1 and a.state <> 'streaming' and p.text <> '' and p.citations <> '[]'
      and (a.evaluation_run = $2::uuid and exists (select from evaluation_outcome o  -- not those of labels at no cost
                                                   where o.tenant_id = $1 and o.answer_id = a.answer_id)
           or $2::uuid is null and a.evaluation_run is null and a.created_at > now() - make_interval(days => $3::int))
      and not exists (select from thread t
                      where t.tenant_id = $1 and t.caller_app = a.request ->> 'caller_app'
                        and t.thread_id = a.thread_id and t.deleted_at is not null)
    union all
    select o.answer_id, o.outcome #>> '{case,2,question}', o.created_at, '', '{}', (p.place - 1)::int, p.text, c.citations
    from evaluation_run r join evaluation_outcome o using (tenant_id, run_id)
    cross join lateral jsonb_array_elements_text(nullif(o.outcome -> 'facts', 'null') -> 'paragraphs')
        with ordinality as p (text, place)
    cross join lateral (
        select jsonb_agg(jsonb_build_object('citationId', c ->> 'citation_id', 'status', c ->> 'status',
                                            'text', c ->> 'passage', 'evidence', '[]'::jsonb)) as citations
        from jsonb_array_elements(o.outcome #> '{facts,cited}') as c
        where (c ->> 'paragraph')::int = p.place - 1 and c ->> 'passage' <> ''
    ) as c
    where r.tenant_id = $1 and r.run_id = $2::uuid and r.target <> '' and o.answer_id is not null
      and c.citations is not null
)

-- part: no_document
'{"embeddingId": "", "documentId": "", "title": "", "source": "", "position": {"start": 0, "end": 0}}'::jsonb

-- name: queue
-- and $4 paragraphs of the random sample, $5 seed, $6 labeller: the sample, then the suspected citations. A paragraph
-- that somebody labelled as part of the sample stays in it, so that all people label the same ones.
with {paragraphs}, sampled as (
    select answer_id, paragraph_index, true as sampled
    from paragraphs p
    order by exists (select from evaluation_label l
                     where l.tenant_id = $1 and l.answer_id = p.answer_id and l.paragraph_index = p.paragraph_index
                       and l.sampled) desc,
             md5($5::text || p.answer_id || ':' || p.paragraph_index)
    limit $4
), suspected as (
    select answer_id, paragraph_index,
           case when jsonb_array_length(citations) = 1 then '' else c ->> 'citationId' end as citation_id
    from paragraphs p, jsonb_array_elements(citations) as c
    where c ->> 'status' in ('weak', 'moved')
       or exists (select from feedback f
                  where f.tenant_id = $1 and f.answer_id = p.answer_id and f.paragraph_index = p.paragraph_index
                    and f.citation_id = c ->> 'citationId' and f.verdict = 'wrong_citation')
), items as (
    select answer_id, paragraph_index, '' as citation_id from sampled
    union
    select answer_id, paragraph_index, citation_id from suspected
)
select p.answer_id, p.question, p.asked_at, p.subject, p.scope, p.paragraph_index, i.citation_id,
       i.citation_id = '' and s.sampled is not null as sampled, mine.label_id is not null as labelled
from items i join paragraphs p using (answer_id, paragraph_index)
left join sampled s using (answer_id, paragraph_index)
left join evaluation_label mine on mine.tenant_id = $1 and mine.answer_id = i.answer_id
    and mine.paragraph_index = i.paragraph_index and mine.citation_id = i.citation_id and mine.labeller = $6
order by sampled desc, md5($5::text || p.answer_id || ':' || p.paragraph_index), i.citation_id

-- name: texts
-- and arrays: $4 answer, $5 paragraph, $6 citation id: the texts of items, in their order
with {paragraphs}
select w.answer_id, w.paragraph_index, w.citation_id, p.question, p.text,
       (select jsonb_agg(jsonb_build_object(
                   'citation_id', c.citation ->> 'citationId', 'type', coalesce(r.type, 'embedding'),
                   'payload', coalesce(r.payload, {no_document} || jsonb_build_object('text', c.citation ->> 'text')),
                   'evidence', c.citation -> 'evidence') order by c.place)
        from jsonb_array_elements(p.citations) with ordinality as c (citation, place)
        left join answer_candidate r
            on r.tenant_id = $1 and r.answer_id = w.answer_id and r.citation_id = c.citation ->> 'citationId'
        where w.citation_id in ('', c.citation ->> 'citationId')) as passages
from unnest($4::uuid[], $5::int[], $6::text[]) with ordinality as w (answer_id, paragraph_index, citation_id, place)
join paragraphs p using (answer_id, paragraph_index)
order by w.place

-- name: label
-- $1 tenant, $2 run or null, $3 answer, $4 paragraph, $5 citation id or empty, $6 whether it is of the sample,
-- $7 labeller, $8 verdict, $9 claim, $10 passages. No row: the answer was deleted. It is locked, so that its deletion
-- finds the label.
with mine as (
    select from answer where tenant_id = $1 and answer_id = $3 for key share
), elsewhere as (
    select from evaluation_run where tenant_id = $1 and run_id = $2::uuid and target <> ''
)
insert into evaluation_label (tenant_id, run_id, answer_id, paragraph_index, citation_id, sampled, labeller, verdict, claim,
                              passages)
select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
where exists (select from mine) or exists (select from elsewhere)
on conflict (tenant_id, answer_id, paragraph_index, citation_id, labeller) do update
set verdict = excluded.verdict, claim = excluded.claim, passages = excluded.passages, created_at = now()
returning label_id

-- name: undo
-- $1 tenant, $2 labeller, arrays: $3 answer, $4 paragraph, $5 citation id: the last label of this person on one of these
delete from evaluation_label
where tenant_id = $1 and label_id = (
    select label_id
    from evaluation_label
    join unnest($3::uuid[], $4::int[], $5::text[]) as w (answer_id, paragraph_index, citation_id)
        using (answer_id, paragraph_index, citation_id)
    where tenant_id = $1 and labeller = $2
    order by created_at desc, label_id desc limit 1)
returning answer_id, paragraph_index, citation_id

-- name: labels
-- $1 tenant, $2 run or null, for all labels of live answers
select answer_id, paragraph_index, citation_id, sampled, labeller, verdict, claim, passages
from evaluation_label
where tenant_id = $1 and run_id is not distinct from $2::uuid
order by label_id
