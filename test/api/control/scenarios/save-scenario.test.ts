/** `POST /sim/scenarios`: a recording becomes a scenario of the folder, and nothing else is ever written to. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recording } from '../../../../src-server/contract/control/scenarios/recordings.ts';
import { savedScenario } from '../../../../src-server/contract/control/scenarios/save-scenario.ts';
import {
  type ScenarioRunWire,
  scenarioList,
  scenarioRun,
} from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { proves } from '../../../conformance/proves.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { untilEnded } from '../../../support/until-over.ts';
import { createSample } from '../../service/sample-portfolio.ts';

let server: TestServer;
let folder: string;
let elsewhere: string;

beforeAll(async () => {
  folder = newFolder();
  elsewhere = newFolder();
  symlinkSync(elsewhere, join(folder, 'link'));
  mkdirSync(join(folder, 'taken.yaml'));
  server = await startBallast({ scenarios: folder, seed: 42 });
});
afterAll(stopAll);

/** Some commands between its beginning and its end. */
async function recorded(from: 'now' | 'beginning', of = server) {
  const { recording_id: id } = (await of.sim.post('/recordings', { name: 'Monday', from })).as(recording);
  await createSample(of);
  await of.advance('1h');
  return (await of.sim.post(`/recordings/${id}/stop`)).as(recording);
}

async function play(file: string): Promise<ScenarioRunWire> {
  const { scenario_run_id: id } = (await server.sim.post('/scenario-runs', { file })).as(scenarioRun);
  return untilEnded(async () => (await server.sim.get(`/scenario-runs/${id}`)).as(scenarioRun));
}

describe('a recording that is saved', () => {
  test.each(['beginning', 'now'] as const)(
    'from %s plays to the same head, with an equal golden log',
    proves('K85'),
    async (from) => {
      const { recording_id: id, head, needs_start: needsStart } = await recorded(from);
      const file = `days/${from}.ballast.yaml`;
      const saved = (await server.sim.post('/scenarios', { recording_id: id, file })).as(savedScenario);
      const companions = [
        `days/${from}.ballast.golden.ndjson`,
        ...(needsStart ? [`days/${from}.ballast.start.db`] : []),
      ];
      expect(saved).toEqual({ file, folder, replaced: false, files: [file, ...companions] });
      const listed = (await server.sim.get('/scenarios')).as(scenarioList);
      expect(listed.can_save).toBe(true);
      expect(listed.scenarios.find((each) => each.file === file)).toMatchObject({
        name: 'Monday',
        has_golden: true,
        from_snapshot: needsStart,
        seed: needsStart ? null : 42,
      });
      const run = await play(file);
      expect(run.report?.faults).toEqual([]);
      expect(run).toMatchObject({ status: 'passed', report: { head, golden: 'same' } });
    },
  );

  test('may be a text, which is written alone and replaced in place', proves('K85'), async () => {
    const { recording_id: id } = await recorded('beginning');
    await server.sim.post('/scenarios', { recording_id: id, file: 'typed.yaml' });
    const text = 'name: Typed\nsteps: []\n';
    const taken = await server.sim.post('/scenarios', { text, file: 'typed.yaml' });
    expect(taken.status).toBe(400);
    const saved = await server.sim.post('/scenarios', { text, file: 'typed.yaml', replace: true });
    expect(saved.as(savedScenario)).toEqual({ file: 'typed.yaml', folder, replaced: true, files: ['typed.yaml'] });
    expect(readFileSync(join(folder, 'typed.yaml'), 'utf8')).toBe(text);
    expect(existsSync(join(folder, 'typed.golden.ndjson'))).toBe(true);
  });

  test('changes nothing of the world, and is no command of a recording', proves('K85'), async () => {
    const { recording_id: id } = await recorded('now');
    const { recording_id: watching } = (await server.sim.post('/recordings', {})).as(recording);
    const before = await server.head();
    await server.sim.post('/scenarios', { recording_id: id, file: 'quiet.yaml' });
    expect(await server.head()).toBe(before);
    expect((await server.sim.post(`/recordings/${watching}/stop`)).as(recording).commands).toBe(0);
  });

  test(
    'overwrites an existing scenario only if this is requested, and leaves nothing of it',
    proves('K85'),
    async () => {
      const { recording_id: id } = await recorded('now');
      writeFileSync(join(folder, 'old.yaml'), 'name: Old\n');
      const refused = await server.sim.post('/scenarios', { recording_id: id, file: 'old.yaml' });
      expect([refused.status, refused.error().details[0]?.path]).toEqual([400, '/file']);
      expect(refused.error().details[0]?.issue).toContain('is already taken (old.yaml)');
      expect(readFileSync(join(folder, 'old.yaml'), 'utf8')).toBe('name: Old\n');
      const saved = await server.sim.post('/scenarios', { recording_id: id, file: 'old.yaml', replace: true });
      expect(saved.as(savedScenario)).toMatchObject({ replaced: true });
      expect(readFileSync(join(folder, 'old.yaml'), 'utf8')).toContain('name: Monday');
      expect(existsSync(join(folder, 'old.start.db'))).toBe(true);
      const { recording_id: whole } = await recorded('beginning');
      await server.sim.post('/scenarios', { recording_id: whole, file: 'old.yaml', replace: true });
      expect(existsSync(join(folder, 'old.start.db'))).toBe(false);
    },
  );
});

