"""All the SQL: tables, people, posts and dues, as rows of one file."""
