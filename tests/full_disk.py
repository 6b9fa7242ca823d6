"""A disk that takes no more: a real fault, without a disk of one's own."""

import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def filling_disk(takes: int | None = None) -> Iterator[Callable[[int], None]]:
    """Within the block no file takes more than so many bytes, or from the call of what it gives on.

    Not until the end of the test: what pytest prints may go to a file, too.
    """
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill(takes: int) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (takes, before[1]))

    try:
        if takes is not None:
            fill(takes)
        yield fill
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
