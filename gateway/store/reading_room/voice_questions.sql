-- Spoken questions.

-- name: forget_more
-- $1 tenant, $2 subject, $3 how many: those that were not asked with, but for the newest ones
delete from voice_question where tenant_id = $1 and voice_id in (
    select voice_id from voice_question where tenant_id = $1 and subject = $2 and answer_id is null
    order by created_at desc offset $3)

-- name: add
-- tenant, uuid, subject, media type, data, text
insert into voice_question (tenant_id, voice_id, subject, media_type, data, text) values ($1, $2, $3, $4, $5, $6)

-- name: text
-- tenant, uuid, subject
select text from voice_question where tenant_id = $1 and voice_id = $2 and subject = $3

-- name: recording
-- tenant, uuid, subject
select media_type, data from voice_question where tenant_id = $1 and voice_id = $2 and subject = $3

-- name: asked
-- tenant, uuid, subject, answer
update voice_question set answer_id = $4
where tenant_id = $1 and voice_id = $2 and subject = $3
  and exists (select from answer where tenant_id = $1 and answer_id = $4)

-- name: forget_unasked
-- $1 seconds, $2 limit: in all tenants
delete from voice_question where (tenant_id, voice_id) in (
    select tenant_id, voice_id from voice_question
    where answer_id is null and created_at < now() - make_interval(secs => $1) limit $2)
returning voice_id
