"""Starts ibid for a test and ends what it started."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

# How long a process may take to start or to end before the test says so.
PATIENCE_S = 60


@contextlib.contextmanager
def home():
    """A folder that does not exist yet, to be made and filled by ibid."""
    with tempfile.TemporaryDirectory(prefix="ibid-clients-") as folder:
        yield os.path.join(folder, "home")


def run(binary, home, *arguments):
    """Runs a command on `home` and returns what it prints as JSON."""
    done = subprocess.run(
        [binary, "--home", home, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        timeout=PATIENCE_S,
        check=False,
        encoding="utf-8",
    )
    if done.returncode != 0:
        sys.exit(f"FAILED: ibid {' '.join(arguments)}: exit code {done.returncode}")
    return json.loads(done.stdout)


@contextlib.contextmanager
def served(binary, home, *arguments):
    """`ibid serve` on a free port; gives its base address. It must end well on SIGTERM."""
    server = subprocess.Popen(
        [binary, "--home", home, "--quiet", "serve", "--port", "0", "--json", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        line = server.stdout.readline()
        if not line:
            sys.exit(f"FAILED: ibid serve ended with exit code {server.wait(PATIENCE_S)}")
        yield json.loads(line)["url"].rstrip("/")
        if server.poll() is not None:
            sys.exit(f"FAILED: ibid serve ended by itself, exit code {server.returncode}")
        server.send_signal(signal.SIGTERM)
        code = server.wait(PATIENCE_S)
        if code != 0:
            sys.exit(f"FAILED: ibid serve ended with exit code {code} after SIGTERM")
    finally:
        if server.poll() is None:
            server.kill()
            server.wait()
        server.stdout.close()


def left_over(home):
    """The processes that still name `home` on their command line."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (entry / "cmdline").read_bytes().split(b"\0")
            if home.encode() in words:
                found.append(int(entry.name))
    return found
