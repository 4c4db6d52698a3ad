/** A wrong field of an event is a compiler error: without the error, each directive here is one. */
import { expect, test } from 'vitest';
import type { EventOf } from '../../../src-server/domain/events/event-catalogue.ts';
import { type EventTable, handleEvent } from '../../../src-server/domain/events/handle-event.ts';
import { announce } from '../../../src-server/engine/announce.ts';
import type { World } from '../../../src-server/engine/world.ts';
import type { UnitOfWork } from '../../../src-server/kernel/unit-of-work.ts';
import { proves } from '../../conformance/proves.ts';

const sent = { order_id: 'or_1', exchange: 'XETR', side: 'buy', isin: 'DE0007164600', quantity: 1 } as const;
const whole = { ...sent, limit_price: null };
const ids = { rebalance_id: 'rb', portfolio_id: 'pf' };
const failure = { code: 'orders_unfilled', message: 'None was filled.' };
const overweight = { portfolio_id: 'pf', targets: [{ isin: 'DE0007164600', weight: 1, share: 1 }] };

test('refuses missing, wrong and unknown fields wherever events are written', proves('K139.2'), () => {
  const wrong = (unit: UnitOfWork, world: World) => {
    unit.emit('order.sent', whole);
    // @ts-expect-error `limit_price` is missing.
    unit.emit('order.sent', sent);
    // @ts-expect-error `limit_price` is misspelt.
    unit.emit('order.sent', { ...sent, limit_prices: null });
    // @ts-expect-error A field more beside right ones.
    unit.emit('order.sent', { ...whole, venue: 'XETR' });
    // @ts-expect-error A field more in a part of it.
    unit.emit('portfolio.targets_set', overweight);
    // @ts-expect-error A side is buy or sell.
    unit.emit('order.sent', { ...whole, side: 'SELL' });
    // @ts-expect-error A number is no text.
    unit.emit('order.sent', { ...whole, quantity: '1' });
    // @ts-expect-error There is no such type.
    unit.emit('order.send', whole);
    // @ts-expect-error What is announced has an id, which it gets there.
    unit.emit('rebalance.failed', { ...ids, status: 'failed', failure });
    announce(world, unit, 'rebalance.failed', { ...ids, status: 'failed', failure });
    // @ts-expect-error A field more in what is announced.
    announce(world, unit, 'rebalance.failed', { ...ids, status: 'failed', failure, step: 1 });
    // @ts-expect-error The status is that of the type.
    announce(world, unit, 'rebalance.failed', { ...ids, status: 'complete', failure });
  };
  expect(wrong).toBeTypeOf('function');
});

test('refuses readers of fields that do not exist', proves('K139.2'), () => {
  const table: EventTable<readonly [], unknown> = {
    'order.sent': ({ quantity }) => quantity,
    // @ts-expect-error `price` is no field of it.
    'order.acknowledged': ({ price }) => price,
    // @ts-expect-error There is no such type.
    'order.acknowledge': () => null,
  };
  // @ts-expect-error `cash` is of Form B alone.
  const cashOf = (data: EventOf<'portfolio.created'>) => data.cash;
  expect(cashOf).toBeTypeOf('function');
  expect(handleEvent(table, { type: 'order.sent', data: whole })).toBe(1);
  const again = { order_id: 'or_1', exchange: 'XETR' };
  expect(handleEvent(table, { type: 'order.sent_again', data: again })).toBeUndefined();
});
