/** The projects of docs/examples as a stranger has them: each copied, with Ballast as a package, run by its own runner. */

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { type PackedBallast, packBallast } from '../support/pack-ballast.ts';
import { runProcess } from '../support/run-process.ts';

const examples = [
  { name: 'vitest', packages: ['vitest', '@types/node', 'undici-types', 'zod'], client: 'src/rebalance-client.ts' },
  { name: 'jest', packages: ['jest'], client: 'src/rebalance-client.js' },
  { name: 'node-test', packages: [], client: 'src/rebalance-client.js' },
];

let packed: PackedBallast;
beforeAll(async () => {
  packed = await packBallast();
}, 120_000);
afterAll(() => packed.remove());

describe.each(examples)('the example for $name', ({ name, packages, client }) => {
  const copy = () => packed.project(join(packageRoot(), 'docs/examples', name), packages);

  test('passes with the client as it is', proves('K75'), async () => {
    const run = await runTests(name, copy());
    expect(run.text).not.toMatch(/unhandled|did not exit|open handle/i);
    expect(run.exitCode, run.text).toBe(0);
  });

  test('fails with a client that forgets which order it retries, and says what it sent', proves('K74'), async () => {
    const project = copy();
    const file = join(project, client);
    const sound = readFileSync(file, 'utf8');
    const broken = sound.replace('idempotency_key: orderId', 'idempotency_key: crypto.randomUUID()');
    expect(broken).not.toBe(sound);
    writeFileSync(file, broken);
    const { exitCode, text } = await runTests(name, project);
    expect(exitCode).not.toBe(0);
    expect(text).toContain('Expected exactly 3 requests of this kind; 0 of 4 match.');
    expect(text).toContain('body /idempotency_key: expected "order-2", got "');
    expect(text).toMatch(/World: seed 42, at 2026-03-02T09:30:00\.000Z/);
  });
});

test('the example in TypeScript is sound by the declarations of the package', proves('K75'), async () => {
  const project = packed.project(join(packageRoot(), 'docs/examples/vitest'), examples[0]?.packages ?? []);
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const run = runProcess(process.execPath, [compiler, '-p', '.', '--skipLibCheck', 'false'], { cwd: project });
  expect((await run.ended).exitCode, run.stdout()).toBe(0);
});

/** By `npm test`, in a process that knows nothing of the runner it was started by. */
async function runTests(name: string, cwd: string) {
  const bin = join(packageRoot(), 'node_modules/.bin');
  const foreign = Object.keys(process.env).filter((variable) =>
    /^(?:VITEST|NODE_OPTIONS|JEST|TEST|NODE_V8)/.test(variable),
  );
  const env = { ...Object.fromEntries(foreign.map((variable) => [variable, undefined])), CI: '1', NO_COLOR: '1' };
  const run = runProcess('npm', ['test'], {
    cwd,
    env: { ...env, PATH: `${bin}:${process.env.PATH}`, NODE_ENV: 'test' },
  });
  const { exitCode } = await run.ended;
  return { exitCode, text: `${name}\n${run.stdout()}${run.stderr()}` };
}
