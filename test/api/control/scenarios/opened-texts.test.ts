/** A scenario sent by a request: among the scenarios while the server runs, and written nowhere. */
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openedScenario } from '../../../../src-server/contract/control/scenarios/open-scenario.ts';
import { recording } from '../../../../src-server/contract/control/scenarios/recordings.ts';
import {
  type ScenarioRunWire,
  scenarioList,
  scenarioRun,
} from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { sweep, sweepFacts } from '../../../../src-server/contract/control/scenarios/sweeps.ts';
import { proves } from '../../../conformance/proves.ts';
import { DEPOT } from '../../../scenario/library/depot-world.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { untilEnded } from '../../../support/until-over.ts';
import { createSample } from '../../service/sample-portfolio.ts';

const SOUND = `name: Sound\n${DEPOT}steps:\n  - expect_event: { type: world.created }\n`;
let server: TestServer;
let folder: string;

beforeAll(async () => {
  folder = newFolder();
  writeFileSync(join(folder, 'own.yaml'), SOUND);
  server = await startBallast({ scenarios: folder });
});
afterAll(stopAll);

const listed = async () => (await server.sim.get('/scenarios')).as(scenarioList).scenarios;

async function open(body: { name: string; text?: string; recording_id?: string }, of = server): Promise<string> {
  const response = await of.sim.post('/opened-scenarios', body);
  expect(response.status).toBe(201);
  return response.as(openedScenario).file;
}

async function play(file: string, of = server): Promise<ScenarioRunWire> {
  const { scenario_run_id: id } = (await of.sim.post('/scenario-runs', { file })).as(scenarioRun);
  return untilEnded(async () => (await of.sim.get(`/scenario-runs/${id}`)).as(scenarioRun));
}

describe('a text that was opened', () => {
  test(
    'is played like any other, under a name derived from its text, and written nowhere',
    proves('K84.1'),
    async () => {
      const before = await server.head();
      const file = await open({ name: 'crash.ballast.yaml', text: SOUND });
      expect(file).toMatch(/^opened\/[0-9a-f]{8}\/crash\.ballast\.yaml$/);
      expect(await open({ name: 'crash.ballast.yaml', text: SOUND })).toBe(file);
      expect((await listed()).map((each) => each.file)).toEqual(['own.yaml', file]);
      expect(await play(file)).toMatchObject({ status: 'passed', name: 'Sound', file });
      expect(await server.head()).toBe(before);
      expect(readdirSync(folder)).toEqual(['own.yaml']);
    },
  );

  test('is swept like any other', { ...proves('K84.1'), tags: ['deep'] }, async () => {
    const file = await open({ name: 'swept.yaml', text: SOUND });
    const { sweep_id: id } = (await server.sim.post('/sweeps', { file, seeds: 3 })).as(sweepFacts);
    const seen = await untilEnded(async () => (await server.sim.get(`/sweeps/${id}`)).as(sweep));
    expect(seen).toMatchObject({ file, status: 'complete', passed: 3 });
  });

  test('shows its issues there', proves('K84.2'), async () => {
    const file = await open({ name: 'bad.yaml', text: 'name: Bad\nsteps:\n  - advance: soon\n' });
    const faults = (await listed()).find((each) => each.file === file)?.faults ?? [];
    expect(faults.join('\n')).toContain('bad.yaml:3');
  });

  test('is only checked if requested, and its errors name its file alone', proves('K84.2'), async () => {
    const before = await listed();
    const check = async (text: string) =>
      (await server.sim.post('/opened-scenarios', { name: 'typed.yaml', text, check_only: true })).as(openedScenario);
    const { faults } = await check('name: Bad\nsteps:\n  - advance: soon\n');
    expect(faults.join('\n')).toMatch(/^typed\.yaml:3/);
    expect((await check(SOUND)).faults).toEqual([]);
    expect(await listed()).toEqual(before);
  });

  test('is removed from the list, and can be restored', proves('K114'), async () => {
    const file = await open({ name: 'leaving-once.yaml', text: SOUND });
    const has = async () => (await listed()).some((each) => each.file === file);
    expect((await server.sim.delete(`/scenarios/${encodeURIComponent(file)}`)).status).toBe(200);
    expect(await has()).toBe(false);
    expect((await server.sim.post(`/scenarios/${encodeURIComponent(file)}/restore`)).status).toBe(201);
    expect(await has()).toBe(true);
  });

  test('reads no other file, wherever it is', proves('K84.2'), async () => {
    writeFileSync(join(newFolder(), 'package.json'), '{}');
    for (const path of ['../../../own.yaml', join(folder, 'own.yaml'), '/etc/hostname']) {
      const file = await open({ name: 'reading.yaml', text: `name: Reading\n${DEPOT}steps:\n  - include: ${path}\n` });
      const faults = (await listed()).find((each) => each.file === file)?.faults.join('\n') ?? '';
      expect(faults).toMatch(/outside|project/);
    }
  });

  test('is replaced by others after twenty, and leaves nothing on the disk when the server ends', {
    ...proves('K84.1'),
    tags: ['deep'],
  }, async () => {
    const own = await startBallast({ scenarios: folder });
    const text = (n: number) => SOUND.replace('Sound', `Leaving ${n} ${own.ballast.adminToken}`);
    const first = await open({ name: 'leaving.yaml', text: text(0) }, own);
    for (let n = 1; n <= 20; n += 1) await open({ name: 'leaving.yaml', text: text(n) }, own);
    expect((await own.sim.post('/scenario-runs', { file: first })).status).toBe(404);
    const lies = () =>
      globSync(join(tmpdir(), 'ballast-*', '*', 'leaving.yaml')).filter((path) =>
        readFileSync(path, 'utf8').includes(own.ballast.adminToken),
      );
    expect(lies()).toHaveLength(20);
    await own.stop();
    expect(lies()).toEqual([]);
  });
});

