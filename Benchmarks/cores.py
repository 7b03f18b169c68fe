"""Which core a server runs on, and which the load: one each, where there are two."""
import os

AVAILABLE = sorted(os.sched_getaffinity(0))
SERVER, LOAD = AVAILABLE[0], AVAILABLE[-1]
ARE_TWO = SERVER != LOAD


def take_load_core():
    """Puts this program, and all that it starts from now on, on the core of the load."""
    os.sched_setaffinity(0, {LOAD})


def pinned(command):
    """A command that runs on the server's core alone."""
    return ["taskset", "-c", str(SERVER), *(str(part) for part in command)]


def said():
    if ARE_TWO:
        return f"servers on core {SERVER} alone, the load on core {LOAD}"
    return "ONE core for servers and load together: the load takes from the servers, and flatters the slower one"
