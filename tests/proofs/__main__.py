"""Run the long proofs and write what they found to RESULTS.md.

    python -m tests.proofs [name …]

Named proofs replace their own sections; without names all are run. Exit code 1 if any fails.
"""

import sys
import time

from tests.proofs import (
    Proof,
    chance,
    courses,
    gates,
    machine,
    pairs,
    results,
    rules,
    searches,
    strength,
)

PROOFS = (
    Proof("equality", "Kernel = reference", rules.equality),
    Proof("switches", "Both sides of every switch", rules.switches),
    Proof("yardsticks", "Random play and the yardsticks of the rules page", rules.yardsticks),
    Proof("intervals", "Coverage of the intervals", chance.intervals),
    Proof("order", "The test of turn order", chance.order),
    Proof("nothing", "Comparisons of what is the same", pairs.nothing),
    Proof("paired", "Intervals and bounds of differences", pairs.paired),
    Proof("gate", "Gates fail seldom by chance, and see a shift", gates.gate),
    Proof("personas", "Personas differ and beat greedy", strength.different),
    Proof("champions", "How strong the strongest are", strength.champions),
    Proof("chosen", "What a search shows is not what it chose by", searches.chosen),
    Proof("exploits", "Planted broken cards are exposed", searches.exploits),
    Proof("course", "Win probabilities are what happens", courses.calibrated),
    Proof("alike", "No two games alike, neighbours unrelated", chance.alike),
    Proof("lanes", "Plain Python and checked indexes", machine.lanes_agree),
    Proof("cache", "Stale code is never played", machine.cache),
    Proof("signatures", "Everything is compiled once", machine.signatures),
    Proof("memory", "Flat memory", machine.memory),
    Proof("disk", "Facts on disk", machine.disk),
    Proof("mutants", "Mutants", machine.mutants),
)


def main(wanted: list[str]) -> int:
    """Run the proofs of these names, or all."""
    names = [proof.name for proof in PROOFS]
    if unknown := sorted(set(wanted) - set(names)):
        print(f"no proof {', '.join(unknown)}; there are {', '.join(names)}", file=sys.stderr)
        return 2
    failed = []
    for proof in PROOFS:
        if wanted and proof.name not in wanted:
            continue
        print(f"{proof.name} …", flush=True)
        start = time.perf_counter()
        lines = proof.find()
        section = results.section(proof, lines, time.perf_counter() - start)
        print(section, flush=True)
        results.put(proof.name, section, names)
        failed += [line.what for line in lines if not line.holds]
    for what in failed:
        print(f"does not hold: {what}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
