/**
 * Tests which Node is too old: the same number everywhere, and one line instead of a segmentation fault for every
 * entry.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { fetchedTools } from '../support/package/fetched-tools.ts';
import { packedBallast } from '../support/package/packed-ballast.ts';
import { runAsStranger } from '../support/run-as-stranger.ts';

const root = packageRoot();
const { NEEDED_NODE, NEEDED_NODE_23 } = createRequire(import.meta.url)(
  join(root, 'src-server/system/needed-node.cjs'),
) as { NEEDED_NODE: string; NEEDED_NODE_23: string };
const NEEDED = `Node ${NEEDED_NODE} or newer (of Node 23: ${NEEDED_NODE_23})`;
const { project } = await packedBallast();
const tools = await fetchedTools('versions of Node');
const nodeOf = (name: string) => join(tools ?? '', name, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');

test('the lowest Node is the same in the manifest and in every document', proves('K93'), () => {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } };
  expect(engines.node).toBe(`^${NEEDED_NODE}.0 || >=${NEEDED_NODE_23}.0`);
  const examples = ['vitest', 'jest', 'node-test'].map((name) => `docs/examples/${name}/README.md`);
  for (const file of ['README.md', 'docs/testing.md', 'docs/examples/any-language.md', ...examples])
    expect(readFileSync(join(root, file), 'utf8').includes(NEEDED), file).toBe(true);
});

const WAYS_IN = [
  ['import', 'use.mjs', "await import('ballast/testing').then(({ startBallast }) => startBallast());"],
  ['require', 'use.cjs', "require('ballast/testing').startBallast();"],
  [
    'a worker thread',
    'thread.cjs',
    "new (require('node:worker_threads').Worker)(\"require('ballast/testing').startBallast()\", { eval: true });",
  ],
] as const;

describe.runIf(tools !== null)('a Node that is too old', { tags: ['deep'] }, () => {
  test.each(WAYS_IN)('is refused in one line by %s', proves('K93'), async (_way, file, text) => {
    writeFileSync(join(project, file), text);
    const run = await runAsStranger(`${nodeOf('node-too-old')} ${file}`, project);
    expect(run.exitCode, run.text).toBe(1);
    expect(run.text).toContain(`Error: ballast/testing needs ${NEEDED}; this is Node 22.13.1.\n`);
  });

  test('is refused in one line by the command', proves('K93'), async () => {
    const command = 'node_modules/ballast/src-server/cli/ballast.js';
    const run = await runAsStranger(`${nodeOf('node-too-old')} ${command} serve --port 0 2>&1`, project);
    expect(run.text.split('\n').slice(1)).toEqual([`Ballast needs ${NEEDED}; this is Node 22.13.1.`, '']);
    expect(run.exitCode).toBe(2);
  });

  test('is older than the one that the documents name, which runs a scenario and sweeps it', {
    ...proves('K93'),
  }, async () => {
    const node = nodeOf('node-lowest');
    const ballast = `${node} node_modules/ballast/src-server/cli/ballast.js`;
    const scenario = 'node_modules/ballast/fixtures/scenarios/rebalancing/first-rebalance.yaml';
    const run = await runAsStranger(
      `${node} -p process.version && ${ballast} replay ${scenario} --html page.html && ${ballast} sweep ${scenario} --seeds 1..2 --out sweep`,
      project,
    );
    expect(run.exitCode, run.text).toBe(0);
    expect(run.text).toContain(`v${NEEDED_NODE}.0`);
  });
});
