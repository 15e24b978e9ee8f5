"""Pictures of leagues: they have no words but names and numbers."""
