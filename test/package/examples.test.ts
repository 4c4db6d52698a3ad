/**
 * The projects of docs/examples as a user receives them: each is copied, and every line of its README is run from the
 * first on.
 */

import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { exampleLines } from '../support/documents/example-lines.ts';
import { fetchedTools } from '../support/package/fetched-tools.ts';
import { packedBallast } from '../support/package/packed-ballast.ts';
import { runAsStranger } from '../support/run-as-stranger.ts';

const examples = [
  { name: 'vitest', client: 'src/rebalance-client.ts' },
  { name: 'jest', client: 'src/rebalance-client.js' },
  { name: 'node-test', client: 'src/rebalance-client.js' },
];
const { base, tarball, project } = await packedBallast();
const tools = await fetchedTools('examples with a test runner of their own');
const copyOf = (name: string) => join(base, name);

test('every example begins with the line that packed the tarball of these tests', proves('K92'), () => {
  for (const { name } of examples) expect(exampleLines(name)[0]).toBe(exampleLines('vitest')[0]);
});

const isComplete = (name: string) => tools !== null || name === 'node-test';

for (const { name, client } of examples)
  describe.runIf(isComplete(name))(`the example for ${name}`, { tags: ['deep'] }, () => {
    const [, ...lines] = exampleLines(name);
    const last = lines.pop() ?? '';

    beforeAll(() => {
      cpSync(join(packageRoot(), 'docs/examples', name), copyOf(name), { recursive: true });
      // The tarball that the first line made, in another folder.
      cpSync(tarball, join(copyOf(name), basename(tarball)));
    });

    test('installs and passes by the lines of its README', proves('K92'), async () => {
      for (const line of lines) {
        const { exitCode, text } = await runAsStranger(line, copyOf(name));
        expect(exitCode, text).toBe(0);
      }
      const { exitCode, text } = await runAsStranger(last, copyOf(name));
      expect(text).not.toMatch(/unhandled|did not exit|open handle/i);
      expect(exitCode, text).toBe(0);
    });

    // The others have no TypeScript.
    if (name === 'vitest') {
      test('compiles with the declarations of the installed package', async () => {
        await expectSound(copyOf(name));
      });
    }

    test.runIf(tools !== null)('rejects an older Node, whatever the sandbox of the runner', proves('K93'), async () => {
      const older = [join(tools ?? '', 'node-too-old/bin'), process.env.PATH].join(delimiter);
      const { exitCode, text } = await runAsStranger(last, copyOf(name), { PATH: older });
      expect(exitCode, text).toBe(1);
      expect(text).toMatch(/ballast\/testing needs Node 22\.14 or newer .*; this is Node 22\.13\.1\.$/m);
    });

    test(
      'fails with a client that forgets which order it retries, and reports what it sent',
      proves('K74.1', 'K74.2'),
      async () => {
        const file = join(copyOf(name), client);
        const sound = readFileSync(file, 'utf8');
        const broken = sound.replace('idempotency_key: orderId', 'idempotency_key: crypto.randomUUID()');
        expect(broken).not.toBe(sound);
        writeFileSync(file, broken);
        const { exitCode, text } = await runAsStranger(last, copyOf(name));
        writeFileSync(file, sound);
        expect(exitCode).not.toBe(0);
        expect(text).toContain('Expected exactly 3 requests of this kind; 0 of 4 match.');
        expect(text).toContain('body /idempotency_key: expected "order-2", got "');
        expect(text).toMatch(/World: seed 42, at 2026-03-02T09:30:00\.000Z/);
      },
    );
  });

/**
 * With the packages of this checkout instead of an installation: the example with its README's installation is deep.
 */
test('the example in TypeScript compiles with the declarations of the package', {
  ...proves('K75'),
  tags: ['deep'],
}, async () => {
  const folder = join(base, 'typed-example');
  cpSync(join(packageRoot(), 'docs/examples/vitest'), folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(join(project, 'node_modules/ballast'), join(folder, 'node_modules/ballast'));
  for (const name of ['vitest', '@types/node'])
    symlinkSync(join(packageRoot(), 'node_modules', name), join(folder, 'node_modules', name));
  await expectSound(folder);
});

async function expectSound(folder: string): Promise<void> {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const run = await runAsStranger(`node ${compiler} -p . --skipLibCheck false`, folder);
  expect(run.exitCode, run.text).toBe(0);
}
