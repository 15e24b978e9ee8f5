-- The players of AI seats are called by how well they play.
UPDATE seat SET ai = 'easy' WHERE ai = 'greedy';
UPDATE seat_history SET ai = 'easy' WHERE ai = 'greedy';
