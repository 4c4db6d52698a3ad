/** `npm ci` must need no compiler and no download beside the packages: a newcomer has Git and Node, and nothing else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';

interface LockedPackage {
  readonly gypfile?: boolean;
}

it('better-sqlite3, which brings its binaries, is not compiled again on installation', () => {
  const lock = JSON.parse(readFileSync(join(packageRoot(), 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const manifest = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    allowScripts: Record<string, boolean>;
  };
  // npm forgets the package's own `gypfile: false` when it installs from a lockfile, and would run node-gyp. Newer npm
  // heeds allowScripts; older npm only what the lockfile says. `npm install` drops the line there: put it back.
  expect(manifest.allowScripts['better-sqlite3']).toBe(false);
  expect(lock.packages['node_modules/better-sqlite3']?.gypfile).toBe(false);
});
