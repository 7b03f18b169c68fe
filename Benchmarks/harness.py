"""What all programs in this folder share: where things are, settings by environment, programs in C, and how a benchmark ends."""
import os
import pathlib
import signal
import subprocess
import sys
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
BUILD = HERE / ".build"
PROGRAM = pathlib.Path(os.environ.get("SECTIONAL", ROOT / ".build/release/sectional"))
LIBRARIES = {"bare": ["libmicrohttpd"], "rows": ["libmicrohttpd", "sqlite3"], "receiver": ["libmicrohttpd"], "streams": ["libmicrohttpd"], "follow": [], "load": []}


class Failure(SystemExit):
    """What was to be measured could not be: the message says why. Uncaught it ends the program with that."""


def say(text):
    print(text, flush=True)


def compiled(name):
    """Builds a program of the folder c."""
    packages = LIBRARIES[name]
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", *packages], check=True, capture_output=True, text=True).stdout.split() if packages else []
    target = BUILD / name
    subprocess.run(["cc", "-std=gnu17", "-O2", "-Wall", "-Wextra", "-pthread", "-o", target, HERE / "c" / f"{name}.c", *flags], check=True)
    return target


def fetched(url):
    with urllib.request.urlopen(url, timeout=60) as answer:
        return answer.read(), answer.headers


def run(main):
    """Runs a benchmark as a program: an error is one line, and a signal ends its servers too."""
    if not PROGRAM.exists():
        raise SystemExit(f"bench: {PROGRAM} is not there; make build makes it")
    BUILD.mkdir(exist_ok=True)
    try:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except (subprocess.CalledProcessError, urllib.error.URLError, OSError) as error:
        raise SystemExit(f"bench: {error}") from error
