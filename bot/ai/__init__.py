"""AI players: the seats they play, the processes they think in, and reviews of finished games."""
