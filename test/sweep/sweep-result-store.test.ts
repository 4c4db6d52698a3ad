import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSweepFile } from '../../src-server/store/sweep/sqlite-sweep-result-store.ts';
import { columnsJson, csvLines, jsonLines } from '../../src-server/sweep/result-files.ts';
import { jobAt, type SweepPlan } from '../../src-server/sweep/sweep-plan.ts';
import { varyColumns } from '../../src-server/sweep/vary-columns.ts';
import { proves } from '../conformance/proves.ts';
import { removeFuse, withFuse } from '../store/failing-statements.ts';
import { makeFacts, makeResult, makeResultStore } from './make-results.ts';

const PLAN: SweepPlan = {
  seeds: [{ first: 1, last: 2 }],
  variations: [
    { key: 'budget', values: [5, 10] },
    { key: '/rules', values: ['warn', true] },
  ],
};
const job = (index: number) => jobAt(PLAN, index, 'hash');
let made: ReturnType<typeof makeResultStore>;

beforeEach(() => {
  made = makeResultStore(PLAN);
});
afterEach(() => {
  removeFuse();
  made.close();
});

describe('the result store of a sweep', () => {
  it('stores a job once, whichever worker runs it again', proves('K61'), () => {
    const { store } = made;
    expect(store.save(job(1), 0, makeResult({ events: 31 }))).toBe(true);
    expect(store.save(job(1), 0, makeResult({ events: 99 }))).toBe(false);
    expect([store.isStored(0), store.isStored(1)]).toEqual([false, true]);
    expect([...jsonLines(store)].map((line) => JSON.parse(line).events)).toEqual([31]);
  });

  it('stores a job with new figures after the disk was full, whichever statement failed', proves('K61'), () => {
    for (let failing = 0; failing < 3; failing += 1) {
      made.close();
      const fuse = withFuse();
      made = makeResultStore(PLAN);
      const { store } = made;
      fuse.left = failing;
      const save = () => store.save(job(0), 0, makeResult({ figures: { fills: 4, cost: 7 } }));
      expect(save).toThrow('full');
      expect(save()).toBe(true);
      expect(store.save(job(1), 0, makeResult({ figures: { fills: 5, cost: 8 } }))).toBe(true);
      expect(store.values('cost', null)).toEqual(Float64Array.of(7, 8));
      removeFuse();
    }
  });

  it('is open for one process at a time', () => {
    expect(() => openSweepFile(made.file)).toThrow('in use by another process');
  });

  it('is reopened with its facts, without jobs that ended without an outcome', () => {
    made.store.save(job(0), 0, makeResult({ figures: { fills: 4 } }));
    made.store.save(job(1), 0, makeResult({ status: 'broken', failure: 'out of memory' }));
    made.store.close();
    const first = openSweepFile(made.file);
    expect(first.facts).toBeNull();
    first.begin(makeFacts());
    first.close();
    const again = openSweepFile(made.file);
    expect(again.facts).toEqual(makeFacts());
    const store = again.openStore(varyColumns(PLAN.variations));
    expect([store.isStored(0), store.isStored(1)]).toEqual([true, false]);
    expect(store.values('fills', null)).toEqual(Float64Array.of(4));
    again.close();
  });

  it('returns figures only of runs that passed, of one combination or of all', () => {
    const { store } = made;
    for (const [index, cost] of [30, 10, 20, 40].entries())
      store.save(job(index), Math.floor(index / 2), makeResult({ figures: { cost } }));
    store.save(job(4), 2, makeResult({ status: 'failed', failure: 'no', figures: { cost: 1000 } }));
    expect(store.values('cost', null)).toEqual(Float64Array.of(10, 20, 30, 40));
    expect(store.values('cost', 1)).toEqual(Float64Array.of(20, 40));
    expect(store.extremes('cost', null, 'highest', 2).map(({ seed, value }) => [seed, value])).toEqual([
      [2, 40],
      [1, 30],
    ]);
    expect(store.counts(null)).toEqual({ passed: 4, failed: 1, unmet: 0, bad: 0, broken: 0 });
    expect(store.failures(10)).toEqual([{ place: 4, combination: 2, seed: 1, status: 'failed', failure: 'no' }]);
    expect(store.valuesByJob('cost', 1).map(({ place, value }) => [place, value])).toEqual([
      [2, 20],
      [3, 40],
    ]);
  });

  it('distinguishes figures whose names differ only in case', () => {
    made.store.save(job(0), 0, makeResult({ figures: { 'measure.cost': 1, 'measure.Cost': 2 } }));
    expect(made.store.figureNames()).toEqual(['measure.Cost', 'measure.cost']);
    expect([made.store.values('measure.cost', 0), made.store.values('measure.Cost', 0)]).toEqual([
      Float64Array.of(1),
      Float64Array.of(2),
    ]);
  });
});

