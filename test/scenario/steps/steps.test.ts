/** Tests each kind of step against a real server: its effect, and when it passes and fails. */
import { describe, expect, it } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { DEPOT } from '../library/depot-world.ts';
import { EXECUTE, failuresOf, play } from '../replay/play-text.ts';

const PRICE = '/prices/DE0007164600';

describe('a request step', () => {
  it('fails for a response from 400 on unless it expects that status', proves('K22'), async () => {
    const strict = await play(`steps: [{ request: { method: GET, path: /prices/XX0000000000 } }]`);
    expect(strict.status).toBe('failed');
    expect(failuresOf(strict)[0]).toMatch(/^GET \/prices\/XX0000000000: status: expected below 400, got 400 \{"error"/);
    for (const status of ['400', '4xx', '[404, 400]']) {
      const played = await play(
        `steps: [{ request: { method: GET, path: /prices/XX0000000000 }, expect: { status: ${status} } }]`,
      );
      expect(failuresOf(played)).toEqual([]);
    }
    const other = await play(`steps: [{ request: { method: GET, path: ${PRICE} }, expect: { status: 5xx } }]`);
    expect(failuresOf(other)[0]).toContain('expected 5xx, got 200');
  });

  it('sends query, headers and bodies unchanged, with the given key', proves('K23'), async () => {
    const outcome = await play(`
steps:
  - control: { method: POST, path: /keys, body: { name: second }, save: { secret: /secret } }
  - request: { method: GET, path: ${PRICE}, key: none }
    expect: { status: 401 }
  - request: { method: GET, path: ${PRICE}, key: wrong }
    expect: { status: 401 }
  - request: { method: GET, path: ${PRICE}, key: '\${secret}', query: { exchange: XETR }, save: { id: { header: X-Request-Id } } }
    expect: { status: 200, headers: { Content-Type: { contains: json }, x-request-id: { pattern: ^rq_ } } }
  - request: { form: B, method: POST, path: /portfolios, raw_body: '{"external_id": ' }
    expect: { status: 400, body: { /error/code: invalid_request } }
  - request: { form: B, method: POST, path: /portfolios, headers: { Content-Type: text/plain }, raw_body: 'hello' }
    expect: { status: 4xx }
  - request: { method: PUT, path: ${PRICE}, body: {} }
    expect: { status: 404, headers: { x-request-id: { present: true } } }
`);
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.steps[3]?.requestId).toMatch(/^rq_/);
  });

  it('can expect that there is no response, and fails if there is one', proves('K22'), async () => {
    const broken = `steps:
  - fault: { kind: api_connection_reset, count: 1 }
  - request: { method: GET, path: ${PRICE} }`;
    expect(failuresOf(await play(`${broken}\n    expect: { status: none }`))).toEqual([]);
    expect(failuresOf(await play(broken))[0]).toMatch(/expected below 400, got none: the connection broke off/);
  });

  it('fails for a request that cannot be sent, without a crash', async () => {
    const outcome = await play(`steps: [{ request: { method: GET, path: ${PRICE}, headers: { X-Two: "a\\nb" } } }]`);
    expect(failuresOf(outcome)[0]).toMatch(/expected below 400, got none: it cannot be sent: /);
  });

  it('reports every unexpected value, and one that cannot be saved', async () => {
    const outcome = await play(`
steps:
  - request: { method: GET, path: ${PRICE} }
    expect: { status: 201, headers: { x-nothing: a }, body: { /isin: DE0000000000, '': { present: true } } }
`);
    expect(failuresOf(outcome).map((failure) => failure.slice(0, 90))).toEqual([
      expect.stringContaining('status: expected 201, got 200 '),
      expect.stringContaining('header x-nothing: expected "a", got nothing'),
      expect.stringContaining('/isin: expected "DE0000000000", got "DE0007164600"'),
    ]);
    const unsaved = await play(
      `steps: [{ request: { method: GET, path: ${PRICE}, save: { a: /prices/99, b: { header: x-nothing } } } }]`,
    );
    expect(failuresOf(unsaved)).toEqual([
      `GET ${PRICE}: save a: the response has nothing at /prices/99`,
      `GET ${PRICE}: save b: the response has no header x-nothing`,
    ]);
  });
});

