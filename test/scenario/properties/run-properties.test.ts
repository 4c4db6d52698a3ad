/**
 * Tests properties that hold at every event, or eventually in time, in scenarios, sweeps and explorations
 * (decision K132).
 */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { always, eventually } from '../../../src-server/contract/scenario/event-patterns.ts';
import type { LoggedEvent } from '../../../src-server/kernel/event-chain.ts';
import { RunProperties } from '../../../src-server/scenario/properties/run-properties.ts';
import { expressionNames } from '../../../src-server/scenario/steps/step-run.ts';
import { proves } from '../../conformance/proves.ts';
import { stopAll } from '../../support/start-ballast.ts';
import { EXECUTE, failuresOf, play } from '../replay/play-text.ts';

afterAll(stopAll);

const WORLD = `
world:
  portfolios: [{ form: B, as: depot, request: { external_id: depot, currency: EUR, tax_wrapper: Depot, cash: 5000, targets: [{ isin: DE0007164600, weight: 0.9 }] } }]
`;
const UNTIL = "\n  - until: { rebalance: '${rebalance}' }";
const playWith = (properties: string, steps = `${EXECUTE}${UNTIL}`) => play(`${WORLD}${properties}\nsteps:${steps}\n`);

test.each<[string, string | null]>([
  ['always: [{ event: order.filled, data: { /fill/quantity: { greater: 0 } } }]', null],
  ['always: [{ event: "order.*", where: { /portfolio_id: "${depot}" }, data: { /order/side: buy } }]', null],
  ['always: [{ event: order.filled, assert: "event/fill/quantity * event/fill/price <= 5000" }]', null],
  ['always: [{ never: order.rejected }]', null],
  ['eventually: [{ event: rebalance.complete, within: 1d }]', null],
  [
    'eventually: [{ event: rebalance.complete, after: { event: rebalance.created }, same: [/rebalance_id], within: 1h }]',
    null,
  ],
  ['eventually: [{ event: rebalance.complete, where: { /portfolio_id: "${depot}" } }]', null],
  [
    'always: [{ title: only whole shares, event: order.filled, data: { /fill/quantity: { one_of: [1, 2] } } }]',
    "always 'only whole shares': event 7 (order.filled",
  ],
  ['always: [{ event: order.filled, assert: "event/fill/quantity > 1000" }]', 'is false: '],
  ['always: [{ event: order.filled, assert: "event/fil > 1000" }]', 'event/fil leads nowhere (did you mean /fill?)'],
  ['always: [{ never: order.sent }]', "always 'never order.sent': event 5 (order.sent"],
  [
    'always: [{ event: order.rejected, data: { /order/side: buy } }]',
    "always 'order.rejected' was not tested: no order.rejected occurred",
  ],
  [
    'eventually: [{ event: order.rejected, within: 5s }]',
    "eventually 'order.rejected': after the beginning, no order.rejected occurred within 5s",
  ],
  [
    'eventually: [{ event: order.rejected }]',
    "eventually 'order.rejected': after the beginning, no order.rejected occurred",
  ],
  ['eventually: [{ event: order.rejected, within: 1d }]', 'is not decided for the beginning: the run ended '],
  [
    'eventually: [{ event: order.filled, after: { event: order.expired } }]',
    'was not tested: no order.expired occurred',
  ],
  [
    'eventually: [{ event: rebalance.complete, after: { event: rebalance.created }, same: [/event_id] }]',
    'no rebalance.complete occurred',
  ],
  ['eventually: [{ event: rebalance.complete, within: 1s }]', 'no rebalance.complete occurred within 1s'],
  [
    'always: [{ never: order.filled, where: { /rebalance: x } }]',
    'order.filled has no /rebalance; did you mean /rebalance_id?',
  ],
  [
    'eventually: [{ event: order.filled, after: { event: order.sent }, same: [/oder] }]',
    '/eventually/0/same/0: order.filled has no /oder; did you mean /order?',
  ],
  ['always: [{ event: order.filed, data: { /x: 1 } }]', 'it.yaml'],
  ['always: [{ event: order.filled }]', 'has no condition: give data or assert'],
  [
    'always: [{ event: order.filled, assert: "evnt/x == 1" }]',
    'nothing before this saves ${evnt} (did you mean event?)',
  ],
  ['always: [{ event: order.filled, assert: "event/x ==" }]', 'is not a condition'],
  ['always: [{ never: order.filled, where: { /portfolio_id: "${depott}" } }]', 'nothing before this saves ${depott}'],
  [
    'always: [{ event: order.filled, where: { /portfolio_id: pf_00000000000000000000000001 }, data: { /fill/quantity: 1 } }]',
    'no order.filled occurred that matches its where',
  ],
  ['always: [{ event: order.filled, assert: "event == event" }]', '/always/0/assert: compares event with itself'],
  [
    'always: [{ event: order.filled, assert: "event/x == 1 || true" }]',
    '/always/0/assert: has no name on one side of ||',
  ],
  ['always: [{ event: order.filled, assert: "1 == 1" }]', '/always/0/assert: has no name in it'],
  ['always: [{ event: order.filled, assert: "depot != 1" }]', '/always/0/assert: must refer to the data of its event'],
  ['eventually: [{ event: order.filled, same: [/x] }]', 'needs after'],
  ['eventually: [{ event: order.filled, within: soon }]', '/eventually/0/within'],
])('%s: %s', proves('K132'), async (properties, fault) => {
  const failures = failuresOf(await playWith(properties)).join('\n');
  if (fault === null) expect(failures).toBe('');
  else expect(failures).toContain(fault);
});

