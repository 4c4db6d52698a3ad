/**
 * Writes the declarations of `ballast/testing` into a folder (out/types, where none is named). They are marked as CommonJS,
 * as what they describe is: TypeScript then takes them from either kind of module.
 */

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = process.argv[2] ?? join(root, 'out/types');

const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
const compiler = join(dirname(manifest), 'bin/tsc');
const { status } = spawnSync(
  process.execPath,
  [compiler, '-p', join(root, 'tsconfig.types.json'), '--outDir', folder],
  {
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);
if (status === 0) writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
process.exit(status ?? 1);
