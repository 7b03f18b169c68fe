"""PostgreSQL, servers that share its log, and haproxy before them, as processes of the caller's, which end with it."""

import base64
import ctypes
import os
import pathlib
import secrets
import signal
import socket
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("CLUSTER_PROGRAM", str(ROOT / ".build/release/sectional"))
POSTGRES = "/usr/lib/postgresql/15/bin/"
POSTGRES_SCRIPT = ROOT / "Tests/Support/TestSupport/PostgresCluster/postgres.sh"
READY = "listening on http://"


class Failure(Exception):
    """Why a cluster does not run."""


def die_with_parent():
    """Has a child end with the thread that starts it, and so with this process, however that ends."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])


def wait_until(what, look, seconds=60):
    """Looks until there is something, and returns it."""
    end = time.monotonic() + seconds
    while True:
        found = look()
        if found:
            return found
        if time.monotonic() > end:
            raise Failure(f"never came: {what}")
        time.sleep(0.02)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def run(command, **options):
    """Runs a program to its end, and returns what it has written."""
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def query(url, statement):
    return run(["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", statement]).strip()


class Postgres:
    """A PostgreSQL over a folder that stays. A user other than root runs it, who may be kept out of the folders above it."""

    def __init__(self, folder):
        folder = pathlib.Path(folder).absolute()
        self.socket_folder = pathlib.Path("/tmp") / f"sectional-{secrets.token_hex(4)}"
        self.socket_folder.mkdir(mode=0o777)
        self.port = free_port()
        self.as_user = []
        is_new = not folder.exists()
        folder.mkdir(exist_ok=True)
        if os.geteuid() == 0:
            self.as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups",
                            "--inh-caps=+dac_override", "--ambient-caps=+dac_override", "--pdeathsig", "KILL"]
            for path in (folder, self.socket_folder):
                run(["chown", "postgres:", path])
        if is_new:
            run(self.as_user + [POSTGRES + "initdb", "--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C",
                                "--pgdata", folder / "data"], cwd="/")
        self.process = subprocess.Popen(
            self.as_user + [POSTGRES + "postgres", "-D", folder / "data", "-p", str(self.port), "-k", self.socket_folder, "-h", "",
                            "-c", "shared_buffers=16MB", "-c", "max_connections=60"],
            cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=die_with_parent)
        url = self.url("postgres")
        wait_until("PostgreSQL", lambda: subprocess.run(
            [POSTGRES + "pg_isready", "-q", "-d", url], stdout=subprocess.DEVNULL).returncode == 0)

    def url(self, database):
        return f"postgresql://postgres@/{database}?host={self.socket_folder}&port={self.port}"

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait()
        for path in self.socket_folder.glob("*"):
            path.unlink()
        self.socket_folder.rmdir()


class PostgresPair:
    """A primary and the standby that every commit waits for."""

    def __init__(self, folder):
        self.folder = folder
        self.ports = [free_port(), free_port()]
        self.process = subprocess.Popen(
            ["sh", POSTGRES_SCRIPT, folder] + [str(port) for port in self.ports], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "ready\n":
            raise Failure("PostgreSQL does not start (Scripts/setup test installs it)")

    def url(self, database):
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.ports)
        return f"postgresql://postgres@{hosts}/{database}?target_session_attrs=read-write"

    def fail_over(self):
        """Kills the primary, and promotes the standby."""
        self.process.stdin.write("promote\n")
        self.process.stdin.flush()

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


class Server:
    """One server of a log, with a database of its own."""

    def __init__(self, database, url, arguments=(), environment=None, errors=None):
        self.database = str(database)
        self.command = [PROGRAM, "serve", *arguments, "--host", "127.0.0.1", "--database", self.database, "--cluster", url]
        self.environment = {**os.environ, **(environment or {})}
        self.errors = errors
        self.port = 0
        self.process = None

    def start(self):
        """Starts it, on the port that it had."""
        self.process = subprocess.Popen(
            self.command + ["--port", str(self.port)], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=self.errors, text=True, preexec_fn=die_with_parent)
        return self

    def wait(self):
        """Waits until it listens."""
        line = self.process.stdout.readline()
        if not line.startswith(READY):
            raise Failure(f"a server ended with {self.process.wait()}")
        self.port = int(line.rsplit(":", 1)[1])
        return self

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """Ends it as an operator would, and returns its exit status."""
        self.process.terminate()
        return self.process.wait()


class Proxy:
    """haproxy with the settings that are shipped, before servers of this machine."""

    def __init__(self, listener, servers, folder):
        text = (ROOT / "config/haproxy.cfg").read_text()
        head, _ = text.split("    server one ")
        lines = [f"    server s{number} 127.0.0.1:{server.port}" for number, server in enumerate(servers, 1)]
        os.set_inheritable(listener.fileno(), True)
        # At the start every server counts as ready; a check takes that back.
        text = head.replace("bind :8080", f"bind fd@{listener.fileno()}") + "\n".join(lines) + "\n"
        path = pathlib.Path(folder) / "haproxy.cfg"
        path.write_text(text)
        self.process = subprocess.Popen(
            ["/usr/sbin/haproxy", "-db", "-q", "-f", str(path)], pass_fds=[listener.fileno()], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, preexec_fn=die_with_parent)

    def stop(self):
        self.process.terminate()
        self.process.wait()


def start(servers):
    """Starts servers beside each other."""
    for server in servers:
        server.start()
    for server in servers:
        server.wait()


def new_key():
    return base64.b64encode(secrets.token_bytes(32)).decode()

