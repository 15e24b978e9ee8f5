"""Public posts, and the courier that delivers them: boards, hands, notices, reminders."""
