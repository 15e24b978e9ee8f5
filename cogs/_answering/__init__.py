"""The answer to a press, a form or a command: its items, its panel or message, its refusal."""
