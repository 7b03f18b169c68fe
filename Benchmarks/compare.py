#!/usr/bin/env python3
"""Compares counts with those that were saved: Benchmarks/compare.py SAVED MEASURED, both files in JSON. Ends with 1 where a row has grown.

A row may grow by 5 %. The counts hold for the libraries that they were made with (libmicrohttpd, SQLite, glibc, Swift's own); where the
versions of these differ, nobody can tell whose instructions a row has more of, so it may grow by 15 % there, and what differs is said. A
row that is missing on one side is an error, so that none goes unnoticed; one that has become much smaller asks to be saved.
"""
import json
import sys

TOLERANCE, TOLERANCE_OF_OTHER_VERSIONS = 0.05, 0.15


def least(runs):
    """What a row's work takes: whatever else happens meanwhile only adds."""
    return min(runs)


def other_versions(saved, measured):
    """The libraries whose versions differ."""
    names = sorted(saved["versions"].keys() | measured["versions"].keys())
    return [name for name in names if saved["versions"].get(name) != measured["versions"].get(name)]


def has_grown(before, now, others):
    return now > before * (1 + (TOLERANCE_OF_OTHER_VERSIONS if others else TOLERANCE))


def grown(saved, measured):
    """The rows that have grown by more than they may."""
    others = other_versions(saved, measured)
    return [name for name, now in measured["counts"].items() if name in saved["counts"] and has_grown(saved["counts"][name], now, others)]


def complaints(saved, measured):
    """What is wrong, a line each, the versions that differ, and the rows that have become smaller than the tolerance hides."""
    wrong, remarks = [], []
    if saved["size"] != measured["size"]:
        wrong.append(f"counts.json is of {saved['size']}, and this run of {measured['size']}")
    others = other_versions(saved, measured)
    tolerance = TOLERANCE_OF_OTHER_VERSIONS if others else TOLERANCE
    for name in others:
        remarks.append(f"{name} is {measured['versions'].get(name)}, and was {saved['versions'].get(name)}: a row may grow by {tolerance:.0%}")
    for name in [*saved["counts"], *(name for name in measured["counts"] if name not in saved["counts"])]:
        before, now = saved["counts"].get(name), measured["counts"].get(name)
        if before is None or now is None:
            wrong.append(f"{name}: {'not in counts.json' if before is None else 'was not counted'}")
        elif has_grown(before, now, others):
            wrong.append(f"{name}: {now:,} instructions, {now / before - 1:.1%} more than the {before:,} in counts.json")
        elif now < before * (1 - TOLERANCE):
            remarks.append(f"{name}: {now:,} instructions, {1 - now / before:.1%} fewer than the {before:,} in counts.json: save them")
    return wrong, remarks


def report(found):
    """Prints what was found, and returns the status to end with."""
    wrong, remarks = found
    for line in remarks:
        print(f"counts: {line}")
    for line in wrong:
        print(f"counts: {line}")
    if wrong:
        print("counts: make bench-counts SAVE=1 writes counts.json anew, where the growth is meant: a reviewer sees it")
        return 1
    print("counts: no row has grown")
    return 0


if __name__ == "__main__":
    saved_counts, measured_counts = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:3])
    sys.exit(report(complaints(saved_counts, measured_counts)))
