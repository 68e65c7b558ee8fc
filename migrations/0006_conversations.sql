-- Conversations of the older system's page are threads of the caller app `legacy`: a title, the page's settings, and a
-- number, since that page knows rows by 64-bit ids. What was deleted stays as an empty row, so that it is not made anew.

alter table thread
    add column number     bigint generated always as identity,
    add column title      text not null default '',
    add column settings   jsonb not null default '{}',
    add column deleted_at timestamptz;

create index thread_of_subject on thread (tenant_id, caller_app, subject, number desc) where deleted_at is null;
create index answer_of_question on answer (tenant_id, question_message_id, created_at desc);
