"""Make the pictures of the gallery from a page: python -m tests.gallery PAGE FOLDER."""

import sys
from pathlib import Path

from tests.gallery import write

for path in write(Path(sys.argv[1]), Path(sys.argv[2])):
    print(path)
