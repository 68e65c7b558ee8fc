-- Answers by their text: a chat client sends a conversation along with nothing but texts, and a question about "source 1"
-- means the answer that has the text of the last message. A hash, for texts are long.
create index answer_said on answer using hash (text) where text <> '';
