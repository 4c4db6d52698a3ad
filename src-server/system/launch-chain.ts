/**
 * The processes between this one and the npm or npx that somebody started: the shell that npm runs a command in, and
 * the older Node that handed over (cli/ballast.js). None of them tells another that it was killed, so whoever is last
 * has to look.
 */
import { readFileSync } from 'node:fs';

/** Asks what npm and the launcher left in the environment; `null` where this process was started by neither. */
export function createLaunchChain(environment: NodeJS.ProcessEnv = process.env): { isBroken(): boolean } | null {
  const isByNpm = environment.npm_command !== undefined;
  const isHandedOver = environment.BALLAST_HANDED_OVER !== undefined;
  if (!isByNpm && !isHandedOver) return null;
  const parent = process.ppid;
  const links = [...(isByNpm ? linksAbove(parent, isHandedOver) : [])];
  return {
    isBroken: () => process.ppid !== parent || links.some(({ child, above }) => statOf(child)?.parent !== above),
  };
}

/** A process and the one that started it, which a process loses when that one dies. */
interface Link {
  readonly child: number;
  readonly above: number;
}

/** From the parent of this process up to npm: past the launcher and past a shell, which npm puts in between. */
function linksAbove(parent: number, isHandedOver: boolean): Link[] {
  const links: Link[] = [];
  let at = parent;
  if (isHandedOver) at = climb(links, at);
  if (isShellOfNpm(at)) climb(links, at);
  return links;
}

function climb(links: Link[], child: number): number {
  const above = statOf(child)?.parent ?? 0;
  // 0: nothing is known of it here, so nothing can be seen to change.
  if (above > 0) links.push({ child, above });
  return above;
}

const SHELLS = new Set(['sh', 'dash', 'bash', 'zsh', 'ash', 'ksh', 'busybox']);

/** A shell that runs one command line; never one that somebody types into. */
function isShellOfNpm(processId: number): boolean {
  const stat = statOf(processId);
  if (stat === null || !SHELLS.has(stat.name)) return false;
  return readProcess(processId, 'cmdline')?.split('\0').includes('-c') === true;
}

/** Name and parent of a process as Linux tells them; `null` where it is gone, or on another system. */
function statOf(processId: number): { readonly name: string; readonly parent: number } | null {
  const fields = /^\d+ \((?<name>.*)\) \S (?<parent>\d+) /s.exec(readProcess(processId, 'stat') ?? '')?.groups;
  return fields === undefined ? null : { name: fields.name ?? '', parent: Number(fields.parent) };
}

function readProcess(processId: number, file: 'stat' | 'cmdline'): string | null {
  try {
    return readFileSync(`/proc/${processId}/${file}`, 'utf8');
  } catch {
    return null;
  }
}
