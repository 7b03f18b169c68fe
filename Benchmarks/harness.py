"""What Benchmarks/run and Benchmarks/webhooks share: servers, wrk, and rates by rounds."""
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE / ".build"
PROGRAM = pathlib.Path(os.environ.get("SECTIONAL", HERE.parent / ".build/release/sectional"))
SECONDS = int(os.environ.get("ROUND_SECONDS", 1))
FEW = 1_000


def say(text):
    print(text, flush=True)


def stop(process):
    """Ends a server as an operator would, and waits for it."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def compiled(name, libraries):
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", *libraries], check=True, capture_output=True, text=True).stdout.split()
    target = BUILD / name
    subprocess.run(["cc", "-std=gnu17", "-O2", "-Wall", "-pthread", "-o", target, HERE / f"{name}.c", *flags], check=True)
    return target


def value(number):
    return {"id": f"i{number:07d}", "name": f"Item number {number}", "city": ("Reykjavik", "Lisbon", "Nairobi")[number % 3], "note": "as it came"}


def write_csv(path, count):
    with open(path, "w", encoding="utf-8") as file:
        file.write(",".join(value(0)) + "\n")
        file.writelines(",".join(value(number).values()) + "\n" for number in range(count))


def started(servers, command, log):
    """Starts a server and returns its process and URL once it has printed where it listens."""
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=log, text=True)
    servers.callback(stop, process)
    line = process.stdout.readline().split()
    if len(line) != 3 or line[0] != "listening":
        raise SystemExit(f"bench: {command[0]} did not start; see {log.name}")
    port = int(line[2].rsplit(":", 1)[-1])
    return process, f"http://127.0.0.1:{port}"


def imported(name, file, database, log):
    subprocess.run([PROGRAM, "import", name, file, "--id", "id", "--database", database], check=True, stdout=log, stderr=log)


def sectional(servers, database, log, port=0):
    return started(servers, [PROGRAM, "serve", "--host", "127.0.0.1", "--port", str(port), "--database", database], log)


def fetched(url):
    with urllib.request.urlopen(url, timeout=30) as answer:
        return answer.read(), answer.headers


def resident(process, line_name="VmRSS"):
    """The process's resident memory in MiB; as VmHWM its peak."""
    for line in open(f"/proc/{process.pid}/status", encoding="ascii"):
        if line.startswith(line_name + ":"):
            return int(line.split()[1]) / 1024
    return float("nan")


def wrk(url, script="result.lua", arguments=(), seconds=SECONDS, connections=64):
    command = ["wrk", "-t2", f"-c{connections}", f"-d{seconds}s", "-s", HERE / "wrk" / script, url, "--", *map(str, arguments)]
    output = subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout
    rate, bad = next(line.split()[1:] for line in output.splitlines() if line.startswith("result "))
    if int(bad):
        say(f"  {bad} answers of {url} {' '.join(map(str, arguments))} were errors; the numbers with it mean nothing")
    return float(rate)


def alternated(title, contenders, rounds):
    """Runs the contenders in turn, round after round, and returns the rates of each."""
    rates = {name: [] for name in contenders}
    for round_ in range(rounds + 1):
        for name, measure in contenders.items():
            rate = measure()
            if round_:  # the first round only warms up
                rates[name].append(rate)
    say(f"\n{title}")
    for name, found in rates.items():
        say(f"  {name:<34} {statistics.median(found):>10,.0f}/s   rounds {min(found):,.0f} to {max(found):,.0f}")
    return list(rates.values())


def ratio(ours, theirs):
    return statistics.median(mine / yours for mine, yours in zip(ours, theirs))


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
