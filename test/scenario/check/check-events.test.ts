/** Tests that `validate` reports expectations that no event, and no response, can ever meet (decision K140). */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { validateFile } from '../../../src-server/runner/library/validate-file.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { readMarketFacts } from '../../../src-server/world/market-facts.ts';
import { proves } from '../../conformance/proves.ts';
import { folderOf } from '../replay/play-text.ts';

const { market } = readMarketFacts(packageRoot());

/** Returns `pointer issue` for each issue of a scenario with this text after its name. */
function faultsOf(text: string): string[] {
  const root = folderOf({ 'package.json': '{}', 'x.yaml': `name: x\n${text}` });
  const [validated] = validateFile({ file: join(root, 'x.yaml'), isNamed: true }, null, market);
  return (validated?.faults ?? []).map(({ pointer, issue }) => `${pointer} ${issue}`);
}

const stepFaults = (step: string) => faultsOf(`steps:\n  - ${step}\n`).map((fault) => fault.replace('/steps/0/', ''));

describe('a pointer that no such event has', () => {
  const missing = 'order.filled has no /fill/quantitiy; did you mean /fill/quantity?';

  test.each([
    [
      'expect_event: { type: order.filled, data: { /fill/quantitiy: 1 } }',
      [`expect_event/data/~1fill~1quantitiy ${missing}`],
    ],
    [
      'expect_event: { type: order.filled, count: 0, data: { /fill/quantitiy: 1 } }',
      [`expect_event/data/~1fill~1quantitiy ${missing}`],
    ],
    ['until: { event: order.filled, data: { /fill/quantitiy: 1 } }', [`until/data/~1fill~1quantitiy ${missing}`]],
    [
      'expect_events: [{ event: order.filled, data: { /fill/quantitiy: 1 } }]',
      [`expect_events/0/data/~1fill~1quantitiy ${missing}`],
    ],
    [
      'expect_events: [order.sent, { never: order.filled, data: { /fill/quantitiy: 1 } }]',
      [`expect_events/1/data/~1fill~1quantitiy ${missing}`],
    ],
    [
      '{ expect_events: [order.sent, order.filled], data: { /fill/price: 1 } }',
      ['data/~1fill~1price order.sent has no /fill/price'],
    ],
    [
      'expect_event: { type: order.filled, data: { /fil/costs/total: 1 } }',
      ['expect_event/data/~1fil~1costs~1total order.filled has no /fil/costs/total; did you mean /fill/costs/total?'],
    ],
    [
      'expect_event: { type: rebalance.created, data: { /orders/0/isn: 1 } }',
      ['expect_event/data/~1orders~10~1isn rebalance.created has no /orders/0/isn; did you mean /orders/0/isin?'],
    ],
    [
      'expect_event: { type: order.filled, data: { /fill/quantitiy: { present: false } } }',
      [`expect_event/data/~1fill~1quantitiy ${missing}`],
    ],
    [
      'expect_event: { type: rebalance.created, data: { /orders/isin: 1 } }',
      ['expect_event/data/~1orders~1isin rebalance.created has no /orders/isin'],
    ],
    [
      'expect_events: [{ event: [order.filled, order.sent], data: { /prices: 1 } }]',
      ['expect_events/0/data/~1prices order.filled or order.sent has no /prices'],
    ],
  ])('%s', proves('K140.1'), (step, reported) => {
    expect(stepFaults(step)).toEqual(reported);
  });

  test.each([
    [
      'always: [{ event: order.filled, where: { /order/sid: buy }, data: { /fill/prise: 1 } }]',
      [
        '/always/0/where/~1order~1sid order.filled has no /order/sid; did you mean /order/side?',
        '/always/0/data/~1fill~1prise order.filled has no /fill/prise; did you mean /fill/price?',
      ],
    ],
    [
      'always: [{ never: "order.*", where: { /order/sid: buy } }]',
      ['/always/0/where/~1order~1sid order.* has no /order/sid; did you mean /order/side?'],
    ],
    [
      'eventually: [{ event: order.filled, after: { event: order.sent, where: { /sid: buy } }, same: [/order_id] }]',
      [
        '/eventually/0/after/where/~1sid order.sent has no /sid; did you mean /side?',
        '/eventually/0/same/0 order.filled has no /order_id; did you mean /order/order_id?',
      ],
    ],
  ])('%s', proves('K140.1'), (properties, reported) => {
    expect(faultsOf(`${properties}\nsteps: [{ advance: 1h }]\n`)).toEqual(reported);
  });
});

