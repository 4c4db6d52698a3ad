/** A server's responses do not name flags of the command line: texts of imports have them in brackets. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutFlags } from '../../src-server/imports/without-flags.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';

const folder = join(packageRoot(), 'src-server/imports');

test('every text of the imports has its flags in brackets', () => {
  const lines = globSync('**/*.ts', { cwd: folder }).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => /['`].*--[a-z]/.test(line) && !/^\s*(\/?\*|\/\/)/.test(line))
      .map((line) => `${file}: ${withoutFlags(line).trim()}`),
  );
  expect(lines.length).toBeGreaterThan(12);
  expect(lines.filter((line) => /--[a-z]/.test(line))).toEqual([]);
});
