/** The commands in the README of an example, as they are written, without their comments. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src-server/system/package-root.ts';

export function exampleLines(name: string): string[] {
  const text = readFileSync(join(packageRoot(), 'docs/examples', name, 'README.md'), 'utf8');
  const [, block = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(text) ?? [];
  return block
    .split('\n')
    .map((line) => line.replace(/ {2,}#.*$/, '').trim())
    .filter((line) => line !== '');
}