describe('time steps', () => {
  it('advance by a duration, to an instant and to the opening and close of an exchange', proves('K25'), async () => {
    const outcome = await play(`
clock: 2026-03-06T15:00:00Z
steps:
  - advance: 90m
  - expect_state: { clock: true, body: { /now: '2026-03-06T16:30:00.000Z' } }
  - advance: { to: open, of: XETR }
  - expect_state: { clock: true, body: { /now: '2026-03-09T08:00:00.000Z' } }
  - advance: { to: close, of: XETR }
  - expect_state: { clock: true, body: { /now: { pattern: '^2026-03-09T16:3' } } }
  - advance: 2026-03-10T08:00:00.500Z
  - advance: '\${now}'
  - advance: 2026-03-10T08:00:00Z
`);
    expect(failuresOf(outcome)).toEqual([
      'advance 2026-03-10T08:00:00Z: virtual time only moves forward: it is 2026-03-10T08:00:00.500Z already',
    ]);
  });

  it(
    'wait for a status, an event, a webhook, all deliveries and a view, and report what is missing',
    proves('K25'),
    async () => {
      const outcome = await play(`${DEPOT}steps:${EXECUTE}
  - until: { rebalance: '\${rebalance}', status: partially_filled, within: 1h }
  - until: { event: order.filled, data: { /rebalance_id: '\${rebalance}' }, within: 1h }
  - until: { webhook: rebalance.complete, within: 1h }
  - expect_state: { rebalance: '\${rebalance}', body: { /rebalance/status: complete } }
  - until: { deliveries: settled, within: 1h }
  - until: { state: { path: /exchanges/XETR, body: { /open: false } }, within: 1d }
  - until: { rebalance: '\${rebalance}', status: failed }
`);
      expect(failuresOf(outcome)).toEqual([
        expect.stringMatching(/^until rb_\w+ is failed: rebalance (rb_\w+) is complete, and will not change$/),
      ]);
      const late = await play('steps: [{ until: { event: order.filled, within: 1h } }]');
      expect(failuresOf(late)).toEqual([
        'until the event order.filled: there is no new event order.filled as expected and nothing is pending',
      ]);
      const none = await play('steps: [{ until: { rebalance: rb_none } }]');
      expect(failuresOf(none)).toEqual(['until rb_none is final: there is no rebalance rb_none']);
    },
  );
});

describe('steps on the world', () => {
  it('move, pin and unpin prices, set faults and end them', async () => {
    const outcome = await play(`
steps:
  - market: { pin: { isin: DE0007164600, mid: 100, currency: EUR } }
  - request: { method: GET, path: ${PRICE} }
    expect: { body: { /prices/0/mid_eur: { approx: 100, within: 0.01 } } }
  - market: { unpin: DE0007164600 }
  - market: { pin: { currency: USD, per_eur: 2 } }
  - market: { unpin: USD }
  - market: { event: { kind: trend, isin: DE0007164600, rate_per_day: 0.5, until: 2026-06-01T00:00:00Z } }
    as: rise
  - market: { end: '\${rise}' }
  - control: { method: GET, path: /market/events }
    expect: { body: { /market_events: { every: { body: { /ended_at: { present: true } } } } } }
  - fault: { kind: exchange_slow, added_ms: '\${slow}' }
    as: slowness
  - end_fault: '\${slowness}'
  - end_fault: all
variables: { slow: 5000 }
allow_unmet: true
`);
    expect(failuresOf(outcome)).toEqual([]);
  });

  it('save and restore the whole world, and retain values saved from responses', proves('K28'), async () => {
    const outcome = await play(`${DEPOT}steps:
  - snapshot: { save: before }${EXECUTE}
  - until: { rebalance: '\${rebalance}' }
  - snapshot: { restore: before }
  - request: { form: B, method: GET, path: '/rebalance/\${rebalance}' }
    expect: { status: 404 }
  - expect_state: { clock: true, body: { /now: '2026-03-02T09:30:00.000Z' } }
  - snapshot: { restore: nowhere }
`);
    expect(failuresOf(outcome)).toEqual(['restore the world nowhere: refused with 404: There is no snapshot nowhere.']);
  });

  it('stop the server in the middle of a rebalance, and another reaches the same log', proves('K28'), async () => {
    const steps = (between: string) => `${DEPOT}steps:${EXECUTE}
  - advance: 5s${between}
  - until: { rebalance: '\${rebalance}' }
  - request: { form: B, method: GET, path: '/rebalance/\${rebalance}' }
    expect: { status: 200, body: { /status: complete } }
`;
    const [calm, restarted] = [await play(steps('')), await play(steps('\n  - restart: {}'))];
    expect([failuresOf(calm), failuresOf(restarted)]).toEqual([[], []]);
    expect(restarted.steps[3]?.title).toBe('the server crashes and another one continues');
    expect(restarted.head).toBe(calm.head);
  });
});

