-- What its seat had before an action and after it: the log tells points without playing it again.
ALTER TABLE action ADD COLUMN points TEXT;
