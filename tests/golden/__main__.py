"""Write the golden playthroughs anew."""

from tests.golden import write

for path in write():
    print(path.name)
