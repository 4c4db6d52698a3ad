/**
 * Sweeps, lab runs and explorations that were begun over the interface resume in the next server on their data folder.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { exploration, explorationFacts } from '../../src-server/contract/control/explorer/explorations.ts';
import { labRun, labRunFacts, labRunList } from '../../src-server/contract/control/lab/lab-runs.ts';
import { sweep, sweepFacts } from '../../src-server/contract/control/scenarios/sweeps.ts';
import { errorBody } from '../../src-server/contract/service/errors.ts';
import { proves } from '../conformance/proves.ts';
import { type RunningProcess, runBallast } from '../support/run-process.ts';
import { type Caller, callerOf, newFolder, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { untilEnded, untilOver } from '../support/until-over.ts';

const running = new Set<RunningProcess>();
afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL');
    await ended;
  }
  running.clear();
  await stopAll();
});

const POLICIES = [
  { name: 'Monthly', when: [{ calendar: { every: 'month' } }], settings: { drift_threshold: 0.01 } },
  { name: '5 points', when: [{ drift: { threshold: 0.05 } }] },
];
const PORTFOLIO = {
  external_id: 'lab',
  currency: 'EUR',
  tax_wrapper: 'Depot',
  cash: 1000,
  holdings: [{ isin: 'DE0007164600', exchange: 'XETR', quantity: 100 }],
  targets: [{ isin: 'DE0007164600', weight: 0.5 }],
};
const LAB = {
  portfolios: [{ form: 'B', request: PORTFOLIO }],
  policies: POLICIES,
  paths: { seeds: '1..40' },
  threads: 1,
};
const lab = (years: number) => ({ ...LAB, to: `${2026 + years}-03-02T00:00:00Z` });
const SWEEP = { file: 'look.yaml', seeds: 60, threads: 1 };
const CLIENT = `
const { BALLAST_FORM_A_URL: base, BALLAST_API_KEY: key } = process.env;
const response = await fetch(base + '/portfolios', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'pension', currency: 'EUR', tax_jurisdiction: 'DE' }),
});
if (!response.ok) throw new Error('answered with ' + response.status);
`;

/** A folder with scenarios, a client, and a place for data. */
function newPlace() {
  const folder = newFolder();
  const [scenarios, client] = [join(folder, 'scenarios'), join(folder, 'client')];
  for (const each of [scenarios, client]) mkdirSync(each);
  const steps = 'steps:\n  - advance: 1m\n';
  writeFileSync(join(scenarios, 'look.yaml'), `name: Look\nworld: {}\n${steps}`);
  writeFileSync(join(client, 'client.mjs'), CLIENT);
  return { scenarios, client, dataDir: join(folder, 'data') };
}

const viewOf = async <S extends z.ZodType>(sim: Caller, path: string, schema: S) => (await sim.get(path)).as(schema);

/** Without the fields that depend on the machine. */
const lasting = <T extends object>(run: T) => {
  const ofMachine = ['elapsed_ms', 'left_ms', 'jobs_per_second', 'trials_per_second'];
  return Object.fromEntries(Object.entries(run).filter(([name]) => !ofMachine.includes(name)));
};

test('a lab run and a sweep end as if no server had ended meanwhile, each job run once', {
  ...proves('P7'),
  tags: ['deep'],
}, async () => {
  const place = newPlace();
  const begin = async (sim: Caller) => {
    expect((await sim.post('/lab-runs', lab(2))).as(labRunFacts)).toMatchObject({ lab_run_id: 'lab_1' });
    expect((await sim.post('/sweeps', SWEEP)).as(sweepFacts)).toMatchObject({ sweep_id: 'sw_1', status: 'queued' });
  };
  const end = async (sim: Caller) => {
    const ended = await untilEnded(() => viewOf(sim, '/lab-runs/lab_1', labRun));
    return [lasting(ended), lasting(await untilEnded(() => viewOf(sim, '/sweeps/sw_1', sweep)))];
  };
  const undisturbed = await startBallast({ scenarios: place.scenarios });
  await begin(undisturbed.sim);
  const wanted = await end(undisturbed.sim);
  let server = await startBallast(place);
  await begin(server.sim);
  const { done } = await untilOver(
    () => viewOf(server.sim, '/lab-runs/lab_1', labRun),
    (seen) => seen.done > 2,
  );
  await server.stop();
  server = await startBallast(place);
  const again = await viewOf(server.sim, '/lab-runs/lab_1', labRun);
  expect(again.done).toBeGreaterThanOrEqual(done);
  expect(await end(server.sim)).toEqual(wanted);
  await server.stop();
  // Ended runs are shown by every later server, and nothing is run again.
  server = await startBallast(place);
  expect(await end(server.sim)).toEqual(wanted);
  expect((await server.sim.post('/lab-runs', lab(1))).as(labRunFacts).lab_run_id).toBe('lab_2');
  expect((await server.sim.get('/lab-runs/lab_1/results.csv')).text.split('\n')).toHaveLength(82);
});

