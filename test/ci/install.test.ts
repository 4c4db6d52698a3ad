/**
 * `npm ci` must need no compiler and no download apart from the packages: a newcomer has Git and Node, and nothing
 * else.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';

interface LockedPackage {
  readonly gypfile?: boolean;
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
}

const read = (name: string): string => readFileSync(join(packageRoot(), name), 'utf8');
const lock: { packages: Record<string, LockedPackage> } = JSON.parse(read('package-lock.json'));
const manifest: { allowScripts: Record<string, boolean>; scarfSettings: unknown } = JSON.parse(read('package.json'));

it('better-sqlite3, which brings its binaries, is not compiled again on installation', () => {
  // npm ignores the package's own `gypfile: false` when it installs from a lockfile, and would run node-gyp. Newer npm
  // reads allowScripts; older npm only the lockfile. `npm install` removes the line there: put it back.
  expect(manifest.allowScripts['better-sqlite3']).toBe(false);
  expect(lock.packages['node_modules/better-sqlite3']?.gypfile).toBe(false);
});

it('@scarf/scarf, which would report to its makers who installs what, does not run', proves('K94'), () => {
  // Newer npm reads allowScripts, older npm the lockfile (`npm install` adds the line again: remove it), and scarf
  // itself, where it runs all the same, its settings.
  expect(manifest.allowScripts['@scarf/scarf']).toBe(false);
  expect(lock.packages['node_modules/@scarf/scarf']?.hasInstallScript).toBeUndefined();
  expect(manifest.scarfSettings).toEqual({ enabled: false });
});

it(
  'a setting of a newcomer does not refuse the Node that is used only to start the installed one',
  proves('K93'),
  () => {
    expect(read('.npmrc')).toMatch(/^engine-strict=false$/m);
  },
);

it('the lockfile names the host of no registry', () => {
  expect(Object.entries(lock.packages).filter(([, { resolved }]) => /^https?:/.test(resolved ?? ''))).toEqual([]);
});