describe('a property that is broken', () => {
  test('ends the run with the step that broke it, and with its cause', proves('K132'), async () => {
    const outcome = await playWith('always: [{ never: order.sent }]', `${EXECUTE}${UNTIL}\n  - print: later`);
    expect(outcome.steps).toHaveLength(2);
    expect(outcome.trace?.links.map(({ kind }) => kind)).toContain('event');
    expect(outcome.trace?.id).toMatch(/^rb_/);
  });

  test('is reported with its line, in the step that breaks it and at the end', proves('K132'), async () => {
    const broken = await playWith('always: [{ never: order.sent }]', `${EXECUTE}${UNTIL}`);
    expect(failuresOf(broken).join()).toMatch(/always 'never order\.sent': event \d+ .*it\.yaml:\d+:\d+\)/);
    const atEnd = await playWith('eventually: [{ event: order.rejected }]', `${EXECUTE}${UNTIL}`);
    expect(failuresOf(atEnd).join()).toMatch(/it\.yaml:\d+:\d+: eventually 'order\.rejected': after the beginning, no/);
    const untested = await playWith(
      'always: [{ event: order.rejected, data: { /order/side: buy } }]',
      `${EXECUTE}${UNTIL}`,
    );
    expect(failuresOf(untested).join()).toMatch(/it\.yaml:\d+:\d+: always 'order\.rejected' was not tested/);
  });

  test('may use a value that a step saves later, and also checks earlier events', proves('K132'), async () => {
    const late = `${EXECUTE}${UNTIL}`;
    const where = (to: string) => `always: [{ never: order.filled, where: { /rebalance_id: ${to} } }]`;
    expect(failuresOf(await playWith(where('"${rebalance}"'), late)).join()).toContain('order.filled');
    expect(failuresOf(await playWith(where('rb_00000000000000000000000001'), late))).toEqual([]);
  });

  test('counts as a check, without any other', proves('K132', 'K118.2'), async () => {
    const steps = `\n  - advance: 1h`;
    expect((await playWith('always: [{ never: order.rejected }]', steps)).proof).toBe('checked');
    expect((await playWith('', steps)).proof).toBe('unchecked');
  });

  test('is searched again if the world returns to an earlier state', proves('K132'), async () => {
    const steps = `
  - snapshot: { save: before }${EXECUTE}${UNTIL}
  - snapshot: { restore: before }
  - advance: 1h${EXECUTE}${UNTIL}`;
    const once =
      'eventually: [{ event: rebalance.complete, after: { event: rebalance.executing }, same: [/rebalance_id], within: 1h }]';
    expect(failuresOf(await playWith(once, steps))).toEqual([]);
  });
});

