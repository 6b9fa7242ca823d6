"""Speed and size, measured: ``python -m tests.bench`` (``make bench``) prints a table."""
