"""Checks arguments before anything is asked: tests often hand on a variable that was never set."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Mapping
from types import FunctionType
from typing import Any, Callable, Dict, Type, TypeVar, Union

_Kind = TypeVar("_Kind")
_NEEDED = {str: "a text", float: "a number", dict: "a dictionary", Mapping: "a dictionary", list: "a list"}


def checked(kind: Type[_Kind]) -> Type[_Kind]:
    """A class whose public methods check their arguments by their annotations.

    ``TypeError`` where one is of another type, ``ValueError`` where a text is empty; both name method and argument.
    """
    for name, member in list(vars(kind).items()):
        if isinstance(member, FunctionType) and not name.startswith("_"):
            setattr(kind, name, _checking(member))
    return kind


def member_of(what: str, given: Dict[str, Any], name: str) -> str:
    """The text ``name`` of a dictionary that a helper returned before; ``ValueError`` where it has none."""
    value = given.get(name)
    if not isinstance(value, str) or not value:
        raise ValueError(f"{what} has no '{name}': give the dictionary that the helper returned.")
    return value


def _checking(helper: Callable[..., Any]) -> Callable[..., Any]:
    signature = inspect.signature(helper)
    hints: Dict[str, Any] = {}

    @functools.wraps(helper)
    def call(*args: Any, **named: Any) -> Any:
        try:
            bound = signature.bind(*args, **named)
        except TypeError:
            return helper(*args, **named)  # Python says what is missing or unknown.
        if not hints:
            hints.update(typing.get_type_hints(helper))
        for name, value in bound.arguments.items():
            kind = signature.parameters[name].kind
            if name in hints and kind is not inspect.Parameter.VAR_KEYWORD:
                several = value if kind is inspect.Parameter.VAR_POSITIONAL else (value,)
                for each in several:
                    _check(f"{helper.__name__}: {name}", each, hints[name])
        return helper(*args, **named)

    return call


def _check(what: str, value: Any, hint: Any) -> None:
    if typing.get_origin(hint) is Union:
        if value is None:
            return
        hint = next(each for each in typing.get_args(hint) if each is not type(None))
    needed = typing.get_origin(hint) or hint
    if needed not in _NEEDED:
        return
    accepted = {float: (int, float), list: (list, tuple)}.get(needed, needed)
    if not isinstance(value, accepted) or isinstance(value, bool):
        raise TypeError(f"{what} is {shown(value)}, and has to be {_NEEDED[needed]}.")
    if value == "":
        raise ValueError(f"{what} is empty.")
    if needed is list:
        for index, each in enumerate(value):
            _check(f"{what}[{index}]", each, typing.get_args(hint)[0])


def shown(value: Any) -> str:
    return "None" if value is None else f"{value!r:.60} ({type(value).__name__})"
