-- The film of a finished game is made once; its post is kept.
ALTER TABLE table_ ADD COLUMN film_message_id INTEGER;
