import { expect, it } from 'vitest';
import { NOTHING_LEFT, openExchanges, NOON } from './exchange-fixture.ts';
it('happy', () => {
  const x = openExchanges();
  x.submit();
  expect(x.settle()).toBe(true);
  console.log(x.recorder.all.map(r=>JSON.stringify({...r, atMs: r.atMs-NOON})).join('\n'));
  expect(x.rowsLeft()).toEqual(NOTHING_LEFT);
});
it('A fired timers', () => {
  const x = openExchanges();
  x.submit({ dayEnd: 'expire', quantityMicro: 1e13 });
  x.settle();
  x.kernel.onTimer('note', () => {});
  x.run((unit) => unit.schedule(unit.nowMs + 5, 'note', 1));
  expect(x.kernel.hasPendingBesides(new Set())).toBe(true);
});
it('B stale unknown', () => {
  const x = openExchanges();
  x.submit({ quantityMicro: 1_000_000 });
  x.disconnect();
  x.pass(1000);
  x.setFault('exchange_slow', { amount: 12_000, untilMs: x.kernel.nowMs + 120_000 });
  x.connect();
  x.settle();
  console.log(x.recorder.all.map(r=>JSON.stringify({...r, atMs: r.atMs-NOON})).join('\n'), x.events('order.sent_again').length, x.events('order.report_ignored').length, x.rowsLeft());
});
it('C cancel lost with submit', () => {
  const x = openExchanges();
  x.submit({ quantityMicro: 1_000_000 });
  x.disconnect();
  x.cancel();
  x.connect();
  x.settle();
  console.log(x.recorder.all.map(r=>JSON.stringify({...r, atMs: r.atMs-NOON})).join('\n'));
});
