"""The application: tables, store, delivery, languages, playground; Discord is in app.py only."""
