"""The command line. Commands are thin: each calls the public function of its name and prints.

stdout is data, stderr is progress and errors. Exit codes: 0 done, 1 a gate is not passed, 2 usage or
input, 3 interrupted (Ctrl-C), 143 terminated (SIGTERM, which shells tell so).
"""

import contextlib
import io
import os
import signal
import sys
from types import FrameType

from loopsim.errors import InputError

INPUT_ERROR = 2
#: The exit code of a command that a signal ended.
STOPPED_BY = {signal.SIGINT: 3, signal.SIGTERM: 128 + signal.SIGTERM}


class _Stopped(KeyboardInterrupt):
    """A signal came: SIGTERM ends a command as Ctrl-C does.

    For Ctrl-C too, since Python dies of a plain KeyboardInterrupt that has passed through `exec`
    (of a dataclass, say, while modules are imported), even if it was caught.
    """


def main() -> None:
    """The entry point: whatever goes wrong becomes one line and an exit code, never a traceback."""
    came: list[signal.Signals] = []

    def stop(number: int, frame: FrameType | None) -> None:
        came.append(signal.Signals(number))
        sys.unraisablehook = _tell_unless_stopped
        raise _Stopped("interrupted")

    try:
        for number in STOPPED_BY:
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                signal.signal(number, stop)
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")  # for file names that are no text
        code = _run(sys.argv[1:] or ["--help"])
    except InputError as wrong:
        # code that is no Python may take the exception of a signal for "does not fit"
        code = _interrupted(came) if came else _fault(str(wrong))
    except KeyboardInterrupt:  # wherever it was, its imports included
        code = _interrupted(came)
    ignore_signals()  # all is told: while Python shuts down a signal would change the exit code
    sys.exit(code)


def _interrupted(came: list[signal.Signals]) -> int:
    """Say so; returns the exit code."""
    ignore_signals()
    _say("interrupted")
    return STOPPED_BY[came[0] if came else signal.SIGINT]


def _tell_unless_stopped(fault: "sys.UnraisableHookArgs") -> None:
    """Python's line about an exception that could not go on its way; of a signal it says nothing."""
    if not isinstance(fault.exc_value, _Stopped):
        sys.__unraisablehook__(fault)


def ignore_signals() -> None:
    """From here on a second Ctrl-C changes nothing any more: what is kept is told in peace."""
    for number in STOPPED_BY:
        signal.signal(number, signal.SIG_IGN)


def _run(arguments: list[str]) -> int:
    """Carry out a command; returns the exit code. Raises InputError.

    Typer's own `app()` would tell a wrong option in four lines, and give Ctrl-C and a closed pipe
    exit codes of its own, so the command is invoked here.
    """
    import typer

    from loopsim.cli.app import app

    if sys.stdout is None:  # closed by the caller
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        command = typer.main.get_command(app)
        with command.make_context("loopsim", arguments) as context:
            command.invoke(context)
        sys.stdout.flush()
    except typer.Exit as left:
        return left.exit_code
    except typer.TyperException as wrong:
        from loopsim.cli.mistyped import told as mistyped

        context_of_fault = getattr(wrong, "ctx", None)
        asked = context_of_fault.command_path if context_of_fault else "loopsim"
        text = mistyped(wrong) if isinstance(wrong, typer.BadParameter) else None
        return _fault(f"{text or wrong.format_message().rstrip('.')}; see {asked} --help")
    except BrokenPipeError:  # the reader, `head` say, has seen enough
        _give_up_stdout()
    except OSError as wrong:  # a full disk, say
        _give_up_stdout()
        return _fault(str(wrong))
    return 0


def _give_up_stdout() -> None:
    """Write no more to stdout, which may be closed or full: at its end Python would try once more."""
    with contextlib.suppress(io.UnsupportedOperation):  # it is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fault(text: str) -> int:
    """Say what is wrong in one line, whatever characters a name has; returns the exit code."""
    _say("".join(c if c.isprintable() else repr(c)[1:-1] for c in text))
    return INPUT_ERROR


def _say(text: str) -> None:
    """Write a line to stderr, if that takes it: the exit code tells as much."""
    with contextlib.suppress(OSError):
        print(f"loopsim: {text}", file=sys.stderr)
