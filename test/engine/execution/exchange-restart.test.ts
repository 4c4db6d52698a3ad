/** Worlds in a file that are closed and reopened: settings persist, and faults, connections and orders resume. */
import { rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { drawUniform, streamKey } from '../../../src-server/kernel/streams.ts';
import type { VenueSettings } from '../../../src-server/market/data/market-data.ts';
import { TEST_START_MS } from '../../support/ballast-defaults.ts';
import { newFolder } from '../../support/start-ballast.ts';
import {
  ALLIANZ,
  allCash,
  breakMarket,
  change,
  closeWorldsAfterEach,
  DAY_MS,
  eventsOf,
  HOUR_MS,
  MINUTE_MS,
  NO_ROWS,
  openTestWorld,
  orderOf,
  planAndExecute,
  rebalanceOf,
  rowsLeft,
  SAP,
  SECOND_MS,
  type StartedWorld,
  start,
} from './exchange-world.ts';

closeWorldsAfterEach();

/** Seeds the points at which worlds are closed; change it to test others. */
const CLOSE_SEED = 20260302;
const CLOSES = 40;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const at = (ms: number) => TEST_START_MS + ms;

describe('settings of an exchange', () => {
  it('are the same after the world was closed and reopened, including later changes', () => {
    const dataDir = folder();
    const test = start({}, { dataDir });
    const settings: Partial<VenueSettings> = {
      commission: { bps: 3, minimumMinor: 100, capMinor: 5000 },
      lotMicro: 1_000_000,
      dayEnd: 'expire',
      participation: 0.5,
      sliceIntervalMs: 1000,
      acknowledgeWithinMs: 2000,
    };
    change(test, { settings, latency: { report: { kind: 'lognormal', medianMs: 5, sigma: 1, maxMs: 50 } } });
    change(test, { settings: { participation: 0.25 } });
    change(test, { settings: { dayEnd: 'expire' } }, 'XLON');
    const before = new Map(test.world.venues);
    const again = reopen(test, dataDir);
    expect(again.world.venues).toEqual(before);
    expect(again.world.market.venues.get('XETR')).toMatchObject({ ...settings, participation: 0.25 });
  });

  it('apply to orders that are sent after it', () => {
    const dataDir = folder();
    const test = start(allCash(), { dataDir });
    change(test, { settings: { lotMicro: 1_000_000, commission: { bps: 0, minimumMinor: 777, capMinor: 777 } } });
    const again = reopen(test, dataDir);
    const rebalanceId = planAndExecute(again);
    again.advanceTo(at(DAY_MS));
    expect(orderOf(again, rebalanceId, 'buy').filledMicro % 1_000_000).toBe(0);
    expect(rebalanceOf(again, rebalanceId).status).toBe('complete');
    const fills = again.world.rebalances.fills(rebalanceId);
    expect(fills.reduce((sum, { costs }) => sum + costs.commissionMinor, 0)).toBe(777);
  });
});

describe('a connection', () => {
  it('taken down manually stays down over a restart, with its prices frozen, and can then be brought up', () => {
    const dataDir = folder();
    const test = start({}, { dataDir });
    change(test, { connected: false });
    const frozen = test.world.prices.quote(SAP, 'XETR', at(HOUR_MS));
    const again = reopen(test, dataDir);
    again.advanceTo(at(HOUR_MS));
    expect(again.world.connectors.isConnected('XETR')).toBe(false);
    expect(again.world.prices.quote(SAP, 'XETR', at(HOUR_MS))).toEqual(frozen);
    change(again, { connected: true });
    expect(again.world.prices.quote(SAP, 'XETR', at(HOUR_MS))).not.toEqual(frozen);
  });
});

describe('a world with faults', () => {
  it(`that is closed at ${CLOSES} random points ends with the same log as one that never was`, () => {
    const undisturbed = run([]);
    const disturbed = run(closingPoints());
    expect(disturbed.closes).toBe(CLOSES);
    expect(disturbed.types).toEqual(undisturbed.types);
    expect(disturbed.head, `close seed ${CLOSE_SEED}`).toBe(undisturbed.head);
    expect(undisturbed.types).toEqual(
      expect.arrayContaining([
        'order.sent_again',
        'order.report_ignored',
        'order.unacknowledged',
        'exchange.connected',
      ]),
    );
  });
});

/** Faults for two rebalances: every kind that leaves something pending between us and an exchange. */
function run(points: readonly number[]): { head: string; types: string[]; closes: number } {
  const dataDir = folder();
  let test = start({}, { dataDir });
  change(test, { settings: { acknowledgeWithinMs: SECOND_MS } });
  for (const kind of ['duplicate_fills', 'reordered_fills', 'lost_acknowledgements'] as const) {
    breakMarket(test, kind, { share: 0.5, untilMs: at(12 * MINUTE_MS) });
  }
  breakMarket(test, 'late_fills', { amount: 20 * SECOND_MS, share: 0.3, untilMs: at(HOUR_MS) });
  breakMarket(test, 'exchange_slow', { amount: 4 * SECOND_MS, share: 0.3, untilMs: at(HOUR_MS) });
  breakMarket(test, 'stale_prices', { isin: ALLIANZ, fromMs: at(2 * MINUTE_MS), untilMs: at(9 * MINUTE_MS) });
  breakMarket(test, 'halt_instrument', { isin: SAP, fromMs: at(3 * MINUTE_MS), untilMs: at(5 * MINUTE_MS) });
  const rebalanceId = planAndExecute(test);
  breakMarket(test, 'exchange_down', { untilMs: at(5 * SECOND_MS) });
  breakMarket(test, 'exchange_down', { fromMs: at(6 * MINUTE_MS), untilMs: at(8 * MINUTE_MS) });
  let closes = 0;
  for (const point of points) {
    test.advanceTo(point);
    test = reopen(test, dataDir);
    closes += 1;
  }
  test.advanceTo(at(DAY_MS));
  expect(rebalanceOf(test, rebalanceId).status).toBe('complete');
  expect(rowsLeft(test)).toEqual(NO_ROWS);
  const result = { head: test.world.kernel.head, types: eventsOf(test).map(({ type }) => type), closes };
  test.close();
  return result;
}

/** Half of them in the first two minutes, the others in the first quarter of an hour. */
function closingPoints(): number[] {
  const key = streamKey(CLOSE_SEED, 'test.close-points');
  const spanMs = (index: number) => (index % 2 === 0 ? 2 : 15) * MINUTE_MS;
  const points = Array.from({ length: CLOSES }, (_, index) => at(Math.floor(drawUniform(key, index) * spanMs(index))));
  return points.sort((one, other) => one - other);
}

function reopen(test: StartedWorld, dataDir: string): StartedWorld {
  const { portfolioId } = test;
  test.close();
  return { ...openTestWorld(99, 0, dataDir), portfolioId };
}

function folder(): string {
  const made = newFolder();
  folders.push(made);
  return made;
}
