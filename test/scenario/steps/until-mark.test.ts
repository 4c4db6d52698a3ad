/**
 * Tests from which event an `until` searches, whatever is between it and the cause; and the order of webhooks
 * (decision K126).
 */
import { describe, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { EXECUTE, failuresOf, play } from '../replay/play-text.ts';

const WORLD = `
world:
  webhooks: [{ url: /sim/sink/mine }]
  portfolios:
    - form: B
      as: depot
      request:
        external_id: d
        currency: EUR
        tax_wrapper: Depot
        cash: 20000
        targets: [{ isin: DE0007164600, weight: 0.9 }]
`;
const READ = '\n  - request: { form: B, method: GET, path: /prices/DE0007164600 }';
const WORLD_TIME =
  '\n  - control: { method: GET, path: /clock }\n    expect: { body: { /now: 2026-03-02T09:30:00.000Z } }';
const failures = async (steps: string) => failuresOf(await play(`${WORLD}\nsteps:${steps}`));

describe('an until', () => {
  test('reports that an event before its start does not count', proves('K126'), async () => {
    const steps = `${EXECUTE}
  - until: { rebalance: '\${rebalance}' }
  - until: { event: rebalance.complete, within: 1m }`;
    expect((await failures(steps)).join()).toMatch(
      /there is no new event rebalance\.complete as expected and 1m have passed\. event \d+ \(rebalance\.complete, .*\) came before the last step/,
    );
  });

  test('reports for which exchanges the orders of an unfinished rebalance wait', proves('K126'), async () => {
    const inTheEvening = `clock: 2026-03-02T17:00:00Z${WORLD}\nsteps:${EXECUTE}`;
    const found = failuresOf(await play(`${inTheEvening}\n  - until: { rebalance: '\${rebalance}', within: 2h }`));
    expect(found.join()).toMatch(
      /^until .* is still executing and 2h have passed\. Its orders wait: XETR is closed until 2026-03-03T08:00:00\.000Z$/,
    );
    expect((await failures(`${EXECUTE}\n  - until: { rebalance: '\${rebalance}', within: 1s }`)).join()).toMatch(
      / and 1s have passed$/,
    );
  });

  test('reports how the last event of its type differs', proves('K126'), async () => {
    const steps = `${EXECUTE}\n  - until: { event: order.filled, data: { /order/side: sell }, within: 1d }`;
    expect((await failures(steps)).join()).toMatch(
      /there is no new event order\.filled as expected \(of event \d+ \(order\.filled, [^)]*\), \/order\/side: expected "sell", got "buy"\) and /,
    );
  });

  test.each([0, 1, 2, 5])(
    'finds the effects of the last change, with %i reads in between',
    proves('K126'),
    async (reads) => {
      const between = READ.repeat(reads);
      const steps = `${EXECUTE}${between}
  - until: { webhook: rebalance.executing, within: 1m }${between}
  - until: { webhook: rebalance.complete, within: 1d }`;
      expect(await failures(steps)).toEqual([]);
      expect(
        await failures(`${EXECUTE}${between}\n  - until: { event: rebalance.executing, within: 1m }${WORLD_TIME}`),
      ).toEqual([]);
    },
  );

  test.each([
    [
      'expectations',
      '\n  - expect_webhook: { type: rebalance.executing }\n  - expect_event: { type: rebalance.executing }',
    ],
    ['a condition', '\n  - assert: seed == 1'],
    ['a step that is left out', '\n  - { if: seed == 7, advance: 1d }\n  - { skip: later, advance: 1d }'],
    [
      'a world that went on in two ways',
      '\n  - fork: { a: [{ advance: 1d }], b: [{ cancel_orders: "${rebalance}" }] }',
    ],
    ['a snapshot', '\n  - snapshot: { save: here }'],
    [
      'reads at once',
      '\n  - parallel: [{ request: { method: GET, path: /prices/DE0007164600 } }, { request: { method: GET, path: /prices/FR0000120271 } }]',
    ],
  ])('does not treat %s as a cause', proves('K126'), async (_, between) => {
    expect(await failures(`${EXECUTE}${between}\n  - until: { webhook: rebalance.executing, within: 1m }`)).toEqual([]);
  });

  test('continues in a world that was restored', proves('K126'), async () => {
    const change = '\n  - fault: { kind: exchange_down, exchange: XPAR }';
    const back = '\n  - snapshot: { restore: here }\n  - until: ';
    const steps = `${EXECUTE}\n  - snapshot: { save: here }\n  - advance: 1d${change}${back}`;
    for (const what of ['event', 'webhook'])
      expect(await failures(`${steps}{ ${what}: rebalance.complete, within: 1d }`)).toEqual([]);
  });

  test('finds the effects of an advance', proves('K126'), async () => {
    expect(
      await failures(`${EXECUTE}\n  - advance: 1d\n  - until: { webhook: rebalance.complete, within: 1m }`),
    ).toEqual([]);
  });

  test('ignores events before the last change, and those that an earlier one has found', proves('K126'), async () => {
    const none = /no new webhook rebalance\.executing was accepted/;
    const wait = '\n  - until: { webhook: rebalance.executing, within: 1h }';
    const change = '\n  - control: { method: POST, path: /faults, body: { kind: exchange_down, exchange: XPAR } }';
    expect(await failures(`${EXECUTE}\n  - until: { deliveries: settled }${change}${wait}`)).toEqual([
      expect.stringMatching(none),
    ]);
    expect(await failures(`${EXECUTE}${wait}${READ}${wait}`)).toEqual([expect.stringMatching(none)]);
    const event = '\n  - until: { event: rebalance.executing, within: 1h }';
    expect(await failures(`${EXECUTE}${event}${READ}${event}`)).toEqual([
      expect.stringContaining('there is no new event'),
    ]);
  });
});

