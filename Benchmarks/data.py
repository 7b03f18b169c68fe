"""The items that all servers hold, and the files that they come from."""
import json
import pathlib
import sqlite3
import subprocess

from harness import PROGRAM

CITIES = ("Reykjavik", "Lisbon", "Nairobi")


def value(number):
    """The value of an item: about 80 bytes, and 100 when its name has been patched."""
    return {"id": f"i{number:07d}", "name": f"Item number {number}", "city": CITIES[number % 3], "note": "as it came"}


def text(number):
    return json.dumps(value(number), separators=(",", ":"))


def write_csv(path, count):
    with open(path, "w", encoding="utf-8") as file:
        file.write(",".join(value(0)) + "\n")
        file.writelines(",".join(value(number).values()) + "\n" for number in range(count))


def write_ndjson(path, count):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(text(number) + "\n" for number in range(count))


def imported(name, file, database, log):
    subprocess.run([PROGRAM, "import", name, file, "--id", "/id", "--database", database], check=True, stdout=log, stderr=log)


def write_rows(path, count):
    """The table that rows.c reads."""
    write_table(path, "CREATE TABLE items(position INTEGER PRIMARY KEY, id TEXT NOT NULL, value TEXT NOT NULL)",
                "INSERT INTO items VALUES (?, ?, ?)", ((number, value(number)["id"], text(number)) for number in range(count)))


def write_records(path, count):
    """The table of the peer's records: a column for each property."""
    write_table(path, "CREATE TABLE item(position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, city TEXT NOT NULL, note TEXT NOT NULL)",
                "INSERT INTO item VALUES (?, ?, ?, ?, ?)", ((number, *value(number).values()) for number in range(count)))


def write_table(path, schema, insert, rows):
    pathlib.Path(path).unlink(missing_ok=True)
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute(schema)
    database.executemany(insert, rows)
    database.commit()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
