"""Try every mutant: ``python -m tests.mutants [words of the mutants to try]``.

Prints a table in Markdown; exits with 1 if a mutant survives or its old text is not found once.
"""

import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

from tests.mutants.mutants import BROKEN, CAUGHT, SURVIVED, Workplace, read_mutants

AT_ONCE = 2


def main(words):
    mutants = [
        mutant
        for mutant in read_mutants()
        if not words or any(word in f"{mutant.rule} {mutant.file} {mutant.why}" for word in words)
    ]
    with tempfile.TemporaryDirectory() as folder:
        free = SimpleQueue()
        for number in range(AT_ONCE):
            free.put(Workplace(f"{folder}/{number}"))
        untouched = free.get()
        verdict = untouched.run()
        free.put(untouched)
        if verdict.outcome != SURVIVED:
            print(f"Without a mutant the tests fail already: {verdict}")
            return 1

        def judge(mutant):
            place = free.get()
            try:
                return place.judge(mutant)
            finally:
                free.put(place)

        print("| rule | file | bug | outcome | by |\n|---|---|---|---|---|")
        caught = 0
        with ThreadPoolExecutor(AT_ONCE) as workers:
            for mutant, verdict in zip(mutants, workers.map(judge, mutants), strict=True):
                caught += verdict.outcome == CAUGHT
                said = (
                    verdict.said.replace("\n", " ") if verdict.outcome == BROKEN else verdict.said
                )
                outcome = verdict.outcome if verdict.outcome == CAUGHT else f"**{verdict.outcome}**"
                print(
                    f"| {mutant.rule} | {mutant.file} | {mutant.why} | {outcome} | {said} |",
                    flush=True,
                )
    print(f"\n{caught} of {len(mutants)} mutants caught")
    return int(caught < len(mutants))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
