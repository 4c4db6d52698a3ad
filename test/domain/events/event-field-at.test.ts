/** Which values events can have at a JSON pointer (decision K140). */
import { expect, test } from 'vitest';
import { EVENT_TYPES, type EventType } from '../../../src-server/domain/events/event-catalogue.ts';
import { eventFieldAt } from '../../../src-server/domain/events/event-field-at.ts';
import { listEventFields } from '../../../src-server/domain/events/list-event-fields.ts';
import { proves } from '../../conformance/proves.ts';

test.each<[EventType[], string, readonly string[] | null]>([
  [['order.filled'], '', null],
  [['order.filled'], '/fill/price', null],
  [['order.filled'], '/order/side', ['buy', 'sell']],
  [['order.filled'], '/order/status', ['partially_filled', 'filled']],
  [['order.filled', 'order.expired'], '/order/status', ['partially_filled', 'filled', 'expired']],
  [['order.filled', 'order.sent'], '/limit_price', null],
  [['order.sent'], '/by', ['policy', 'bulk']],
  [['rebalance.requested'], '/target_weights/DE0007164600', null],
  [['rebalance.created'], '/orders/17/side', ['buy', 'sell']],
  [['portfolio.created'], '/cash', null],
  [['portfolio.created'], '/form', ['A', 'B']],
  [['portfolio.created'], '/metadata/any~1thing', null],
  [['market.event_added'], '/instruments/sector', null],
  [['exchange.changed'], '/settings/latency/submit/maxMs', null],
  [['exchange.changed'], '/settings/latency/submit/kind', ['fixed', 'uniform', 'lognormal']],
  [['key.created'], '/rate_limit', ['off']],
  [['policy.set'], '/when/0/calendar/day', ['first', 'last']],
])('%j has %j: %j', proves('K140.1', 'K140.2'), (types, pointer, choices) => {
  expect(eventFieldAt(types, pointer)).toEqual({ exists: true, choices });
});

test.each<[EventType[], string, string, string, string]>([
  [['order.filled'], '/fill/quantitiy', '/fill', 'quantitiy', 'quantity'],
  [['order.filled', 'order.sent'], '/prices', '', 'prices', 'limit_price'],
  [['rebalance.created'], '/orders/first', '/orders', 'first', ''],
  [['order.filled'], '/fill/price/value', '/fill/price', 'value', ''],
  [['rebalance.created'], '/orders/0/~0x', '/orders/0', '~x', 'isin'],
])('%j has no %j', proves('K140.1'), (types, pointer, within, name, among) => {
  const found = eventFieldAt(types, pointer);
  expect(found).toMatchObject({ exists: false, within, name });
  expect('names' in found && found.names).toEqual(among === '' ? [] : expect.arrayContaining([among]));
});

test('finds every field that references name', proves('K140.1', 'K140.2'), () => {
  for (const type of EVENT_TYPES)
    for (const { pointer, values } of listEventFields(type))
      expect([type, pointer, eventFieldAt([type], pointer)]).toEqual([
        type,
        pointer,
        { exists: true, choices: values },
      ]);
});
