"""What holds for all tests, whoever starts them."""

import signal

# a shell lets what it runs in the background ignore Ctrl-C, which tests send
signal.signal(signal.SIGINT, signal.default_int_handler)
