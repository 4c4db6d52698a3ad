/** A dividend announced by the seed does not change, whatever else is paid before it (decision O2). */
import { expect, test } from 'vitest';
import { createCorporateAction } from '../../../src-server/engine/commands/market/manage-corporate-actions.ts';
import { createSqliteSettingsStore } from '../../../src-server/store/world/sqlite-settings-store.ts';
import { makeNewWorld } from '../../../src-server/world/contents/world-contents.ts';
import { proves } from '../../conformance/proves.ts';
import {
  accept,
  addPortfolio,
  closeWorldsAfterEach,
  DAY_MS,
  eventsOf,
  type OpenTestWorld,
  openTestWorld,
  SAP,
} from '../execution/exchange-world.ts';

closeWorldsAfterEach();
const START_MS = Date.parse('2026-04-20T09:30:00Z');

function start(): OpenTestWorld {
  const opened = openTestWorld(3, START_MS, null, { dividends: 'on', driftCheckMs: DAY_MS });
  makeNewWorld(opened.world, opened.webhooks, createSqliteSettingsStore(opened.database), null, () => null);
  addPortfolio(opened);
  return opened;
}

test('a dividend that is posted does not change the next one of the seed', proves('O2.3'), () => {
  const opened = start();
  const { world } = opened;
  const [next] = world.dividends?.between(SAP, START_MS, START_MS + 60 * DAY_MS) ?? [];
  if (next === undefined) throw new Error('SAP pays in May');
  const posted = { amountMicro: 50_000_000, currency: 'EUR' } as const;
  accept(
    createCorporateAction(world, {
      isin: SAP,
      exMs: START_MS,
      terms: { kind: 'cash_dividend', amount: posted, payMs: START_MS + DAY_MS },
    }),
  );
  opened.advanceTo(next.exMs);
  const [, ofSeed] = eventsOf(opened, 'dividend.accrued');
  expect(ofSeed?.data.amount).toBe(next.amountMicro / 1e6);

  const without = openTestWorld(3, START_MS, null, { driftCheckMs: DAY_MS });
  accept(
    createCorporateAction(without.world, {
      isin: SAP,
      exMs: START_MS,
      terms: { kind: 'cash_dividend', amount: posted, payMs: START_MS + DAY_MS },
    }),
  );
  without.advanceTo(next.exMs);
  const fell = without.world.prices.midMicro(SAP, 'XETR', next.exMs) - world.prices.midMicro(SAP, 'XETR', next.exMs);
  // The two factors are multiplied with rounded prices, each to half a millionth.
  expect(Math.abs(fell - next.amountMicro)).toBeLessThanOrEqual(2);
});
