/**
 * The processes between this one and the npm or npx that the user started: the shell in which npm runs a command, and
 * the older Node that started a newer one (cli/ballast.js). None of them reports that it was killed, so the last one
 * has to check.
 */
import { readFileSync } from 'node:fs';

/** Reads what npm and the launcher left in the environment; `null` where this process was started by neither. */
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

/** A process and its parent, which changes when the parent dies. */
interface Link {
  readonly child: number;
  readonly above: number;
}

/**
 * Returns the processes from the parent of this one up to npm, through the launcher and the shell that npm puts in
 * between.
 */
function linksAbove(parent: number, isHandedOver: boolean): Link[] {
  const links: Link[] = [];
  let at = parent;
  if (isHandedOver) at = climb(links, at);
  if (isShellOfNpm(at)) climb(links, at);
  return links;
}

function climb(links: Link[], child: number): number {
  const above = statOf(child)?.parent ?? 0;
  // 0: it is unknown, so no change can be observed.
  if (above > 0) links.push({ child, above });
  return above;
}

const SHELLS = new Set(['sh', 'dash', 'bash', 'zsh', 'ash', 'ksh', 'busybox']);

/** Whether it is a shell that runs one command line; never an interactive one. */
function isShellOfNpm(processId: number): boolean {
  const stat = statOf(processId);
  if (stat === null || !SHELLS.has(stat.name)) return false;
  return readProcess(processId, 'cmdline')?.split('\0').includes('-c') === true;
}

/** Returns name and parent of a process as Linux reports them; `null` where it is gone, or on another system. */
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
