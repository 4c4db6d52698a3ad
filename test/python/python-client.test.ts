/**
 * The Python client (decision R7) under the python3 and pytest of Debian: its own tests, whose helpers are named like
 * those of `ballast/testing`, and the example, whose ten tests also run at once, each in a world of its own.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addServeCommand } from '../../src-server/cli/commands/serve-command.ts';
import { startOptions } from '../../src-server/contract/control/world/test-server.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { type Ballast, startBallast } from '../../src-server/testing/testing.ts';
import { proves } from '../conformance/proves.ts';
import { runProcess } from '../support/run-process.ts';

const PYTHON = '/usr/bin/python3';
const client = join(packageRoot(), 'clients/python');
const example = join(packageRoot(), 'docs/examples/python');
const isThere = spawnSync(PYTHON, ['-m', 'pytest', '--version']).status === 0;
const isNeeded = process.env.BALLAST_CI !== undefined;
if (!isThere && !isNeeded) console.warn('the Python client is not tested: .ci/provide-tools installs pytest');

let ballast: Ballast;
beforeAll(async () => {
  ballast = await startBallast();
});
afterAll(() => ballast.stop());

/** Names of helpers as Python has them. */
const snake = (of: object) =>
  Object.keys(of).map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

function flagsOfServe(): string[] {
  const program = new Command();
  addServeCommand(program, { requested: new Promise(() => undefined), isRequested: () => false }, () => undefined);
  const [serve] = program.commands;
  return (serve?.options ?? []).flatMap((option) => snake({ [option.attributeName()]: null }));
}

async function pytest(folder: string, args: readonly string[], env: Record<string, string> = {}) {
  const run = runProcess(PYTHON, ['-m', 'pytest', '-p', 'ballast.pytest_plugin', '-p', 'no:cacheprovider', ...args], {
    cwd: folder,
    env: {
      PYTHONPATH: [join(client, 'src'), folder].join(':'),
      PYTHONDONTWRITEBYTECODE: '1',
      BALLAST_COMMAND: `${process.execPath} ${join(packageRoot(), 'src-server/cli/ballast.js')}`,
      ...env,
    },
  });
  const { exitCode } = await run.ended;
  return { exitCode, text: run.stdout() + run.stderr() };
}

describe.runIf(isThere || isNeeded)('the Python client', () => {
  test('passes its own tests, with the helpers of the package for JavaScript', {
    ...proves('R7'),
    tags: ['deep'],
  }, async () => {
    const fault = await ballast.fault({ kind: 'webhook_duplicate', count: 1 });
    const { market, ...handle } = ballast;
    const helpers = {
      handle: [...snake(handle), 'market'],
      market: snake(market),
      sink: snake(ballast.sink('x')),
      fault: snake(fault),
      options: snake(startOptions.shape),
      flags: flagsOfServe(),
    };
    expect(helpers.handle).toEqual(expect.arrayContaining(['until_complete', 'create_portfolio', 'fork']));
    const { exitCode, text } = await pytest(client, ['-q'], { BALLAST_HELPERS: JSON.stringify(helpers) });
    expect(exitCode, text).toBe(0);
  });

  test('runs the ten tests of the example at once, each in a world of its own', {
    ...proves('R7', 'N6'),
    tags: ['deep'],
  }, async () => {
    const source = readFileSync(join(example, 'test_rebalance_client.py'), 'utf8');
    const names = [...source.matchAll(/^def (test_\w+)/gm)].map(([, name]) => String(name));
    expect(names).toHaveLength(10);
    const server = { BALLAST_URL: ballast.origin, BALLAST_ADMIN_TOKEN: ballast.adminToken };
    const runs = await Promise.all(
      names.map((name) => pytest(example, ['-q', `test_rebalance_client.py::${name}`], server)),
    );
    expect(runs.filter(({ exitCode }) => exitCode !== 0).map(({ text }) => text)).toEqual([]);
    expect((await ballast.worlds()).map(({ name }) => name)).toEqual(['default']);
  });

  test('starts a server of its own where none is named', { ...proves('R7'), tags: ['deep'] }, async () => {
    const { exitCode, text } = await pytest(example, ['-q']);
    expect([exitCode, text]).toEqual([0, expect.stringContaining('10 passed')]);
  });
});
