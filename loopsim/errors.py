"""The errors a user sees: one clear line, never a traceback."""


class InputError(Exception):
    """Something the user gave cannot be used.

    The message is one line: file (or option), key or row, what was found, what is allowed. The
    command line prints it and exits with 2.
    """
