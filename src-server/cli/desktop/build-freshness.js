/**
 * Compares the times of files to find whether a part of `out/` is as new as its inputs. Plain JavaScript, because the
 * launcher calls it before it has chosen a Node that runs TypeScript.
 */

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const INPUTS = {
  renderer: [
    'vite.renderer.config.ts',
    'package-lock.json',
    'src-renderer',
    'src-server/contract',
    'src-server/domain',
  ],
  main: ['electron.vite.config.ts', 'vite.copied-packages.ts', 'package-lock.json', 'src-main', 'src-server'],
  server: ['vite.server.config.ts', 'vite.copied-packages.ts', 'package-lock.json', 'src-server'],
  testing: ['vite.testing.config.ts', 'package-lock.json', 'src-server'],
  types: ['tsconfig.types.json', '.ci/build-types.js', 'package-lock.json', 'src-server'],
  site: [
    'package-lock.json',
    'README.md',
    'CONTRIBUTING.md',
    'docs',
    'fixtures',
    'src-server/contract',
    'src-server/cli',
  ],
};

/** Returns true when the last complete build of this part started after the last change of its inputs. */
export function isPartFresh(root, part) {
  const stamp = statSync(join(root, 'out', `.built-${part}`), { throwIfNoEntry: false });
  return stamp !== undefined && INPUTS[part].every((input) => !isNewer(join(root, input), stamp.mtimeMs));
}

/** Folders count too: deleting a file changes only its folder. */
function isNewer(path, thanMs) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (found.mtimeMs > thanMs) return true;
  return found.isDirectory() && readdirSync(path).some((name) => isNewer(join(path, name), thanMs));
}
