/** Set-up of every test file of the first round of a mutation run: records which functions of the rooms it calls. */
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import type { Covered } from './covered.ts';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const beganMs = performance.now();

afterAll(async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const root = packageRoot();
  const functions = result.flatMap(({ url, functions: own }) => {
    const at = url.indexOf(`${root}/src-server/`);
    if (at < 0) return [];
    const called = own.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    return called.map(({ functionName }) => `${url.slice(at + root.length + 1)} ${plainName(functionName)}`);
  });
  const file = (expect.getState().testPath ?? '').slice(root.length + 1);
  const covered: Covered = { file, ms: performance.now() - beganMs, functions: [...new Set(functions)] };
  const folder = process.env.BALLAST_COVERED ?? '';
  writeFileSync(join(folder, `${file.replaceAll('/', ' ')}.json`), JSON.stringify(covered));
});

/** V8 reports `get size` and `#size` for `size` in the syntax tree. */
function plainName(functionName: string): string {
  return functionName.replace(/^(get|set) /, '').replace('#', '');
}
