"""Traces, near misses and how to reproduce a failure, as lines of a test report."""

from __future__ import annotations

from typing import Any, Dict, List

MOST_LINKS = 30
MOST_MISSES = 3


def trace_text(nodes: List[Dict[str, Any]], most: int = MOST_LINKS) -> str:
    """One line for each node: instant, depth below its cause, what happened, and its result."""
    depths: Dict[str, int] = {}
    lines = []
    for node in nodes:
        depth = 0 if node["parent"] is None else depths.get(node["parent"], -1) + 1
        depths[node["id"]] = depth
        status = "" if node["status"] is None else f" [{node['status']}]"
        lines.append(f"  {node['at']}  {'  ' * depth}{node['title']}{status}")
    hidden = len(lines) - most
    if hidden <= 0:
        return "\n".join(lines)
    return "\n".join([*lines[:5], f"  … {hidden} more …", *lines[5 - most :]])


def verification_text(verification: Dict[str, Any]) -> str:
    """What was expected, which requests came closest, and how they differ."""
    near = [miss for miss in verification["near_misses"] if miss["score"] > 0]
    # Where none comes close they are the latest, and differences from each would say nothing.
    misses = (near or verification["near_misses"])[:MOST_MISSES]
    lines = [verification["explanation"].split(" The closest request is ")[0]]
    if misses:
        lines.append("Closest:" if near else "The latest requests:")
    for index, miss in enumerate(misses, 1):
        entry = miss["entry"]
        status = entry["status"] if entry["status"] is not None else "no response"
        share = f", {round(miss['score'] * 100)} % as expected" if near else ""
        lines.append(
            f"  {index}. {entry['method']} {entry['path']} → {status} at {entry['at']}"
            f" ({entry['request_id']}{share})"
        )
        lines += [f"     - {difference}" for difference in (miss["differences"] if near else [])]
    if verification["matched"] > 0:
        lines.append(f"These match: {', '.join(verification['request_ids'][-10:])}")
    elif not verification["near_misses"]:
        lines.append("The journal has no requests.")
    return "\n".join(lines)


def reproduce_text(world: Dict[str, Any]) -> str:
    """Which world it was, and that the same seed and calls reproduce it."""
    return (
        f"World: seed {world['seed']}, at {world['now']}, {world['events']} events, head {world['head'][:16]}…;"
        " the same seed and the same calls reproduce it."
    )
