"""Private pages for those who manage a server or host the bot: settings and a check-up."""