describe('a recording that is not saved', () => {
  let unsaved: string;
  beforeAll(async () => {
    unsaved = (await recorded('now')).recording_id;
  });

  test.each([
    '../out.yaml',
    'a/../../out.yaml',
    '/tmp/out.yaml',
    './out.yaml',
    '.hidden.yaml',
    'a//b.yaml',
    'link/out.yaml',
    'a\\b.yaml',
    'c:out.yaml',
    'out.db',
    'out.json',
    '.yaml',
    'a\u0000.yaml',
    'a\u2028/../../../out.yaml',
    'a\n/../../../out.yaml',
    'taken.yaml',
  ])('as %j, and nothing is written anywhere', proves('K85'), async (file) => {
    const before = readdirSync(folder);
    const response = await server.sim.post('/scenarios', { recording_id: unsaved, file });
    expect([response.status, response.error().details.map(({ path }) => path)]).toEqual([400, ['/file']]);
    expect(readdirSync(folder)).toEqual(before);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('is one whose name is that of a folder, which nothing replaces', proves('K85'), async () => {
    const response = await server.sim.post('/scenarios', { recording_id: unsaved, file: 'taken.yaml', replace: true });
    expect(response.error().details[0]?.issue).toContain('cannot be written');
    expect(readdirSync(folder)).not.toContain('taken.yaml.new');
  });

  test('is one that is still running, or does not exist', proves('K85'), async () => {
    const { recording_id: id } = (await server.sim.post('/recordings', {})).as(recording);
    const ongoing = await server.sim.post('/scenarios', { recording_id: id, file: 'on.yaml' });
    expect([ongoing.status, ongoing.error().details[0]?.path]).toEqual([400, '/recording_id']);
    const none = await server.sim.post('/scenarios', { recording_id: 'recording-99', file: 'on.yaml' });
    expect(none.error().code).toBe('not_found');
    expect(existsSync(join(folder, 'on.yaml'))).toBe(false);
    const bad = await server.sim.post('/scenarios', { recording_id: '', file: 7, replace: 'yes' });
    const paths = bad.error().details.map(({ path }) => path);
    expect(paths.sort()).toEqual(['/file', '/recording_id', '/replace']);
  });

  test('goes into the library of Ballast, which says so', {
    ...proves('K85'),
    tags: ['deep'],
  }, async () => {
    const other = await startBallast();
    expect((await other.sim.get('/scenarios')).as(scenarioList).can_save).toBe(false);
    const { recording_id: id } = await recorded('now', other);
    const response = await other.sim.post('/scenarios', { recording_id: id, file: 'new.yaml' });
    expect([response.status, response.error().message]).toEqual([400, expect.stringContaining('--scenarios')]);
  });
});
