"""What all five games share."""
