"""Names as people type them: without accents, case or punctuation, in usual spellings, or only their beginning.

It finds the names that are meant; what a name stands for, and what to say where none or several are meant, is the caller's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

__all__ = ["folded", "meant"]

# Letters that Unicode does not take apart into a plain one and an accent.
LETTERS: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th", "ð": "d", "&": " and "})
# Signs within a word, as in St. Paul's and D.C.; all others part words.
WITHIN: Final = re.compile("['’‘ʼ`´.]")
SHORT: Final = {"saint": "st", "sainte": "st", "ste": "st", "mount": "mt", "fort": "ft"}
# What is often said after a name.
ADDED: Final = (" city", " dc")


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """The words of a name in the one spelling that all its usual spellings have in common.

    >>> folded("Sault Ste. Marie") == folded("sault saint-marie")
    True
    """
    bare = unicodedata.normalize("NFKD", name.casefold().translate(LETTERS))
    bare = "".join(letter for letter in bare if not unicodedata.combining(letter))
    return " ".join(SHORT.get(word, word) for word in re.findall(r"\w+", WITHIN.sub("", bare)))


def meant(typed: str, names: Iterable[str]) -> dict[str, int]:
    """The names that a typed one may mean, each with how far it is from it: 0 the same words, 1 a usual addition, 2 only the beginning."""
    words = folded(typed)
    if not words:
        return {}
    less = next((words.removesuffix(added) for added in ADDED if words.endswith(added)), words)
    found: dict[str, int] = {}
    for name in names:
        own = folded(name)
        if words == own:
            found[name] = 0
        elif less == own:
            found[name] = 1
        elif own.startswith(words):
            found[name] = 2
    return found