describe('a recording that was opened', () => {
  test.each(['beginning', 'now'] as const)(
    'from %s plays to the same head in a library that is not written to',
    { ...proves('K84.1'), tags: ['deep'] },
    async (from) => {
      const other = await startBallast({ seed: 42 });
      const { recording_id: id } = (await other.sim.post('/recordings', { name: 'Monday', from })).as(recording);
      const ongoing = await other.sim.post('/opened-scenarios', { name: 'on.yaml', recording_id: id });
      expect([ongoing.status, ongoing.error().details[0]?.path]).toEqual([400, '/recording_id']);
      await createSample(other);
      await other.advance('1h');
      const { head } = (await other.sim.post(`/recordings/${id}/stop`)).as(recording);
      const run = await play(await open({ name: 'monday.yaml', recording_id: id }, other), other);
      expect(run.report?.faults).toEqual([]);
      expect(run).toMatchObject({ status: 'passed', report: { head, golden: 'same' } });
    },
  );
});

describe('a text that is not opened', () => {
  test.each([
    ['neither text nor recording', { name: 'a.yaml' }, '/text'],
    ['both', { name: 'a.yaml', text: SOUND, recording_id: 'recording-1' }, '/text'],
    ['nothing', { name: 'a.yaml', text: '' }, '/text'],
    ['a world', { name: 'a.yaml', text: 'portfolios: []\n' }, '/text'],
    ['what lies in another folder', { name: '../a.yaml', text: SOUND }, '/name'],
    ['what is hidden', { name: '.a.yaml', text: SOUND }, '/name'],
    ['what lies in another folder on Windows', { name: 'a\\b.yaml', text: SOUND }, '/name'],
    ['another kind of file', { name: 'a.txt', text: SOUND }, '/name'],
    ['a path of this machine', { name: 'a.yaml', text: SOUND, path: '/etc/hostname' }, '/path'],
  ])('is %s', proves('K84.2'), async (_what, body, path) => {
    const before = await listed();
    const response = await server.sim.post('/opened-scenarios', body);
    expect([response.status, response.error().details.map((detail) => detail.path)]).toEqual([400, [path]]);
    expect(await listed()).toEqual(before);
  });

  test('is a recording that does not exist', proves('K84.2'), async () => {
    const response = await server.sim.post('/opened-scenarios', { name: 'a.yaml', recording_id: 'recording-99' });
    expect(response.error().code).toBe('not_found');
  });
});
