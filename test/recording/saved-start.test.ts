/** Tests a scenario that starts from a saved world: it can be swept, and has the seed of that world (decision K122). */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replayScenarios } from '../../src-server/app.ts';
import { scenarioList, scenarioRun } from '../../src-server/contract/control/scenarios/scenario-runs.ts';
import { sweepSummary } from '../../src-server/contract/control/scenarios/sweep-summary.ts';
import { sweepTask } from '../../src-server/contract/control/scenarios/sweep-task.ts';
import { sweep, sweepFacts } from '../../src-server/contract/control/scenarios/sweeps.ts';
import { OF_NEW_WORLDS } from '../../src-server/contract/scenario/scenario-file.ts';
import { prepareScenario } from '../../src-server/runner/sweep/prepare-sweep.ts';
import { hashOf } from '../../src-server/sweep/job-bundle.ts';
import { BallastScenarioError, playScenario } from '../../src-server/testing/testing.ts';
import { executeSample, LARGE } from '../api/service/sample-portfolio.ts';
import { proves } from '../conformance/proves.ts';
import { callBallast } from '../support/call-ballast.ts';
import { describeWithRedis, startRedis } from '../support/machine/redis-server.ts';
import { runBallast } from '../support/run-process.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { untilEnded } from '../support/until-over.ts';
import { startRecording, takeRecording } from './play-recording.ts';

let server: TestServer;
let folder = '';
let text = '';
const OTHER = 'starts from a saved world with seed 8 and cannot be run with seed';

/** A recording that started in the middle: its world has a portfolio, and one step of the recording is varied. */
beforeAll(async () => {
  const recorded = await startBallast({ seed: 8 });
  await executeSample(recorded);
  const id = await startRecording(recorded, 'now');
  await executeSample(recorded, { ...LARGE, external_id: 'second' });
  await recorded.advance('1m');
  const taken = await takeRecording(recorded, id);
  expect(taken.text).toContain('start: { snapshot: "recorded.start.db" }');
  ({ folder, text } = taken);
  server = await startBallast({ scenarios: folder });
});
afterAll(stopAll);

const CASH = '/steps/0/request/body/cash';

/** Returns the recording with other lines at its top. */
function changed(name: string, top: string): string {
  const file = join(folder, name);
  writeFileSync(file, text.replace(/^(name: .*)$/m, `$1\n${top}`));
  return file;
}

async function replayed(file: string, options: Partial<Parameters<typeof replayScenarios>[0]> = {}) {
  const lines: string[] = [];
  const plain = { seed: null, update: false, junit: null, html: null, json: false };
  const exit = await replayScenarios({ ...plain, files: [file], write: (line) => lines.push(line), ...options });
  return { exit, text: lines.join('\n') };
}

