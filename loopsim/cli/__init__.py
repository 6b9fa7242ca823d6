"""The command line. Commands are thin: each calls the public function of its name and prints.

stdout is data, stderr is progress and errors. Exit codes: 0 done, 2 usage or input, 3 interrupted.
"""

import os
import sys

from loopsim.errors import InputError

INPUT_ERROR = 2
INTERRUPTED = 3


def main() -> None:
    """The entry point: faults of the input become one line and exit code 2, never a traceback."""
    from loopsim.cli.app import app

    try:
        app()
    except InputError as wrong:
        print(f"loopsim: {wrong}", file=sys.stderr)
        sys.exit(INPUT_ERROR)
    except KeyboardInterrupt:
        print("loopsim: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:  # the reader, `head` say, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
