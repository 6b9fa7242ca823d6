"""Progress on stderr: games, games a second, time left."""

import sys
from collections.abc import Callable
from datetime import timedelta
from time import monotonic
from types import TracebackType
from typing import Self

from rich import progress as bar
from rich.console import Console

FIRST_COMPILE = "compiling the kernel for the first time: half a minute or so, kept for later"

#: Seconds before there is a rate worth telling.
SETTLED = 1.0


class Progress:
    """A progress bar; when stderr is no terminal only what matters is said, a line each."""

    def __init__(
        self, games: int, shown: bool = True, clock: Callable[[], float] = monotonic
    ) -> None:
        """A bar of so many games; `clock` tells the seconds."""
        self._shown = shown
        self._games, self._clock = games, clock
        self._done = 0
        self._first: tuple[float, int] | None = None  # when, and how many games were done
        self._console = Console(stderr=True)
        self._bar = bar.Progress(
            bar.TextColumn("{task.completed:,.0f} of {task.total:,.0f} {task.description}"),
            bar.BarColumn(),
            bar.TextColumn("{task.fields[rate]}"),
            console=self._console,
            disable=not (shown and self._console.is_terminal),
            transient=True,
        )
        self._task = self._bar.add_task("games", total=games, rate="")

    def __enter__(self) -> Self:
        """Show it."""
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take it away."""
        self._bar.stop()

    def compiling(self) -> None:
        """Say that the first compile takes a while."""
        if self._shown:
            print(f"loopsim: {FIRST_COMPILE}", file=sys.stderr, flush=True)

    def expect(self, games: int) -> None:
        """Learn how many games there will be in all."""
        self._games = games
        self._bar.update(self._task, total=games)

    def continuing(self, games: int) -> None:
        """Begin to count games that are continued after each turn."""
        self._games, self._done, self._first = games, 0, None
        self._bar.reset(self._task, total=games, description="games continued", rate="")

    def advance(self, games: int) -> None:
        """Count finished games."""
        self._done += games
        if self._first is None:
            self._first = self._clock(), self._done
        self._bar.update(self._task, completed=self._done, rate=self.rate())

    def rate(self) -> str:
        """Games a second and the time left; nothing in the first second.

        Finished games are told in bursts, so only all of them over all the time since the first
        burst make a rate; the time before it went to compiling.
        """
        if self._first is None:
            return ""
        start, before = self._first
        spent = self._clock() - start
        if spent < SETTLED or self._done == before:
            return ""
        rate = (self._done - before) / spent
        left = timedelta(seconds=round((self._games - self._done) / rate))
        return f"{rate:,.0f} games/s, {left} left"
