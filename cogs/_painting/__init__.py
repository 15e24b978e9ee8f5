"""Drawing in processes: the wish for a picture, the process that draws it, and its life."""
