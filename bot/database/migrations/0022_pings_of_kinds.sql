-- Beside reminders there is the message to whoever is next: it goes when their turn begins.
ALTER TABLE ping ADD COLUMN kind TEXT NOT NULL DEFAULT 'reminder';
