-- What a table is for: only games among people count in statistics and call anybody. A sandbox is a
-- place to try moves, a lesson teaches a newcomer.
ALTER TABLE table_ ADD COLUMN purpose TEXT NOT NULL DEFAULT 'game'
    CHECK (purpose IN ('game', 'sandbox', 'lesson'));
