/**
 * Finds the Electron binary that the npm package `electron` unpacks on first use, and downloads it when it is missing:
 * within a time limit, and at most once a day, because without a network every attempt takes the whole limit. Does not
 * load the package itself, which would start a download without a limit.
 */

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runTool } from './run-tool.ts';

export interface ElectronSearch {
  /** The package's root, from which `electron` is resolved. */
  readonly root: string;
  /** Folder of the file with the time of the last attempt. */
  readonly cacheDir: string;
  readonly nowMs: number;
  /** Reports to the user that a slow action starts. */
  readonly say: (line: string) => void;
  /** Aborts the download. */
  readonly abort: AbortSignal;
  readonly fetchLimitMs?: number;
}

/** Returns the binary's path, or a clause that explains why there is none. */
export async function findElectron(search: ElectronSearch): Promise<{ binary: string } | { reason: string }> {
  const folder = electronFolder(search.root);
  if (folder === null) return { reason: 'the package "electron" is not installed' };
  const present = binaryIn(folder);
  if (present !== null) return { binary: present };
  if (wasTriedToday(search)) {
    return { reason: 'its program could not be downloaded earlier today (`npx install-electron` tries again)' };
  }
  return fetchElectron(folder, search);
}

/** Returns the binary if it exists already; never downloads. */
export function presentElectron(root: string): string | null {
  const folder = electronFolder(root);
  return folder === null ? null : binaryIn(folder);
}

const oneDayMs = 86_400_000;
const defaultFetchLimitMs = 20_000;

async function fetchElectron(folder: string, search: ElectronSearch): Promise<{ binary: string } | { reason: string }> {
  const limitMs = search.fetchLimitMs ?? defaultFetchLimitMs;
  rememberTry(search);
  search.say(`Downloading Electron for the desktop window, once (at most ${limitMs / 1000} s)…`);
  const end = await runTool(join(folder, 'install.js'), [], {
    cwd: search.root,
    abort: AbortSignal.any([search.abort, AbortSignal.timeout(limitMs)]),
  });
  const fetched = binaryIn(folder);
  if (fetched !== null && end.exitCode === 0) {
    rmSync(tryFile(search), { force: true });
    return { binary: fetched };
  }
  return {
    reason: end.aborted
      ? `its program was not downloaded within ${limitMs / 1000} s`
      : 'its program cannot be downloaded',
  };
}

function electronFolder(root: string): string | null {
  try {
    return dirname(createRequire(join(root, 'package.json')).resolve('electron/package.json'));
  } catch {
    return null;
  }
}

/**
 * Reads it as node_modules/electron/index.js does, with the same override; a partly unpacked `dist` has no path.txt.
 */
function binaryIn(folder: string): string | null {
  const name = existingFile(join(folder, 'path.txt'));
  if (name === null) return null;
  const binary = join(folder, 'dist', readFileSync(name, 'utf8').trim());
  return existingFile(binary);
}

function wasTriedToday(search: ElectronSearch): boolean {
  const file = existingFile(tryFile(search));
  if (file === null) return false;
  const sinceMs = search.nowMs - Number(readFileSync(file, 'utf8'));
  return sinceMs >= 0 && sinceMs < oneDayMs;
}

/** If the cache folder is not writable, the only effect is another attempt at the next start. */
function rememberTry(search: ElectronSearch): void {
  try {
    mkdirSync(search.cacheDir, { recursive: true });
    writeFileSync(tryFile(search), String(search.nowMs));
  } catch {
    search.say('(The cache folder is not writable, so this attempt cannot be remembered.)');
  }
}

function tryFile(search: ElectronSearch): string {
  return join(search.cacheDir, 'electron-fetch-tried-at');
}

/** Returns the path itself if a file exists there, else null. */
function existingFile(path: string): string | null {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? path : null;
}
