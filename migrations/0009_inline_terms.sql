-- Search reads the terms of hundreds of passages for one question, and the text of eight. So it is the text that leaves
-- a row too long for its page; terms outside of their row cost five times as much to read.
alter table passage alter column terms set storage main;
