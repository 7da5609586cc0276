"""What a command of the command line says when it cannot do its work."""


class CommandError(Exception):
    """Something a command cannot do, in one line."""