describe('a text that a field never has', () => {
  const never = 'is never "SELL": it is buy, sell (did you mean sell?)';

  test.each([
    ['/order/side: SELL', '~1order~1side'],
    ['/order/side: { equals: SELL }', '~1order~1side/equals'],
    ['/order/side: { not: SELL }', '~1order~1side/not'],
    ['/order/side: { not: { one_of: [buy, SELL] } }', '~1order~1side/not/one_of/1'],
  ])('%s', proves('K140.2'), (data, place) => {
    const step = (count: string) => `expect_event: { type: order.filled, ${count}data: { ${data} } }`;
    expect(stepFaults(step(''))).toEqual([`expect_event/data/${place} ${never}`]);
    expect(stepFaults(step('count: 0, '))).toEqual([`expect_event/data/${place} ${never}`]);
    expect(stepFaults(`expect_events: [{ never: order.filled, data: { ${data} } }]`)).toEqual([
      `expect_events/0/data/${place} ${never}`,
    ]);
  });

  test.each([
    ['some: { body: { /side: SELL } }', 'some/body/~1side'],
    ['every: { body: { /side: { not: SELL } } }', 'every/body/~1side/not'],
    ['contains: { side: SELL }', 'contains/side'],
    ['equals: [{ side: SELL }]', 'equals/0/side'],
    ['not: { some: { body: { /side: SELL } } }', 'not/some/body/~1side'],
  ])('in an entry of a list: %s', proves('K140.2'), (matcher, place) => {
    expect(stepFaults(`expect_event: { type: rebalance.created, data: { /orders: { ${matcher} } } }`)).toEqual([
      `expect_event/data/~1orders/${place} ${never}`,
    ]);
  });

  test.each([
    [
      '{ request: { form: B, method: GET, path: /rebalance/rb_x }, expect: { body: { /status: { not: done } } } }',
      '/steps/0/expect/body/~1status/not',
    ],
    [
      '{ request: { form: B, method: GET, path: /rebalance/rb_x }, expect: { body: { /orders: { some: { body: { /status: done } } } } } }',
      '/steps/0/expect/body/~1orders/some/body/~1status',
    ],
    [
      'expect_state: { rebalance: x, body: { /rebalance/status: { not: { one_of: [done] } } } }',
      '/steps/0/expect_state/body/~1rebalance~1status/not/one_of/0',
    ],
    [
      'expect_webhook: { type: order.filled, count: 0, body: { /data/order/side: SELL } }',
      '/steps/0/expect_webhook/body/~1data~1order~1side',
    ],
    ['expect_webhook: { body: { /type: order.fill } }', '/steps/0/expect_webhook/body/~1type'],
    [
      'until: { state: { path: /rebalances/rb_x, body: { /rebalance/status: done } } }',
      '/steps/0/until/state/body/~1rebalance~1status',
    ],
    [
      'until: { get: { form: B, path: /rebalance/rb_x }, expect: { body: { /status: done } } }',
      '/steps/0/until/expect/body/~1status',
    ],
    [
      'expect_journal: { match: { operation: createPlan, status: 2xx, body: { /band_type: broad } } }',
      '/steps/0/expect_journal/match/body/~1band_type',
    ],
  ])('in a response, a webhook, a view or a request: %s', proves('K140.2', 'K110.4'), (step, place) => {
    const receiver = 'world: { webhooks: [{ url: /sim/sink/mine }] }\n';
    expect(faultsOf(`${receiver}steps:\n  - ${step}\n`).map((fault) => fault.split(' ')[0])).toEqual([place]);
  });
});

test.each([
  'expect_event: { type: order.filled, data: { /order/side: "${side}", /order/status: { one_of: [filled, "${side}"] } } }',
  'expect_event: { type: rebalance.requested, data: { /target_weights/DE0007164600: 1, /orders/3/side: buy } }',
  'expect_event: { type: order.sent, data: { /by: policy, /limit_price: { not: null } } }',
  'expect_event: { type: key.created, data: { /secret: { present: false } } }',
  'expect_event: { type: order.filled, data: { /order/side: { pattern: b, glob: "b*" } } }',
  'expect_event: { type: portfolio.created, data: { /metadata/desk: x, /tax_wrapper: { contains: epo } } }',
  'expect_events: [{ event: "order.*", data: { /fill/price: 1, /limit_price: null } }]',
  'expect_journal: { match: { operation: createPlan, body: { /band_type: broad } } }',
  'expect_journal: { match: { operation: createPlan, status: 400, body: { /band_type: broad } } }',
])('no issue is reported for a possible value: %s', proves('K140.1', 'K140.2'), (step) => {
  expect(
    faultsOf(`steps:\n  - request: { method: GET, path: /prices/DE0007164600, save: { side: /isin } }\n  - ${step}\n`),
  ).toEqual([]);
});
