"""Starts servers on a core of their own, and reads what they use."""
import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import time

from cores import pinned
from harness import PROGRAM, Failure

# A machine with one core gives a server one thread; these would count the cores that they may not use.
ONE_CORE = {"SECTIONAL_SERVER_THREADS": "1", "NIO_SINGLETON_GROUP_LOOP_COUNT": "1"}


class Server:
    """A process that serves, with its URL."""

    running = []

    def __init__(self, process, url):
        self.process, self.url = process, url
        self.pid = process.pid
        Server.running.append(self)

    @property
    def port(self):
        return int(self.url.rsplit(":", 1)[1])

    def processes(self):
        """It and its children: nginx answers in one."""
        children = pathlib.Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text(encoding="ascii").split()
        return [self.pid, *map(int, children)]

    def processor_seconds(self):
        """Seconds of processor time, in user space and in the kernel, of all threads that it has or had."""
        # The kernel's clock of a process's processor time (clock_getcpuclockid): nanoseconds, where /proc counts hundredths.
        return sum(time.clock_gettime((~pid << 3) | 2) for pid in self.processes())

    def memory(self, name="VmRSS"):
        """Memory in MiB by its name in /proc/PID/status; VmHWM is the peak of what is resident."""
        return field(f"/proc/{self.pid}/status", name)

    def unshared(self):
        """MiB of memory that is the process's share (Pss), and of what is its alone."""
        rollup = f"/proc/{self.pid}/smaps_rollup"
        return field(rollup, "Pss"), field(rollup, "Private_Clean") + field(rollup, "Private_Dirty")

    def signal(self, number):
        for pid in self.processes():
            os.kill(pid, number)

    def stop(self):
        """Ends it as an operator would, and waits for it."""
        if self in Server.running:
            Server.running.remove(self)
        if self.process.poll() is None:
            self.signal(signal.SIGCONT)
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def field(path, name):
    with open(path, encoding="ascii") as file:
        for line in file:
            if line.startswith(name + ":"):
                return int(line.split()[1]) / 1024
    raise Failure(f"bench: {path} has no {name}")


@contextlib.contextmanager
def alone(server):
    """Stops all other servers meanwhile, with whatever they still do in the background."""
    others = [other for other in Server.running if other is not server]
    for other in others:
        other.signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for other in others:
            other.signal(signal.SIGCONT)


def started(servers, command, log, settings=None, is_pinned=True):
    """Starts a server, which prints "listening on" and where, and returns it. `servers` is an ExitStack that ends it."""
    command = pinned(command) if is_pinned else [str(part) for part in command]
    environment = os.environ | ONE_CORE | (settings or {})
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
    server = Server(process, "")
    servers.callback(server.stop)
    line = process.stdout.readline().split()
    if len(line) != 3 or line[0] != "listening":
        raise Failure(f"bench: {' '.join(command)} did not start; see {log.name}")
    server.url = f"http://127.0.0.1:{int(line[2].rsplit(':', 1)[-1])}"
    return server


def sectional(servers, database, log, settings=None):
    return started(servers, [PROGRAM, "serve", "--host", "127.0.0.1", "--port", "0", "--database", database], log, settings)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def nginx(servers, folder, file, log):
    """nginx with one worker, as one core has, and a folder with one file, named as it is asked for."""
    port = free_port()
    configuration = folder / "nginx.conf"
    user = "user root; " if os.geteuid() == 0 else ""  # whose the folder is
    configuration.write_text(
        f"""{user}daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log stderr;
events {{ worker_connections 1024; }}
http {{
    access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; default_type application/json;
    open_file_cache max=16; client_body_temp_path {folder}/nginx; proxy_temp_path {folder}/nginx; fastcgi_temp_path {folder}/nginx;
    uwsgi_temp_path {folder}/nginx; scgi_temp_path {folder}/nginx;
    server {{ listen 127.0.0.1:{port}; location / {{ root {file.parent}; try_files /{file.name} =404; }} }}
}}
""",
        encoding="utf-8")
    program = "nginx" if any(os.access(f"{path}/nginx", os.X_OK) for path in os.get_exec_path()) else "/usr/sbin/nginx"
    process = subprocess.Popen(pinned([program, "-e", "stderr", "-p", folder, "-c", configuration]), stderr=log)
    server = Server(process, f"http://127.0.0.1:{port}")
    servers.callback(server.stop)
    return server
