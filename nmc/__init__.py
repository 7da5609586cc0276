"""The New Mexico Campaign, 1862."""