describe('until with a GET and an expected response', () => {
  const poll = (more: string) => `${EXECUTE}\n  - until: { get: { form: B, path: '/rebalance/\${rebalance}'${more} }`;

  test('sends it again and again, in virtual time', proves('K127'), async () => {
    const now = 'control: { method: GET, path: /clock, save: { end: /now } }';
    const counted = (count: number) =>
      `expect_journal: { match: { method: GET, operation: getRebalance }, count: ${count} }`;
    const down = '\n  - fault: { kind: api_error, code: internal_error, match: { operation: getRebalance }, count: 3 }';
    expect(
      await failures(`${down}${poll(', every: 10s')}, expect: { body: { /status: complete } } }\n  - ${now}`),
    ).toEqual([]);
    expect(await failures(`${down}${poll('')} }\n  - ${counted(4)}`)).toEqual([]);
  });

  test('fails with the last response', proves('K127'), async () => {
    expect(await failures(`${poll('')}, within: 2m, expect: { body: { /status: failed } } }`)).toEqual([
      expect.stringMatching(
        /^until GET \/rebalance\/rb_\w+ is as expected: \/status: expected "failed", got "complete"; 2m have passed$/,
      ),
    ]);
  });

  test('requires an existing path, and a single goal', proves('K127', 'K110.2'), async () => {
    expect(await failures('\n  - until: { get: { form: B, path: /rebalance/rb_x, every: 0s } }')).toEqual([
      expect.stringMatching(/not a valid time to wait|every/),
    ]);
    expect(await failures('\n  - until: { get: { form: B, path: /clock }, event: order.filled }')).toEqual([
      expect.stringContaining('needs exactly one of'),
    ]);
  });
});

describe('expect_webhook with an order and a time', () => {
  test('waits until the order is complete, and not only for the number', proves('K126'), async () => {
    const step =
      '\n  - expect_webhook: { order: [rebalance.created, rebalance.executing, order.filled, rebalance.complete], within: 1d }';
    expect(await failures(`${EXECUTE}${step}`)).toEqual([]);
  });

  test('reports what was missing after that time', proves('K126'), async () => {
    const step = '\n  - expect_webhook: { order: [rebalance.executing, rebalance.failed], within: 1h }';
    expect(await failures(`${EXECUTE}${step}`)).toEqual([
      expect.stringMatching(/expected rebalance\.failed after rebalance\.executing, got .* within 1h$/),
    ]);
  });
});
