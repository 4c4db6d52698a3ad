/** Tests a scenario as a whole: its outcome, its end, its restoration, and the causes of a failure. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { playScenario } from '../../../src-server/app.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { proves } from '../../conformance/proves.ts';
import { DEPOT } from '../library/depot-world.ts';
import { EXECUTE, failuresOf, folderOf, jobOf, play } from './play-text.ts';

const ROOT = packageRoot();
const scenario = (name: string) => join(ROOT, 'fixtures/scenarios', `${name}.yaml`);
const headOf = (name: string) =>
  JSON.parse(
    readFileSync(join(ROOT, 'fixtures/scenarios', `${name}.golden.ndjson`), 'utf8')
      .trimEnd()
      .split('\n')
      .at(-1) ?? '',
  ).fingerprint.head;

describe('an outcome', () => {
  it('has everything of the run, as plain data', async () => {
    const outcome = await playScenario(jobOf(scenario('rebalancing/first-rebalance'), ROOT, { retain: 'all' }));
    expect(outcome).toMatchObject({
      status: 'passed',
      name: 'First rebalance',
      seed: 42,
      trace: null,
      faults: [],
      head: headOf('rebalancing/first-rebalance'),
    });
    expect(outcome.events).toHaveLength(outcome.eventCount);
    expect(outcome.events.at(-1)?.hash).toBe(outcome.head);
    expect(outcome.simulatedMs).toBeGreaterThan(6000);
    expect(structuredClone(outcome)).toEqual(outcome);
    const [first] = outcome.steps;
    expect(first).toMatchObject({
      index: 0,
      title: expect.stringMatching(/^GET \/portfolios\/pf_\w+$/),
      pointer: '/steps/0',
      file: scenario('rebalancing/first-rebalance'),
    });
    expect(readFileSync(scenario('rebalancing/first-rebalance'), 'utf8').split('\n')[(first?.line ?? 0) - 1]).toContain(
      'request:',
    );
  });

  it('has only figures if no more is requested', async () => {
    const outcome = await playScenario(jobOf(scenario('rebalancing/first-rebalance'), ROOT));
    expect(outcome).toMatchObject({ events: [], series: null, eventCount: 30 });
    expect(outcome.figures?.rebalances).toEqual({ complete: 1 });
  });

  it('has another head for another seed, and the same one for the same', async () => {
    const play = (seed: number) =>
      playScenario(jobOf(scenario('rebalancing/first-rebalance'), ROOT, { seed })).then(({ head }) => head);
    expect(await play(42)).toBe(headOf('rebalancing/first-rebalance'));
    expect(await play(43)).not.toBe(headOf('rebalancing/first-rebalance'));
  });

  it('is bad for a bad file and for an invalid world, and nothing was run', proves('K33'), async () => {
    expect(await play('steps: [{ advance: soon }]')).toMatchObject({
      status: 'bad',
      steps: [],
      eventCount: 0,
      figures: null,
    });
    const world = await play('world: { faults: [{ kind: exchange_down, exchange: XNYS }] }\nsteps: [{ advance: 1h }]');
    expect(world.status).toBe('bad');
    expect(failuresOf(world)[0]).toMatch(/^it\.yaml:2:\d+ \/world\/faults\/0\/exchange: is not one of XETR, /);
  });

  it('has the figures that the scenario requests, and fails if one is not a number', proves('K39'), async () => {
    const text = (measure: string) => `${DEPOT}steps:
  - control: { method: GET, path: '/portfolios/\${depot}', save: { it: '' } }
measures: { value: '\${it/total_value}', m: '${measure}', hours: '\${(now - "2026-03-02T00:00:00Z") / 1h}' }
`;
    const good = await play(text('${it/cash_row/amount}'));
    expect(good.figures?.measures).toEqual({ value: expect.any(Number), m: 1000, hours: 9.5 });
    const bad = await play(text('${it/currency}'));
    expect(bad.status).toBe('failed');
    expect(failuresOf(bad)).toEqual(['measure m: ${it/currency} is not a number but "EUR"']);
  });
});

describe('a run', () => {
  it('ends at the requested time', proves('K38'), async () => {
    const untilMs = Date.parse('2026-03-02T10:00:00Z');
    const outcome = await play('steps: [{ advance: 20m }, { advance: 1d }, { advance: 1h }]', { untilMs });
    expect(outcome).toMatchObject({ status: 'stopped', simulatedMs: 30 * 60_000 });
    expect(outcome.steps.map(({ title }) => title)).toEqual(['advance 20m']);
  });

  it('ends when it is stopped, also in the middle of a long advance', proves('K38'), async () => {
    const stopping = new AbortController();
    const text = `${DEPOT}steps: [{ advance: 1h }, { advance: 25000d }]`;
    const outcome = await play(
      text,
      {},
      { signal: stopping.signal, onStep: () => setImmediate(() => stopping.abort()) },
    );
    expect(outcome.status).toBe('stopped');
    expect(outcome.simulatedMs).toBeLessThan(25_000 * 86_400_000);
  });

  it('waits before each step and reports each one', async () => {
    const reported: string[] = [];
    await play(
      'steps: [{ repeat: { times: 2, steps: [{ advance: 1h }] } }, { advance: 2h }]',
      {},
      {
        beforeStep: async (index, _step, { title }) => void reported.push(`${index} ${title}`),
        onStep: (done, total) => reported.push(`${done}/${total}`),
      },
    );
    expect(reported).toEqual(['0 advance 1h', '1/3', '1 advance 1h', '2/3', '2 advance 2h', '3/3']);
  });

  it.each(['rebalancing/first-rebalance', 'exchanges/exchange-down', 'rebalancing/form-a'])(
    'of %s reaches the same head from a snapshot after any step',
    proves('K37'),
    async (name) => {
      const { steps } = await playScenario(jobOf(scenario(name), ROOT));
      for (const restoreAfterStep of [0, Math.floor(steps.length / 2), steps.length - 1]) {
        const outcome = await playScenario(jobOf(scenario(name), ROOT, { restoreAfterStep }));
        expect(failuresOf(outcome)).toEqual([]);
        expect(outcome.head).toBe(headOf(name));
      }
    },
  );

  it('restored in its middle still has its names, snapshots, journal and keys', {
    ...proves('K37'),
    tags: ['deep'],
  }, async () => {
    const text = `${DEPOT}steps:
  - snapshot: { save: early }
  - control: { method: POST, path: /keys, body: {}, save: { secret: /secret } }${EXECUTE}
  - until: { rebalance: '\${rebalance}' }
  - request: { form: B, method: GET, path: '/rebalance/\${rebalance}', key: '\${secret}' }
    expect: { status: 200, body: { /status: complete } }
  - expect_journal: { match: { operation: executePlan }, count: 1 }
  - control: { method: GET, path: /snapshots }
    expect: { body: { /snapshots: { items: 1 } } }
  - snapshot: { restore: early }
`;
    const plain = await play(text);
    for (const restoreAfterStep of [1, 3, 6]) {
      const restored = await play(text, { restoreAfterStep });
      expect(failuresOf(restored)).toEqual([]);
      expect(restored.head).toBe(plain.head);
    }
  });

  it('stores its world in a given folder', async () => {
    const dataDir = join(folderOf({}), 'data');
    const outcome = await play(`${DEPOT}steps: [{ advance: 1h }]`, { dataDir });
    expect(outcome.status).toBe('passed');
    expect(existsSync(join(dataDir, 'ballast.db'))).toBe(true);
    expect(readdirSync(join(dataDir, 'snapshots'))).toEqual(['initial.db']);
  });

  it('has the settings of its file', proves('K20'), async () => {
    const outcome = await play(`
tier: starter
rules: 'off'
rate_limit: 2
steps:
  - control: { method: GET, path: /accounts/default }
    expect: { body: { /tier: starter } }
  - request: { method: GET, path: /prices/DE0007164600 }
  - request: { method: GET, path: /prices/DE0007164600 }
  - request: { method: GET, path: /prices/DE0007164600 }
    expect: { status: 429 }
  - advance: 61s
  - request: { method: GET, path: /prices/DE0007164600 }
`);
    expect(failuresOf(outcome)).toEqual([]);
  });
});

describe('the trace of a failure', () => {
  it('is about the rebalance concerned, with the last events', proves('K39'), async () => {
    const outcome = await play(
      `${DEPOT}steps:${EXECUTE}
  - advance: 1h
  - expect_state: { rebalance: '\${rebalance}', body: { /rebalance/status: failed } }
`,
      { retain: 'all' },
    );
    expect(outcome.trace?.id).toMatch(/^rb_/);
    expect(outcome.trace?.links.map(({ kind }) => kind)).toContain('event');
    expect(outcome.trace?.lastEvents.at(-1)).toEqual(outcome.events.at(-1));
    expect(outcome.trace?.lastEvents).toHaveLength(Math.min(10, outcome.eventCount));
  });

  it('only has the last events if the step concerns nothing', proves('K39'), async () => {
    const outcome = await play(`${DEPOT}steps: [{ expect_event: { type: order.filled } }]`);
    expect(outcome.trace).toMatchObject({ id: null, links: [] });
    expect(outcome.trace?.lastEvents.length).toBeGreaterThan(0);
  });
});