describe('steps that read', () => {
  it('count deliveries by content, order and signature', proves('K26'), async () => {
    const outcome = await play(`${DEPOT}steps:${EXECUTE}
  - expect_webhook: { type: rebalance.complete, count: 1, within: 1h }
  - expect_webhook: { type: order.filled, at_least: 2, body: { /data/rebalance_id: '\${rebalance}' } }
  - expect_webhook: { type: order.filled, count: 0, body: { /data/rebalance_id: other } }
  - expect_webhook: { sink: all, signature: valid, unique: true, at_least: 4, headers: { webhook-id: { pattern: ^ev_ } } }
  - expect_webhook: { sink: all, signature: invalid, count: 0 }
  - expect_webhook: { order: [rebalance.created, rebalance.executing, order.filled, rebalance.complete] }
  - expect_webhook: { sink: nobody, count: 0 }
  - expect_webhook: { at_most: 1, order: [rebalance.complete, rebalance.created] }
`);
    expect(failuresOf(outcome)).toEqual([
      expect.stringMatching(/^expect webhooks: expected at most 1, got \d+$/),
      expect.stringMatching(
        /^expect webhooks: expected rebalance.created after rebalance.complete, got rebalance.created, /,
      ),
    ]);
  });

  it('find webhooks that a sink received twice', proves('K26'), async () => {
    const outcome =
      await play(`${DEPOT.replace('world:', 'world:\n  faults: [{ kind: webhook_duplicate, count: 1 }]')}steps:${EXECUTE}
  - until: { deliveries: settled, within: 1d }
  - expect_webhook: { sink: all, unique: true }
`);
    expect(failuresOf(outcome)).toEqual([
      expect.stringMatching(/^expect webhooks at the sink “all”: ev_\w+ arrived 2 times$/),
    ]);
  });

  it('check views, the event log, and the journal if they need it', proves('K27'), async () => {
    const looks = await play(`${DEPOT}steps:${EXECUTE}
  - expect_state: { portfolio: '\${depot}', body: { /currency: EUR, /holdings: { items: 1 } } }
  - expect_state: { exchange: XETR, body: { /open: true } }
  - expect_state: { portfolios: true, body: { /portfolios: { some: { body: { /portfolio_id: '\${depot}' } } } } }
  - expect_event: { type: rebalance.created, count: 1, data: { /portfolio_id: '\${depot}' } }
  - expect_event: { type: order.sent }
  - expect_journal: { match: { method: POST, operation: executePlan, body: { /confirm: true } }, count: 1 }
  - expect_journal: { match: { operation: cancelPlan }, count: 1 }
`);
    expect(failuresOf(looks)[0]).toMatch(/^expect in the journal cancelPlan: .*0/);
    const waits = await play(`${DEPOT}steps:${EXECUTE}
  - expect_journal: { match: { operation: executePlan }, within: 1m, within_virtual: 1h }
  - expect_state: { clock: true, body: { /now: '2026-03-02T09:30:00.000Z' } }
  - expect_journal: { match: { operation: cancelPlan }, within: 5ms, within_virtual: 1m }
`);
    expect(failuresOf(waits).slice(0, 2)).toEqual([
      expect.stringMatching(
        /^expect in the journal cancelPlan: Expected at least 1 request of this kind within 5ms; 0/,
      ),
      'expect in the journal cancelPlan: waited for 1m of virtual time (within_virtual)',
    ]);
    const faults = await play(`${DEPOT}steps:
  - fault: { kind: api_latency, latency_ms: 1, match: { operation: createPlan } }
  - expect_all_met: true
`);
    expect(failuresOf(faults)).toEqual([
      expect.stringMatching(
        /^expect every fault to have had hits: The fault api_latency \(ft_\w+\) .* had no hits: no request/,
      ),
    ]);
    const state = await play(`${DEPOT}steps: [{ expect_state: { portfolio: '\${depot}', body: { /currency: USD } } }]`);
    expect(failuresOf(state)).toEqual([
      expect.stringMatching(/^expect state of portfolio pf_\w+: \/currency: expected "USD", got "EUR"$/),
    ]);
    const event = await play(
      `${DEPOT}steps: [{ expect_event: { type: portfolio.created, data: { /currency: USD } } }]`,
    );
    expect(failuresOf(event)[0]).toMatch(
      /no portfolio.created entry matches; the latest that does not match has \/currency: expected "USD"/,
    );
  });
});

