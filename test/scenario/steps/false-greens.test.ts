/** Tests that checks cannot pass by accident: unknown types, paths that do not exist, an invalid start. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EVENT_TYPES } from '../../../src-server/domain/events/event-catalogue.ts';
import { validateFile } from '../../../src-server/runner/library/validate-file.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { readMarketFacts } from '../../../src-server/world/market-facts.ts';
import { proves } from '../../conformance/proves.ts';
import { EXECUTE, failuresOf, folderOf, play } from '../replay/play-text.ts';

const { market } = readMarketFacts(packageRoot());

const PRICES = 'request: { form: B, method: GET, path: /prices/DE0007164600 }';
/** Returns the output of `validate`. */
async function reported(text: string): Promise<string> {
  const root = folderOf({ 'package.json': '{}', 'it.yaml': text });
  const [validated] = validateFile({ file: join(root, 'it.yaml'), isNamed: true }, null, market);
  return (validated?.faults ?? []).map(({ pointer, issue }) => `${pointer} ${issue}`).join('\n');
}

const failures = async (...steps: string[]) =>
  failuresOf(await play(`steps:\n${steps.map((step) => `  - ${step}\n`).join('')}`));

describe('the type of an event', () => {
  test.each([
    ['expect_event: { type: order.filed, count: 0 }', '/steps/0/expect_event/type'],
    ['until: { event: order.filed, within: 1d }', '/steps/0/until/event'],
  ])('must exist: %s', proves('K119.1'), async (step, place) => {
    expect(await failures(step)).toEqual([expect.stringMatching(`${place}:? .*order\\.filled`)]);
  });

  test('is one of a list with every type that is written, and no other', proves('K119.1'), () => {
    const sources = globSync('src-server/**/*.ts', { cwd: packageRoot(), exclude: ['**/event-types.ts'] }).map((file) =>
      readFileSync(join(packageRoot(), file), 'utf8'),
    );
    const all = sources.join('\n');
    const written = [...all.matchAll(/\bemit\(\s*'([a-z_]+\.[a-z_]+)'/g)].map(([, type = '']) => type);
    expect(written.length).toBeGreaterThan(60);
    expect(written.filter((type) => !(EVENT_TYPES as readonly string[]).includes(type))).toEqual([]);
    expect(EVENT_TYPES.filter((type) => !all.includes(`'${type}'`))).toEqual([]);
  });

  test('of every golden log is on the list', proves('K119.1'), () => {
    const known: ReadonlySet<string> = new Set(EVENT_TYPES);
    const logs = globSync('fixtures/scenarios/**/*.golden.ndjson', { cwd: packageRoot() });
    expect(logs.length).toBeGreaterThan(30);
    const types = logs.flatMap((file) =>
      [...readFileSync(join(packageRoot(), file), 'utf8').matchAll(/"type":"([a-z_]+\.[a-z_]+)"/g)].map(
        ([, type]) => type,
      ),
    );
    expect([...new Set(types)].filter((type) => !known.has(type ?? ''))).toEqual([]);
  });
});

describe('a path that does not exist', () => {
  test.each([
    ['not', '{ not: sell }'],
    ['not of a rule', '{ not: { one_of: [sell] } }'],
    ['not of not', '{ not: { not: sell } }'],
    ['equals', 'sell'],
    ['pattern', '{ pattern: s }'],
    ['range', '{ range: [0, 5] }'],
    ['items', '{ items: 0 }'],
    ['max_items', '{ max_items: 5 }'],
    ['present', '{ present: true }'],
  ])('fails every matcher: %s', proves('K119.2'), async (_, matcher) => {
    const body = `expect: { body: { /prices/0/sde: ${matcher} } }`;
    const found = await failures(`${PRICES}\n    ${body}`);
    expect(found).toEqual([
      expect.stringMatching(/\/prices\/0\/sde: expected .*got nothing; at \/prices\/0 are .*mid_eur/),
    ]);
  });

  test('is reported with the existing names, or with the length of a list', proves('K119.2'), async () => {
    const found = await failures(
      `${PRICES}\n    expect: { body: { /prices/70/mid_eur: { not: 5 }, /prics: { not: 5 } } }`,
    );
    expect(found).toEqual([
      expect.stringMatching(/\/prices\/70\/mid_eur: .*; at \/prices is a list of \d+$/),
      expect.stringMatching(/\/prics: .*; there are .*prices/),
    ]);
  });

  test('is accepted if its absence is expected', proves('K119.2'), async () => {
    for (const matcher of ['{ present: false }', '{ not: { present: true } }'])
      expect(await failures(`${PRICES}\n    expect: { body: { /prices/0/sde: ${matcher} } }`)).toEqual([]);
  });

  test('is a mistake also if no webhook is expected', proves('K119.2'), async () => {
    const text = (pointer: string) => `
world:
  webhooks: [{ url: /sim/sink/mine }]
  portfolios: [{ form: B, as: depot, request: { external_id: depot, currency: EUR, tax_wrapper: Depot, cash: 5000, targets: [{ isin: DE0007164600, weight: 0.9 }] } }]
steps:${EXECUTE}
  - until: { rebalance: '\${rebalance}' }
  - expect_webhook: { type: rebalance.complete, body: { ${pointer}: rb_other }, count: 0 }
`;
    expect(failuresOf(await play(text('/data/rebalance_id')))).toEqual([]);
    expect(failuresOf(await play(text('/data/rebalanceid')))).toEqual([
      expect.stringContaining('/data/rebalanceid is in none of the webhooks that arrived'),
    ]);
  });

  test('is a mistake also if no event is expected', proves('K119.2'), async () => {
    const found = await failures('expect_event: { type: world.created, data: { /sede: 1 }, count: 0 }', PRICES);
    expect(found).toEqual([
      expect.stringMatching(/\/data\.\/sede: world\.created has no \/sede; did you mean \/seed\?$/),
    ]);
    for (const [matcher, count] of [
      ['{ present: true }', 0],
      ['{ not: { present: false } }', 0],
      ['{ not: { present: true } }', 1],
      ['{ not: { not: { present: false } } }', 1],
    ])
      expect(
        await failures(
          `expect_event: { type: world.created, data: { /dividends: ${matcher} }, count: ${count} }`,
          PRICES,
        ),
      ).toEqual([]);
  });
});

describe('a value that can never occur', () => {
  const of = (data: string, type = 'order.filled') => `expect_event: { type: ${type}, count: 0, data: { ${data} } }`;
  test.each([
    [of('/portfolio_id: depot'), 'is never "depot": it is an identifier that begins with pf_'],
    [of('/order/isin: DE0007164601'), 'there is no instrument DE0007164601 (did you mean DE0007164600?)'],
    [of('/fill/exchange: XETRA'), 'there is no exchange XETRA; exchanges are XETR, '],
    [of('/fill/quantity: lots'), 'is never "lots": it must be a number'],
    [of("/fill/quantity: '45'"), 'is never "45": it must be a number'],
    [of('/portfolio_id: 5'), 'is never 5: it must be a text'],
    [of('/order/side: { pattern: "^SELL$" }'), 'matches none of the possible values: buy, sell'],
    [of('/order/side: { glob: "SEL*" }'), 'matches none of the possible values: buy, sell'],
    [of('/order/side: { contains: SELL }'), 'matches none of the possible values: buy, sell'],
    [of('/fill/price: { items: 1 }'), 'applies to lists, but this value is not a list'],
    [of('/order: { some: { body: { /x: 1 } } }'), 'applies to lists, but this value is not a list'],
    [of('/fill/price: { greater: 300, less: 200 }'), 'is above less, so no number meets both'],
    [
      'expect_state: { portfolios: true, body: { /portfolis: { present: false } } }',
      'leads nowhere (did you mean /portfolios?)',
    ],
    [
      'control: { method: GET, path: /portfolios/pf_1 }\n    expect: { body: { /max_drfit: { present: false } } }',
      'leads nowhere (did you mean /max_drift?)',
    ],
    ['expect_event: { type: order.filled, at_least: 5, at_most: 2 }', 'is above at_most, so no number meets both'],
  ])('is an error: %s', proves('K140.3'), async (step, fault) => {
    const text = `name: It\nworld: { webhooks: [{ url: /sim/sink/a }] }\nsteps:\n  - ${step}\n`;
    expect(await reported(text)).toContain(fault);
  });

  test.each([
    of("/portfolio_id: '${now}'"),
    of('/order/isin: DE0007164600'),
    of('/order/side: { pattern: "^s" }'),
    of('/fill/quantity: 45'),
    of('/fill/quantity: { greater: 2, at_most: 3 }'),
  ])('is accepted where it may occur: %s', proves('K140.3'), async (step) => {
    expect(await reported(`name: It\nsteps:\n  - ${step}\n`)).toBe('');
  });
});

describe('a name that almost equals one of the service', () => {
  test.each([
    [
      'expect_journal: { match: { path: /form-b/v1/rebalence }, count: 0 }',
      '/expect_journal/match/path: is not a path of the service (did you mean /form-b/v1/rebalance?)',
    ],
    [`expect_journal: { match: { path: '/v1/rebalance/\${now}/exekute' }, count: 0 }`, null],
    [
      'expect_journal: { match: { path: /v1/rebalance/rb_1/exekute }, count: 0 }',
      '(did you mean /v1/rebalance/rb_1/execute?)',
    ],
    ['expect_journal: { match: { path: /form-b/v1/baskets }, count: 0 }', null],
    ['expect_journal: { match: { path: "*/rebalance" }, count: 0 }', null],
    [
      'expect_journal: { match: { path: /rebalance }, count: 0 }',
      'does not begin with a base of the service: give the whole path, such as /form-b/v1/rebalance',
    ],
    ['expect_journal: { match: { path: /rebalances/* }, count: 0 }', 'does not begin with a base of the service'],
    ['expect_journal: { match: { path: /form-b/v1/* }, count: 0 }', null],
    ['expect_journal: { match: { path: /form-b/v1/prices/DE0007164600?x=1 }, count: 0 }', null],
    [
      `${PRICES}\n    expect: { headers: { X-Reqest-Id: { present: false } } }`,
      '/expect/headers/X-Reqest-Id: is not a header of a response (did you mean X-Request-Id?)',
    ],
    [`${PRICES}\n    expect: { headers: { Retryafter: { present: false } } }`, '(did you mean Retry-After?)'],
    [`${PRICES}\n    expect: { headers: { Strict-Transport-Security: { present: false } } }`, null],
    [`${PRICES}\n    expect: { headers: { x-request-id: { present: true } } }`, null],
  ])('is reported: %s', proves('K119.3'), async (step, fault) => {
    const found = (await failures(step)).join('\n');
    if (fault === null) expect(found).toBe('');
    else expect(found).toContain(fault);
  });
});

describe('since', () => {
  const save = 'control: { method: GET, path: /fingerprint, save: { seq: /events } }';
  const fault = 'fault: { kind: exchange_down, exchange: XETR }';
  const expected = (since: string, count: number) =>
    `expect_event: { type: fault.set, since: ${since}, count: ${count} }`;

  test.each([
    ['a number that was saved', "'${seq}'", 1],
    ['an instant', '2026-03-02T11:00:00Z', 1],
    ['a duration', '1h', 1],
    ['a duration that is too short', '10m', 0],
  ])('accepts %s', proves('K119.4'), async (_, since, count) => {
    const steps = [save, 'advance: 2026-03-02T11:00:00Z', fault, 'advance: 30m'];
    expect(await failures(...steps, expected(since, count))).toEqual([]);
  });

  test.each([
    ['an event that there is not yet', '99', /since: there is no event 99 yet; the last one is \d$/],
    [
      'an instant to come',
      '2026-03-09T11:00:00Z',
      /since: 2026-03-09T11:00:00\.000Z is in the future: virtual time is at /,
    ],
  ])('fails for %s, after which nothing can have come', proves('K119.4'), async (_, since, fault_) => {
    expect(await failures(fault, expected(since, 0))).toEqual([expect.stringMatching(fault_)]);
  });

  test('fails for anything else', proves('K119.4'), async () => {
    const found = await failures(
      'control: { method: GET, path: /fingerprint, save: { head: /head } }',
      expected("'${head}'", 0),
    );
    expect(found).toEqual([
      expect.stringMatching(/since: '[0-9a-f]+' is neither the number of an event, an instant nor a duration$/),
    ]);
    expect(await failures(expected('soon', 0))).toEqual([expect.stringContaining('/steps/0/expect_event/since')]);
  });
});

describe('a number that is filled in', () => {
  const save = "request: { form: B, method: GET, path: /prices/DE0007164600, save: { prices: '' } }";
  const read = `control: { method: GET, path: /faults, save: { faults: '' } }`;
  const failuresIn = async (...steps: string[]) =>
    failuresOf(
      await play(
        `world: { webhooks: [{ url: /sim/sink/mine }] }\nsteps:\n${[save, read, ...steps].map((step) => `  - ${step}\n`).join('')}`,
      ),
    );
  const event = (howMany: string) => `expect_event: { type: order.filled, ${howMany} }`;
  const webhook = (howMany: string) => `expect_webhook: { type: rebalance.complete, ${howMany} }`;

  test.each([
    [event("at_least: '${prices/prices/0/exchange}'"), 'at_least: "XETR" is not a whole number of 0 or more'],
    [event("at_most: '${prices/prices/0/exchange}'"), 'at_most: "XETR" is not a whole number of 0 or more'],
    [event("count: '${faults/next}'"), 'count: null is not a whole number of 0 or more'],
    [event("at_least: '${faults/next}'"), 'at_least: null is not a whole number of 0 or more'],
    [event("at_least: '${seed - seed - 1}'"), 'at_least: -1 is not a whole number of 0 or more'],
    [event("at_least: '${seed - seed}'"), 'at_least is 0, which holds whatever happens'],
    [webhook("at_most: '${prices/prices/0/exchange}', within: 1h"), 'at_most: "XETR" is not a whole number'],
    [webhook("at_least: '${faults/next}'"), 'at_least: null is not a whole number'],
  ])('has to be one: %s', proves('K118.3'), async (step, fault) => {
    expect(await failuresIn(step)).toEqual([expect.stringContaining(fault)]);
  });

  test('counts as one that is written', proves('K118.3'), async () => {
    expect(
      await failuresIn(event("count: '${seed - seed}'"), event("at_least: 0, at_most: '${seed - seed + 1}'")),
    ).toEqual([]);
    expect(await failuresIn(event("at_least: '${seed - seed + 1}'"))).toEqual([
      expect.stringContaining('expected at least 1, got 0'),
    ]);
  });
});
