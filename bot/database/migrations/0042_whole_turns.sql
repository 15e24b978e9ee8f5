-- Only a whole turn is saved for one's turn: what was begun and not confirmed is forgotten, and so
-- is the note about it.
DELETE FROM left_move WHERE stage = 'draft' OR reason = 'table.left_unfinished';