describe('steps with nested steps', () => {
  it('report in which round of a repetition they fail', proves('K30'), async () => {
    const outcome = await play(`
steps:
  - repeat:
      each: [XETR, XPAR]
      as: mic
      steps:
        - repeat:
            times: 3
            steps:
              - title: the currency of \${mic}
                control: { method: GET, path: '/exchanges/\${mic}' }
                expect: { body: { /mic: XETR } }
`);
    expect(outcome.steps.at(-1)?.title).toBe('the currency of XPAR');
    expect(outcome.steps.at(-1)?.failures).toEqual([
      expect.stringContaining('/mic: expected'),
      'in round 2 of 2 (index 1), with mic = XPAR',
      'in round 1 of 3 (index 0)',
    ]);
  });

  it('repeat for numbers, values and saved lists, within each other', proves('K30'), async () => {
    const outcome = await play(`
steps:
  - repeat:
      times: 2
      as: round
      steps:
        - repeat:
            each: [DE0007164600, FR0000120271]
            as: isin
            steps:
              - title: round \${round}, \${index}
                request: { method: GET, path: '/prices/\${isin}', save: { prices: /prices } }
  - repeat:
      over: '\${prices}'
      as: price
      steps:
        - control: { method: GET, path: '/exchanges/\${price/exchange}' }
          expect: { body: { /mic: '\${price/exchange}' } }
  - repeat: { times: 0, steps: [{ advance: 1h }] }
  - repeat: { over: '\${seed}', as: x, steps: [{ advance: 1h }] }
`);
    const titles = outcome.steps.map(({ title }) => title);
    expect(titles.slice(0, 4)).toEqual(['round 0, 0', 'round 0, 1', 'round 1, 0', 'round 1, 1']);
    expect(titles.slice(4, -1).every((title) => /^GET \/sim\/exchanges\/X[A-Z]{3}$/.test(title))).toBe(true);
    expect(failuresOf(outcome)).toEqual(['repeat: ${seed} is not a list but 1']);
  });

  it('take at most 100 000 steps', proves('K30'), async () => {
    const played = await play(
      `steps: [{ repeat: { times: 400, steps: [{ repeat: { times: 400, steps: [{ advance: 1ms }] } }] } }]`,
    );
    expect(failuresOf(played)).toEqual([
      'it.yaml:2:1 /steps: would be 160000 steps, including repetitions; the maximum is 100000',
    ]);
  });

  it('send requests at once, and the log is the same each time', proves('K29'), async () => {
    const plans = Array.from(
      { length: 8 },
      (_, index) => `
      - request: { form: B, method: POST, path: /portfolios, body: { external_id: p${index}, currency: EUR, tax_wrapper: Depot, cash: ${1000 + index}, targets: [{ isin: DE0007164600, weight: 1 }] }, save: { p${index}: /portfolio_id } }
        expect: { status: 201 }`,
    ).join('');
    const text = `steps:\n  - parallel:${plans}
  - repeat: { times: 5, steps: [{ parallel: [{ request: { form: B, method: POST, path: /rebalance, body: { portfolio_id: '\${p0}' } } }, { request: { form: B, method: POST, path: /rebalance, body: { portfolio_id: '\${p7}' } } }] }] }
`;
    const outcomes = [await play(text), await play(text), await play(text)];
    expect(outcomes.map(failuresOf)).toEqual([[], [], []]);
    expect(new Set(outcomes.map(({ head }) => head)).size).toBe(1);
    const broken = await play(
      `steps: [{ parallel: [{ request: { method: GET, path: ${PRICE} } }, { request: { method: GET, path: ${PRICE} }, expect: { status: 404 } }] }]`,
    );
    expect(failuresOf(broken)[0]).toMatch(
      /^2 requests at once: 2\. GET \/prices\/DE0007164600: status: expected 404, got 200/,
    );
  });
});
