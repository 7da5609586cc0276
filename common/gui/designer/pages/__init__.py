"""The pages beside the map of the editor."""
