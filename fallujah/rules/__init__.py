"""The rules of Second Fallujah, one module per chapter."""
