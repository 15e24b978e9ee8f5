"""Who may see which table, and the commands and controls that lead to one."""
