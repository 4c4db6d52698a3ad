/**
 * Clients by the generators that people use: each compiles without a setting of ours, and walks through both forms. They
 * come from the registry of npm.
 *
 * @module-tag deep
 */
import { spawnSync } from 'node:child_process';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { proves } from '../conformance/proves.ts';
import { startBallast, stopAll } from '../support/start-ballast.ts';
import { compileTypes, installGenerators, PYTHON_CLIENT, TYPESCRIPT_CLIENTS, walkWith } from './generate-clients.ts';

beforeAll(installGenerators, 300_000);
afterEach(stopAll);

/** In `instant` mode a rebalance is final by the time of its response, so a plan can no longer be cancelled. */
const SEEN = {
  form_a: { tax_method: 'average_cost', status: 'complete', failure: null, has_record: true },
  form_b: {
    has_xetra: true,
    first_side: 'sell',
    executed: 'executing',
    refusal: 'invalid_request',
    status: 'complete',
    deleted: true,
  },
};

for (const client of TYPESCRIPT_CLIENTS)
  test(`a client by ${client.name} compiles and walks through both forms`, proves('L29'), async () => {
    const server = await startBallast({ clockMode: 'instant' });
    expect(await walkWith(client, server)).toEqual(SEEN);
  });

test('types of the control plane by openapi-typescript compile', async () => {
  const { ballast } = await startBallast();
  const response = await fetch(new URL('/sim/openapi.json', ballast.baseUrl));
  await compileTypes(await response.json());
});

const HOW = 'Java or a module of Python is missing: `.ci/provide-tools` brings them';
const isThere = [
  spawnSync('/usr/bin/python3', ['-c', 'import certifi, dateutil, six, urllib3']),
  spawnSync('java', ['-version']),
].every(({ status }) => status === 0);
if (!isThere && process.env.BALLAST_CI) throw new Error(HOW);
const title = 'a client in Python walks through both forms';
if (!isThere) console.warn(`skipped: ${title} (${HOW})`);

test.runIf(isThere)(title, proves('L29'), async () => {
  const server = await startBallast({ clockMode: 'instant' });
  expect(await walkWith(PYTHON_CLIENT, server)).toEqual(SEEN);
});
