"""The champions: plays the matches and the ladders that docs/matches.md and docs/ladder.md tell of, and writes both pages.

    python bench/champions.py                  plays what is missing of both, then writes the pages
    python bench/champions.py ladder           the ladders alone, or matches
    python bench/champions.py matches --part "The planner and its forerunner"
    python bench/champions.py --write          writes the pages from the results that are there

It can be stopped and started again: games are kept in build/, by version of engine and bots.
"""

from __future__ import annotations

import argparse

import ladder
import matches


def main() -> None:
    """Play and write what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("matches", "ladder"), help="only these; both unless named")
    parser.add_argument("--part", choices=tuple(matches.PARTS), help="of the matches this part only")
    parser.add_argument("--write", action="store_true", help="play nothing, write the pages only")
    asked = parser.parse_args()
    if asked.part and asked.what == "ladder":
        parser.error("--part is one of the matches; the ladder is played whole")
    if asked.what != "ladder":
        if asked.write:
            matches.write(matches.known())
        else:
            matches.play((asked.part,) if asked.part else tuple(matches.PARTS))
    if asked.what != "matches" and not asked.part:
        for table in () if asked.write else ladder.TABLES:
            table.play()
        ladder.write([table.rated() for table in ladder.TABLES])


if __name__ == "__main__":
    main()
