/**
 * Tests ways to replay: folders and patterns, on threads in any order, twice, from a snapshot, up to an instant, with
 * varied values.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { fixture, removeReplayFolders, replay, replayFolder, replayReported } from '../../support/replay.ts';

const THREE = ['exchanges/exchange-down', 'rebalancing/first-rebalance', 'rebalancing/form-a'].map(fixture);

afterEach(removeReplayFolders);

describe('the selection of a replay', () => {
  it(
    'is every scenario of a folder in one order, but no world, no steps to include and no golden log',
    proves('K40'),
    async () => {
      const folder = folderOf('b', 'sub/a');
      writeFileSync(join(folder, 'world.yaml'), 'portfolios: []\n');
      writeFileSync(join(folder, 'steps.yaml'), 'steps:\n  - advance: 1h\n');
      const { exit, scenarios } = await replayReported([folder], { workers: 0 });
      expect(exit).toBe(0);
      expect(scenarios.map(({ file }) => file)).toEqual([join(folder, 'b.yaml'), join(folder, 'sub/a.yaml')]);
    },
  );

  it('is every file that matches a pattern, once, reduced by a filter', proves('K40'), async () => {
    const folder = folderOf('one', 'two');
    const pattern = join(folder, '*.yaml');
    const both = await replayReported([join(folder, 'two.yaml'), pattern], { workers: 0 });
    expect(both.scenarios.map(({ name }) => name)).toEqual(['Small two', 'Small one']);
    const filtered = await replayReported([pattern], { workers: 0, filter: 'TWO' });
    expect(filtered.scenarios.map(({ name }) => name)).toEqual(['Small two']);
    const none = await replay([pattern], { filter: 'three' });
    expect([none.exit, none.text]).toEqual([64, expect.stringContaining("none of 2 scenarios has 'three'")]);
  });

  it('reports each argument that matches nothing, and runs the others', proves('K40', 'K123'), async () => {
    const folder = folderOf('one');
    const { exit, text } = await replay([folder, join(folder, 'no-*.yaml'), join(folder, 'missing.yaml')]);
    expect(exit).toBe(65);
    expect(text).toContain('no-*.yaml: contains no scenario');
    expect(text).toContain('missing.yaml:1:1 ');
    expect(text).toMatch(/^passed {2}Small one /m);
    expect(text).toMatch(/^1 passed, 2 FAILED in /m);
  });
});

describe('the three first scenarios', () => {
  it('pass twice with one chain head, and once more from a snapshot in their middle', {
    ...proves('K41'),
    tags: ['deep'],
  }, async () => {
    const { exit, scenarios } = await replayReported(THREE, { workers: 2, twice: true, restoreMidway: true });
    expect(scenarios.flatMap(({ faults, divergences }) => [...faults, ...divergences.map(({ text }) => text)])).toEqual(
      [],
    );
    expect([exit, scenarios.map(({ golden }) => golden)]).toEqual([0, ['same', 'same', 'same']]);
  });

  it('give the same results in the order of the files, whatever the order in which threads take them', {
    ...proves('K41'),
    tags: ['deep'],
  }, async () => {
    const runs = [];
    for (const options of [{ workers: 0 }, { workers: 2, shuffle: 2 }]) {
      const { exit, scenarios } = await replayReported(THREE, options);
      expect(exit).toBe(0);
      runs.push(scenarios.map(({ duration_ms: _duration, ...reported }) => reported));
    }
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[0]?.map(({ file }) => file)).toEqual(THREE);
  });
});

describe('a replay', () => {
  it('ends at a given instant, without a failure and without its golden log', proves('K45'), async () => {
    const { exit, scenarios } = await replayReported([fixture('rebalancing/first-rebalance')], {
      untilMs: Date.UTC(2026, 2, 2, 9, 30, 5),
    });
    expect([exit, scenarios[0]?.status, scenarios[0]?.golden]).toEqual([0, 'stopped', 'not compared']);
    expect(scenarios[0]?.simulated_ms).toBe(5_000);
    expect(scenarios[0]?.again).toContain('--until 2026-03-02T09:30:05.000Z');
  });

  it('changes the given values and repeats them in the command for another run', proves('K45'), async () => {
    const vary = { '/world/portfolios/0/request/cash': 4999 };
    const { exit, scenarios } = await replayReported([fixture('rebalancing/first-rebalance')], { vary });
    expect([exit, scenarios[0]?.golden]).toEqual([1, 'not compared']);
    expect(scenarios[0]?.steps.at(-1)?.failures).toEqual(['/cash/amount: expected 5000, got 4999']);
    expect(scenarios[0]?.again).toContain('--vary /world/portfolios/0/request/cash=4999');
    const wrong = await replay([fixture('rebalancing/first-rebalance')], { vary: { '/seeed': 1 } });
    expect([wrong.exit, wrong.text]).toEqual([65, expect.stringContaining('/seeed')]);
  });

  it('stores its world in a given folder, from which it can be served afterwards', proves('K45'), async () => {
    const dataDir = join(replayFolder(), 'world');
    const { exit } = await replay([fixture('rebalancing/first-rebalance')], { dataDir });
    expect([exit, existsSync(join(dataDir, 'ballast.db'))]).toEqual([0, true]);
  });

  it(
    'stops at the first failure if requested, and reports the others as scenarios not run',
    proves('K41'),
    async () => {
      const folder = folderOf('a', 'b', 'c');
      failing(join(folder, 'a.yaml'));
      const { exit, scenarios, report } = await replayReported([folder], { workers: 0, failFast: true });
      expect(exit).toBe(1);
      expect(scenarios.map(({ status }) => status)).toEqual(['failed', 'stopped', 'stopped']);
      expect(report.sum).toMatchObject({ passed: 0, failed: 1, stopped: 2 });
    },
  );

  it('writes a golden log only if every check holds', proves('K43'), async () => {
    const folder = folderOf('good', 'wrong');
    const file = join(folder, 'wrong.yaml');
    failing(file);
    writeFileSync(join(folder, 'wrong.golden.ndjson'), 'as it was\n');
    const { exit, text } = await replay([folder], { update: true, workers: 0 });
    expect(exit).toBe(1);
    expect(text).toMatch(/^passed {2}Small good {2}\(.*golden log written\)$/m);
    expect(text).toMatch(/^FAILED {2}Small wrong {2}\(.*golden log left as it is because a check failed\)$/m);
    expect(readFileSync(join(folder, 'wrong.golden.ndjson'), 'utf8')).toBe('as it was\n');
    const after = await replayReported([join(folder, 'good.yaml')]);
    expect(after.scenarios[0]?.golden).toBe('same');
  });

  it('that is interrupted exits with 130 and runs nothing further', proves('K46'), async () => {
    const stop = new AbortController();
    const folder = folderOf('a', 'b');
    const live = { show: (text: string) => text.includes('Small a 1/') && stop.abort(), clear: () => undefined };
    const { exit, scenarios } = await replayReported([folder], { workers: 0, signal: stop.signal, live });
    expect([exit, scenarios.map(({ status }) => status)]).toEqual([130, ['stopped', 'stopped']]);
  });
});

/** Creates a folder with small scenarios of these names. */
function folderOf(...names: string[]): string {
  const folder = replayFolder();
  for (const name of names) {
    const file = join(folder, `${name}.yaml`);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, SMALL.replace('NAME', name.split('/').at(-1) ?? ''));
  }
  return folder;
}

const SMALL = `name: Small NAME
world: {}
steps:
  - request: { form: B, method: GET, path: /prices/DE0007164600 }
    expect: { status: 200 }
  - advance: 1h
`;

function failing(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace('status: 200', 'status: 201'));
}
