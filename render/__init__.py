"""Pictures: a view in, PNG bytes out.

A renderer imports only the rules and Pillow; it knows no state, no user and no language. Start with
`registry.renderer(key)`; the shared parts are `canvas` (pictures and files), `hexes` (hex ⇄ pixel),
`text` (labels) and `theme` (colours, fonts, seats). Each game's drawing is a package of its own.
"""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
