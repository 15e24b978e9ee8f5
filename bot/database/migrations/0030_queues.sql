-- The deliveries of a table, refused or not: no statement about one table reads those of others.
DROP INDEX waiting;
CREATE INDEX queue ON outbox (table_id, id);
