"""Life of the process, for its host: start and restarts, logs, health, the doctor."""
