"""The application: tables, store, delivery, languages, playground; Discord is in app.py only."""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
