"""A map file that is begun and changed: every edit changes only the letters that say it."""
