/**
 * `/sim/sweeps`: many seeds and values next to the world, reported as they progress, stopped, with the results of the
 * command line.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepScenario } from '../../../../src-server/app.ts';
import { scenarioRun } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { sweepSummary } from '../../../../src-server/contract/control/scenarios/sweep-summary.ts';
import {
  type SweepWire,
  sweep,
  sweepFacts,
  sweepList,
} from '../../../../src-server/contract/control/scenarios/sweeps.ts';
import { proves } from '../../../conformance/proves.ts';
import { DEPOT } from '../../../scenario/library/depot-world.ts';
import { newFolder, startBallast, stopAll, type TestServer } from '../../../support/start-ballast.ts';
import { untilEnded, untilOver } from '../../../support/until-over.ts';

const REBALANCE = `steps:
  - request: { form: B, method: POST, path: /rebalance, body: { portfolio_id: '\${depot}', drift_threshold: '\${band}' }, save: { plan: /rebalance_id } }
  - request: { form: B, method: POST, path: '/rebalance/\${plan}/execute', body: { confirm: true } }
  - until: { rebalance: '\${plan}' }
`;
const FILES = {
  'half.yaml': `name: Half is sold\nvariables: { band: 0.01 }\n${DEPOT}${REBALANCE}`,
  'odd.yaml': `name: Fails\n${DEPOT}steps:\n  - request: { form: B, method: GET, path: '/portfolios/\${depot}' }\n    expect: { body: { /currency: CHF } }\n`,
  'long.yaml': 'name: Long\nworld: {}\nsteps:\n  - repeat: { times: 100000, steps: [{ advance: 1d }] }\n',
  'idle.yaml': 'name: Idle\nworld: {}\nsteps:\n  - advance: 1h\n',
  'broken.yaml': 'name: Broken\nsteps:\n  - advance: soon\n',
};

let server: TestServer;
let folder: string;

beforeAll(async () => {
  folder = newFolder();
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(folder, file), text);
  server = await startBallast({ scenarios: folder });
});
afterAll(stopAll);

const start = async (body: unknown) => (await server.sim.post('/sweeps', body)).as(sweepFacts);
const look = async (id: string, query = '') => (await server.sim.get(`/sweeps/${id}${query}`)).as(sweep);

async function ended(id: string): Promise<SweepWire> {
  return untilEnded(() => look(id));
}

const run = async (body: unknown) => ended((await start(body)).sweep_id);

/** The results of the command line with the same file. */
async function onCommandLine(seeds: string, variations: { key: string; values: number[] }[]) {
  const lines: string[] = [];
  const silent = { write: (line: string) => lines.push(line), note: () => {}, onProgress: () => {}, onEnd: () => {} };
  const rest = { asserts: [], resume: false, html: null, json: true, mostFailures: null, queue: null };
  const { signal } = new AbortController();
  const file = join(folder, 'half.yaml');
  await sweepScenario({
    file,
    seeds,
    variations,
    workers: 1,
    out: join(newFolder(), 'sweep'),
    ...rest,
    signal,
    ...silent,
  });
  return sweepSummary.parse(JSON.parse(lines.join('')));
}

