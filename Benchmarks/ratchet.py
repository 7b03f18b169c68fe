#!/usr/bin/env python3
"""Compares numbers that may only fall with those that were saved: Benchmarks/ratchet.py SAVED MEASURED, both files in JSON. Ends with 1 where
one has grown.

A number that is missing on one side is an error, so that none goes unnoticed; one that has fallen asks to be saved.
"""
import json
import pathlib
import sys

COMMAND = "make bench-hops SAVE=1"


def save(file, measured):
    file.write_text(json.dumps(measured, indent=4) + "\n", encoding="utf-8")
    print(f"hops: written to {file.name}")


def report(saved, measured):
    """Prints what differs, and returns the status to end with."""
    grown = False
    for name in [*saved, *(name for name in measured if name not in saved)]:
        before, now = saved.get(name), measured.get(name)
        if before is None or now is None:
            print(f"hops: {name}: {'not saved' if before is None else 'was not counted'}")
            grown = True
        elif now > before:
            print(f"hops: {now} {name}, {now - before} more than was saved")
            grown = True
        elif now < before:
            print(f"hops: {now} {name}, {before - now} fewer than was saved: {COMMAND} saves them")
    if grown:
        print(f"hops: {COMMAND} writes hops.json anew, where the growth is meant: a reviewer sees it")
    else:
        print("hops: the way has not grown")
    return int(grown)


if __name__ == "__main__":
    saved_numbers, measured_numbers = (json.loads(pathlib.Path(path).read_text(encoding="utf-8")) for path in sys.argv[1:3])
    sys.exit(report(saved_numbers, measured_numbers))
