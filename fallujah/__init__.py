"""Second Fallujah, 2004."""
