"""The window for designers of maps: documents in tabs, tools on single keys, checks while editing."""
