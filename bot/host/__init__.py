"""Life of the process, for whoever runs the bot: start and restarts, logs, health, the doctor."""
