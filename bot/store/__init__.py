"""All the SQL: tables, people, posts and what is due, as rows of one file."""
