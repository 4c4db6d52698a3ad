/** A user's own folder next to the library of Ballast: saved to, renamed, deleted, restored, and never left. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recording } from '../../../../src-server/contract/control/scenarios/recordings.ts';
import { savedScenario } from '../../../../src-server/contract/control/scenarios/save-scenario.ts';
import { removedScenario, scenarioTextWire } from '../../../../src-server/contract/control/scenarios/scenario-files.ts';
import { scenarioList, scenarioRun } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { untilEnded } from '../../../support/until-over.ts';
import { createSample } from '../../service/sample-portfolio.ts';

let server: TestServer;
let folder: string;

const list = async () => (await server.sim.get('/scenarios')).as(scenarioList);
const at = (file: string) => `/scenarios/${encodeURIComponent(file)}`;

beforeAll(async () => {
  // It does not exist before something is saved.
  folder = join(newFolder(), 'scenarios');
  server = await startBallast({ ownScenarios: folder, seed: 42 });
});
afterAll(stopAll);

/** Begins from a saved world, so that all three files are there. */
async function saveRecorded(file: string) {
  const { recording_id: id } = (await server.sim.post('/recordings', { name: 'Monday', from: 'now' })).as(recording);
  await createSample(server);
  await server.sim.post(`/recordings/${id}/stop`);
  return server.sim.post('/scenarios', { recording_id: id, file });
}

async function played(file: string) {
  const { scenario_run_id: id } = (await server.sim.post('/scenario-runs', { file })).as(scenarioRun);
  return untilEnded(async () => (await server.sim.get(`/scenario-runs/${id}`)).as(scenarioRun));
}

describe('a user’s own folder', () => {
  test('is created by the first recording that is saved, and shown next to the library', proves('K114'), async () => {
    expect((await list()).own_folder).toBe(folder);
    expect(existsSync(folder)).toBe(false);
    const saved = (await saveRecorded('monday.ballast.yaml')).as(savedScenario);
    expect(saved).toMatchObject({ file: 'own/monday.ballast.yaml', folder });
    const { scenarios } = await list();
    expect(scenarios.filter(({ origin }) => origin === 'own').map(({ file }) => file)).toEqual([saved.file]);
    expect(scenarios.filter(({ origin }) => origin === 'shipped').length).toBeGreaterThan(40);
    expect(await played(saved.file)).toMatchObject({ status: 'passed', report: { golden: 'same' } });
    const { last_run: last } = (await list()).scenarios.find(({ file }) => file === saved.file) ?? {};
    expect(last?.duration_ms).toBeGreaterThan(0);
  });

  test('proposes a free name if one exists', proves('K114'), async () => {
    const refused = (await saveRecorded('monday.ballast.yaml')).error();
    expect(refused.details[0]?.issue).toContain('monday-2.ballast.yaml is free');
  });

  test('renames its files with all that belongs to them', proves('K114'), async () => {
    const renamed = (await server.sim.patch(at('own/monday.ballast.yaml'), { file: 'days/first.yaml' })).as(
      savedScenario,
    );
    expect(renamed.file).toBe('own/days/first.yaml');
    expect(readdirSync(join(folder, 'days')).sort()).toEqual(['first.golden.ndjson', 'first.start.db', 'first.yaml']);
    expect(await played(renamed.file)).toMatchObject({ status: 'passed', report: { golden: 'same' } });
    expect((await server.sim.patch(at('own/days/first.yaml'), { file: '../out.yaml' })).status).toBe(400);
    expect((await server.sim.patch(at('own/days/first.yaml'), { file: 'days/first.yaml' })).status).toBe(400);
  });

  test('deletes its files and restores them byte by byte', proves('K114'), async () => {
    const before = readFileSync(join(folder, 'days/first.start.db'));
    const removed = (await server.sim.delete(at('own/days/first.yaml'))).as(removedScenario);
    expect(removed.files).toEqual(['days/first.yaml', 'days/first.golden.ndjson', 'days/first.start.db']);
    expect(readdirSync(join(folder, 'days'))).toEqual([]);
    expect((await server.sim.get(at('own/days/first.yaml'))).status).toBe(404);
    (await server.sim.post(`${at('own/days/first.yaml')}/restore`)).as(savedScenario);
    expect(readFileSync(join(folder, 'days/first.start.db')).equals(before)).toBe(true);
    expect((await server.sim.post(`${at('own/days/first.yaml')}/restore`)).status).toBe(404);
  });

  test.each(['own/../../out.yaml', 'own/../monday.yaml', '../package.json'])(
    'is never left by %s',
    proves('K114'),
    async (file) => {
      writeFileSync(join(folder, '../monday.yaml'), 'name: M\nworld: {}\nsteps: [{ advance: 1s }]\n');
      for (const response of [await server.sim.get(at(file)), await server.sim.delete(at(file))])
        expect([400, 404]).toContain(response.status);
      expect(existsSync(join(folder, '../monday.yaml'))).toBe(true);
    },
  );
});

describe('the library of Ballast', () => {
  const file = 'rebalancing/first-rebalance.yaml';

  test('is read, with its variables, and not written to', proves('K114'), async () => {
    const { text, path, fields } = (await server.sim.get(at(file))).as(scenarioTextWire);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(fields).toContainEqual({
      place: '/world/portfolios/0/request/cash',
      label: "portfolio 'portfolio' cash",
      value: 5000,
    });
    expect((await server.sim.delete(at(file))).status).toBe(400);
    expect((await server.sim.patch(at(file), { file: 'mine.yaml' })).status).toBe(400);
    expect(existsSync(path)).toBe(true);
  });
});
