/** The package's own folder must be found from wherever its code runs. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot, packageVersion } from '../../src-server/system/package-root.ts';
import { testFolder } from '../support/test-folders.ts';

const folder = testFolder('root');

test('the root is this checkout, and its version the one of package.json', () => {
  expect(packageRoot()).toBe(resolve(import.meta.dirname, '..', '..'));
  expect(packageVersion()).toMatch(/^\d+\.\d+\.\d+/);
});

test('a built file finds the root past package.json files of other names', () => {
  writeFileSync(join(folder, 'package.json'), '{"name": "ballast", "version": "9.8.7"}');
  mkdirSync(join(folder, 'out', 'server'), { recursive: true });
  writeFileSync(join(folder, 'out', 'package.json'), '{"type": "module"}');
  const root = packageRoot(pathToFileURL(join(folder, 'out', 'server', 'ballast.js')).href);
  expect(root).toBe(folder);
  expect(packageVersion(root)).toBe('9.8.7');
});

test('a file outside any Ballast is reported as a bug', () => {
  // From the root of the disk, because a manifest that somebody left in the temporary folder must not count.
  expect(() => packageRoot(pathToFileURL(resolve('/elsewhere/x.js')).href)).toThrow('no package.json named');
});
