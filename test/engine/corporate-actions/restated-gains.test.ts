/**
 * A split that leaves no share sells the whole holding, which may restate earlier gains under the British rules (O3).
 */
import { expect, test } from 'vitest';
import type { LotMovement } from '../../../src-server/domain/lots/trade.ts';
import { createCorporateAction } from '../../../src-server/engine/commands/market/manage-corporate-actions.ts';
import { proves } from '../../conformance/proves.ts';
import { emitAnything } from '../../kernel/emit-anything.ts';
import {
  accept,
  addPortfolio,
  closeWorldsAfterEach,
  DAY_MS,
  eventsOf,
  openTestWorld,
  SAP,
} from '../execution/exchange-world.ts';

closeWorldsAfterEach();
const START_MS = Date.parse('2026-04-20T09:30:00Z');

test('a split that leaves no share reports which earlier gains it has restated', proves('O3.7'), () => {
  const opened = openTestWorld(3, START_MS);
  const { world } = opened;
  const portfolioId = addPortfolio(opened, { tax_wrapper: 'GIA', holdings: [] });
  const portfolio = world.portfolios.find(portfolioId);
  if (portfolio === null) throw new Error('the portfolio was created');
  const method = 'section_104' as const;
  const buy = (tradeId: string, days: number, quantityMicro: number): LotMovement => {
    return { side: 'buy', tradeId, atMs: START_MS - days * DAY_MS, quantityMicro, costMinor: quantityMicro };
  };
  const sold = {
    side: 'sell',
    tradeId: 'sold',
    atMs: START_MS - DAY_MS,
    quantityMicro: 5,
    proceedsMinor: 50,
    method,
  } as const;
  // The 3 bought today are matched with yesterday's sale, until they are sold today themselves.
  world.kernel.execute((unit) => {
    for (const trade of [buy('old', 400, 10), sold, buy('new', 0, 3)]) {
      world.lots.record(portfolio, SAP, trade, () => {
        throw new Error('every share has a lot');
      });
    }
    world.portfolios.setPosition(portfolioId, { isin: SAP, mic: 'XETR', quantityMicro: 8 });
    emitAnything(unit, 'test.prepared', {});
  });
  const terms = { kind: 'split', ratio: { newShares: 1, oldShares: 1000 } } as const;
  accept(createCorporateAction(world, { isin: SAP, exMs: START_MS, terms }));
  // 50 minor units less the 5 that the 5 shares had cost.
  expect(eventsOf(opened, 'gains.restated').map(({ data }) => data)).toEqual([
    { portfolio_id: portfolioId, isin: SAP, disposals: [{ fill_ids: ['sold'], gain: 0.45 }] },
  ]);
});