describe('the results of a sweep', () => {
  const results = {
    0: makeResult({ figures: { fills: 4, 'measure.bps': 1.5 } }),
    1: makeResult({ status: 'failed', failure: 'expected "a", got b', figures: { fills: 0 } }),
    2: makeResult({ head: '', events: 0, status: 'bad', failure: 'a.yaml:1:1 is none' }),
    3: makeResult({ durationMs: 99, figures: { fills: 5, 'measure.bps': 2 } }),
  };

  it('have the same bytes whatever the order in which they came', proves('K62'), () => {
    const texts = [
      [0, 1, 2, 3],
      [3, 1, 0, 2],
    ].map((order) => {
      const { store, close } = makeResultStore(PLAN);
      for (const index of order) store.save(job(index), Math.floor(index / 2), results[index as keyof typeof results]);
      const text = [...jsonLines(store), ...csvLines(store), columnsJson(store)].join('');
      close();
      return text;
    });
    expect(texts[1]).toBe(texts[0]);
  });

  it('have one set of columns in every row, with null for missing figures', () => {
    for (const place of [0, 2] as const) made.store.save(job(place), place / 2, results[place]);
    const rows = [...jsonLines(made.store)].map((line) => JSON.parse(line));
    expect(Object.keys(rows[1])).toEqual([
      'place',
      'identity',
      'combination',
      'seed',
      'vary.budget',
      'vary./rules',
      'status',
      'head',
      'events',
      'simulated_ms',
      'failure',
      'measure.bps',
      'fills',
    ]);
    expect(Object.keys(rows[0])).toEqual(Object.keys(rows[1]));
    expect(rows[0]).toMatchObject({ 'vary.budget': 5, 'vary./rules': 'warn', 'measure.bps': 1.5, failure: null });
    expect(rows[1]).toMatchObject({ 'vary./rules': 'true', fills: null, head: '' });
  });

  it('describe each column, with the types of a database', () => {
    made.store.save(job(0), 0, results[0]);
    const { columns } = JSON.parse(columnsJson(made.store));
    expect(columns.find(({ name }: { name: string }) => name === 'vary.budget').type).toBe('integer');
    expect(columns.find(({ name }: { name: string }) => name === 'vary./rules').type).toBe('text');
    expect(columns.at(-1)).toEqual({
      name: 'fills',
      type: 'real',
      meaning: 'Figure of the run. Null where the run has none.',
    });
  });

  it('are CSV by RFC 4180 that distinguishes an empty text from null', () => {
    for (const place of [0, 1, 2] as const) made.store.save(job(place), Math.floor(place / 2), results[place]);
    const [head, first, second, third] = [...csvLines(made.store)];
    expect(head).toMatch(/^place,identity,combination,seed,vary\.budget,vary\.\/rules,status,/);
    expect(first).toMatch(/^0,[0-9a-f]{32},0,1,5,warn,passed,(ab){32},31,60000,,1\.5,4\r\n$/);
    expect(second).toContain(',"expected ""a"", got b",,0\r\n');
    expect(third).toMatch(/,5,true,bad,"",0,60000,a\.yaml:1:1 is none,,\r\n$/);
  });
});
