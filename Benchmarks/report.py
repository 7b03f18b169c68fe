"""The goals table and the details, on the terminal and as RESULTS.md."""
import datetime
import os
import pathlib
import time

import machine
from harness import BUILD, HERE, say


class Report:
    """What a run has found, in the order in which it was found."""

    def __init__(self):
        self.began = time.monotonic()
        self.goals, self.details = [], []
        self.machine = machine.lines()
        for name, text in self.machine:
            say(f"{name}: {text}")

    def heading(self, text):
        say(f"\n## {text}")
        self.details += ["", f"## {text}", ""]

    def note(self, text):
        say(f"  {text}")
        self.details += [text, ""]

    def table(self, title, columns, rows):
        say(f"\n{title}")
        widths = [max(len(str(row[n])) for row in [columns, *rows]) for n in range(len(columns))]
        for row in [columns, *rows]:
            say("  " + "  ".join(str(cell).ljust(width) if n == 0 else str(cell).rjust(width) for n, (cell, width) in enumerate(zip(row, widths))))
        self.details += [f"**{title}**", "", *markdown(columns, rows), ""]

    def goal(self, number, text, value, relation, limit, unit="", form=".2f"):
        """Adds a line to the goals table. `relation` is one of ≥, ≤, > and <."""
        reached = {"≥": value >= limit, "≤": value <= limit, ">": value > limit, "<": value < limit}[relation]
        self.goals.append([number, text, f"{value:,{form}}{unit}", f"{relation} {limit:,g}{unit}", "reached" if reached else "**missed**"])
        say(f"  {text}: {value:,{form}}{unit}, goal {relation} {limit:,g}{unit}: {'reached' if reached else 'MISSED'}")

    def show(self, command, errors, disturbance, path):
        """Prints the goals table, and writes all of it as Markdown."""
        say("\nGoals")
        width = max((len(line[1]) for line in self.goals), default=0)
        for number, text, value, goal, reached in self.goals:
            say(f"  {number:<5} {text:<{width}} {value:>14}   {goal:<14} {reached.strip('*').upper() if '*' in reached else reached}")
        for error in errors:
            say(f"  ERROR: {error}")
        disturbed = f"{disturbance:.0%} of both cores' time went to other programs, to the kernel's own work, and to the host"
        minutes = (time.monotonic() - self.began) / 60
        say(f"\n{minutes:.0f} minutes; {disturbed}")
        lines = [
            "# Results", "",
            "Written by `make bench`, not by hand; [README.md](README.md) says what is compared and how to read it.", "",
            *markdown(["", ""], [
                *self.machine, ("commit", machine.commit()), ("date", f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC, {minutes:.0f} minutes"),
                ("command", f"`{command}`"), ("meanwhile", disturbed),
            ]), "",
            "## Goals", "", *markdown(["#", "what", "measured", "goal", ""], self.goals), "",
            *(["**Errors**: what they touch means nothing.", "", *(f"* {error}" for error in errors), ""] if errors else []),
            *self.details,
        ]
        path.write_text("\n".join(squeezed(lines)).rstrip() + "\n", encoding="utf-8")
        say(f"written to {path}")


def results_path(is_whole):
    """A run of chosen rows or of other sizes leaves RESULTS.md, which is of a whole one, as it is."""
    return pathlib.Path(os.environ.get("RESULTS") or (HERE / "RESULTS.md" if is_whole else BUILD / "RESULTS.md")).resolve()


def markdown(columns, rows):
    cells = [columns, ["---"] * len(columns), *rows]
    return ["| " + " | ".join(str(cell) for cell in row) + " |" for row in cells]


def squeezed(lines):
    """Without two empty lines in a row."""
    return [line for n, line in enumerate(lines) if line or n == 0 or lines[n - 1]]