describe('a property of a run with branches', () => {
  const within = (span: string) =>
    `eventually: [{ event: rebalance.complete, after: { event: rebalance.created }, same: [/rebalance_id]${span} }]`;
  const TRADE = `${EXECUTE}${UNTIL}`.replaceAll('\n', '\n        ');
  const fork = (a: string, b = '\n        - advance: 1h') => `\n  - fork:\n      a:${a}\n      b:${b}`;
  const FAULT = '{ fault: { kind: exchange_down, exchange: XETR, for: 10m } }';
  const PLAN = EXECUTE.replaceAll('\n', '\n        ');

  test.each([
    ['always: [{ event: order.filled, data: { /fill/quantity: { greater: 0 } } }]', fork(TRADE)],
    [within(', within: 1h'), fork(TRADE)],
    [within(''), fork(TRADE)],
    [within(''), fork('\n        - advance: 1h', TRADE)],
    [within(', within: 1h'), `${EXECUTE}${fork(UNTIL.replace('\n', '\n      '), UNTIL.replace('\n', '\n      '))}`],
    [within(''), `${EXECUTE}${fork(UNTIL.replace('\n', '\n      '), UNTIL.replace('\n', '\n      '))}`],
  ])('is tested by one of them: %s%s', proves('K132'), async (properties, steps) => {
    expect(failuresOf(await playWith(properties, steps))).toEqual([]);
  });

  test.each([
    [within(''), fork(PLAN), "fork: b: at the end of a: eventually 'rebalance.complete': after event"],
    [within(''), fork(TRADE, PLAN), "fork: as before: at the end of b: eventually 'rebalance.complete': after event"],
    [within(', within: 1h'), fork(PLAN, TRADE), "eventually 'rebalance.complete' is not decided for event"],
    [within(', within: 1h'), fork(TRADE, PLAN), "eventually 'rebalance.complete' is not decided for event"],
    [within(', within: 1h'), `${fork(TRADE)}${EXECUTE}`, "eventually 'rebalance.complete' is not decided for event"],
    ['always: [{ event: order.rejected, data: { /order/side: buy } }]', fork(TRADE), 'was not tested'],
    [
      'eventually: [{ event: order.filled }]',
      '\n  - fork: { a: [{ fork: { x: [{ assert: seed == 1 }], y: [{ assert: seed == 1 }] } }], b: [{ assert: seed == 1 }] }',
      "eventually 'order.filled': after the beginning, no order.filled occurred",
    ],
    [
      'eventually: [{ event: fault.set }]',
      `\n  - fork: { a: [{ fork: { x: [${FAULT}], y: [${FAULT}] } }], b: [{ assert: seed == 1 }] }`,
      "at the end of b: eventually 'fault.set': after the beginning, no fault.set occurred",
    ],
  ])('holds in each: %s%s', proves('K132'), async (properties, steps, fault) => {
    expect(failuresOf(await playWith(properties, steps)).join('\n')).toContain(fault);
  });

  test('is undecided, however often it held before', proves('K132'), async () => {
    const fault = '\n  - fault: { kind: exchange_down, exchange: XETR, for: 10m }';
    const outcome = await playWith(
      'eventually: [{ event: fault.ended, after: { event: fault.set }, same: [/fault_id], within: 1h }]',
      `${fault}\n  - advance: 20m${fault}`,
    );
    expect(failuresOf(outcome).join()).toMatch(
      /is not decided for event \d+ \(fault\.set, .*\): the run ended 1h too early/,
    );
  });
});

/** Computes the same by brute force, from the whole log at once. */
function brokenByHand(log: readonly LoggedEvent[], nowMs: number, withinMs: number): boolean {
  return log.some(
    (cause) =>
      cause.type === 'order.sent' &&
      cause.atMs + withinMs < nowMs &&
      !log.some(
        (event) =>
          event.type === 'order.filled' &&
          event.seq > cause.seq &&
          event.data.id === cause.data.id &&
          event.atMs <= cause.atMs + withinMs,
      ),
  );
}

test('checks step by step find the same as checks of the whole log', proves('K132'), () => {
  const entry = fc.record({
    type: fc.constantFrom('order.sent', 'order.filled', 'order.rejected'),
    id: fc.integer({ min: 1, max: 2 }),
    // Including the limits of whole seconds.
    afterMs: fc.constantFrom(0, 1, 999, 1000, 1001, 2000, 3000),
    isLast: fc.boolean(),
  });
  const within = fc.integer({ min: 1, max: 4 });
  const property = fc.property(fc.array(entry, { maxLength: 12 }), within, (entries, withinS) => {
    const log: LoggedEvent[] = [];
    let nowMs = 0;
    const written = {
      always: always.parse([{ never: 'order.rejected', where: { '/id': 2 } }]),
      eventually: eventually.parse([
        { event: 'order.filled', after: { event: 'order.sent' }, same: ['/id'], within: `${withinS}s` },
      ]),
    };
    const properties = new RunProperties(written, { eventsAfter: (seq) => log.slice(seq), nowMs: () => nowMs }, 0);
    const names = expressionNames(new Map(), () => '');
    let isBroken = false;
    for (const [index, { type, id, afterMs, isLast }] of entries.entries()) {
      nowMs += afterMs;
      log.push({ seq: index + 1, atMs: nowMs, type, data: { id }, hash: `h${index}` });
      if (isLast) isBroken ||= properties.look(names) !== null;
    }
    isBroken ||= properties.atEnd(names).broken.length > 0;
    const forbidden = log.some(({ type, data }) => type === 'order.rejected' && data.id === 2);
    expect(isBroken).toBe(forbidden || brokenByHand(log, nowMs, withinS * 1000));
  });
  fc.assert(property, { numRuns: 500 });
});
