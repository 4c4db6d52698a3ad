/** Tests the order of events, with excluded events in between (decision K131). */
import { afterAll, describe, expect, test } from 'vitest';
import { GENESIS_HEAD, type LoggedEvent } from '../../../src-server/kernel/event-chain.ts';
import { type OrderEntry, orderFault } from '../../../src-server/scenario/properties/event-order.ts';
import { proves } from '../../conformance/proves.ts';
import { stopAll } from '../../support/start-ballast.ts';
import { EXECUTE, failuresOf, play } from '../replay/play-text.ts';

afterAll(stopAll);

/** `a@5`: an event of type `a` at 5 s; its data has its number. */
const log = (text: string): LoggedEvent[] =>
  text.split(' ').map((each, index) => {
    const [type = '', atS = '0'] = each.split('@');
    return { seq: index + 1, atMs: Number(atS) * 1000, type, data: { n: index + 1 }, hash: GENESIS_HEAD };
  });

/** `a`, `!c` for an excluded one, `a<5` within 5 s, `a|b`, `a.*`. */
const order = (text: string): OrderEntry[] =>
  text.split(' ').map((each) => {
    const [, never, types = '', span] = /^(!?)([^<]+)(?:<(\d+))?$/.exec(each) ?? [];
    const pattern = { types: types.split('|'), data: {} };
    return { pattern, isNever: never === '!', withinMs: span === undefined ? null : Number(span) * 1000 };
  });

test.each<[string, string, string | null]>([
  ['a b c', 'a@1 x@1 b@2 c@2', null],
  ['a b', 'b@1 a@2', 'no b occurred after event 2 (a, 1970-01-01T00:00:02.000Z), only before it: event 1'],
  ['a b', 'a@1', 'no b occurred after event 1'],
  ['a a', 'a@1', 'no a occurred after event 1 (a, 1970-01-01T00:00:01.000Z), only before it: event 1'],
  ['a a', 'a@1 a@1', null],
  ['a b<5', 'a@1 b@6', null],
  ['a b<5', 'a@1 b@7', 'event 2 (b, 1970-01-01T00:00:07.000Z) occurred 6s after event 1'],
  ['a<5', 'a@6', 'occurred 6s after the beginning, not within 5s'],
  ['a !c b', 'c@0 a@1 b@2 c@3', null],
  ['a !c b', 'a@1 c@1 b@2', 'event 2 (c, 1970-01-01T00:00:01.000Z) occurred after event 1'],
  ['a !c', 'a@1 c@9', 'event 2 (c, 1970-01-01T00:00:09.000Z) occurred after event 1'],
  ['a !c<5', 'a@1 c@9', null],
  ['a !c<5', 'a@1 c@6', 'event 2 (c'],
  [
    'a !c<60',
    'a@1 b@2',
    'c must not occur within 1m after event 1 (a, 1970-01-01T00:00:01.000Z), but only 9s have passed: advance first',
  ],
  ['!c', 'a@1 c@1', 'event 2 (c, 1970-01-01T00:00:01.000Z) occurred after the beginning, but must not'],
  ['!c a', 'a@1 c@1', null],
  ['order.* done', 'order.sent@1 done@1', null],
  ['a|b done', 'b@1 done@1', null],
  ['a|b', 'c@1', 'no a or b occurred after the beginning'],
  ['a !* b', 'a@1 b@2', null],
  ['a !* b', 'a@1 x@1 b@2', 'event 2 (x'],
])('%s in %s: %s', proves('K131'), (wanted, events, fault) => {
  const found = orderFault(order(wanted), log(events), { fromMs: 0, nowMs: 10_000 });
  if (fault === null) expect(found).toBeNull();
  else expect(found).toContain(fault);
});

const WORLD = `
world:
  portfolios: [{ form: B, as: depot, request: { external_id: depot, currency: EUR, tax_wrapper: Depot, cash: 5000, targets: [{ isin: DE0007164600, weight: 0.9 }] } }]
`;
const playOrder = (step: string, steps = '') =>
  play(`${WORLD}\nsteps:${EXECUTE}\n  - until: { rebalance: '\${rebalance}' }\n${steps}  - ${step}\n`);

describe('expect_events', () => {
  test.each<[string, string | null]>([
    ['expect_events: [rebalance.created, order.sent, { event: order.filled, within: 1m }, rebalance.complete]', null],
    ['{ expect_events: [order.*, { never: order.rejected }], data: { /rebalance_id: "${rebalance}" } }', null],
    ['expect_events: [rebalance.complete, order.sent]', 'no order.sent occurred after event'],
    ['expect_events: [{ event: [order.rejected, order.expired] }]', 'no order.rejected or order.expired occurred'],
    ['expect_events: [order.sent, { never: order.filled }]', 'must not'],
    [
      '{ expect_events: [order.filled], data: { /rebalance_id: rb_00000000000000000000000001 } }',
      'no order.filled occurred after the beginning as expected; of event',
    ],
    [
      'expect_events: [order.sent, { never: order.filled, data: { /fil/quantity: { greater: 0 } } }]',
      '/data./fil/quantity: order.filled has no /fil/quantity; did you mean /fill/quantity?',
    ],
    ['expect_events: [order.filed]', 'is not an event type (did you mean order.filled?)'],
    ['expect_events: [{ event: order.filed }]', 'did you mean order.filled?'],
    ['expect_events: [{ event: "odrer.*" }]', 'matches no event type: those of orders are order.*'],
    ['expect_events: []', 'expect_events'],
    ['{ expect_events: [order.sent], since: "${now-1h}" }', null],
    ['{ expect_events: [order.sent], since: 1s }', 'no order.sent occurred'],
    ['expect_events: [{ never: order.rejected, within: 1d }]', 'have passed: advance first'],
    ['expect_events: [order.sent, { event: order.filled, within: "${rebalance}" }]', 'is not a duration'],
  ])('%s: %s', proves('K131'), async (step, fault) => {
    const failures = failuresOf(await playOrder(step)).join('\n');
    if (fault === null) expect(failures).toBe('');
    else expect(failures).toContain(fault);
  });

  test.each([
    ['the number of an entry', '"${seq}"'],
    ['a duration', '2h'],
    ['an instant', '2026-03-02T09:30:00Z'],
  ])('counts the time of the first entry from since: %s', proves('K131'), async (_, since) => {
    const found = async (within: string) => {
      const check = `{ expect_events: [{ event: order.sent, within: ${within} }], since: ${since} }`;
      const save = 'control: { method: GET, path: /fingerprint, save: { seq: /events } }';
      const outcome = await play(`${WORLD}\nsteps:\n  - ${save}\n  - advance: 2h${EXECUTE}\n  - ${check}\n`);
      return failuresOf(outcome).join('\n');
    };
    expect(await found('2h')).toBe('');
    expect(await found('1h')).toContain('occurred 2h after the beginning, not within 1h');
  });
});
