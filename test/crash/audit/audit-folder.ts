/** Checks that every file of a data folder belongs to something that exists: nothing unfinished remains. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownServer } from '../known-server.ts';

/** The files of every world, whatever happened in it. */
const OF_WORLD = [
  /^(?:ballast|journal)\.db(?:-wal|-shm|-journal)?$/,
  /^ballast\.mark$/,
  /^snapshots(?:\/initial\.db)?$/,
  /^recordings$/,
  /^world\.json$/,
];
const OF_SERVER = [/^session\.secret$/, /^worlds$/, /^runs(?:\/(?:sw|lab|ex)_\d+(?:\/.*)?)?$/];

export function auditFolder(folder: string, known: KnownServer): string[] {
  return entriesOf(folder)
    .filter((path) => !isOwned(path, known))
    .map((path) => `nobody owns ${path}`);
}

function isOwned(path: string, { outside, recordings }: KnownServer): boolean {
  const [, name = '', rest = ''] = /^worlds\/([^/]+)(?:\/(.*))?$/.exec(path) ?? [];
  if (name !== '') return outside.get(`world ${name}`) !== undefined && (rest === '' || isOf(rest, OF_WORLD));
  const snapshot = /^snapshots\/([^/]+)\.db$/.exec(path)?.[1];
  if (snapshot !== undefined && outside.get(`snapshot ${snapshot}`) !== undefined) return true;
  const recording = /^recordings\/([^/.]+)\.(?:json|start\.db|golden\.ndjson|yaml)$/.exec(path)?.[1];
  const isStored = (name: string) => recordings.get(name) === recording;
  if (recording !== undefined && outside.list('recording').some(isStored)) return true;
  return isOf(path, OF_WORLD) || isOf(path, OF_SERVER);
}

function isOf(path: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(path));
}

/** Size of all files below. */
export function bytesOf(folder: string): number {
  const sizes = entriesOf(folder).map((path) => statSync(join(folder, path), { throwIfNoEntry: false }));
  return sizes.reduce((sum, stats) => sum + (stats?.isFile() ? stats.size : 0), 0);
}

/** Files and folders below, as paths with slashes, without those that a running server moves away meanwhile. */
function entriesOf(folder: string, below = ''): string[] {
  return presentEntries(join(folder, below)).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? [path, ...entriesOf(folder, path)] : [path];
  });
}

function presentEntries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
