-- Who wrote a document and when it was last changed, as its file states it.

alter table document
    add column date_text text not null default '',       -- a date, or a time as RFC 3339; empty: when it was loaded
    add column date_from text not null default 'loaded', -- front_matter, properties, mail, feed, page, file, loaded
    add column author    text not null default '';