describe('a sweep', () => {
  let seen: SweepWire;
  let before: string;

  beforeAll(async () => {
    before = await server.head();
    seen = await run({ file: 'half.yaml', seeds: 4, first_seed: 3, vary: { band: [0.01, 0.02] } });
  });

  test('has the results of the command line, and does not change the world', {
    ...proves('K87', 'K88'),
    tags: ['deep'],
  }, async () => {
    expect(seen).toMatchObject({ status: 'complete', seeds: '3..6', jobs: 8, done: 8, passed: 8, failed: 0 });
    const { over_all: overAll, variations } = await onCommandLine('3..6', [{ key: 'band', values: [0.01, 0.02] }]);
    const bare = overAll.figures.map(({ histogram, lowest, highest, ...figure }) => figure);
    expect(seen.figures).toEqual(bare);
    const whole = overAll.figures.find(({ name }) => name === seen.figure?.name);
    expect(seen.figure?.name).toBe('costs_total_eur_minor');
    expect(seen.figure?.histogram).toEqual(whole?.histogram);
    expect(seen.figure?.highest.slice(0, 3)).toEqual(whole?.highest);
    expect(seen.figure?.lowest[0]?.replay).toMatch(/^npx ballast replay .*half\.yaml --seed \d --vary band=0\.0[12]$/);
    expect(seen.variations.map(({ vary, passed, figure }) => [vary, passed, figure?.median])).toEqual(
      variations.map(({ vary, passed, figures }) => [
        vary,
        passed,
        figures.find(({ name }) => name === seen.figure?.name)?.median,
      ]),
    );
    expect(await server.head()).toBe(before);
  });

  test('says that it proves nothing, if nothing is checked or measured', proves('K118.5'), async () => {
    const sweeps = [{ file: 'idle.yaml' }, { file: 'half.yaml' }];
    const unproven = await Promise.all(sweeps.map(async (each) => (await run({ ...each, seeds: 2 })).unproven));
    expect(unproven).toEqual([expect.stringMatching(/^no step checks anything, nothing is measured/), null]);
  });

  test('reports the requested figure, and no other', proves('K88'), async () => {
    const { sweep_id: id } = seen;
    expect((await look(id, '?figure=fills')).figure?.name).toBe('fills');
    const refused = await server.sim.get(`/sweeps/${id}?figure=nothing`);
    expect([refused.status, refused.error().details]).toEqual([
      400,
      [{ path: '/figure', issue: 'is not a figure of this sweep' }],
    ]);
  });

  test('names a run that a run of its seed and values repeats', { ...proves('K88'), tags: ['deep'] }, async () => {
    const worst = seen.figure?.highest[0];
    const { scenario_run_id: id } = (
      await server.sim.post('/scenario-runs', { file: 'half.yaml', seed: worst?.seed, vary: worst?.vary })
    ).as(scenarioRun);
    const again = await untilOver(
      async () => (await server.sim.get(`/scenario-runs/${id}`)).as(scenarioRun),
      ({ report }) => report !== null,
    );
    expect(again).toMatchObject({ vary: worst?.vary, report: { golden: 'not compared', again: worst?.replay } });
    expect(Math.round((again.report?.figures?.costs_eur.total ?? 0) * 100)).toBe(worst?.value);
  });

  test('shows failures, each with the command that reproduces it, and outlives the world', {
    ...proves('K87', 'K88'),
    tags: ['deep'],
  }, async () => {
    const odd = await run({ file: 'odd.yaml', seeds: 3, first_seed: 0 });
    expect(odd).toMatchObject({ status: 'complete', passed: 0, failed: 3, figures: [], figure: null });
    expect(odd.failures.map(({ seed, status }) => [seed, status])).toEqual([0, 1, 2].map((seed) => [seed, 'failed']));
    expect(odd.failures[0]?.failure).toMatch(/^odd\.yaml:\d+ /);
    // Not even a reset of the world removes it.
    await server.sim.post('/reset');
    expect((await look(odd.sweep_id)).status).toBe('complete');
  });
});

