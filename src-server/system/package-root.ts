/**
 * Finds Ballast itself: the folder of the `package.json` named "ballast", with `fixtures`, `out` and the migrations
 * below it. Works from a checkout, `out/server`, `out/main` and inside a packaged Electron app (whose archive reads
 * like a folder). Does not use the working directory, which is the user's.
 */

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { invariant } from '../domain/invariant.ts';

/**
 * Returns the absolute path of the package's folder, from a module's `import.meta.url` (this module's own by default).
 */
export function packageRoot(moduleUrl: string = import.meta.url): string {
  const known = knownRoots.get(moduleUrl);
  if (known !== undefined) return known;
  let folder = dirname(fileURLToPath(moduleUrl));
  while (!isBallast(folder)) {
    const parent = dirname(folder);
    invariant(parent !== folder, `no package.json named "ballast" above ${fileURLToPath(moduleUrl)}`);
    folder = parent;
  }
  knownRoots.set(moduleUrl, folder);
  return folder;
}

const knownRoots = new Map<string, string>();

/**
 * Returns the folder of an npm package whose files Ballast needs: sources find it among the installed packages, a build
 * has a copy.
 */
export function packageFolder(name: string): string {
  const root = packageRoot();
  const isBuilt = fileURLToPath(import.meta.url).startsWith(join(root, 'out', sep));
  return isBuilt
    ? join(root, 'out/packages', name)
    : dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
}

/** Returns Ballast's version from its `package.json`. */
export function packageVersion(root: string = packageRoot()): string {
  const { version } = readManifest(join(root, 'package.json'));
  invariant(typeof version === 'string', 'package.json has no version');
  return version;
}

function isBallast(folder: string): boolean {
  const file = join(folder, 'package.json');
  return existsSync(file) && readManifest(file).name === 'ballast';
}

/** Another package's manifest on the way up may have any content; only two fields are read. */
function readManifest(file: string): { name?: unknown; version?: unknown } {
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof manifest === 'object' && manifest !== null ? manifest : {};
}
