-- The notice that a session is full is written in any language that the gateway has sentences in, else in English. Which
-- codes may be asked for is said where requests are read.

alter table session drop constraint session_language_check;
