"""The databases of servers, compared table by table."""

import sqlite3

import client

# What is a file's own: its name, the server's number, statistics, and the index of what SQLite has counted.
OWN = {"identity", "sqlite_stat1", "sqlite_stat4"}


def rows(path):
    """The rows of each table, in their order."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    tables = {}
    for name in names:
        if name in OWN:
            continue
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
        if name == "replica":
            columns.remove("server")
        listed = ", ".join(columns)
        tables[name] = connection.execute(f"SELECT {listed} FROM {name} ORDER BY {listed}").fetchall()
    connection.close()
    return tables


def differences(paths):
    """What the files do not have in common, a line each."""
    first, *others = [(path, rows(path)) for path in paths]
    found = []
    for path, tables in others:
        for name in sorted(first[1].keys() | tables.keys()):
            left, right = first[1].get(name, []), tables.get(name, [])
            if left != right:
                alone = [row for row in left if row not in set(right)][:2], [row for row in right if row not in set(left)][:2]
                found.append(f"{name}: {len(left)} rows in {first[0]}, {len(right)} in {path}; in one alone {alone}")
    return found


def metric(port, name):
    text = client.Client(port).send("GET", "/metrics")[2].decode()
    return next((float(line.split(" ")[1]) for line in text.split("\n") if line.startswith(name + " ")), None)
