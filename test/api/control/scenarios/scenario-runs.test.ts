/** `/sim/scenarios` and `/sim/scenario-runs`: the present folder, runs next to the world, and their results. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StartupError } from '../../../../src-server/app.ts';
import {
  type ScenarioRunWire,
  scenarioList,
  scenarioRun,
  scenarioRunCharts,
} from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { proves } from '../../../conformance/proves.ts';
import { DEPOT } from '../../../scenario/library/depot-world.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { untilEnded, untilOver } from '../../../support/until-over.ts';

const LOOK = "  - request: { form: B, method: GET, path: '/portfolios/${depot}' }\n    expect: { status: 200, body: ";
const FILES = {
  'good.yaml': `name: Good\ndescription: All is well.\ntags: [well]\nseed: 5\n${DEPOT}steps:\n${LOOK}{ /currency: EUR } }\n  - advance: 1h\n`,
  'good.golden.ndjson': `{"at":1772443800000,"data":{"rules":"off","seed":5},"hash":"${'0'.repeat(64)}","seq":1,"type":"world.created"}\n`,
  'wrong.yaml': `name: Wrong\n${DEPOT}steps:\n${LOOK}{ /currency: CHF } }\n  - advance: 1h\n`,
  'long.yaml': `name: Long\n${DEPOT}steps:\n  - repeat: { times: 100000, steps: [{ advance: 1d }] }\n`,
  'many.yaml':
    'name: Many\nworld: {}\nsteps:\n  - repeat: { times: 1500, steps: [{ expect_event: { type: world.created } }] }\n',
  'broken.yaml': 'name: Broken\nsteps:\n  - advance: soon\n',
  'declined.yaml': `name: Declined\nseed: 5\ngolden: none\n${DEPOT}steps:\n${LOOK}{ /currency: EUR } }\n`,
  'declined.golden.ndjson': `{"at":1772443800000,"data":{"rules":"off","seed":5},"hash":"${'0'.repeat(64)}","seq":1,"type":"world.created"}\n`,
  'parts/world.yaml': 'portfolios: []\n',
  'parts/deep.yaml': `name: Deep\n${DEPOT}steps:\n  - expect_event: { type: world.created }\n`,
};

let server: TestServer;
let folder: string;

beforeAll(async () => {
  folder = newFolder();
  mkdirSync(join(folder, 'parts'));
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(folder, file), text);
  const elsewhere = join(newFolder(), 'elsewhere.yaml');
  writeFileSync(elsewhere, FILES['wrong.yaml']);
  symlinkSync(elsewhere, join(folder, 'link.yaml'));
  server = await startBallast({ scenarios: folder });
});
afterAll(stopAll);

const start = async (body: unknown) => (await server.sim.post('/scenario-runs', body)).as(scenarioRun);
const look = async (id: string, of = server) => (await of.sim.get(`/scenario-runs/${id}`)).as(scenarioRun);

async function ended(id: string): Promise<ScenarioRunWire> {
  return untilEnded(() => look(id));
}

const play = async (body: unknown) => ended((await start(body)).scenario_run_id);
const list = async (of = server) => (await of.sim.get('/scenarios')).as(scenarioList);

describe('the list', () => {
  test('has every scenario of the folder, invalid ones with issues, and nothing else', proves('K76'), async () => {
    const { scenarios } = await list();
    expect(scenarios.map(({ file }) => file)).toEqual([
      'broken.yaml',
      'declined.yaml',
      'good.yaml',
      'long.yaml',
      'many.yaml',
      'parts/deep.yaml',
      'wrong.yaml',
    ]);
    const [broken, , good] = scenarios;
    expect(good).toEqual({
      file: 'good.yaml',
      origin: 'own',
      name: 'Good',
      description: 'All is well.',
      tags: ['well'],
      seed: 5,
      from_snapshot: false,
      steps: 2,
      has_golden: true,
      faults: [],
      last_run: null,
    });
    expect(broken).toMatchObject({ name: 'broken.yaml', seed: null, steps: 0 });
    expect(broken?.faults.join()).toMatch(/broken\.yaml:3:\d+ \/steps\/0\/advance: /);
  });

  test('is that of the present files', proves('K76'), async () => {
    writeFileSync(join(folder, 'new.yaml'), FILES['good.yaml'].replace('name: Good', 'name: New'));
    expect((await list()).scenarios.find(({ file }) => file === 'new.yaml')?.name).toBe('New');
    writeFileSync(join(folder, 'new.yaml'), FILES['good.yaml'].replace('name: Good', 'name: Another name'));
    expect((await list()).scenarios.find(({ file }) => file === 'new.yaml')?.name).toBe('Another name');
  });

  test('is the library if no folder was given, and every file of it is valid', {
    ...proves('K76'),
    tags: ['deep'],
  }, async () => {
    const { folders, own_folder: own, scenarios } = await list(await startBallast());
    expect({ folders, own }).toEqual({ folders: [join('fixtures', 'scenarios')], own: null });
    expect(scenarios.length).toBeGreaterThan(40);
    expect(scenarios.flatMap(({ faults }) => faults)).toEqual([]);
    expect(scenarios.map(({ file }) => file)).toContain('large/year-of-100-portfolios.yaml');
  });

  test('requires an existing folder: nothing is started', proves('K76'), async () => {
    const missing = join(folder, 'nowhere');
    await expect(startBallast({ scenarios: missing })).rejects.toThrow(StartupError);
    await expect(startBallast({ scenarios: missing })).rejects.toMatchObject({
      exitCode: 64,
      lines: [`--scenarios ${missing}: is not a folder`],
    });
  });
});

describe('a run', () => {
  test('leaves the served world unchanged', proves('K77'), async () => {
    const before = await server.head();
    const run = await play({ file: 'parts/deep.yaml' });
    expect(run).toMatchObject({ status: 'passed', done: 1, total: 1, seed: null });
    expect(run.report?.figures?.portfolios).toHaveLength(1);
    expect(await server.head()).toBe(before);
    const { portfolios } = JSON.parse((await server.sim.get('/portfolios')).text);
    expect(portfolios).toEqual([]);
  });

  test('is no command of the world, so no recording has it', proves('K77'), async () => {
    const recorded = JSON.parse((await server.sim.post('/recordings', { name: 'quiet' })).text);
    await play({ file: 'parts/deep.yaml' });
    const stopped = JSON.parse((await server.sim.post(`/recordings/${recorded.recording_id}/stop`)).text);
    expect(stopped.commands).toBe(0);
  });

  test('shows each failed step with the expected and actual values', proves('K78'), async () => {
    const run = await play({ file: 'wrong.yaml' });
    expect(run).toMatchObject({ status: 'failed', done: 1, total: 2 });
    expect(run.steps.map(({ failures }) => failures.length)).toEqual([1]);
    expect(run.steps[0]?.failures[0]).toMatch(/\/currency.*CHF.*EUR/);
    expect(run.report).toMatchObject({ status: 'failed', golden: 'none', seed: 1 });
    expect(run.report?.again).toMatch(/^npx ballast replay .*wrong\.yaml --seed 1$/);
  });

  test('fails by its golden log alone, and says where it differs', proves('K78'), async () => {
    const run = await play({ file: 'good.yaml' });
    expect(run.steps.flatMap(({ failures }) => failures)).toEqual([]);
    expect(run).toMatchObject({ status: 'failed', report: { status: 'passed', golden: 'differs', passed: false } });
    expect(run.report?.divergences).toMatchObject([
      { log: 'golden log', event: 1, fields: [{ pointer: '/data/rules', expected: '"off"', actual: '"warn"' }] },
    ]);
  });

  test('of a file that says `golden: none` passes by its checks alone', proves('K121'), async () => {
    const run = await play({ file: 'declined.yaml' });
    expect(run).toMatchObject({ status: 'passed', report: { golden: 'not compared', passed: true, divergences: [] } });
  });

  test('with another seed is not compared with the golden log', proves('K78'), async () => {
    const run = await play({ file: 'good.yaml', seed: 6 });
    expect(run).toMatchObject({ status: 'passed', seed: 6, report: { seed: 6, golden: 'not compared' } });
  });

  test('has the curves of its report', proves('K78'), async () => {
    const { scenario_run_id: id } = await play({ file: 'good.yaml', seed: 6 });
    const { charts } = (await server.sim.get(`/scenario-runs/${id}/charts`)).as(scenarioRunCharts);
    expect(charts.map(({ title, unit }) => [title, unit])).toEqual([
      ['Value', 'EUR'],
      ['Drift and its band', '%'],
      ['Delivery attempts so far', ''],
    ]);
    for (const { times, lines } of charts) {
      for (const { values } of lines) expect(values).toHaveLength(times.length);
    }
  });

  test('of an invalid file is bad, with its issues, and nothing was played', proves('K78'), async () => {
    const run = await play({ file: 'broken.yaml' });
    expect(run).toMatchObject({
      status: 'bad',
      done: 0,
      steps: [],
      report: { status: 'bad', head: '', figures: null },
    });
    expect(run.report?.faults.join()).toContain('/steps/0/advance');
    expect(run.report?.again).toMatch(/^npx ballast validate /);
  });

  test('of very many steps reports the latest thousand', proves('K78'), async () => {
    const run = await play({ file: 'many.yaml' });
    expect(run).toMatchObject({ status: 'passed', done: 1500, total: 1500 });
    expect([run.steps.length, run.steps[0]?.index, run.steps.at(-1)?.index]).toEqual([1000, 500, 1499]);
  });

  test('gives the same head whenever it is played', proves('K78'), async () => {
    const hashes = [await play({ file: 'parts/deep.yaml' }), await play({ file: 'parts/deep.yaml' })];
    expect(hashes[0]?.report?.head).toMatch(/^[0-9a-f]{64}$/);
    expect(hashes[1]?.report?.head).toBe(hashes[0]?.report?.head);
  });
});

describe('stopping', () => {
  test('ends a run at once, and does not change one that has ended', proves('K79'), async () => {
    const { scenario_run_id: id } = await start({ file: 'long.yaml' });
    await untilOver(
      () => look(id),
      ({ done }) => done > 0,
    );
    expect((await server.sim.delete(`/scenario-runs/${id}`)).status).toBe(200);
    const stopped = await ended(id);
    expect(stopped.status).toBe('stopped');
    expect(stopped.done).toBeLessThan(stopped.total);
    expect(stopped.steps.at(-1)?.index).toBe(stopped.done - 1);
    const latest = (await server.sim.get(`/scenario-runs/${id}?steps=1`)).as(scenarioRun);
    expect(latest.steps).toEqual(stopped.steps.slice(-1));
    for (const steps of ['0', '1001', 'all']) {
      const refused = await server.sim.get(`/scenario-runs/${id}?steps=${steps}`);
      expect(refused.error().details.map(({ path }) => path)).toEqual(['/steps']);
    }
    const again = (await server.sim.delete(`/scenario-runs/${id}`)).as(scenarioRun);
    expect(again).toEqual(stopped);
  });

  test('of a queued run prevents it from beginning', proves('K79'), async () => {
    const runs: ScenarioRunWire[] = [];
    while (runs.at(-1)?.status !== 'queued') runs.push(await start({ file: 'long.yaml' }));
    const id = runs.at(-1)?.scenario_run_id ?? '';
    const stopped = (await server.sim.delete(`/scenario-runs/${id}`)).as(scenarioRun);
    expect(stopped).toMatchObject({ status: 'stopped', done: 0, report: null });
    for (const { scenario_run_id: each } of runs) await server.sim.delete(`/scenario-runs/${each}`);
    for (const { scenario_run_id: each } of runs) expect((await ended(each)).status).toBe('stopped');
  });

  test('applies to all of them when the server ends', { ...proves('K79'), tags: ['deep'] }, async () => {
    const other = await startBallast({ scenarios: folder });
    for (let count = 0; count < 6; count += 1) await other.sim.post('/scenario-runs', { file: 'long.yaml' });
    await other.stop();
    await expect(other.sim.get('/scenarios')).rejects.toThrow();
  });
});

describe('the list of stored runs', () => {
  test('is the latest 20 runs and the latest of each file, and 20 that have not ended let no other begin', {
    ...proves('K78'),
    tags: ['deep'],
  }, async () => {
    const other = await startBallast({ scenarios: folder });
    const first = (await other.sim.post('/scenario-runs', { file: 'broken.yaml' })).as(scenarioRun).scenario_run_id;
    expect((await untilEnded(() => look(first, other))).status).toBe('bad');
    const again = (await other.sim.post('/scenario-runs', { file: 'broken.yaml' })).as(scenarioRun).scenario_run_id;
    expect((await untilEnded(() => look(again, other))).status).toBe('bad');
    for (let count = 0; count < 20; count += 1) {
      expect((await other.sim.post('/scenario-runs', { file: 'long.yaml' })).status).toBe(202);
    }
    expect((await other.sim.get(`/scenario-runs/${first}`)).error().code).toBe('not_found');
    expect((await look(again, other)).status).toBe('bad');
    const refused = await other.sim.post('/scenario-runs', { file: 'long.yaml' });
    expect([refused.status, refused.error().message]).toEqual([400, '20 runs have not ended yet. Stop one first.']);
    const latest = (await list(other)).scenarios.find(({ file }) => file === 'long.yaml')?.last_run;
    expect(latest).toMatchObject({ scenario_run_id: 'sr_22' });
  });

  test('does not depend on the world: a reset leaves every run', proves('K77'), async () => {
    const { scenario_run_id: id } = await play({ file: 'parts/deep.yaml' });
    await server.sim.post('/reset');
    expect((await look(id)).status).toBe('passed');
  });
});

describe('an impossible run', () => {
  test.each([
    ['../wrong.yaml', 400],
    ['parts/../../wrong.yaml', 400],
    ['link.yaml', 400],
    ['/etc/hosts.yaml', 404],
    ['nothing.yaml', 404],
    ['parts', 400],
    ['parts/world.yaml', 404],
    ['good.golden.ndjson', 400],
    ['a\u0000.yaml', 400],
    ['parts\\deep.yaml', 400],
  ])('is %j: %i', proves('K77'), async (file, status) => {
    const response = await server.sim.post('/scenario-runs', { file });
    expect(response.status).toBe(status);
    if (status === 400) expect(response.error().details.map(({ path }) => path)).toEqual(['/file']);
    else expect(response.error().code).toBe('not_found');
  });

  test('is reported with every issue of the body at once', proves('K77'), async () => {
    const response = await server.sim.post('/scenario-runs', { file: 7, seed: -1, twice: true });
    expect(response.status).toBe(400);
    expect(
      response
        .error()
        .details.map(({ path }) => path)
        .sort(),
    ).toEqual(['/file', '/seed', '/twice']);
  });

  test('and an unknown run is not found, by any request', proves('K79'), async () => {
    for (const [method, path] of [
      ['GET', '/scenario-runs/sr_0'],
      ['GET', '/scenario-runs/sr_0/charts'],
      ['DELETE', '/scenario-runs/sr_0'],
    ] as const) {
      expect((await server.sim.send(method, path)).error().code).toBe('not_found');
    }
  });
});
