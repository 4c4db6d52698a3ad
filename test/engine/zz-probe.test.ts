import { it } from 'vitest';
import { TEST_START_MS } from '../support/ballast-defaults.ts';
import * as w from './exchange-world.ts';
w.closeWorldsAfterEach();
const show = (t: w.StartedWorld, id: string) => {
  const r = w.rebalanceOf(t, id);
  console.log(r.status, JSON.stringify(r.failure), w.statuses(t, id).join(','), w.fillsOf(t, id).length, JSON.stringify(w.rowsLeft(t)));
};
it('commission', () => {
  const t = w.start({ holdings: [], cash: 100_000, targets: [{ isin: w.ALLIANZ, weight: 1 }] });
  const id = w.planAndExecute({ ...t });
  t.advanceTo(TEST_START_MS + 1000);
  w.change(t, { settings: { commission: { bps: 1000, minimumMinor: 100, capMinor: 100_000_00 } } });
  t.advanceTo(TEST_START_MS + w.DAY_MS);
  console.log(w.cashMinorOf(t, t.portfolioId));
  show(t, id);
});
it('ghost', () => {
  const t = w.start(w.allCash(w.ALLIANZ, 20_000));
  const id = w.planAndExecute(t);
  w.breakMarket(t, 'exchange_down', { untilMs: TEST_START_MS + 5000 });
  w.breakMarket(t, 'exchange_slow', { fromMs: TEST_START_MS + 5000, amount: 60_000 });
  t.advanceTo(TEST_START_MS + w.DAY_MS);
  show(t, id);
  const c: Record<string, number> = {};
  for (const e of w.eventsOf(t)) c[e.type] = (c[e.type] ?? 0) + 1;
  console.log(JSON.stringify(c));
});
it('lot with connect', () => {
  const t = w.start(undefined);
  w.change(t, { connected: false });
  const id = (() => { try { return w.planAndExecute(t); } catch (e) { console.log(String(e)); return null; } })();
  console.log(id);
});
it('lot, waiting buy', () => {
  const t = w.start();
  const id = w.planAndExecute(t);
  t.advanceTo(TEST_START_MS + 100_000);
  w.breakMarket(t, 'stale_prices', {});
  t.advanceTo(TEST_START_MS + 1_000_000);
  show(t, id);
  w.change(t, { connected: false });
  w.change(t, { connected: true, settings: { lotMicro: 1_000_000 } });
  show(t, id);
  for (const f of t.world.faults.all()) t.world.kernel.execute((u) => t.world.faults.end(u, f));
  t.advanceTo(TEST_START_MS + w.DAY_MS);
  show(t, id);
});
it('halt over the auction', () => {
  const t = w.start();
  const close = Date.UTC(2026, 2, 2, 16, 30);
  w.breakMarket(t, 'halt_instrument', { isin: w.SAP, fromMs: close - 3_600_000, untilMs: close + 3_600_000 });
  for (const ms of [close - 3_600_001, close - 3_000_000, close + 360_000 * 5, close + 3_600_000 - 1, close + 3_600_000, close + 3_700_000]) {
    t.advanceTo(ms);
    const { priceMicro, at } = t.world.prices.lastTrade(w.SAP, 'XETR', ms);
    console.log(new Date(ms).toISOString(), t.world.prices.midMicro(w.SAP, 'XETR', ms), priceMicro, new Date(at).toISOString());
  }
});
it('auction', () => {
  const close = Date.UTC(2026, 2, 2, 16, 30);
  const t = w.start({}, { startAt: close - 3000 });
  const id = w.planAndExecute(t);
  t.advanceTo(close + w.HOUR_MS);
  show(t, id);
  for (const f of w.fillsOf(t, id)) console.log(new Date(f.filledMs).toISOString(), f.quantityMicro, f.priceMicro, JSON.stringify(f.costs));
  for (const isin of [w.SAP, w.ALLIANZ]) {
    const { priceMicro, at } = t.world.prices.lastTrade(isin, 'XETR', close + w.HOUR_MS);
    console.log(isin, priceMicro, new Date(at).toISOString());
  }
});