describe('a recording that starts from a saved world', () => {
  test('is swept over values, with the seed of that world, by threads', proves('K122'), async () => {
    const args = ['sweep', 'recorded.yaml', '--vary', `${CASH}=5000,6000`, '--workers', '1', '--json', '--out', 'out'];
    const { exitCode, stdout, stderr } = await callBallast(args, folder);
    expect([exitCode, stderr.split('\n').filter((line) => line.includes('no such file'))]).toEqual([0, []]);
    const summary = sweepSummary.parse(JSON.parse(stdout));
    expect(summary).toMatchObject({ jobs: 2, passed: 2, failed: 0, seeds: '8' });
    expect(readFileSync(join(folder, 'out/scenario/recorded.start.db'))).toEqual(
      readFileSync(join(folder, 'recorded.start.db')),
    );
    // The command that repeats a job runs the same world.
    const repeat = await replayed(join(folder, 'recorded.yaml'), { seed: 8, vary: { [CASH]: 6000 } });
    expect(repeat.exit, repeat.text).toBe(0);
    rmSync(join(folder, 'out'), { recursive: true });
  });

  test('is swept by the server, with the seed of its world by default', {
    ...proves('K122'),
    tags: ['deep'],
  }, async () => {
    const started = await server.sim.post('/sweeps', { file: 'recorded.yaml', vary: { [CASH]: [5000, 6000] } });
    const { sweep_id: id, seeds } = started.as(sweepFacts);
    expect(seeds).toBe('8');
    const ended = await untilEnded(async () => (await server.sim.get(`/sweeps/${id}`)).as(sweep));
    expect(ended).toMatchObject({ status: 'complete', jobs: 2, passed: 2 });
    for (const body of [{ first_seed: 9 }, { seeds: 3 }, { first_seed: 8, seeds: 2 }]) {
      const refused = await server.sim.post('/sweeps', { file: 'recorded.yaml', ...body });
      expect([refused.status, refused.error().message]).toEqual([400, expect.stringContaining(OTHER)]);
    }
  });

  test(
    'is compared with its golden log with and without the seed of its world, and refuses another seed',
    proves('K122', 'K7'),
    async () => {
      const file = join(folder, 'recorded.yaml');
      for (const seed of [null, 8]) {
        const { exit, text: reported } = await replayed(file, { seed, requireGolden: true });
        expect([exit, reported]).toEqual([0, expect.not.stringContaining('golden')]);
      }
      const other = await replayed(file, { seed: 9 });
      expect([other.exit, other.text]).toEqual([65, expect.stringContaining(`recorded.yaml ${OTHER} 9`)]);
      await expect(playScenario(file, { seed: 9, root: folder })).rejects.toThrow(BallastScenarioError);
      await expect(playScenario(file, { seed: 9, root: folder })).rejects.toThrow(`${OTHER} 9`);
      const swept = await callBallast(['sweep', 'recorded.yaml', '--seeds', '1..3'], folder);
      expect([swept.exitCode, swept.stderr]).toEqual([64, expect.stringContaining(`recorded.yaml ${OTHER} 1..3`)]);
      const run = await server.sim.post('/scenario-runs', { file: 'recorded.yaml', seed: 9 });
      expect([run.status, run.error().message]).toEqual([400, expect.stringContaining(`${OTHER} 9`)]);
    },
  );

  test('is run by the server with the seed of its world, and reports that seed', proves('K122'), async () => {
    const listed = (await server.sim.get('/scenarios')).as(scenarioList).scenarios;
    expect(listed.find(({ file }) => file === 'recorded.yaml')).toMatchObject({ from_snapshot: true, seed: null });
    const started = await server.sim.post('/scenario-runs', { file: 'recorded.yaml', seed: 8 });
    const { scenario_run_id: id } = started.as(scenarioRun);
    const run = await untilEnded(async () => (await server.sim.get(`/scenario-runs/${id}`)).as(scenarioRun));
    expect(run).toMatchObject({ status: 'passed', report: { seed: 8, golden: 'same' } });
  });

  test.each([
    ['seed', 'seed: 8'],
    ['clock', 'clock: 2026-03-02T09:30:00Z'],
    ['dividends', "dividends: 'on'"],
    ['settlement', 'settlement: simulated'],
    ['tier', 'tier: growth'],
    ['world', 'world: {}'],
  ] as const)('refuses settings of a new world: %s', proves('K122'), async (key, line) => {
    expect(OF_NEW_WORLDS).toContain(key);
    const issue = `/${key}: has no effect with \`start\``;
    const { stdout, exitCode } = await callBallast(['validate', changed('beside.yaml', line)], folder);
    expect([exitCode, stdout]).toEqual([65, expect.stringMatching(`beside.yaml:4:\\d+ ${issue}`)]);
    const { exit, text: reported } = await replayed(join(folder, 'beside.yaml'));
    expect([exit, reported]).toEqual([65, expect.stringContaining(issue)]);
    const varied = await replayed(join(folder, 'recorded.yaml'), { vary: { [`/${key}`]: 1 } });
    expect([varied.exit, varied.text]).toEqual([65, expect.stringContaining(issue)]);
    rmSync(join(folder, 'beside.yaml'));
  });

  test('is validated with the world that it starts from', proves('K122'), async () => {
    writeFileSync(join(folder, 'lost.yaml'), text.replace('recorded.start.db', 'gone.db'));
    const { stdout, exitCode } = await callBallast(['validate', 'lost.yaml'], folder);
    expect([exitCode, stdout]).toEqual([
      65,
      expect.stringMatching(/lost\.yaml:\d+:\d+ \/start\/snapshot: there is no/),
    ]);
    const swept = await callBallast(['sweep', 'lost.yaml'], folder);
    expect([swept.exitCode, swept.stderr]).toEqual([65, expect.stringContaining('/start/snapshot: there is no such')]);
    rmSync(join(folder, 'lost.yaml'));
  });

  test('is sent to workers with its world, which is part of the hash of the scenario', proves('K122'), () => {
    const read = prepareScenario(join(folder, 'recorded.yaml'), [], folder);
    if (!read.ok) throw new Error(read.faults.join('\n'));
    const { bundle, seed, isSaved } = read.prepared;
    expect([seed, isSaved, Object.keys(bundle.binaries ?? {})]).toEqual([8, true, ['recorded.start.db']]);
    const job = { sweep: '01234567', compatibility_key: 'x', identity: '0'.repeat(32), input: { seed: 8, vary: {} } };
    expect(sweepTask.parse({ ...job, ...bundle })).toEqual({ ...job, ...bundle });
    expect(hashOf({ ...bundle, binaries: { 'recorded.start.db': 'AAAA' } })).not.toBe(hashOf(bundle));
  });
});

describeWithRedis('a recording behind a queue', () => {
  test('is run by a worker from the world that was sent with it', { ...proves('K122'), tags: ['deep'] }, async () => {
    const redis = await startRedis({ isDurable: true });
    const worker = runBallast(['worker', '--queue', redis.url, '--concurrency', '1'], { cwd: newFolder() });
    try {
      const args = ['sweep', 'recorded.yaml', '--vary', `${CASH}=5000,6000`, '--json', '--out', 'queue'];
      const run = runBallast([...args, '--queue', redis.url], { cwd: folder });
      expect((await run.ended).exitCode, run.stderr()).toBe(0);
      expect(sweepSummary.parse(JSON.parse(run.stdout()))).toMatchObject({ jobs: 2, passed: 2 });
    } finally {
      worker.child.kill('SIGTERM');
      await worker.ended;
      await redis.close();
    }
  });
});
