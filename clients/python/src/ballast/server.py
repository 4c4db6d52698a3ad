"""Starts the simulated service, or connects to one that runs."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import tempfile
import urllib.parse
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence

from .arguments import shown
from .errors import BallastStartError, BallastStoppedError
from .world import BallastWorld

_STOP_S = 10
#: Options of ``start`` that are flags of ``ballast serve``; the contents of a world go into a file.
_FLAGS = (
    "seed clock clock_mode clock_rate drift_check dividends tier rules settlement rate_limit rate_limit_clock port data"
    " journal_rows journal_mb fixture max_worlds stub_files webhook_ca app_address"
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
        lists, and ``world``: the contents of a world file, or the path of one. ``command``: how Ballast is run, as a list;
        else ``$BALLAST_COMMAND``, the checkout that this file is of, ``node_modules/.bin/ballast`` of the working folder
        or of one above it, or ``ballast`` of the ``PATH``. Raises ``BallastStartError``.
        """
        _check(command, options)
        options = {name: value for name, value in options.items() if value is not None}
        contents = options.pop("world", None)
        if isinstance(contents, (str, Path)):
            options["fixture"], contents = contents, None
        secrets = {name: str(options.pop(option)) for option, name in _SECRETS.items() if option in options}
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
        _refuse("reached", [*_url_faults(control_url), *_token_faults(admin_token)])
        try:
            return cls(control_url, admin_token)
        except BallastStoppedError as error:
            raise BallastStartError(str(error)) from error


_READY_LINE = "the ready line of ballast serve --json has it"


def _url_faults(control_url: Any) -> List[str]:
    example = "http://127.0.0.1:4710/sim"
    if not isinstance(control_url, str) or not control_url:
        return [f"control_url is {control_url!r}: the control plane, such as {example} (control_url; {_READY_LINE})"]
    try:
        url = urllib.parse.urlsplit(control_url)
    except ValueError:
        url = urllib.parse.urlsplit("")
    if url.scheme not in ("http", "https") or not url.netloc:
        return [f"control_url '{control_url}' is not an address such as {example}"]
    if url.path.rstrip("/").endswith("/sim"):
        return []
    origin = f"{url.scheme}://{url.netloc}"
    return [f"control_url '{control_url}' does not end in /sim: the control plane of that server is {origin}/sim"]


def _token_faults(admin_token: Any) -> List[str]:
    if isinstance(admin_token, str) and admin_token:
        return []
    return [f"admin_token is {admin_token!r}: the token of the control plane (admin_token; {_READY_LINE})"]


def _check(command: Any, options: Dict[str, Any]) -> None:
    """Raises ``BallastStartError`` with a line for every option that cannot be."""
    taken = [*_FLAGS, *_SECRETS, *_REPEATED, "world"]
    faults = [f"'{name}' is no option; there are: {', '.join(taken)}" for name in options if name not in taken]
    lists = {"command": command, **{name: options[name] for name in _REPEATED if name in options}}
    for name, value in lists.items():
        is_list = isinstance(value, (list, tuple)) and all(isinstance(each, (str, os.PathLike)) for each in value)
        if value is not None and not (is_list and (value or name != "command")):
            faults.append(f"{name} is {shown(value)}, and has to be a list of texts")
    for name in [*_FLAGS, *_SECRETS]:
        value = options.get(name)
        if isinstance(value, bool) or not isinstance(value, (str, int, float, os.PathLike, type(None))):
            faults.append(f"{name} is {shown(value)}, and has to be a text or a number")
    world = options.get("world")
    if not isinstance(world, (dict, str, Path, type(None))):
        faults.append(f"world is {shown(world)}, and has to be a dictionary, or the path of a world file")
    if world is not None and options.get("fixture") is not None:
        faults.append("world and fixture exclude each other")
    _refuse("started", faults)


def _refuse(wanted: str, faults: List[str]) -> None:
    if faults:
        raise BallastStartError("\n".join([f"Ballast could not be {wanted}:", *(f"  - {fault}" for fault in faults)]))


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
    return [str(_installed())]


def _installed() -> Path:
    """The command of an installed package. A registry is never asked: ``ballast`` there is a package of others."""
    name = "ballast.cmd" if os.name == "nt" else "ballast"
    here = Path.cwd()
    for folder in [here, *here.parents]:
        command = folder / "node_modules" / ".bin" / name
        if command.exists():
            return command
    found = shutil.which("ballast")
    if found:
        return Path(found)
    raise BallastStartError(
        f"Ballast is not installed: there is no node_modules/.bin/{name} in {here} or above, and no ballast on the PATH."
        " Install its tarball in the folder you run pytest in (npm install --save-dev ./ballast-0.1.0.tgz), or set"
        " BALLAST_COMMAND=/path/node_modules/.bin/ballast."
    )


def _flags_of(options: Dict[str, Any]) -> List[str]:
    words: List[str] = []
    for name, value in options.items():
        if name in _REPEATED:
            for each in value:
                words += [f"--{_REPEATED[name]}", str(each)]
        else:
            words += [f"--{name.replace('_', '-')}", str(value)]
    return words