test('a cancelled run remains cancelled, and a dropped one leaves no folder', proves('P7'), async () => {
  const place = newPlace();
  const server = await startBallast(place);
  for (let count = 1; count <= 5; count += 1) {
    await server.sim.post('/lab-runs', lab(2));
    expect((await server.sim.delete(`/lab-runs/lab_${count}`)).as(labRunFacts).status).toMatch(/stopped|running/);
  }
  await untilEnded(() => viewOf(server.sim, '/lab-runs/lab_1', labRun));
  await server.sim.post('/lab-runs', lab(1));
  await server.stop();
  const next = await startBallast(place);
  const { lab_runs: runs } = await viewOf(next.sim, '/lab-runs', labRunList);
  expect(runs.map(({ lab_run_id: id, status }) => [id, status === 'stopped'])).toEqual([
    ...[2, 3, 4, 5].map((number) => [`lab_${number}`, true]),
    ['lab_6', false],
  ]);
  expect(readdirSync(join(place.dataDir, 'runs')).sort()).toEqual(runs.map(({ lab_run_id: id }) => id));
});

test(
  'unfinished folders are gone after a start, and a damaged run leaves the others unchanged',
  proves('P7'),
  async () => {
    const place = newPlace();
    for (const name of ['lab_1', 'lab_2.new', 'sw_3.gone']) {
      mkdirSync(join(place.dataDir, 'runs', name), { recursive: true });
      writeFileSync(join(place.dataDir, 'runs', name, 'run.json'), '{');
    }
    const { sim } = await startBallast(place);
    expect(readdirSync(join(place.dataDir, 'runs'))).toEqual(['lab_1']);
    expect((await viewOf(sim, '/lab-runs', labRunList)).lab_runs).toEqual([]);
    expect((await sim.post('/lab-runs', lab(1))).as(labRunFacts).lab_run_id).toBe('lab_2');
  },
);

test('an exploration resumes only where commands are allowed, and repeats no trial', {
  ...proves('P7', 'Q6.1', 'Q6.3'),
  tags: ['deep'],
}, async () => {
  const place = newPlace();
  const look = (server: TestServer) => viewOf(server.sim, '/explorations/ex_1', exploration);
  let server = await startBallast({ ...place, allowCommands: true });
  const body = { command: [process.execPath, 'client.mjs'], folder: place.client, trials: 6 };
  expect((await server.sim.post('/explorations', body)).as(explorationFacts).exploration_id).toBe('ex_1');
  await untilOver(
    () => look(server),
    ({ trials }) => trials >= 2,
  );
  await server.stop();
  server = await startBallast(place);
  expect(await look(server)).toMatchObject({ status: 'stopped', error: expect.stringContaining('--allow-commands') });
  await server.stop();
  server = await startBallast({ ...place, allowCommands: true });
  const ended = await untilEnded(() => look(server));
  expect(ended).toMatchObject({ status: 'complete', phase: 'over', error: null, broken: 0 });
  const story = (await server.sim.get('/explorations/ex_1/findings/1/story.html')).text;
  await server.stop();
  server = await startBallast(place);
  expect(lasting(await look(server))).toEqual(lasting(ended));
  expect((await server.sim.get('/explorations/ex_1/findings/1/story.html')).text).toBe(story);
  expect((await server.sim.get('/explorations/ex_1/findings/99/story.html')).as(errorBody).error.code).toBe(
    'not_found',
  );
});

test('kill -9 in a lab run loses only the jobs that were under way', { ...proves('P7'), tags: ['deep'] }, async () => {
  const { dataDir } = newPlace();
  const start = async () => {
    const args = ['serve', '--port', '0', '--json', '--data', dataDir, '--clock-mode', 'manual'];
    const process = runBallast([...args, '--admin-token', 'resumed-runs', '--rate-limit', 'off']);
    running.add(process);
    return { process, sim: callerOf(JSON.parse(await process.firstLine).control_url, 'resumed-runs') };
  };
  const undisturbed = await startBallast();
  await undisturbed.sim.post('/lab-runs', lab(5));
  const wanted = lasting(await untilEnded(() => viewOf(undisturbed.sim, '/lab-runs/lab_1', labRun)));
  let server = await start();
  await server.sim.post('/lab-runs', lab(5));
  for (const least of [1, 20, 50]) {
    await untilOver(
      () => viewOf(server.sim, '/lab-runs/lab_1', labRun),
      ({ done, status }) => done >= least || status === 'complete',
    );
    server.process.child.kill('SIGKILL');
    await server.process.ended;
    server = await start();
  }
  expect(lasting(await untilEnded(() => viewOf(server.sim, '/lab-runs/lab_1', labRun)))).toEqual(wanted);
});
