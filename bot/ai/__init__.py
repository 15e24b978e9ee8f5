"""What AI players think, in processes of their own."""
