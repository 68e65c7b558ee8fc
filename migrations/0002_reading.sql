-- How a document was read, so that one that an older version read is read again, and what of its file is not in its
-- text.

alter table document
    add column reading  text not null default '',      -- version of its format; empty: read by 0.1.0
    add column note     text not null default '',      -- a sentence on what could not be read
    add column left_out jsonb not null default '[]';   -- [{"kind", "count", "text"}]
