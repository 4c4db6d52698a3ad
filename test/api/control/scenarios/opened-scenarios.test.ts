/**
 * A scenario file outside the library: among the scenarios once this process has opened it, and played like any of
 * them.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scenarioList, scenarioRun } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { proves } from '../../../conformance/proves.ts';
import { DEPOT } from '../../../scenario/library/depot-world.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { untilEnded } from '../../../support/until-over.ts';

const SOUND = `name: Sound\n${DEPOT}steps:\n  - expect_event: { type: world.created }\n`;
let server: TestServer;
let library: string;

beforeAll(async () => {
  library = newFolder();
  writeFileSync(join(library, 'own.yaml'), SOUND);
  server = await startBallast({ scenarios: library });
});
afterAll(stopAll);

const files = async () => {
  const { scenarios } = (await server.sim.get('/scenarios')).as(scenarioList);
  return scenarios.map(({ file }) => file);
};

function put(name: string, text: string): string {
  const path = join(newFolder(), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

async function open(path: string): Promise<string> {
  const opened = await server.ballast.openScenario(path);
  if ('reason' in opened) throw new Error(opened.reason);
  return opened.file;
}

describe('a file that was opened', () => {
  test('is listed after those of the folder and can be played there', proves('L86.3'), async () => {
    const file = await open(put('crash.ballast.yaml', SOUND));
    expect(file).toMatch(/^opened\/[0-9a-f]{8}\/crash\.ballast\.yaml$/);
    expect((await files()).slice(-2)).toEqual(['own.yaml', file]);
    const { scenario_run_id: id } = (await server.sim.post('/scenario-runs', { file })).as(scenarioRun);
    const run = await untilEnded(async () => (await server.sim.get(`/scenario-runs/${id}`)).as(scenarioRun));
    expect({ status: run.status, name: run.name, file: run.file }).toEqual({ status: 'passed', name: 'Sound', file });
  });

  test('has a name derived from its path, so that a restart changes none', proves('L86.3'), async () => {
    const here = put('same.yaml', SOUND);
    const there = put('same.yaml', SOUND);
    expect(await open(here)).toBe(await open(here));
    expect(await open(there)).not.toBe(await open(here));
  });

  test('shows its issues like any other, and is gone when it is deleted', proves('L86.3'), async () => {
    const path = put('bad.yaml', 'name: Bad\nsteps:\n  - advance: soon\n');
    const file = await open(path);
    const { scenarios } = (await server.sim.get('/scenarios')).as(scenarioList);
    expect(scenarios.find((each) => each.file === file)?.faults).not.toEqual([]);
    rmSync(path);
    expect(await files()).not.toContain(file);
    expect((await server.sim.post('/scenario-runs', { file })).status).toBe(404);
  });

  test('is replaced by others after twenty', proves('L86.3'), async () => {
    const first = await open(put('first.yaml', SOUND));
    for (let n = 0; n < 20; n += 1) await open(put(`${n}.yaml`, SOUND));
    const present = await files();
    expect(present).not.toContain(first);
    expect(present.filter((file) => file.startsWith('opened/'))).toHaveLength(20);
  });
});

describe('a file that is not opened', () => {
  test('is one that is no scenario, or does not exist', proves('L86.4'), async () => {
    const world = put('world.yaml', 'portfolios: []\n');
    expect(await server.ballast.openScenario(world)).toEqual({ reason: expect.stringContaining('not a scenario') });
    expect(await server.ballast.openScenario(`${world}.gone`)).toEqual({
      reason: expect.stringContaining('no longer exists'),
    });
  });

  test('is one that a request names: paths come from this process alone', proves('L86.2'), async () => {
    const path = put('secret.yaml', SOUND);
    const name = basename(path);
    for (const file of [path, `opened/00000000/${name}`, `opened/../${path}`, `${library}/../${name}`]) {
      expect([400, 404]).toContain((await server.sim.post('/scenario-runs', { file })).status);
    }
  });
});
