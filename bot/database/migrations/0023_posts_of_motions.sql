-- Where a motion was asked: its post says what has become of it.
ALTER TABLE motion ADD COLUMN channel_id INTEGER;
ALTER TABLE motion ADD COLUMN message_id INTEGER;
