"""Pages and controls of one person: preferences, absence, games, wishes, personal data."""
