"""``python -m loopsim`` is ``loopsim``."""

from loopsim.cli import main

main()
