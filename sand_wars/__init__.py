"""Sand Wars: Maghreb."""
