/** Types of the requests and responses of an OpenAPI document, by openapi-typescript. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { runProcess } from '../support/run-process.ts';

/** The generator has its own TypeScript, in the workspace of this folder. */
const here = join(packageRoot(), 'test/client');
const { resolve } = createRequire(join(here, 'package.json'));
const generator = join(dirname(resolve('openapi-typescript/package.json')), 'bin/cli.js');
export const COMPILER = join(dirname(resolve('typescript/package.json')), 'bin/tsc');

/** `document` and `types` are files of `folder`. */
export async function generateTypes(folder: string, document: string, types: string): Promise<void> {
  const files = [join(folder, document), '--output', join(folder, types)];
  const run = runProcess(process.execPath, [generator, ...files], { cwd: here });
  const { exitCode } = await run.ended;
  if (exitCode !== 0) throw new Error(run.stderr());
}
