/** A scenario file as one test of a user's runner: it passes, or the message is all that a report needs. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { replayScenarios } from '../../src-server/app.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { BallastArgumentError, BallastScenarioError, playScenario } from '../../src-server/testing/testing.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder, stopAll } from '../support/start-ballast.ts';

afterAll(stopAll);

const PLAIN = { seed: null, update: false, junit: null, html: null, json: false, write: () => undefined };
const FAILING = `name: another one
seed: 5
variables: {wanted: DE0007164600}
steps:
  - {request: {form: B, method: GET, path: /prices/DE0007164600}, expect: {status: 200}}
  - {request: {form: B, method: GET, path: /prices/DE0007164600}, expect: {status: 200, body: {/isin: '\${wanted}'}}}
`;

describe('playing a scenario', () => {
  test('resolves with its outcome where it passes', proves('K74.4'), async () => {
    const outcome = await playScenario(join(packageRoot(), 'fixtures/scenarios/rebalancing/first-rebalance.yaml'));
    expect(outcome.status).toBe('passed');
    expect(outcome.events.length).toBe(outcome.eventCount);
  });

  test(
    'rejects with every failed check, its place, what led to it and how to reproduce it',
    proves('K74.1', 'K74.4'),
    async () => {
      const file = join(newFolder(), 'another one.yaml');
      writeFileSync(file, FAILING);
      const error = await playScenario(file, { vary: { wanted: 'DE0008404005' } }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(BallastScenarioError);
      const { message, outcome } = error as BallastScenarioError;
      expect(outcome.status).toBe('failed');
      expect(message).toMatch(/^Scenario "another one" failed after 1 good step\.$/m);
      expect(message).toContain(`${file}:6:`);
      expect(message).toMatch(/\/isin.*"DE0008404005".*"DE0007164600"/);
      expect(message).toContain(`Reproduce it: npx ballast replay '${file}' --seed 5 --vary 'wanted="DE0008404005"'`);
    },
  );

  test('is compared with the golden log if requested', proves('K121'), async () => {
    const folder = newFolder();
    const file = join(folder, 'idle.yaml');
    const golden = join(folder, 'idle.golden.ndjson');
    const options = { root: folder, requireGolden: true };
    writeFileSync(file, 'name: Idle\nvariables: { by: 1h }\nsteps: [{ advance: "${by}" }]\n');
    await expect(playScenario(file, options)).rejects.toThrow('The golden log is missing.');
    await replayScenarios({ ...PLAIN, files: [file], update: true });
    // A comparison of the log proves something, although no step checks anything.
    expect((await playScenario(file, options)).proof).toBe('unchecked');
    await expect(playScenario(file, { root: folder })).rejects.toThrow('proves nothing');
    await expect(playScenario(file, { ...options, seed: 9, vary: { by: '2h' } })).rejects.toThrow(
      'The golden log is not compared, because of seed, vary.',
    );
    writeFileSync(golden, readFileSync(golden, 'utf8').replace(/"seed":1\b/, '"seed":2'));
    await expect(playScenario(file, options)).rejects.toThrow(/The golden log: .*differs/);
    rmSync(golden);
    writeFileSync(file, FAILING.replace("'${wanted}'", 'DE0007164600').replace('seed: 5', 'golden: none'));
    expect((await playScenario(file, options)).status).toBe('passed');
    const wrong = { ...options, requireGolden: 'yes' as unknown as boolean };
    await expect(playScenario(file, wrong)).rejects.toThrow(BallastArgumentError);
  });

  test('rejects with every issue of an invalid file', proves('K74.4'), async () => {
    const file = join(newFolder(), 'bad.yaml');
    writeFileSync(file, 'name: x\nsteps:\n  - advanse: 1h\n');
    const { message } = (await playScenario(file).catch(
      (thrown: Error) => thrown as BallastScenarioError,
    )) as BallastScenarioError;
    expect(message).toMatch(/bad\.yaml cannot be run:\n {2}- .*bad\.yaml:3:/);
  });
});
