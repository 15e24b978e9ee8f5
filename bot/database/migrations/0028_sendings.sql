-- What is being sent of a delivery, to whom and where, and what it is known by: so a message whose
-- answer was lost is found again once Discord has forgotten its nonce.
ALTER TABLE outbox ADD COLUMN sendings TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(sendings));

-- The newest message that a delivery of the table has sent: what is sent next has a greater id.
ALTER TABLE table_ ADD COLUMN newest_post INTEGER NOT NULL DEFAULT 0;
UPDATE table_ SET
    newest_post = max(coalesce(lobby_message_id, 0), coalesce(board_message_id, 0));