describe('several sweeps', () => {
  test('run one after the other, and each is stopped by itself', {
    ...proves('K87', 'K89'),
    tags: ['deep'],
  }, async () => {
    const first = await start({ file: 'long.yaml', seeds: 4 });
    const second = await start({ file: 'odd.yaml', seeds: 1 });
    const third = await start({ file: 'odd.yaml', seeds: 1 });
    await untilOver(
      () => look(first.sweep_id),
      ({ status }) => status === 'running',
    );
    expect((await look(second.sweep_id)).status).toBe('queued');
    const stopped = (await server.sim.delete(`/sweeps/${third.sweep_id}`)).as(sweepFacts);
    expect(stopped).toMatchObject({ status: 'stopped', done: 0, elapsed_ms: 0 });
    await server.sim.delete(`/sweeps/${first.sweep_id}`);
    expect(await ended(first.sweep_id)).toMatchObject({ status: 'stopped', done: 0 });
    expect(await ended(second.sweep_id)).toMatchObject({ status: 'complete', done: 1 });
    const again = (await server.sim.delete(`/sweeps/${second.sweep_id}`)).as(sweepFacts);
    expect(again.status).toBe('complete');
  });

  test('are stored, the latest five, and five that have not ended let no other begin', {
    ...proves('K88'),
    tags: ['deep'],
  }, async () => {
    const other = await startBallast({ scenarios: folder });
    for (let count = 0; count < 5; count += 1) await other.sim.post('/sweeps', { file: 'long.yaml', seeds: 1 });
    const refused = await other.sim.post('/sweeps', { file: 'long.yaml', seeds: 1 });
    expect([refused.status, refused.error().message]).toEqual([400, '5 sweeps have not ended yet. Stop one first.']);
    await other.sim.delete('/sweeps/sw_3');
    expect((await other.sim.post('/sweeps', { file: 'long.yaml', seeds: 1 })).status).toBe(202);
    const stored = (await other.sim.get('/sweeps')).as(sweepList).sweeps.map(({ sweep_id: id }) => id);
    expect(stored).toEqual(['sw_1', 'sw_2', 'sw_4', 'sw_5', 'sw_6']);
    expect((await other.sim.get('/sweeps/sw_3')).error().code).toBe('not_found');
    // A server that ends stops them all.
    await other.stop();
    await expect(other.sim.get('/sweeps')).rejects.toThrow();
  });
});

describe('an invalid sweep', () => {
  test.each([
    [{ file: '../half.yaml' }, ['/file']],
    [{ file: 'broken.yaml' }, ['/file']],
    [{ file: 'half.yaml', seeds: 0 }, ['/seeds']],
    [{ file: 'half.yaml', seeds: 10_001 }, ['/seeds']],
    [{ file: 'half.yaml', seeds: 5_001, vary: { band: [0.01, 0.02] } }, ['/seeds']],
    [{ file: 'half.yaml', vary: { band: [0.01, 0.01] } }, ['/vary/band']],
    [{ file: 'half.yaml', vary: { band: [] } }, ['/vary/band']],
    [{ file: 'half.yaml', vary: { nobody: [1] } }, ['/vary']],
    [{ file: 'half.yaml', vary: { '/clock': ['2026-03-02T09:30:00Z', 'never'] } }, ['/vary']],
    [{ file: 'half.yaml', vary: { 'a b': [1] } }, ['/vary/a b']],
    [{ file: 'half.yaml', vary: { a: [1], b: [1], c: [1], d: [1], e: [1], f: [1] } }, ['/vary']],
    [
      { file: 7, seeds: 'all', first_seed: -1, threads: 0, twice: 1 },
      ['/file', '/first_seed', '/seeds', '/threads', '/twice'],
    ],
  ])('is %j: 400 at its places, and nothing begins', proves('K87'), async (body, paths) => {
    const before = (await server.sim.get('/sweeps')).as(sweepList).sweeps.length;
    const response = await server.sim.post('/sweeps', body);
    expect(response.status).toBe(400);
    const reported = response.error().details.map(({ path }) => path);
    expect([...new Set(reported)].sort()).toEqual(paths);
    expect((await server.sim.get('/sweeps')).as(sweepList).sweeps).toHaveLength(before);
  });

  test('is not found, by any request', proves('K87', 'K89'), async () => {
    expect((await server.sim.post('/sweeps', { file: 'gone.yaml' })).error().code).toBe('not_found');
    expect((await server.sim.get('/sweeps/sw_0')).error().code).toBe('not_found');
    expect((await server.sim.delete('/sweeps/sw_0')).error().code).toBe('not_found');
    expect(readFileSync(join(folder, 'half.yaml'), 'utf8')).toBe(FILES['half.yaml']);
  });
});
