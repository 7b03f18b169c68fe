"""What the rows of the goals table share: the data, the servers that hold it, and the report."""
import contextlib
import json
import os
import pathlib
import subprocess
import tempfile

import data
import servers
from harness import BUILD, HERE, Failure, compiled, fetched
from report import Report
from rounds import Contender, wrk

ITEMS = int(os.environ.get("ITEMS", 1_000_000))
FEW = 1_000
PEER = HERE / "HummingbirdPeer/.build/release/peer"


class Bench:
    """One run: a folder that goes when it ends, and servers that are started when a row first needs them."""

    def __init__(self, stack):
        self.stack = stack
        # Beside the sources and not in /tmp: a full sync has to reach a disk.
        self.folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(dir=BUILD)))
        self.log = stack.enter_context(open(BUILD / "servers.log", "w", encoding="utf-8"))
        self.report = Report()
        self.made = {}

    def once(self, name, make):
        """What a name was made to be the first time."""
        if name not in self.made:
            self.made[name] = make()
        return self.made[name]

    def program(self, name):
        return self.once(f"c/{name}", lambda: compiled(name))

    def file(self, name, write, count=ITEMS):
        """A file of items, written once."""
        def written():
            write(self.folder / name, count)
            return self.folder / name

        return self.once(name, written)

    @property
    def items(self):
        return self.file("items.ndjson", data.write_ndjson)

    @property
    def database(self):
        """Sectional's database with the lists big and small."""
        path = self.folder / "sectional.sqlite"

        def imported():
            if not path.exists():  # the row of imports leaves its last
                data.imported("big", self.items, path, self.log)
            data.imported("small", self.file("few.ndjson", data.write_ndjson, FEW), path, self.log)
            return path

        return self.once("database", imported)

    @property
    def sectional(self):
        return self.once("sectional", lambda: servers.sectional(self.stack, self.database, self.log))

    @contextlib.contextmanager
    def sectional_with(self, settings):
        """A server of the same database with other settings, in place of `sectional` meanwhile."""
        if "sectional" in self.made:
            self.made.pop("sectional").stop()
        with contextlib.ExitStack() as stack:
            server = self.made["sectional"] = servers.sectional(stack, self.database, self.log, settings)
            yield server
            self.made.pop("sectional")

    def count(self, name="big"):
        """How many items a list of `sectional` has now: inserts in the middle may leave it a few shorter or longer."""
        return json.loads(fetched(f"{self.sectional.url}/lists/{name}")[0])["itemCount"]

    @property
    def rows(self):
        path = self.file("rows.sqlite", data.write_rows)
        return self.once("rows", lambda: servers.started(self.stack, [self.program("rows"), 0, path], self.log))

    @property
    def rows_of_updates(self):
        """A table like that of `rows`, which stays as it is."""
        return self.file("updates.sqlite", data.write_rows)

    def peer(self, synchronous):
        """Hummingbird and GRDB, with a table of its own for each way to sync."""
        path = self.file(f"peer-{synchronous}.sqlite", data.write_records)
        command = [PEER, "--database", path, "--synchronous", synchronous]
        return self.once(f"peer-{synchronous}", lambda: servers.started(self.stack, command, self.log))

    def new_sectional(self, stack, settings=None, count=FEW, name="big"):
        """A server with a database of its own, which has one list. `stack` ends it and takes the database away."""
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(dir=self.folder)))
        data.write_ndjson(folder / "items.ndjson", count)
        data.imported(name, folder / "items.ndjson", folder / "sectional.sqlite", self.log)
        server = servers.sectional(stack, folder / "sectional.sqlite", self.log, settings)
        server.database = folder / "sectional.sqlite"
        return server


def requests(server, path, script="result.lua", arguments=(), connections=64):
    """A contender that wrk asks for a path, or as a script says."""
    return Contender(server, lambda: wrk(server.url + path, script, arguments, connections=connections))


def build_peer():
    """Builds the nested package. It needs some minutes the first time, and seconds when nothing has changed."""
    built = subprocess.run(["swift", "build", "-c", "release", "--package-path", PEER.parents[2]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if built.returncode:
        raise Failure(f"{built.stdout}bench: the server to compare with could not be built")
