-- What stands in one document, for whoever is to be told all of it.

-- name: headings
-- $1 tenant, $2 document, $3 most passages: where each of them stands, in the order of the document.
select passage_id, coalesce(heading, '') as heading
from passage
where tenant_id = $1 and document_id = $2
order by position
limit $3

-- name: texts
-- $1 tenant, $2 document, $3 most passages: what they say, in the order of the document.
select passage_id, coalesce(heading, '') as heading, text
from passage
where tenant_id = $1 and document_id = $2
order by position
limit $3
