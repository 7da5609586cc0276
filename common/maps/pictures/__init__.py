"""A map as a picture: themes, styles, and a display list that any painter can draw."""
