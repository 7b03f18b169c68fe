"""Says what the machine is that numbers were measured on."""
import os
import pathlib
import platform
import re
import statistics
import subprocess
import tempfile
import time

import cores
from harness import BUILD, ROOT


def output(*command):
    """The first line that a command prints, wherever it prints it."""
    try:
        found = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=os.environ | {"PATH": os.environ["PATH"] + ":/usr/sbin"})
    except OSError:
        return ""
    return next(iter((found.stdout + found.stderr).strip().splitlines()), "")


def versions():
    """Versions of what a count or a rate depends on beside the code of this project."""
    found = {
        "libmicrohttpd": output("pkg-config", "--modversion", "libmicrohttpd"),
        "sqlite": output("pkg-config", "--modversion", "sqlite3"),
        "glibc": platform.libc_ver()[1],
        "swift": matched(r"Swift version (\S+)", output("swift", "--version")),
    }
    return {name: version for name, version in found.items() if version}


def peers():
    return {
        "nginx": matched(r"nginx/(\S+)", output("nginx", "-v")),
        "wrk": matched(r"wrk (\S+)", output("wrk", "-v")),
        "hummingbird": "2.28.1", "GRDB": "7.10.0",
    }


def matched(pattern, text):
    found = re.search(pattern, text)
    return found.group(1) if found else ""


def commit():
    changed = output("git", "status", "--porcelain", "--untracked-files=no")
    return output("git", "rev-parse", "--short=12", "HEAD") + (" with changes that are not committed" if changed else "")


def sync_microseconds():
    """The median of what it takes to overwrite 4 KiB of a file and have the disk sync it."""
    with tempfile.TemporaryFile(dir=BUILD) as file:
        os.write(file.fileno(), bytes(200 * 4096))
        os.fsync(file.fileno())
        times = []
        for page in range(200):
            begin = time.monotonic()
            os.pwrite(file.fileno(), b"s" * 4096, page * 4096)
            os.fdatasync(file.fileno())
            times.append((time.monotonic() - begin) * 1e6)
    return statistics.median(times)


def lines():
    """What the machine is, as pairs of a name and a text."""
    info = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    memory = int(matched(r"MemTotal:\s+(\d+)", pathlib.Path("/proc/meminfo").read_text(encoding="ascii"))) / 2**20
    release = platform.freedesktop_os_release()
    model = matched(r"model name\s*: (.*)", info) or platform.machine()
    virtual = ", virtual" if " hypervisor" in info else ""
    return [
        ("processor", f"{model}, {len(cores.AVAILABLE)} cores{virtual}; {memory:.0f} GiB"),
        ("system", f"{release.get('PRETTY_NAME', '')}, Linux {platform.release()}"),
        ("a sync of 4 KiB", f"{sync_microseconds():,.0f} µs"),
        ("cores", cores.said()),
        ("versions", ", ".join(f"{name} {version}" for name, version in (versions() | peers()).items())),
    ]


class Disturbance:
    """How much of the machine others took meanwhile."""

    def __init__(self):
        self.begin, self.before = time.monotonic(), self.others()

    @staticmethod
    def others():
        """Seconds of processor time that no process of this run has had: other programs, the kernel's own work, and what the host took away."""
        words = pathlib.Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:]
        user, nice, system, _, _, irq, soft, steal = (int(word) / os.sysconf("SC_CLK_TCK") for word in words[:8])
        return user + nice + system + irq + soft + steal - sum(os.times()[:4])

    def share(self):
        """As a share of all cores' time. Only to be asked when all processes of the run have ended."""
        return max(0, self.others() - self.before) / (time.monotonic() - self.begin) / os.cpu_count()
