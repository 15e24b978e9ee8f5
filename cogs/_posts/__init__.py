"""What tables post, and the courier that delivers it: boards, hands, notices, reminders."""
