"""The command line, driven as its users drive it: exit code, stdout and stderr of every command."""
