"""Starts the simulated service, or connects to one that runs."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence

from .errors import BallastRequestError, BallastStartError, BallastStoppedError
from .world import BallastWorld

_STOP_S = 10
#: Options of ``start`` that are flags of ``ballast serve``; the contents of a world go into a file.
_FLAGS = (
    "seed clock clock_mode clock_rate drift_check dividends tier rules settlement rate_limit rate_limit_clock port data"
    " journal_rows fixture max_worlds"
).split()
#: These are variables of the environment instead: every user of the machine can read the arguments of a process.
_SECRETS = {"api_key": "BALLAST_API_KEY", "admin_token": "BALLAST_ADMIN_TOKEN"}
_REPEATED = {"webhooks": "webhook", "allow_webhook_hosts": "allow-webhook-host", "cors": "cors"}


class BallastServer(BallastWorld):
    """A server and its first world."""

    @classmethod
    def start(cls, command: Optional[Sequence[str]] = None, **options: Any) -> "BallastServer":
        """A server of its own on a free port of 127.0.0.1, in memory, whose clock only the test moves (decision K73).

        ``options`` are flags of ``ballast serve`` in snake_case, ``webhooks``, ``allow_webhook_hosts`` and ``cors`` as
        lists, and ``world``: the contents of a world file. ``command``: how Ballast is run; else ``$BALLAST_COMMAND``,
        the checkout that this file is of, or ``npx ballast``. Raises ``BallastStartError``.
        """
        contents = options.pop("world", None)
        secrets = {name: str(options.pop(option)) for option, name in _SECRETS.items() if options.get(option) is not None}
        for option in _SECRETS:
            options.pop(option, None)
        usual = {"port": 0, "clock_mode": "manual", "rate_limit": "off"}
        usual["rate_limit_clock"] = "virtual" if options.get("clock_mode", "manual") == "manual" else "real"
        folder = None
        if contents is not None:
            folder = tempfile.mkdtemp(prefix="ballast-")
            usual["fixture"] = os.path.join(folder, "world.json")
            Path(usual["fixture"]).write_text(json.dumps(contents), encoding="utf-8")
        errors = tempfile.TemporaryFile()
        try:
            words = [*(command or _command()), "serve", "--json", *_flags_of({**usual, **options})]
            process = _run(words, errors, secrets)
            line = process.stdout.readline() if process.stdout else ""
            if not line:
                process.wait()
                errors.seek(0)
                raise BallastStartError(f"Ballast could not be started:\n{errors.read().decode('utf-8', 'replace')}")
            ready = json.loads(line)
        finally:
            if folder is not None:
                shutil.rmtree(folder, ignore_errors=True)

        def stop() -> None:
            process.terminate()
            try:
                process.wait(_STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout:
                process.stdout.close()
            if process.stdin:
                process.stdin.close()
            errors.close()

        try:
            return cls(ready["control_url"], ready["admin_token"], ready.get("aliases"), stop)
        except BaseException:
            stop()
            raise

    @classmethod
    def connect(cls, control_url: str, admin_token: str) -> "BallastServer":
        """The same helpers for a server, or one world of it, that runs elsewhere; ``stop`` leaves it running."""
        try:
            return cls(control_url, admin_token)
        except BallastStoppedError as error:
            raise BallastStartError(str(error)) from error
        except BallastRequestError:
            raise


def _run(words: List[str], errors: Any, secrets: Dict[str, str]) -> "subprocess.Popen[str]":
    environment = {**os.environ, **secrets}
    try:
        return subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment
        )
    except OSError as error:
        raise BallastStartError(f"{words[0]} cannot be run: {error}") from error


def _command() -> List[str]:
    said = os.environ.get("BALLAST_COMMAND")
    if said:
        return shlex.split(said)
    checkout = Path(__file__).resolve().parents[4]
    program = checkout / "src-server/cli/ballast.js"
    if program.exists():
        own = checkout / "node_modules/node/bin/node"
        return [str(own) if own.exists() else "node", str(program)]
    return ["npx", "ballast"]


def _flags_of(options: Dict[str, Any]) -> List[str]:
    words: List[str] = []
    for name, value in options.items():
        if name in _REPEATED:
            for each in value:
                words += [f"--{_REPEATED[name]}", str(each)]
        elif name in _FLAGS:
            if value is not None:
                words += [f"--{name.replace('_', '-')}", str(value)]
        else:
            raise BallastStartError(f"'{name}' is no option; there are: {', '.join([*_FLAGS, *_SECRETS, *_REPEATED, 'world'])}")
    return words
